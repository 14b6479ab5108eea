"""Bidding, play and double-dummy tricks between the words of PBN and the event model, both ways.

Source: PBN 2.1, sections 3.5 (auction), 3.6 (play) and 5.7 (OptimumResultTable); DoubleDummyTricks as its writers have
it: twenty hexadecimal digits, declarers N, S, E, W, each NT, S, H, D, C.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from overtrick.errors import FormatError, RecordError
from overtrick.formats.pbn_auction import hold_auction
from overtrick.formats.pbn_play import trick_winner
from overtrick.formats.pbn_tables import read_table
from overtrick.formats.pbn_text import PbnTag
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.outcome import Outcome, Played
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Strain

__all__ = ["comments_of", "notes_of", "read_tricks", "read_tricks_table", "record_tags", "tricks_tags"]

_COMMENT = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\{([^}]*)\}?|;([^\n]*)|^%[^\n]*', re.MULTILINE)
_NOTE = re.compile(r"\s*0*([1-9][0-9]?)\s*:(.*)", re.DOTALL)
_DIGITS = re.compile(r"[0-9a-dA-D?*-]{20}")
_CALLS = {"P": "Pass", "X": "X", "XX": "XX"}
_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_MOST_NOTES = 32
_WIDEST = 250
_BRACES = str.maketrans("{}", "()")


def notes_of(values: Iterable[str]) -> dict[str, str]:
    """The texts of Note tags by their number; the first of a number stands.

    >>> notes_of(["1: weak"])
    {'1': 'weak'}
    """
    found: dict[str, str] = {}
    for value in values:
        if told := _NOTE.fullmatch(value):
            found.setdefault(told[1], " ".join(told[2].split()))
    return found


def comments_of(bodies: Iterable[str]) -> str:
    r"""The comments of some sections, each on a line of its own.

    >>> comments_of(["1D {strange} Pass ; no\n", "\n"])
    'strange\nno'
    """
    told = (" ".join((found[1] or found[2] or "").split()) for body in bodies for found in _COMMENT.finditer(body))
    return "\n".join(filter(None, told))


def read_tricks(text: str) -> TrickTable | None:
    """The value of DoubleDummyTricks; None where it is empty.

    >>> read_tricks("7777755555888882222c").tricks[-1]
    12
    """
    plain = text.strip()
    if plain in ("", "?", "-", "*"):
        return None
    if not _DIGITS.fullmatch(plain):
        raise FormatError(_("{found} are not twenty numbers of tricks").format(found=repr(plain[:40])))
    return TrickTable(tuple(int(digit, 16) if digit.isalnum() else None for digit in plain))


def read_tricks_table(tag: PbnTag) -> TrickTable | None:
    """The tricks of an OptimumResultTable; None where it has no rows. Raises FormatError for rows that cannot be."""
    rows, odd = read_table(tag)
    found: dict[tuple[str, str], int] = {}
    wrong = FormatError(_("a row of OptimumResultTable is declarer, denomination and tricks"))
    if odd:
        raise wrong
    for row in rows:
        declarer, strain = row.text("declarer").upper(), row.text("denomination").upper()
        result = row.text("result")
        if not result:
            continue
        if not result.isdecimal() or len(result) > 2 or (declarer, strain.replace("N", "NT")[:2]) in found:
            raise wrong
        found[declarer, "NT" if strain == "N" else strain] = int(result)
    wanted = [(declarer.value, strain.value) for declarer in _DECLARERS for strain in _STRAINS]
    if set(found) - set(wanted):
        raise wrong
    try:
        return TrickTable(tuple(map(found.get, wanted))) if found else None
    except RecordError as fault:
        raise FormatError(str(fault)) from None


def tricks_tags(tricks: TrickTable, *, short: bool) -> list[tuple[str, str]]:
    """The tags that hold double-dummy tricks; with `short` the table is left out where the digits tell all."""
    known = [number for number in tricks.tricks if number is not None]
    tags = []
    if len(known) == len(tricks.tricks):
        tags.append(("DoubleDummyTricks", "".join(f"{number:x}" for number in known)))
    if known and not (short and tags):
        rows = (
            f"{declarer.value} {strain.value:>2} {number:>2}\n"
            for declarer in _DECLARERS
            for strain in _STRAINS
            if (number := tricks.of(declarer, strain)) is not None
        )
        tags.append(("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R\n" + "".join(rows)))
    return tags


def record_tags(record: TableRecord, dealer: Seat, outcome: Outcome, deal: Deal | None) -> list[tuple[str, str]]:
    """Auction, notes and play of a table as tags, each with its section behind the value."""
    tags: list[tuple[str, str]] = []
    comment = _comment(record.comment)
    play = _play(record, dealer, outcome, deal)
    if record.calls or (comment and not play):
        tags += _auction(record.calls, dealer, comment)
        comment = ""
    if play:
        first, rows = play
        tags.append(("Play", f"{first.value}\n{comment}{rows}"))
    return tags


def _auction(calls: Sequence[Call], dealer: Seat, comment: str) -> list[tuple[str, str]]:
    numbers: dict[str, int] = {}
    words: list[str] = []
    height = ""
    for call in calls:
        low = call.text[0].isdigit() and _rank(call.text) <= height
        text = "^I " * low + _CALLS.get(call.text, call.text + "T" * call.text.endswith("N"))
        if call.text[0].isdigit():
            height = _rank(call.text)
        if call.alert is not None and (call.alert in numbers or len(numbers) < _MOST_NOTES):
            text += f" ={numbers.setdefault(call.alert, len(numbers) + 1)}="
        words.append(text)
    rows = "".join(" ".join(words[at : at + 4]) + "\n" for at in range(0, len(words), 4))
    if words and not hold_auction(dealer, [call.text for call in calls]).ended:
        rows += "*\n"
    tags = [("Auction", f"{dealer.value}\n{comment}{rows}")]
    return tags + [("Note", f"{number}:{alert}") for alert, number in numbers.items()]


def _rank(bid: str) -> str:
    return bid[0] + str("CDHSN".index(bid[1]))


def _play(record: TableRecord, dealer: Seat, outcome: Outcome, deal: Deal | None) -> tuple[Seat, str] | None:
    """Who leads, and the cards by columns with the opening leader's first; None where there is no play to write."""
    claimed = isinstance(outcome, Played) and record.claim == outcome.tricks and len(record.cards) < 52
    if not record.cards and not claimed:
        return None
    contract: Contract | None = outcome.contract if isinstance(outcome, Played) else None
    contract = contract or hold_auction(dealer, [call.text for call in record.calls]).contract
    if contract is None or contract.declarer is None:
        return None
    first = leader = _leader(record.cards, contract.declarer.next, deal)
    order = tuple(Seat)
    rows = ""
    for start in range(0, len(record.cards), 4):
        turns = [order[(order.index(leader) + turn) % 4] for turn in range(4)]
        trick = list(zip(turns, record.cards[start : start + 4], strict=False))
        by_seat = dict(trick)
        row = (by_seat.get(order[(order.index(first) + turn) % 4], "-") for turn in range(4))
        rows += " ".join(row) + "\n"
        leader = trick_winner(trick, contract.strain)
    return first, rows + "*\n" * claimed


def _leader(cards: Sequence[str], expected: Seat, deal: Deal | None) -> Seat:
    """Who held the first card; the seat behind declarer where the cards do not tell."""
    held: Mapping[Seat, bool] = {
        seat: bool((hand := deal.hand(seat)) and cards and hand.holds(cards[0])) if deal else False for seat in Seat
    }
    return next((seat for seat in Seat if held[seat]), expected)


def _comment(text: str) -> str:
    plain = (" ".join(line.split()).translate(_BRACES) for line in text.split("\n"))
    wrapped = (textwrap.wrap(line, _WIDEST, break_on_hyphens=False, break_long_words=False) for line in plain)
    return "".join("{" + "\n".join(lines) + "}\n" for lines in wrapped if lines)
