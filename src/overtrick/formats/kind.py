"""What a format is: how it is recognised, read and written. One module is one format, with one row in the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from overtrick.errors import FormatError
from overtrick.formats.collector import collector_at_rest
from overtrick.formats.files import LARGEST, file_bytes, too_large, write_whole
from overtrick.formats.text import Decoded, decode
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Reading
from overtrick.model.standing import Standing

__all__ = [
    "DataReader",
    "DataWriter",
    "EventReader",
    "FolderReader",
    "Format",
    "PartRewriter",
    "Streamer",
    "TextReader",
    "TextWriter",
]


class TextReader(Protocol):
    """What reads a decoded text into an event."""

    def __call__(self, decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of a text; FormatError where it cannot be read at all."""


class DataReader(Protocol):
    """What reads the bytes of a file that is no text into an event."""

    def __call__(self, data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of the bytes; FormatError where they cannot be read at all."""


class EventReader(Protocol):
    """What reads one of the events of a file that holds several."""

    def __call__(self, data: bytes, *, event: int, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of the event of that number, from 1; FormatError where there is none."""


class FolderReader(Protocol):
    """What reads several files that are one event, by their names."""

    def __call__(
        self, files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
    ) -> Reading:
        """The reading of the files; FormatError where none of them is of the kind."""


class TextWriter(Protocol):
    """What writes an event as text, with what a standing works out where there is one."""

    def __call__(self, event: Event, *, standing: Standing | None = None) -> str:
        """The text; FormatError where the format cannot hold such an event at all."""


class Streamer(Protocol):
    """What reads a file of any size as one reading after the other."""

    def __call__(self, path: str | Path, /, *, encoding: str | None = None) -> Iterator[Reading]:
        """The readings in the order of the file; FormatError where it cannot be read at all."""


class PartRewriter(Protocol):
    """What gives the text of a file of any size once more, part by part."""

    def __call__(self, path: str | Path, /, *, encoding: str | None = None) -> Iterator[str]:
        """The parts, which together are the file; FormatError where it cannot be read at all."""


class DataWriter(Protocol):
    """What writes an event as bytes, for files that are no text."""

    def __call__(self, event: Event, *, standing: Standing | None = None) -> bytes:
        """The bytes; FormatError where the format cannot hold such an event at all."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its key, name and authority, how it is recognised, read and written.

    Text goes through `sniff`, `read` and `write`; what is no text through `sniff_data`, `read_data` and `write_data`.
    `read_event` takes one event of a file that holds several. `read_many` is for events of several files; where `named`
    it needs their names too, as they tell boards. `suffix` is how a file of the kind is mostly called, and decides only
    what is written. `editions` are writers by the name of an edition ("1.3"); `write` is the usual one. `rewrite` gives
    the same text once more, with what an event has no place for, `rewrite_parts` that of a file of any size. `stream`
    reads a file of any size part by part; where it `joins`, parts written one after the other are a file again.
    """

    key: str
    name: str
    source: str
    sniff: Callable[[str], bool] | None = None
    read: TextReader | None = None
    sniff_data: Callable[[bytes], bool] | None = None
    read_data: DataReader | None = None
    read_many: FolderReader | None = None
    read_event: EventReader | None = None
    named: bool = False
    write: TextWriter | None = None
    write_data: DataWriter | None = None
    suffix: str = ""
    editions: tuple[tuple[str, TextWriter], ...] = ()
    rewrite: Callable[[Decoded], str] | None = None
    rewrite_parts: PartRewriter | None = None
    stream: Streamer | None = None
    joins: bool = False

    @property
    def writes(self) -> bool:
        """Whether events can be written in this format."""
        return self.write is not None or self.write_data is not None

    def knows(self, text: str) -> bool:
        """Whether a text looks like this format."""
        return self.sniff is not None and self.sniff(text)

    def knows_data(self, data: bytes) -> bool:
        """Whether bytes that are no text look like this format."""
        return self.sniff_data is not None and self.sniff_data(data)

    def loads(
        self,
        data: bytes | str,
        *,
        encoding: str | None = None,
        language: str = "en",
        number: str = "tricks",
        event: int | None = None,
        largest: int = LARGEST,
    ) -> Reading:
        """The reading of a file's bytes, or of its text. See `overtrick.loads`."""
        if isinstance(data, str):
            data, encoding = data.encode("utf-8", "surrogatepass"), None
        if len(data) > largest:
            raise FormatError(too_large(len(data), largest))
        return self.take(data, encoding=encoding, language=language, number=number, event=event)

    @collector_at_rest()
    def take(
        self,
        data: bytes,
        *,
        decoded: Decoded | None = None,
        encoding: str | None = None,
        language: str = "en",
        number: str = "tricks",
        event: int | None = None,
    ) -> Reading:
        """The reading of bytes that are known to be of this kind; `decoded` is their text where it is known too."""
        if event is not None and (self.read_event or event != 1):
            if self.read_event is None:
                text = _("{name} holds one event in a file; there is no event {number}")
                raise FormatError(text.format(name=self.name, number=event))
            return self.read_event(data, event=event, language=language, number=number)
        if self.read_data is not None:
            return self.read_data(data, language=language, number=number)
        return self.read_text(decoded or decode(data, encoding=encoding), language=language, number=number)

    def read_text(self, decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
        """The reading of a text that is decoded already."""
        if self.read is None:
            raise FormatError(
                _("this is a text in {encoding}; {name} is none").format(encoding=decoded.encoding, name=self.name)
            )
        return self.read(decoded, language=language, number=number)

    def load(
        self,
        path: str | Path,
        *,
        encoding: str | None = None,
        language: str = "en",
        number: str = "tricks",
        event: int | None = None,
        largest: int = LARGEST,
    ) -> Reading:
        """The reading of a file of this kind; the path goes before every error."""
        data = file_bytes(path, largest)
        try:
            return self.loads(data, encoding=encoding, language=language, number=number, event=event, largest=largest)
        except FormatError as fault:
            raise FormatError(str(fault), str(path)) from None

    def dumps(self, event: Event, *, standing: Standing | None = None, edition: str = "") -> str:
        """The event as text. Raises FormatError for a format that is not written, or is no text."""
        writer = self.write
        if edition:
            known = dict(self.editions)
            if edition not in known:
                names = ", ".join(known) or "-"
                text = _("{name} has no edition {edition}; known: {known}")
                raise FormatError(text.format(name=self.name, edition=repr(edition), known=names))
            writer = known[edition]
        if writer is None:
            raise FormatError(
                _("{name} is no text; its bytes are wanted").format(name=self.name)
                if self.write_data
                else _("{name} is read, and not written").format(name=self.name)
            )
        return writer(event, standing=standing)

    def encode(self, event: Event, *, standing: Standing | None = None, edition: str = "") -> bytes:
        """The event as the bytes of a file; text is UTF-8. Raises FormatError for a format that is not written."""
        if self.write_data is not None and not edition:
            return self.write_data(event, standing=standing)
        return self.dumps(event, standing=standing, edition=edition).encode("utf-8", "replace")

    def dump(self, event: Event, path: str | Path, *, standing: Standing | None = None, edition: str = "") -> None:
        """Write the event to a file, whole or not at all. Raises FormatError where that cannot be done."""
        write_whole(path, self.encode(event, standing=standing, edition=edition))
