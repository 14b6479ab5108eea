"""What a USEBIO file tells beside its results: hands that nobody played, and what an event has no place for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from overtrick.formats.assemble import Draft
from overtrick.formats.usebio_hands import BoardFacts
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.event import Section, Session, Traveller
from overtrick.model.outcome import Outcome
from overtrick.model.reading import Reading, Severity

__all__ = ["tell_twice", "tell_unkept", "with_spare_deals"]

_MOST_NAMES = 40
_WORTHS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMP_POINTS", "AGGREGATE_POINTS")
_KEPT = frozenset(
    (
        *("CLUB_NAME", "EVENT_DESCRIPTION", "DATE", "PROGRAM_NAME", "WINNER_TYPE"),
        *("BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD"),
        *("PAIR_NUMBER", "PLAYER_NUMBER", "PLAYER_NAME", "NATIONAL_ID_NUMBER", "DIRECTION", "PERCENTAGE"),
        *("TOTAL_SCORE", "PLACE", "HANDICAP", "CARRY_FORWARD", "BOARD_AVERAGE"),
        *("BOARD_NUMBER", "DEALER", "VULNERABILITY", "VULNERABLE", "SPADES", "HEARTS", "DIAMONDS", "CLUBS"),
        *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "N_PLAYER_NUMBER", "E_PLAYER_NUMBER", "S_PLAYER_NUMBER"),
        *("W_PLAYER_NUMBER", "ROUND_NUMBER", "TABLE_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE"),
        *(f"{side}_{worth}" for side in ("NS", "EW") for worth in _WORTHS),
        *("NOTES", "LIN_DATA", "TEAM", "OPPOSING_TEAM", "START_BOARD_NUMBER", "END_BOARD_NUMBER"),
        *("TEAM_SCORE", "OPPOSING_TEAM_SCORE", "TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS", "IMPS"),
        *("TEAM_POINTS", "OPPOSING_TEAM_POINTS", "NS_SCORE", "EW_SCORE", "NS_VICTORY_POINTS", "EW_VICTORY_POINTS"),
        *("SESSION_COUNT", "SECTION_COUNT", "PAIRS"),  # which follow from the rest
    )
)


def tell_unkept(draft: Draft, texts: Mapping[str, int]) -> None:
    """Tell once what an event has no place for, by the names of its elements and how often they hold text.

    >>> draft = Draft()
    >>> tell_unkept(draft, {"PLACE": 12, "LABEL": 3})
    >>> draft.problems[0].text
    'an event has no place for these, they are left out: LABEL (3)'
    """
    names = {name[:60]: count for name, count in texts.items() if name not in _KEPT}
    if not names:
        return
    shown = [f"{name} ({count})" for name, count in sorted(names.items())]
    if len(shown) > _MOST_NAMES:
        shown[_MOST_NAMES:] = ["..."]
    text = _("an event has no place for these, they are left out: {names}").format(names=", ".join(shown))
    draft.note(_("whole file"), Severity.WARNING, text)


def tell_twice(draft: Draft) -> None:
    """Tell where every result of every board stands an even number of times, with other players each time."""
    boards: dict[tuple[str, str, int], Counter[tuple[Outcome, object]]] = {}
    for row in draft.rows:
        key = (row.session, row.section, row.board)
        boards.setdefault(key, Counter())[row.line.ns_outcome, row.line.stated] += 1
    if len(boards) > 1 and all(count % 2 == 0 for lines in boards.values() for count in lines.values()):
        text = _("on every board each result stands twice, with other players; all lines are taken")
        draft.note(_("whole file"), Severity.WARNING, text)


def with_spare_deals(reading: Reading, hands: Sequence[tuple[tuple[str, str], Mapping[int, BoardFacts]]]) -> Reading:
    """The reading with the hands of boards that nobody played, as travellers without lines in the section nearest.

    >>> from overtrick.model.event import Event
    >>> with_spare_deals(Reading(Event()), []).event.sessions
    ()
    """
    sessions = list(reading.event.sessions)
    played = {traveller.board.number for one in sessions for part in one.sections for traveller in part.travellers}
    spare: dict[tuple[str, str], dict[int, Traveller]] = {}
    nearest = _nearest(sessions)
    for place, facts in hands:
        for number, fact in facts.items():
            if fact.deal and number not in played:
                board = Board.numbered(number, dealer=fact.dealer, vulnerability=fact.vulnerability)
                spare.setdefault(nearest(place), {}).setdefault(number, Traveller(board, (), fact.deal))
    if not spare:
        return reading
    sessions = sessions or [Session("1", (Section(""),))]
    made = [
        replace(
            session,
            sections=tuple(
                replace(part, travellers=(*part.travellers, *spare.get((session.key, part.key), {}).values()))
                for part in session.sections
            ),
        )
        for session in sessions
    ]
    return replace(reading, event=replace(reading.event, sessions=tuple(made)))


def _nearest(sessions: Sequence[Session]) -> Callable[[tuple[str, str]], tuple[str, str]]:
    """What gives the section of a place, or the first of its session, or the first of all."""
    places = [(session.key, section.key) for session in sessions for section in session.sections] or [("1", "")]
    known = set(places)
    firsts = dict(reversed([(place[0], place) for place in places]))

    def nearest(place: tuple[str, str]) -> tuple[str, str]:
        return place if place in known else firsts.get(place[0], places[0])

    return nearest
