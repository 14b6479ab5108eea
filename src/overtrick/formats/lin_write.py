"""An event written as LIN: one block a pairing, with the list of results and the hands. No auction is made up."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal, Hand
from overtrick.model.event import Contestant, Event, Line, Section, Session, Traveller
from overtrick.model.outcome import Entry, PassedOut, Played
from overtrick.model.reading import Problem, Severity
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.result import write

__all__ = ["dumps_lin", "not_held_by_lin"]

_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}


def dumps_lin(event: Event) -> str:
    """The played results and the hands of an event as LIN text. What LIN cannot hold is left out: see
    `not_held_by_lin`.

    >>> dumps_lin(Event("Tuesday"))
    ''
    """
    return "".join(_blocks(event))


def _blocks(event: Event) -> Iterator[str]:
    for session in event.sessions:
        for section in session.sections:
            pairings: dict[tuple[str, str], list[tuple[Traveller, str]]] = {}
            bare = []
            for traveller in section.travellers:
                if not traveller.lines and traveller.deal:
                    bare.append(_hand(traveller))
                for line in traveller.lines:
                    if result := _result(line):
                        pairings.setdefault((line.ns, line.ew), []).append((traveller, result))
            for (ns, ew), boards in pairings.items():
                yield _block(event, session, section, (ns, ew), boards)
            if bare:
                yield "".join(bare)


def _block(
    event: Event, session: Session, section: Section, pair: tuple[str, str], boards: list[tuple[Traveller, str]]
) -> str:
    numbers = [traveller.board.number for traveller, _result in boards]
    names = [_names(section, key, side) for key, side in zip(pair, Side, strict=True)]
    head = (event.name, session.key, "P", str(min(numbers)), str(max(numbers)), pair[0], "0", pair[1], "0")
    # a comma parts the fields of vg and the names of pn, a bar everything
    lines = [
        "vg|" + ",".join(map(_plain, head)) + "|",
        "rs|" + ",".join(result for _traveller, result in boards) + ",|",
        "bn|" + ",".join(map(str, numbers)) + "|",
        "pn|" + ",".join(map(_plain, (names[0][1], names[1][1], names[0][0], names[1][0]))) + "|pg||",
    ]
    return "\n".join(lines) + "\n" + "".join(_hand(traveller) for traveller, _result in boards if traveller.deal)


def _names(section: Section, key: str, side: Side) -> tuple[str, str]:
    found: Contestant | None = next(
        (who for who in section.contestants if who.key == key and who.direction in (None, side)), None
    )
    names = (*(found.names if found else ()), "", "")
    return names[0], names[1]


def _plain(text: str) -> str:
    return " ".join(text.replace("|", " ").replace(",", " ").split())


def _result(line: Line) -> str:
    outcome = line.ns_outcome
    if outcome != line.ew_outcome:
        return ""
    if isinstance(outcome, PassedOut):
        return "PASS"
    if not isinstance(outcome, Played) or outcome.contract.declarer is None:
        return ""
    contract = outcome.contract
    over = f"{outcome.over:+d}" if outcome.over else "="
    declarer = contract.declarer.value if contract.declarer else ""
    return f"{contract.level}{contract.strain.value[0]}{declarer}{contract.doubling.text.lower()}{over}"


def _hand(traveller: Traveller) -> str:
    board, deal = traveller.board, traveller.deal
    cards = _cards(deal) if deal else ""
    dealer = 1 + _ORDER.index(board.dealer)
    return f"qx|{board.number}|st||md|{dealer}{cards}|sv|{_VULNERABLE[board.vulnerability]}|pg||\n"


def _cards(deal: Deal) -> str:
    hands: list[Hand | None] = [deal.hand(seat) for seat in _ORDER]
    return ",".join(
        "".join(suit + ranks for suit, ranks in zip("SHDC", hand.suits, strict=True)) if hand else "" for hand in hands
    )


def not_held_by_lin(event: Event) -> tuple[Problem, ...]:
    """The lines that LIN has no words for: awards, split and weighted scores, points alone, boards not played.

    >>> not_held_by_lin(Event("Tuesday"))
    ()
    """
    found = []
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                for line in traveller.lines:
                    if not _result(line):
                        where = line.where or _("board {board}").format(board=traveller.board.number)
                        text = _("{result} is not held by LIN; the line is left out").format(
                            result=write(Entry(line.ns_outcome, line.ew_outcome))
                        )
                        found.append(Problem(where, Severity.WARNING, text))
    return tuple(found)
