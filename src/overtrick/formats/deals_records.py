"""Files of hands that are records of one size, one for each board, without board numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.formats.deals_common import DealSet, check_number, place_of
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal

__all__ = ["Records"]

_FILLERS = b" \0"
_END = b" \0\r\n\x1a"  # what programs of DOS leave behind the last record
_LOOKED_AT = 16  # records that a sniff tries


@dataclass(frozen=True, slots=True)
class Records:
    """Records of `size` bytes from `start` on; the first `used` of each are a deal, the rest is blank."""

    size: int
    used: int
    deal: Callable[[bytes], Deal]
    start: int = 0

    def sound(self, data: bytes) -> bool:
        """Whether at least half of the first records are real deals; one bad board does not make another format."""
        end = min(len(data), self.start + _LOOKED_AT * self.size)
        tries = [self._is_deal(data[at : at + self.size]) for at in range(self.start, end, self.size)]
        return bool(tries) and 2 * sum(tries) >= len(tries)

    def _is_deal(self, record: bytes) -> bool:
        try:
            self._parse(record)
        except RecordError:
            return False
        return True

    def _parse(self, record: bytes) -> Deal:
        if len(record) < self.used:
            raise RecordError(_("the file breaks off within this board"))
        if record[self.used :].strip(_FILLERS):
            raise RecordError(_("there is something behind the cards of the board"))
        return self.deal(record[: self.used])

    def boards(self, data: bytes) -> DealSet:
        """The boards, numbered from 1 with a note; one whose cards cannot be is refused with its place.

        Raises FormatError for more boards than a file can have.
        """
        check_number(-(-(len(data) - self.start) // self.size))
        boards = DealSet()
        boards.note_no_numbers()
        for number, at in enumerate(range(self.start, len(data), self.size), 1):
            record, where = data[at : at + self.size], place_of(number, at)
            if len(record) < self.size and not record.strip(_END):
                break
            try:
                boards.take(number, where, self._parse(record))
            except RecordError as fault:
                boards.refuse(where, str(fault))
        return boards
