"""The formats there are, recognised by what a file holds and never by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from overtrick.errors import FormatError
from overtrick.formats.acbl_json import ACBL_JSON
from overtrick.formats.acblscore import ACBLSCORE
from overtrick.formats.bbo_travellers import BBO_TRAVELLERS
from overtrick.formats.bdc import BDC
from overtrick.formats.bos import BOS
from overtrick.formats.bridgewebs import BRIDGEWEBS
from overtrick.formats.bws import BWS
from overtrick.formats.bws_received import RECEIVED
from overtrick.formats.deals_bri import BRI
from overtrick.formats.deals_csv import DEALS_CSV
from overtrick.formats.deals_dge import DGE
from overtrick.formats.deals_dlm import DLM
from overtrick.formats.deals_dup import DUP
from overtrick.formats.deals_rzd import RZD
from overtrick.formats.event_json import EVENT
from overtrick.formats.files import LARGEST, file_bytes, too_large
from overtrick.formats.folder import folder_files
from overtrick.formats.jfr import JFR
from overtrick.formats.kind import Format
from overtrick.formats.kops import KOPS
from overtrick.formats.lin import LIN
from overtrick.formats.nzscorer import NZSCORER
from overtrick.formats.offered import offered
from overtrick.formats.pbn import PBN
from overtrick.formats.results_csv import CSV, missing_columns
from overtrick.formats.salliere import SALLIERE
from overtrick.formats.text import Decoded, decode
from overtrick.formats.usebio import USEBIO
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Reading
from overtrick.model.standing import Standing

__all__ = [
    "FORMATS",
    "LARGEST",
    "Format",
    "dump",
    "dumps",
    "format_named",
    "format_of_file",
    "format_of_name",
    "formats",
    "load",
    "load_together",
    "loads",
    "recognise",
    "stream",
]

GROUP = "overtrick.formats"
"""The entry points under which other packages offer a `Format`."""

FORMATS: tuple[Format, ...] = (
    USEBIO,
    LIN,
    RECEIVED,
    CSV,
    EVENT,
    NZSCORER,
    ACBL_JSON,
    BBO_TRAVELLERS,
    KOPS,
    JFR,
    BOS,
    SALLIERE,
    BRIDGEWEBS,
    PBN,
    BWS,
    ACBLSCORE,
    DLM,
    DUP,
    DEALS_CSV,
    BDC,
    BRI,
    DGE,
    RZD,
)
"""The formats that come with Overtrick."""


def formats() -> tuple[Format, ...]:
    """All formats: those that come with Overtrick, and those that other packages offer.

    >>> [one.key for one in formats()][:3]
    ['usebio', 'lin', 'bws-csv']
    """
    return FORMATS + _offered()


def _offered() -> tuple[Format, ...]:
    return offered(GROUP, {one.key for one in FORMATS})


def recognise(text: str) -> Format | None:
    """The format of a text, or None. Other packages are asked only where no own format knows it.

    >>> recognise("board,ns,ew,contract").key, recognise("Dear all")
    ('csv', None)
    """
    for one in FORMATS:
        if one.knows(text):
            return one
    return next((one for one in _offered() if one.knows(text)), None)


def format_named(key: str) -> Format:
    """The format of a key. Raises FormatError, with the keys that there are.

    >>> format_named("PBN").name
    'PBN 2.0 and 2.1'
    """
    wanted = key.strip().casefold()
    for one in FORMATS:
        if one.key == wanted:
            return one
    for one in _offered():
        if one.key == wanted:
            return one
    known = ", ".join(one.key for one in formats())
    raise FormatError(_("no format {key}; known: {known}").format(key=repr(key), known=known))


def format_of_name(path: str | Path) -> Format | None:
    """The format in which a file of that name is written, by its ending; None where no writer goes by it.

    >>> format_of_name("out/tuesday.lin").key, format_of_name("notes.doc")
    ('lin', None)
    """
    name = Path(path).name.casefold()
    fitting = [one for one in formats() if one.writes and one.suffix and name.endswith(one.suffix)]
    return max(fitting, key=lambda one: len(one.suffix), default=None)


def loads(
    data: bytes,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    event: int | None = None,
    largest: int = LARGEST,
) -> Reading:
    r"""The reading of a file's bytes. `language` is that of contracts and seats, `number` what a bare number counts.

    `event` is the number of one event, from 1, where a file holds several that are not sessions of one.

    Raises FormatError for data that are empty, too large, binary, or of no known format.

    >>> loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n").counts.taken
    1
    """
    if len(data) > largest:
        raise FormatError(too_large(len(data), largest))
    one, decoded = _recognised(data, format, encoding)
    return one.take(data, decoded=decoded, language=language, number=number, event=event)


def _recognised(data: bytes, format: str | None, encoding: str | None) -> tuple[Format, Decoded | None]:
    """The format of a file, with its text where that had to be looked at."""
    one = format_named(format) if format else _of_data(FORMATS, data)
    if one is None and b"\0" in data[:65536]:  # no text: other packages are asked only where no own format knows it
        one = _of_data(_offered(), data)
    if one is not None and one.read_data is not None:
        return one, None
    decoded = decode(data, encoding=encoding)
    if not decoded.text.strip():
        raise FormatError(_("the file is empty"))
    one = one or recognise(decoded.text) or _of_data(_offered(), data)
    if one is None:
        raise FormatError(_unknown(decoded.text))
    return one, decoded


def _of_data(known: Sequence[Format], data: bytes) -> Format | None:
    return next((one for one in known if one.knows_data(data)), None)


def _unknown(text: str) -> str:
    first = next(line for line in text.split("\n") if line.strip()).strip()
    if wanted := missing_columns(text):
        return _("as a results CSV the file lacks the columns {wanted}; found: {found}").format(
            wanted=", ".join(wanted), found=first[:200]
        )
    known = ", ".join(known.name for known in formats())
    return _("the file begins with {first}, which is no known format; known: {known}").format(
        first=repr(first[:60]), known=known
    )


def load(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    language: str = "en",
    number: str = "tricks",
    event: int | None = None,
    largest: int = LARGEST,
) -> Reading:
    """The reading of a file, or of a folder whose files are one event. See `loads`; the path goes before every error.

    Raises FormatError also for a file that is missing or not to be opened, and for a folder of another kind.
    """
    if Path(path).is_dir():
        return _load_folder(Path(path), format, encoding, language, number, largest)
    data = file_bytes(path, largest)
    try:
        one, decoded = _recognised(data, format, encoding)
        if one.named and one.read_many:  # the name of the file tells something, such as the board
            return one.read_many({Path(path).name: data}, encoding=encoding, language=language, number=number)
        return one.take(data, decoded=decoded, language=language, number=number, event=event)
    except FormatError as fault:
        raise FormatError(str(fault), str(path)) from None


def dumps(event: Event, *, format: str, standing: Standing | None = None, edition: str = "") -> str:
    """The event as text in a format; numbers of a standing stand beside the results where the format has a place.

    Raises FormatError for a format that is no text, or is not written.

    >>> dumps(Event("Tuesday"), format="csv").splitlines()[1]
    'Tuesday,,,,,'
    """
    return format_named(format).dumps(event, standing=standing, edition=edition)


def dump(
    event: Event, path: str | Path, *, format: str | None = None, standing: Standing | None = None, edition: str = ""
) -> None:
    """Write the event to a file, whole or not at all, in the format named, or else in that of the file's ending.

    Raises FormatError where neither tells the format, and where the file cannot be written.
    """
    one = format_named(format) if format else format_of_name(path)
    if one is None:
        endings = ", ".join(f"{one.suffix} ({one.key})" for one in formats() if one.writes and one.suffix)
        raise FormatError(
            _("the name does not tell the format; endings are {endings}").format(endings=endings), str(path)
        )
    one.dump(event, path, standing=standing, edition=edition)


def format_of_file(path: str | Path, *, format: str | None = None) -> Format | None:
    """The format of a text file, by its first letters or as it is named; None where none knows it.

    Raises FormatError for a file that is missing or not to be opened.
    """
    try:
        with Path(path).open("rb") as file:
            head = file.read(1 << 16).decode("latin-1")
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise FormatError(_("the file cannot be read: {reason}").format(reason=reason), str(path)) from None
    return format_named(format) if format else recognise(head)


def stream(path: str | Path, *, format: str | None = None, encoding: str | None = None) -> Iterator[Reading] | None:
    """The readings of a file of any size, part by part; None for a format that is read only as a whole.

    Raises FormatError for a file that is missing or not to be opened.
    """
    one = format_of_file(path, format=format)
    return one.stream(path, encoding=encoding) if one is not None and one.stream is not None else None


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
    several = [one for one in formats() if one.named and format in (None, one.key)] if len(paths) > 1 else []
    if not several or len({Path(path).name for path in paths}) < len(paths):
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
        if one.read_many and all(one.knows(data[:20_000].decode("latin-1")) for data in files.values()):
            return one.read_many(files, encoding=encoding, language=language, number=number)
    return None


def _load_folder(
    path: Path, format: str | None, encoding: str | None, language: str, number: str, largest: int
) -> Reading:
    files = folder_files(path, largest)
    for one in [format_named(format)] if format else formats():
        if one.read_many is None:
            continue
        try:
            return one.read_many(files, encoding=encoding, language=language, number=number)
        except FormatError:
            continue
    raise FormatError(_("this is a directory, and its files are no event of several files; name a file"), str(path))
