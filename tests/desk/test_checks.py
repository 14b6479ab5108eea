"""The check list: each rule on events that have the fault and on events that have it not, and on files of clubs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from event_strategies import deal_of, events
from overtrick.desk.checks import RULES, Level, check_reading, check_scores, chosen_rules, must_look
from overtrick.desk.checks.facts import facts_of
from overtrick.desk.checks.report import in_order
from overtrick.desk.checks.rule import problems_of
from overtrick.desk.checks.sittings import board_sets, sittings_of
from overtrick.desk.results import rank_reading, read_files
from overtrick.desk.settings import conditions_from, kept_conditions
from overtrick.errors import ConditionsError
from overtrick.formats.format import loads
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import BareScore, Missing, NotPlayed, Played
from overtrick.model.reading import Counts, Problem, Reading, Severity
from overtrick.model.record import TableRecord
from overtrick.model.terms import Seat, Side, Strain
from overtrick.notation.result import parse
from overtrick.score.par import read_tricks
from overtrick.scorer import score_event
from overtrick.tables.presets import preset_of_program

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
DEAL = deal_of(7)


def line(
    text: str,
    ns: str = "1",
    ew: str = "2",
    *,
    points: int | None = None,
    round: str = "",
    table: str = "",
    lead: str = "",
) -> Line:
    entry = parse(text)
    stated = None if points is None else Stated(points=points)
    return Line(ns, ew, entry.ns, entry.ew, round=round, table=table, lead=lead, stated=stated)


def lines(*texts: str) -> tuple[Line, ...]:
    """Results of one board, each of two pairs of their own."""
    return tuple(line(text, str(index), str(index + 100)) for index, text in enumerate(texts, 1))


def event_of(*travellers: Traveller, winners: int = 2, contestants: tuple[Contestant, ...] = ()) -> Event:
    return Event(sessions=(Session("1", (Section("A", contestants, travellers),)),), winners=winners)


def board(number: int, *played: Line, deal: Deal | None = None, tricks: TrickTable | None = None) -> Traveller:
    return Traveller(Board.numbered(number), played, deal, tricks)


def found(event: Event, rule: str, **more: object) -> list[Problem]:
    conditions = more.pop("conditions", Conditions())
    assert isinstance(conditions, Conditions)
    return problems_of((RULES[rule],), facts_of(event, conditions, **more))  # type: ignore[arg-type]


def mitchell(tables: int = 5, boards: int = 2, *, named: bool = True) -> Event:
    """A Mitchell movement of that many tables, all rounds played, everybody in 1NT for the same."""
    rows: dict[int, list[Line]] = {}
    for turn in range(tables):
        for table in range(tables):
            for place in range(boards):
                number = (table + turn) % tables * boards + place + 1
                told = (str(turn + 1), str(table + 1)) if named else ("", "")
                ew = str((table - turn) % tables + 1)
                row = line("1NT N =", str(table + 1), ew, round=told[0], table=told[1])
                rows.setdefault(number, []).append(row)
    return event_of(*(board(number, *played) for number, played in sorted(rows.items())))


def moved(event: Event, start: int, index: int, to: int) -> Event:
    """The event with one line of a board entered on another board."""
    section = event.sessions[0].sections[0]
    boards = {one.board.number: one for one in section.travellers}
    one = boards[start].lines[index]
    boards[start] = replace(boards[start], lines=boards[start].lines[:index] + boards[start].lines[index + 1 :])
    boards[to] = replace(boards[to], lines=(*boards[to].lines, one))
    return replace(event, sessions=(Session("1", (replace(section, travellers=tuple(boards.values())),)),))


# The registry.


def test_every_rule_has_a_key_a_level_a_sentence_and_a_source() -> None:
    assert [rule.level for rule in RULES.values()] == sorted(
        (rule.level for rule in RULES.values()), key=list(Level).index
    )
    for key, rule in RULES.items():
        assert key == rule.key == key.lower()
        assert rule.sentence
        assert rule.source


@pytest.mark.parametrize(
    ("level", "ignored", "count"), [(Level.ASK, (), 21), (Level.CHECK, (), 15), (Level.REFUSE, ("two-tables",), 3)]
)
def test_rules_are_chosen_by_level_and_key(level: Level, ignored: tuple[str, ...], count: int) -> None:
    rules = chosen_rules(level, ignored)
    assert len(rules) == count
    assert not {rule.key for rule in rules} & set(ignored)


def test_an_unknown_rule_is_refused_with_those_known() -> None:
    with pytest.raises(ConditionsError, match="close-finish"):
        chosen_rules(Level.ASK, ["no-such-rule"])


def test_problems_carry_rule_and_level() -> None:
    (problem,) = found(event_of(board(1, *lines("4SXX N ="))), "redoubled")
    assert (problem.rule, problem.level, problem.severity) == ("redoubled", "ask", Severity.WARNING)
    (problem,) = found(event_of(board(1, Line("1", "2", BareScore(15), BareScore(15)))), "impossible-score")
    assert (problem.rule, problem.level, problem.severity) == ("impossible-score", "refuse", Severity.ERROR)


# One line by itself.


@pytest.mark.parametrize(
    ("number", "text", "points", "reason"),
    [  # board 1: nobody vulnerable; board 2: North-South
        (1, "4S N =", 420, None),
        (1, "4S N =", -420, "the sign of the other side"),
        (1, "4S N =", 620, "the vulnerability both"),
        (2, "4S N =", 420, "the vulnerability none"),
        (2, "4S N =", -420, "the score of 4S E ="),
        (2, "3NT N =", 630, "the score of 3NT N +1"),
        (1, "4S N -1", 50, "the sign of the other side"),
        (1, "4S N -1", 1400, ""),
        (1, "pass", 0, None),
        (1, "pass", 50, ""),
    ],
)
def test_stated_score(number: int, text: str, points: int, reason: str | None) -> None:
    problems = found(event_of(board(number, line(text, points=points))), "stated-score")
    assert len(problems) == (reason is not None)
    if reason is not None:
        assert reason in problems[0].text
        assert f"board {number}" in problems[0].text
        assert ("; " in problems[0].text.partition("scores")[2]) is bool(reason)


@pytest.mark.parametrize(("points", "faults"), [(430, 0), (620, 1), (15, 1), (0, 0), (-50, 0), (10, 1)])
def test_impossible_score(points: int, faults: int) -> None:
    """Board 1: nobody is vulnerable."""
    played = Line("1", "2", BareScore(points), BareScore(points))
    assert len(found(event_of(board(1, played)), "impossible-score")) == faults


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("4S N +3", set()),
        ("1S N +4", {"far-from-contract"}),
        ("4S N -3", set()),
        ("4S N -4", {"far-from-contract"}),
        ("5S N -6", {"far-from-contract"}),
        ("6S N -2", set()),
        ("6S N -3", {"slam-down"}),
        ("7S N -5", {"slam-down"}),
        ("4SX N +1", set()),
        ("2SX N +2", {"doubled-made"}),
        ("1SX N +4", {"doubled-made", "far-from-contract"}),
        ("2SXX N +2", {"redoubled"}),
        ("1SXX N -1", {"redoubled"}),
        ("pass", set()),
        ("A60/40", set()),
        ("NP", set()),
    ],
)
def test_what_a_table_is_asked(text: str, rules: set[str]) -> None:
    event = event_of(board(1, line(text)))
    ask = tuple(rule for rule in RULES.values() if rule.level is Level.ASK)
    problems = problems_of(ask, facts_of(event, Conditions()))
    assert {problem.rule for problem in problems} == rules
    assert not must_look(problems)


@pytest.mark.parametrize("declarer", list(Seat))
def test_lead_card(declarer: Seat) -> None:
    """Every card of the pack as the lead against every declarer: only the leader's thirteen are right."""
    leader = declarer.next
    for owner in Seat:
        hand = DEAL.hand(owner)
        assert hand is not None
        for card in sorted(hand.cards):
            for written in (card, card[::-1].lower(), card.replace("T", "10")):
                event = event_of(board(1, line(f"4S {declarer.value} =", lead=written), deal=DEAL))
                problems = found(event, "lead-card")
                assert len(problems) == (owner is not leader)
                if problems:
                    assert problems[0].text.endswith(f"not in the hand of {leader.value}; {owner.value} has it")


def test_a_lead_that_cannot_be_judged_is_not_found() -> None:
    north, east = DEAL.north, DEAL.east
    assert north
    assert east
    some = min(east.cards)
    for played, deal in (
        (line("4S N =", lead=some), None),
        (line("4S =", lead="S2"), DEAL),
        (line("pass", lead="S2"), DEAL),
        (line("4S N =", lead="high"), DEAL),
        (line("4S E =", lead=some), Deal(north, east, None, None)),
    ):
        assert found(event_of(board(1, played, deal=deal)), "lead-card") == []
    wrong = min(north.cards)
    recorded = replace(line("4S N ="), record=TableRecord(cards=(wrong,)))
    assert len(found(event_of(board(1, recorded, deal=DEAL)), "lead-card")) == 1


# A board.


@pytest.mark.parametrize(
    ("texts", "faults"),
    [
        (("4S N -1", "2S E ="), 1),  # 9 + 8
        (("4S N -2", "2S E ="), 0),  # 8 + 8
        (("4S N =", "4S S =", "4S W -3"), 1),  # 10 + 7
        (("3NT N =", "1NT E +1"), 0),  # 9 + 8
        (("3NT N =", "3NT E ="), 1),
        (("3NT N +1", "3H E +4"), 0),
        (("4S =", "4S E ="), 0),  # nobody said who declared
    ],
)
def test_same_strain(texts: tuple[str, ...], faults: int) -> None:
    problems = found(event_of(board(1, *lines(*texts))), "same-strain")
    assert len(problems) == faults
    assert all("in" in problem.text and "board 1" in problem.text for problem in problems)


def test_the_two_versions_of_a_fouled_board_are_two_boards() -> None:
    first, second = lines("4S N =", "4S E =")
    event = event_of(board(1, first, replace(second, version="b")))
    assert found(event, "same-strain") == []
    assert len(found(event_of(board(1, first, second)), "same-strain")) == 1


# A deal of the tests' own (double dummy by endplay): spades 9 to North and South, 4 to East, 2 to West.
TABLE = TrickTable(tuple(read_tricks("89a6489a643427932279").values()))


@pytest.mark.parametrize(
    ("text", "faults"), [("2S N +4", 0), ("1S N -1", 0), ("4S N -5", 1), ("1S W -4", 0), ("1S W -1", 1), ("6S S +1", 1)]
)
def test_double_dummy(text: str, faults: int) -> None:
    problems = found(event_of(board(1, line(text), tricks=TABLE)), "double-dummy")
    assert len(problems) == faults
    assert found(event_of(board(1, line(text))), "double-dummy") == []


def test_double_dummy_of_a_deal_that_was_worked_out() -> None:
    event = event_of(board(1, line("1S W -1"), deal=DEAL))
    assert found(event, "double-dummy") == []
    assert len(found(event, "double-dummy", tables={DEAL: TABLE})) == 1


@pytest.mark.parametrize(("text", "faults"), [("1NT N -1", 0), ("1NT N -7", 0), ("1NT N +2", 0), ("1NT N +3", 1)])
def test_a_table_of_makes_says_only_so_much(text: str, faults: int) -> None:
    """BridgeComposer writes 1 where no contract makes."""
    table = TrickTable((1, 8, 1, 1, 1, 1, 8, 1, 1, 1, 8, 1, 9, 10, 8, 8, 1, 9, 10, 8))
    assert len(found(event_of(board(1, line(text), tricks=table)), "double-dummy")) == faults


@pytest.mark.parametrize(
    ("texts", "odd"),
    [
        (("4S N =", "4S N =", "4S S =", "4S E ="), 4),
        (("4S N =", "4S N =", "4S E ="), None),  # too few
        (("4S N =", "4S N =", "4S S =", "4S N -1"), None),  # failed is another matter
        (("4S N =", "4S N =", "4S S =", "5S E ="), None),
        (("4S N -1", "4S E -1", "4S W -1", "4S E -2"), 1),
        (("4S N =", "4S N =", "4S E =", "4S E ="), None),
        (("420", "420", "420", "-420"), 4),
        (("110", "110", "110", "-110"), None),
    ],
)
def test_opposite_sign(texts: tuple[str, ...], odd: int | None) -> None:
    played = tuple(
        replace(one, ns_outcome=BareScore(int(text)), ew_outcome=BareScore(int(text)))
        if text.lstrip("-").isdecimal()
        else one
        for text, one in zip(
            texts, lines(*("pass" if text.lstrip("-").isdecimal() else text for text in texts)), strict=True
        )
    )
    problems = found(event_of(board(1, *played)), "opposite-sign")
    assert [problem.where for problem in problems] == ([] if odd is None else [f"board 1, {odd} v {odd + 100}"])


@pytest.mark.parametrize(
    ("scores", "odd"),
    [
        ((420, 420, 450, 420, -50), -50),  # 11 IMPs off, all others within one
        ((420, 420, 420, -50), None),  # three others are no field
        ((420, 420, 450, 420, -50, -50), None),  # not alone
        ((420, 420, 170, 170, -50, 420), None),  # a wild board
        ((420, 420, 450, 420, 170), None),  # 6 IMPs is not more than 6
        ((420, 420, 450, 420, 980), 980),
        ((0, 0, 0, 0, 0), None),
    ],
)
def test_lonely_score(scores: tuple[int, ...], odd: int | None) -> None:
    played = (Line(str(n), str(n + 100), BareScore(score), BareScore(score)) for n, score in enumerate(scores))
    problems = found(event_of(board(1, *played)), "lonely-score")
    assert len(problems) == (odd is not None)
    if odd is not None:
        assert f"{odd:+d} is" in problems[0].text


@pytest.mark.parametrize(
    ("texts", "faults"),
    [(("pass", "pass"), 1), (("pass",), 0), (("pass", "1NT N ="), 0), (("pass", "pass", "NP", "A60/40"), 1), ((), 0)],
)
def test_all_passed(texts: tuple[str, ...], faults: int) -> None:
    assert len(found(event_of(board(1, *lines(*texts))), "all-passed")) == faults


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [("", "", "two-results"), ("2", "2", "two-results"), ("2", "", "two-results"), ("1", "4", "played-before")],
)
def test_one_contestant_twice_on_a_board(first: str, second: str, rule: str) -> None:
    event = event_of(board(3, line("1NT N =", "1", "8", round=first), line("1NT N =", "1", "9", round=second)))
    for key in ("two-results", "played-before"):
        problems = found(event, key)
        assert [problem.where for problem in problems] == (["board 3, 1 v 9"] if key == rule else [])


def test_numbers_of_two_fields_are_two_pairs() -> None:
    event = event_of(board(3, line("1NT N =", "1", "2"), line("1NT N =", "2", "1")))
    assert found(event, "two-results") == []
    assert len(found(replace(event, winners=1), "two-results")) == 2
    team = Conditions(method="team-imps")
    assert found(replace(event, winners=1), "two-results", conditions=team) == []


def test_a_sit_out_is_no_result() -> None:
    event = event_of(board(3, line("1NT N =", "1", "8"), line("NP", "1", "9")), winners=1)
    assert found(event, "two-results") == []


# Rounds and tables.


def test_a_movement_as_it_should_be_is_quiet() -> None:
    for named in (True, False):
        for boards in (1, 2, 3):
            event = mitchell(5, boards, named=named)
            quiet = ("two-tables", "wrong-set", "missing-board", "played-before", "two-results", "board-order")
            for rule in quiet:
                assert found(event, rule) == []


def test_two_tables() -> None:
    event = mitchell()
    section = event.sessions[0].sections[0]
    first = section.travellers[0]
    wrong = replace(first.lines[0], ns="3")
    event = event_of(replace(first, lines=(wrong, *first.lines[1:])), *section.travellers[1:])
    problems = found(event, "two-tables")
    assert len(problems) == 1
    assert "3 sits at table" in problems[0].text
    assert "round 1" in problems[0].text


def test_sets_of_boards() -> None:
    event = mitchell(5, 3)
    for sittings in sittings_of(facts_of(event, Conditions())).values():
        sets = board_sets(sittings)
        assert sorted({tuple(sorted(one)) for one in sets.values()}) == [
            (number, number + 1, number + 2) for number in range(1, 14, 3)
        ]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("boards", [2, 3, 4])
def test_wrong_set_wherever_a_line_goes(boards: int, *, named: bool) -> None:
    """One line entered on a board of another set: told once, with the board that is missing."""
    event = mitchell(5, boards, named=named)
    for start in range(1, 5 * boards + 1):
        for to in range(1, 5 * boards + 1):
            same = (start - 1) // boards == (to - 1) // boards
            if same:
                continue
            problems = found(moved(event, start, 2, to), "wrong-set")
            assert len(problems) == 1, (start, to)
            if boards > 2 or named:  # of two boards either may be the stranger where no round is told
                assert f"board {to} is not" in problems[0].text
                assert f"board {start} of" in problems[0].text


def test_a_missing_board_is_told_only_once_the_round_is_over() -> None:
    event = mitchell(5, 3)
    section = event.sessions[0].sections[0]
    first, *others = section.travellers
    early = next(one for one in first.lines if one.round == "1")
    gap = event_of(replace(first, lines=tuple(one for one in first.lines if one is not early)), *others)
    problems = found(gap, "missing-board")
    assert len(problems) == 1
    assert "board 1 of their round has no result" in problems[0].text
    asked = event_of(
        replace(
            first,
            lines=tuple(
                replace(one, ns_outcome=Missing(), ew_outcome=Missing()) if one is early else one for one in first.lines
            ),
        ),
        *others,
    )
    assert len(found(asked, "missing-board")) == 1
    running = event_of(
        *(
            replace(
                one,
                lines=tuple(
                    row for row in one.lines if int(row.round) < 4 or (row.round == "4" and one.board.number % 3 == 1)
                ),
            )
            for one in section.travellers
        )
    )
    assert found(running, "missing-board") == []


def test_a_board_that_was_cancelled_is_not_missing() -> None:
    event = mitchell(5, 3)
    first, *others = event.sessions[0].sections[0].travellers
    cancelled = replace(first.lines[0], ns_outcome=NotPlayed(), ew_outcome=NotPlayed())
    assert found(event_of(replace(first, lines=(cancelled, *first.lines[1:])), *others), "missing-board") == []


def entered(order: tuple[int, ...]) -> Event:
    """Three tables, three rounds of three boards, as terminals send them in: the lines of the file are in the order of
    play. `order` is that of table 1 in round 2, the others play from the lowest board up.
    """
    rows: dict[int, list[Line]] = {}
    place = 0
    for turn in range(3):
        for step in range(3):
            for table in range(3):
                place += 1
                at = order[step] if (turn, table) == (1, 0) else step
                number = (table + turn) % 3 * 3 + at + 1
                row = line("1NT N =", str(table), str((table - turn) % 3), round=str(turn + 1), table=str(table + 1))
                rows.setdefault(number, []).append(replace(row, where=f"result {place}"))
    return event_of(*(board(number, *played) for number, played in rows.items()))


@pytest.mark.parametrize(
    ("order", "faults"), [((0, 1, 2), 0), ((1, 2, 0), 0), ((2, 1, 0), 2), ((0, 2, 1), 1), ((1, 0, 2), 1)]
)
def test_board_order(order: tuple[int, ...], faults: int) -> None:
    """A set that two tables share may begin in its middle, and goes round once."""
    assert len(found(entered(order), "board-order")) == faults


def test_a_file_that_is_kept_by_boards_has_no_order_of_play() -> None:
    event = entered((2, 1, 0))
    travellers = event.sessions[0].sections[0].travellers
    places = iter(range(1, 100))
    by_board = (
        replace(one, lines=tuple(replace(row, where=f"line {next(places)}") for row in one.lines))
        for one in sorted(travellers, key=lambda one: one.board.number)
    )
    assert found(event_of(*by_board), "board-order") == []


def test_player_twice() -> None:
    def pair(key: str, side: Side, *numbers: str) -> Contestant:
        return Contestant(key, side, tuple(Player(f"Player {number}", number) for number in numbers))

    pairs = (pair("1", Side.NS, "77", "0"), pair("2", Side.NS, "78", "0"), pair("1", Side.EW, "77", ""))
    (problem,) = found(event_of(contestants=pairs), "player-twice")
    assert problem.text == "player number 77 is that of Player 77 (A NS 1) and Player 77 (A EW 1)"
    assert found(event_of(contestants=pairs[:2]), "player-twice") == []
    two = Event(sessions=tuple(Session(key, (Section("A", pairs[:1]),)) for key in "12"))
    assert found(two, "player-twice") == []  # in another session that is the same player again


# The ranking.


def finish(best: int, boards: int = 24, of: int = 11) -> Event:
    """Two pairs each way; North-South 1 wins so many of the boards, and North-South 2 the others."""
    rows = [
        board(
            n,
            line("1NT N +1" if n <= best else "1NT N =", "1", "1"),
            line("1NT N =" if n <= best else "1NT N +1", "2", "2"),
        )
        for n in range(1, boards + 1)
    ]
    return event_of(*rows[: max(of, boards)])


@pytest.mark.parametrize(
    ("best", "boards", "faults"),
    [(12, 24, 2), (13, 24, 2), (14, 24, 2), (15, 24, 0), (24, 24, 0), (6, 11, 0), (6, 12, 2)],
)
def test_close_finish(best: int, boards: int, faults: int) -> None:
    """Each board won is two matchpoints: 13 to 11 is 4 matchpoints, 15 to 9 is 12."""
    event = finish(best, boards)
    problems = found(event, "close-finish", standing=score_event(event))
    expected = faults if 2 * abs(2 * best - boards) <= 5 else 0
    assert len(problems) == expected
    assert found(event, "close-finish") == []
    if problems and 2 * best == boards:
        assert "the same percentage" in problems[0].text


# All together.


@settings(max_examples=60)
@given(events(), st.sampled_from(["matchpoints", "team-imps", "butler"]))
def test_any_event_is_checked_to_the_end(event: Event, method: str) -> None:
    conditions = Conditions(method=method)
    reading = Reading(event)
    problems = check_reading(reading, conditions, RULES.values())
    assert problems == check_reading(reading, conditions, RULES.values())
    assert all(problem.where and problem.text for problem in problems if problem.rule)
    severities = [list(Severity).index(problem.severity) for problem in problems]
    assert severities == sorted(severities)


@settings(max_examples=40)
@given(events())
def test_a_ranking_looks_at_scores_only(event: Event) -> None:
    assert {problem.rule for problem in check_scores(event, Conditions())} <= {"impossible-score", "stated-score"}
    told = {problem.rule for problem in rank_reading(Reading(event), Conditions()).problems}
    assert told <= {"", "impossible-score", "stated-score"}


@settings(max_examples=40)
@given(events())
def test_scores_are_found_alike_alone_and_among_all(event: Event) -> None:
    rules = (RULES["impossible-score"], RULES["stated-score"])
    assert check_scores(event, Conditions()) == problems_of(rules, facts_of(event, Conditions()))


def test_order_is_by_severity_level_and_place() -> None:
    def problem(where: str, severity: Severity, level: str = "") -> Problem:
        return Problem(where, severity, "x", level=level)

    right = [
        problem("line 3", Severity.ERROR, "refuse"),
        problem("line 1", Severity.ERROR),
        problem("line 2", Severity.WARNING),
        problem("line 9", Severity.WARNING, "check"),
        problem("line 10", Severity.WARNING, "check"),
        problem("line 1", Severity.WARNING, "ask"),
        problem("line " + "9" * 5000, Severity.NOTE),
        problem("whole file", Severity.NOTE),
    ]
    for seed in range(20):
        mixed = random.Random(seed).sample(right, len(right))
        assert list(in_order(mixed)) == right


def test_places_name_section_and_session_where_there_are_several() -> None:
    traveller = board(1, line("1SXX N ="))
    sections = (Section("A", (), (traveller,)), Section("B", (), (traveller,)))
    one = Event(sessions=(Session("1", sections),))
    assert [problem.where for problem in found(one, "redoubled")] == [
        "section A, board 1, 1 v 2",
        "section B, board 1, 1 v 2",
    ]
    two = Event(sessions=(Session("1", sections[:1]), Session("2", sections[:1])))
    assert [problem.where for problem in found(two, "redoubled")] == [
        "session 1, board 1, 1 v 2",
        "session 2, board 1, 1 v 2",
    ]


def test_a_hostile_event_is_checked_in_bounded_time() -> None:
    """Two pairs that meet on 3,000 boards, and a board with 3,000 results of which no two are the same pair."""
    four = Played(Contract(4, Strain.SPADES, declarer=Seat.NORTH), 10)
    long = tuple(board(n, Line("1", "2", four, four, round="1", table="1")) for n in range(1, 3001))
    wide = board(3001, *(Line(f"n{n}", f"e{n}", BareScore(10 * n), BareScore(10 * n)) for n in range(3000)))
    event = event_of(*long, wide)
    problems = check_reading(Reading(event, counts=Counts(6000, 6000)), Conditions(), RULES.values())
    assert {problem.rule for problem in problems} >= {"impossible-score"}


# Files of clubs, programs and servers.

FILES = {
    "bws/12tables1section.bws": {"far-from-contract": 4, "slam-down": 1},
    "acbl_live/my_acbl_howell.json": {"far-from-contract": 6, "close-finish": 1, "lonely-score": 5},
    "acblscore/2017-unit-finals_171015.ACA": {"lonely-score": 5},
    "acblscore/2017_750-club_170724.ACM": {"lonely-score": 9},
    "nzscorer/pairs.xml": {
        "far-from-contract": 9, "slam-down": 2, "same-strain": 1, "close-finish": 1, "lonely-score": 2,
    },
    "usebio/compscore3_butler_mitchell.xml": {"far-from-contract": 4, "slam-down": 1, "lonely-score": 2},
    "usebio/compscore3_mp_pairs_mitchell_03.xml": {"lead-card": 8, "far-from-contract": 1, "lonely-score": 4},
    "usebio/ebu_pairsscorer_mp_2winner.xml": {
        "lead-card": 12, "redoubled": 1, "doubled-made": 1, "far-from-contract": 2, "lonely-score": 2,
    },
    "usebio/ebu_pairsscorer_multisection_2winner_a5050.xml": {
        "far-from-contract": 7, "slam-down": 3, "doubled-made": 1, "redoubled": 1, "same-strain": 1,
        "missing-board": 1, "close-finish": 1, "lonely-score": 7,
    },
    "usebio/realbridge_mp_2winner_linplay.xml": {
        "lead-card": 1, "redoubled": 1, "far-from-contract": 1, "lonely-score": 1,
    },
    "pbn/ruter_butler2_mean.pbn": {"lead-card": 13, "slam-down": 1, "lonely-score": 1},
}  # fmt: skip


def _read(name: str) -> Reading:
    return read_files((SHARED / name,))


def _rules_found(reading: Reading) -> Counter[str]:
    known = preset_of_program(reading.event.program)
    presets = (known.key,) if known else ()
    conditions = conditions_from(base=kept_conditions(reading.event), method=reading.event.method, presets=presets)
    problems = check_reading(reading, conditions, RULES.values())
    return Counter(problem.rule for problem in problems if problem.rule)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize("name", FILES)
def test_few_findings_in_real_files(name: str) -> None:
    """Each finding was looked at: none about movements is false, and all others together are few."""
    assert _rules_found(_read(name)) == FILES[name]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("usebio/comp")])
def test_a_wrong_board_number_is_caught_in_real_files(name: str) -> None:
    """Sixty times one line is entered on another board of its section: each time some rule of movements tells it."""
    event = _read(name).event
    conditions = Conditions(method=event.method or "matchpoints")
    rules = tuple(RULES[key] for key in ("wrong-set", "missing-board", "two-results", "played-before", "two-tables"))
    usual = len(problems_of(rules, facts_of(event, conditions)))
    chance = random.Random(3)
    for _time in range(60):
        at = chance.randrange(len(event.sessions[0].sections))
        section = event.sessions[0].sections[at]
        start, to = chance.sample([n for n, one in enumerate(section.travellers) if one.lines], 2)
        index = chance.randrange(len(section.travellers[start].lines))
        row = section.travellers[start].lines[index]
        travellers = list(section.travellers)
        travellers[start] = replace(
            travellers[start], lines=tuple(one for one in travellers[start].lines if one is not row)
        )
        travellers[to] = replace(travellers[to], lines=(*travellers[to].lines, row))
        sections = list(event.sessions[0].sections)
        sections[at] = replace(section, travellers=tuple(travellers))
        wrong = replace(event, sessions=(replace(event.sessions[0], sections=tuple(sections)), *event.sessions[1:]))
        assert len(problems_of(rules, facts_of(wrong, conditions))) > usual, (at, start, to, index)


@pytest.mark.parametrize(("carries", "found"), [("10", []), ("9", ["carry-over"]), ("20", ["carry-over"])])
def test_a_carry_over_is_what_came_before(carries: str, found: list[str]) -> None:
    """Board 1: 420 against -50 is a swing of 10 IMPs to the Reds."""
    first = "vg|Final,1,I,1,1,Reds,0,Blues,0|\nrs|4SN=,4SN-1|\nqx|o1|st||pg||\nqx|c1|st||pg||\n"
    second = f"vg|Final,2,I,2,2,Reds,{carries},Blues,0|\nrs|PASS,PASS|\nqx|o2|st||pg||\nqx|c2|st||pg||\n"
    reading = loads((first + second).encode())
    problems = check_reading(reading, Conditions(method="team-imps"), chosen_rules(), tables={})
    assert [one.rule for one in problems if one.rule == "carry-over"] == found


def test_a_stated_score_that_nothing_makes_cannot_be() -> None:
    event = event_of(board(1, line("4S N -1", points=425)))
    assert [one.severity for one in found(event, "impossible-score")] == [Severity.ERROR]
    assert found(event, "stated-score") == []
