"""The formats there are, recognised by what a file holds and never by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from overtrick.errors import FormatError
from overtrick.formats.acbl_json import loads_acbl_json, sniff_acbl_json
from overtrick.formats.bos import loads_bos, sniff_bos
from overtrick.formats.bws import loads_bws, loads_received, sniff_bws, sniff_received
from overtrick.formats.folder import folder_files
from overtrick.formats.jfr import loads_jfr, loads_many, sniff_jfr
from overtrick.formats.lin import loads_lin, sniff_lin
from overtrick.formats.nzscorer import loads_nzscorer, sniff_nzscorer
from overtrick.formats.pbn import loads_pbn, sniff_pbn
from overtrick.formats.results_csv import loads_csv, missing_columns, sniff_csv
from overtrick.formats.salliere import loads_salliere, sniff_salliere
from overtrick.formats.text import Decoded, decode
from overtrick.formats.usebio import loads_usebio, sniff_usebio
from overtrick.i18n import gettext as _
from overtrick.model.reading import Reading

__all__ = [
    "FORMATS",
    "LARGEST",
    "DataReader",
    "FolderReader",
    "Format",
    "TextReader",
    "formats",
    "load",
    "load_together",
    "loads",
    "recognise",
]

LARGEST = 64 * 1024 * 1024
"""Bytes that a file may have, unless the caller allows more."""

GROUP = "overtrick.formats"
"""The entry points under which other packages offer a `Format`."""


class TextReader(Protocol):
    """What reads a decoded text into an event."""

    def __call__(self, decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of a text; FormatError where it cannot be read at all."""


class DataReader(Protocol):
    """What reads the bytes of a file that is no text into an event."""

    def __call__(self, data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of the bytes; FormatError where they cannot be read at all."""


class FolderReader(Protocol):
    """What reads several files that are one event, by their names."""

    def __call__(
        self, files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
    ) -> Reading:
        """The reading of the files; FormatError where none of them is of the kind."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its key, name and authority, how it is recognised and how it is read.

    `sniff_data` and `loads_data` are for files that are no text, `loads_many` for events of several files.
    """

    key: str
    name: str
    source: str
    sniff: Callable[[str], bool]
    loads: TextReader
    sniff_data: Callable[[bytes], bool] | None = None
    loads_data: DataReader | None = None
    loads_many: FolderReader | None = None


def _no_text(_text: str) -> bool:
    return False


def _needs_bytes(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    del language, number
    raise FormatError(_("this is a text in {encoding}; that format is none").format(encoding=decoded.encoding))


FORMATS: tuple[Format, ...] = (
    Format("usebio", "USEBIO 1.0-1.3", "EBU, usebio_v1_2.dtd", sniff_usebio, loads_usebio),
    Format("bws-csv", "Bridgemate results as CSV", "Bridgemate developers' guide 37", sniff_received, loads_received),
    Format("csv", "results CSV", "Overtrick", sniff_csv, loads_csv),
    Format("nzscorer", "NZ Scorer XML", "files of NZ Scorer", sniff_nzscorer, loads_nzscorer),
    Format("acbl-json", "my.acbl.org page data", "pages of my.acbl.org", sniff_acbl_json, loads_acbl_json),
    Format("jfr", "JFR Pary pages", "pages of JFR Pary 4.1", sniff_jfr, loads_jfr, loads_many=loads_many),
    Format("bos", "BOS results.txt", "Jannersten, help of BOS", sniff_bos, loads_bos),
    Format("salliere", "salliere CSV", "files of salliere", sniff_salliere, loads_salliere),
    Format("pbn", "PBN 2.0 and 2.1", "T. Verkaik, Portable Bridge Notation 2.1", sniff_pbn, loads_pbn),
    Format("lin", "LIN of Bridge Base Online", "files of BBO and RealBridge", sniff_lin, loads_lin),
    Format(
        "bws",
        "Bridgemate database (.bws)",
        "Bridgemate developers' guide 37",
        _no_text,
        _needs_bytes,
        sniff_data=sniff_bws,
        loads_data=loads_bws,
    ),
)
"""The formats that come with Overtrick."""


def formats() -> tuple[Format, ...]:
    """All formats: those that come with Overtrick, and those that other packages offer.

    >>> [one.key for one in formats()][:3]
    ['usebio', 'bws-csv', 'csv']
    """
    return FORMATS + _offered()


def _offered() -> tuple[Format, ...]:
    from importlib.metadata import entry_points

    found = [point.load() for point in entry_points(group=GROUP)]
    return tuple(one for one in found if isinstance(one, Format))


def recognise(text: str) -> Format | None:
    """The format of a text, or None. Other packages are asked only where no own format knows it.

    >>> recognise("board,ns,ew,contract").key, recognise("Dear all")
    ('csv', None)
    """
    for one in FORMATS:
        if one.sniff(text):
            return one
    return next((one for one in _offered() if one.sniff(text)), None)


def _named(key: str) -> Format:
    wanted = key.strip().casefold()
    for one in FORMATS:
        if one.key == wanted:
            return one
    for one in _offered():
        if one.key == wanted:
            return one
    known = ", ".join(one.key for one in formats())
    raise FormatError(_("no format {key}; known: {known}").format(key=repr(key), known=known))


def loads(
    data: bytes,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading:
    r"""The reading of a file's bytes. `language` is that of contracts and seats, `number` what a bare number counts.

    Raises FormatError for data that are empty, too large, binary, or of no known format.

    >>> loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n").counts.taken
    1
    """
    if len(data) > largest:
        raise FormatError(_too_large(len(data), largest))
    for binary in [_named(format)] if format else formats() if b"\0" in data[:1024] else ():
        if binary.loads_data and (format or (binary.sniff_data and binary.sniff_data(data))):
            return binary.loads_data(data, language=language, number=number)
    decoded = decode(data, encoding=encoding)
    if not decoded.text.strip():
        raise FormatError(_("the file is empty"))
    one = _named(format) if format else recognise(decoded.text)
    if one is None:
        first = next(line for line in decoded.text.split("\n") if line.strip()).strip()
        if wanted := missing_columns(decoded.text):
            raise FormatError(
                _("as a results CSV the file lacks the columns {wanted}; found: {found}").format(
                    wanted=", ".join(wanted), found=first[:200]
                )
            )
        known = ", ".join(known.name for known in formats())
        raise FormatError(
            _("the file begins with {first}, which is no known format; known: {known}").format(
                first=repr(first[:60]), known=known
            )
        )
    return one.loads(decoded, language=language, number=number)


def load(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading:
    """The reading of a file, or of a folder whose files are one event. See `loads`; the path goes before every error.

    Raises FormatError also for a file that is missing or not to be opened, and for a folder of another kind.
    """
    name = str(path)
    if Path(path).is_dir():
        return _load_folder(Path(path), format, encoding, language, number, largest)
    try:
        size = Path(path).stat().st_size
        if size > largest:
            raise FormatError(_too_large(size, largest), name)
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise FormatError(_("there is no such file"), name) from None
    except IsADirectoryError:
        raise FormatError(_("this is a directory; a file is wanted"), name) from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise FormatError(_("the file cannot be read: {reason}").format(reason=reason), name) from None
    try:
        return _named_after(
            Path(path).name,
            data,
            loads(data, format=format, encoding=encoding, language=language, number=number, largest=largest),
            encoding=encoding,
            language=language,
            number=number,
        )
    except FormatError as fault:
        raise FormatError(str(fault), name) from None


def _named_after(
    name: str, data: bytes, reading: Reading, *, encoding: str | None, language: str, number: str
) -> Reading:
    """The reading once more with the name of its file, for formats whose files are parts that go by name."""
    one = next((one for one in FORMATS if one.key == reading.format and one.loads_many), None)
    if one is None or one.loads_many is None:
        return reading
    return one.loads_many({name: data}, encoding=encoding, language=language, number=number)


def load_together(
    paths: Sequence[str | Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    largest: int = LARGEST,
) -> Reading | None:
    """The reading of several files that are parts of one event; None where they are not, and each is an event.

    Raises FormatError for parts that cannot be read.

    >>> load_together([]) is None
    True
    """
    several = [one for one in FORMATS if one.loads_many and format in (None, one.key)]
    if len(paths) < 2 or not several or len({Path(path).name for path in paths}) < len(paths):
        return None
    files: dict[str, bytes] = {}
    for path in paths:
        try:
            if Path(path).stat().st_size + sum(map(len, files.values())) > largest:
                return None
            files[Path(path).name] = Path(path).read_bytes()
        except (OSError, ValueError):
            return None  # told where the file is read alone
    for one in several:
        if one.loads_many and all(one.sniff(data[:20_000].decode("latin-1")) for data in files.values()):
            return one.loads_many(files, encoding=encoding, language=language, number=number)
    return None


def _load_folder(
    path: Path, format: str | None, encoding: str | None, language: str, number: str, largest: int
) -> Reading:
    files = folder_files(path, largest)
    for one in [_named(format)] if format else formats():
        if one.loads_many is None:
            continue
        try:
            return one.loads_many(files, encoding=encoding, language=language, number=number)
        except FormatError:
            continue
    raise FormatError(_("this is a directory, and its files are no event of several files; name a file"), str(path))


def _too_large(size: int, largest: int) -> str:
    return _("the file has {size} bytes; up to {largest} are read").format(size=size, largest=largest)
