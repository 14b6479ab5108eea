"""The formats there are, recognised by what a file holds and never by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from overtrick.errors import FormatError
from overtrick.formats.results_csv import loads_csv, sniff_csv
from overtrick.formats.text import Decoded, decode
from overtrick.formats.usebio import loads_usebio, sniff_usebio
from overtrick.i18n import gettext as _
from overtrick.model.reading import Reading

__all__ = ["FORMATS", "LARGEST", "Format", "TextReader", "formats", "load", "loads", "recognise"]

LARGEST = 64 * 1024 * 1024
"""Bytes that a file may have, unless the caller allows more."""

GROUP = "overtrick.formats"
"""The entry points under which other packages offer a `Format`."""


class TextReader(Protocol):
    """What reads a decoded text into an event."""

    def __call__(self, decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of a text; FormatError where it cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its key, name and authority, how it is recognised and how it is read."""

    key: str
    name: str
    source: str
    sniff: Callable[[str], bool]
    loads: TextReader


FORMATS: tuple[Format, ...] = (
    Format("usebio", "USEBIO 1.0-1.3", "EBU, usebio_v1_2.dtd", sniff_usebio, loads_usebio),
    Format("csv", "results CSV", "Overtrick", sniff_csv, loads_csv),
)
"""The formats that come with Overtrick."""


def formats() -> tuple[Format, ...]:
    """All formats: those that come with Overtrick, and those that other packages offer.

    >>> [one.key for one in formats()][:2]
    ['usebio', 'csv']
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
    decoded = decode(data, encoding=encoding)
    if not decoded.text.strip():
        raise FormatError(_("the file is empty"))
    one = _named(format) if format else recognise(decoded.text)
    if one is None:
        first = next(line for line in decoded.text.split("\n") if line.strip()).strip()
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
    """The reading of a file. See `loads`; the path goes before every error.

    Raises FormatError also for a file that is missing, a directory, or not to be opened.
    """
    name = str(path)
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
        return loads(data, format=format, encoding=encoding, language=language, number=number, largest=largest)
    except FormatError as fault:
        raise FormatError(str(fault), name) from None


def _too_large(size: int, largest: int) -> str:
    return _("the file has {size} bytes; up to {largest} are read").format(size=size, largest=largest)
