from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.formats.format import loads
from overtrick.model.event import Stated
from overtrick.model.reading import Reading, Severity
from usebio_files import (
    SWISS,
    VPS,
    board_of,
    event_of,
    line_of,
    lines,
    match_of,
    matches,
)


def test_victory_points_count_for_more_than_a_score_that_disagrees() -> None:
    """TEA-10."""
    reading = loads(SWISS)
    match = matches(reading)[0]
    assert (match.home, match.away, match.round, match.boards) == ("8", "7", "3", (1,))
    assert match.stated == (
        Stated(Fraction(13, 2), Fraction(27, 2), "vps"),
        Stated(Fraction(306, 5), Fraction(194, 5), "percent"),
    )
    assert [one.text for one in reading.problems if one.severity is Severity.WARNING] == [
        "8 - 7: the score of 61.2 : 38.8 and the victory points of 6.5 : 13.5 disagree; victory points stand"
    ]
    line = lines(reading)[0]
    assert (line.ns, line.ew, line.round) == ("8", "7", "3")


@pytest.mark.parametrize(
    ("inner", "method", "fields", "stated"),
    [
        ("", "CROSS_IMPS", {"NS_SCORE": "7", "EW_SCORE": "-7"}, [("imps", 7, -7)]),
        ("", "MATCH_POINTS", {"NS_SCORE": "60", "EW_SCORE": "40"}, [("percent", 60, 40)]),
        ("", "MATCH_POINTS", {"NS_SCORE": "21", "EW_SCORE": "11"}, [("matchpoints", 21, 11)]),
        (VPS, "CROSS_IMPS", {"NS_SCORE": "12", "EW_SCORE": "8"}, [("vps", 12, 8)]),
        (VPS, "", {"NS_SCORE": "12", "NS_VICTORY_POINTS": "12"}, [("vps", 12, None)]),
        ("", "BUTLER_IMPS", {"NS_SCORE": "9", "EW_SCORE": "-9", "NS_VICTORY_POINTS": "14", "EW_VICTORY_POINTS": "6"},
         [("vps", 14, 6), ("imps", 9, -9)]),
        ("", "", {}, []),
    ],
)  # fmt: skip
def test_what_a_match_of_pairs_states(
    inner: str,
    method: str,
    fields: dict[str, str],
    stated: list[tuple[str, Fraction | int | None, Fraction | int | None]],
) -> None:
    told = match_of(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", START_BOARD_NUMBER="3", END_BOARD_NUMBER="5", **fields)
    match = matches(loads(event_of(told, kind="SWISS_PAIRS", inner=inner, method=method)))[0]
    assert [(one.unit, one.ns, one.ew) for one in match.stated] == stated
    assert match.boards == (3, 4, 5)


@pytest.mark.parametrize(("first", "last"), [("1", "9" * 30), ("5", "4"), ("0", "3"), ("x", "3"), ("1", "")])
def test_boards_of_a_match_that_cannot_be(first: str, last: str) -> None:
    told = match_of(NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="2", START_BOARD_NUMBER=first, END_BOARD_NUMBER=last)
    assert matches(loads(event_of(told, kind="SWISS_PAIRS")))[0].boards == ()


def test_boards_that_come_back_make_each_round_a_session() -> None:
    rounds = [
        match_of(board_of(1, line_of(SCORE=score)), ROUND_NUMBER=number, NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="11")
        for number, score in (("1", "420"), ("2", "-50"))
    ]
    reading = loads(event_of(*rounds, kind="SWISS_PAIRS"))
    assert [session.key for session in reading.event.sessions] == ["1", "2"]
    assert reading.counts.taken == 2


def test_a_match_without_contestants_is_told() -> None:
    reading = loads(event_of(match_of(ROUND_NUMBER="1"), kind="SWISS_PAIRS"))
    assert matches(reading) == []
    assert any(one.severity is Severity.ERROR and "match" in one.text for one in reading.problems)


def team(key: str, *pairs: str) -> str:
    inner = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><PLAYER><PLAYER_NAME>P {number}</PLAYER_NAME></PLAYER></PAIR>"
        for number in pairs
    )
    return f'<TEAM TEAM_ID="{key}" TEAM_NAME="Reds"><TOTAL_SCORE>12</TOTAL_SCORE><PLACE>1</PLACE>{inner}</TEAM>'


def tables(ns: str, other: str, **fields: str) -> str:
    return line_of(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=other, SCORE="420", **fields)


def teams_of(*boards: str, inner: str = "", method: str = "IMPS", **fields: str) -> Reading:
    participants = f"<PARTICIPANTS>{team('1', '1-1-2', '1-3-4')}{team('B-2', 'left', 'right')}</PARTICIPANTS>"
    told = match_of(*boards, ROUND_NUMBER="4", TEAM="1", OPPOSING_TEAM="B-2", **fields)
    return loads(event_of(told, kind="TEAMS", inner=inner + participants, method=method))


def test_a_match_of_teams() -> None:
    both = (
        tables("1-1-2", "right", NS_CROSS_IMP_POINTS="1.5", EW_CROSS_IMP_POINTS="-1.5"),
        tables("left", "1-3-4"),
    )
    reading = teams_of(board_of(1, *both, inner="<IMPS>3</IMPS>"), board_of(2, inner="<IMPS>-5</IMPS>"), inner=VPS,
                       TEAM_SCORE="9", OPPOSING_TEAM_SCORE="11")  # fmt: skip
    match = matches(reading)[0]
    assert (match.home, match.away, match.round, match.boards) == ("1", "B-2", "4", (1, 2))
    assert match.stated == (Stated(Fraction(9), Fraction(11), "vps"), Stated(Fraction(-2), Fraction(2), "imps"))
    first, second = lines(reading)
    assert (first.ns, first.ew, first.remark) == ("1", "B-2", "1-1-2 - right")
    assert (second.ns, second.ew) == ("B-2", "1")
    assert first.stated == Stated(Fraction(3, 2), Fraction(-3, 2), "cross-imps", 420)
    assert reading.event.method == "team-imps"
    named = [who for one in reading.event.sessions for part in one.sections for who in part.contestants if who.players]
    assert {who.name for who in named} == {"Reds"}


@pytest.mark.parametrize(
    ("method", "inner", "fields", "stated", "warned"),
    [
        ("IMPS", "<IMPS>3</IMPS>", {"TEAM_SCORE": "3", "OPPOSING_TEAM_SCORE": "-3"}, [("imps", 3, -3)], False),
        ("IMPS", "<IMPS>3</IMPS>", {"TEAM_SCORE": "4", "OPPOSING_TEAM_SCORE": "-4"}, [("imps", 4, -4)], True),
        ("IMPS", "", {"TEAM_SCORE": "4", "TEAM_VICTORY_POINTS": "11"}, [("vps", 11, None), ("imps", 4, None)], False),
        (
            "PAB",
            "<TEAM_POINTS>2</TEAM_POINTS><OPPOSING_TEAM_POINTS>0</OPPOSING_TEAM_POINTS>",
            {},
            [("points", 2, 0)],
            False,
        ),
    ],
)
def test_what_a_match_of_teams_states(
    method: str,
    inner: str,
    fields: dict[str, str],
    stated: list[tuple[str, Fraction | int | None, Fraction | int | None]],
    warned: bool,
) -> None:
    reading = teams_of(board_of(1, inner=inner), method=method, **fields)
    assert [(one.unit, one.ns, one.ew) for one in matches(reading)[0].stated] == stated
    assert any("the boards come to" in one.text for one in reading.problems) is warned
    assert reading.event.method == ("board-a-match" if method == "PAB" else "team-imps")
