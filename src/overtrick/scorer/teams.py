"""Team matches: each section of the event is a match, with two lines to a board, and teams as contestants.

A session is a round. The line on which the home team (North-South on the first line) sits North-South carries the
result of the board; the other line is the other table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.compare.imps import imps
from overtrick.compare.teams import board_a_match
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line, Section
from overtrick.model.outcome import Average, Awarded, Outcome, Unit, Weighted
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import BoardResult, LineResult, Place, SideResult, Standing
from overtrick.ranking.ties import places
from overtrick.ranking.victory_points import victory_points_each
from overtrick.scorer.boards import imps_of_award
from overtrick.scorer.halves import Points
from overtrick.tables.laws import law

__all__ = ["TEAM_METHODS", "Verdict", "award_of_match", "board_verdict", "match_results", "score_teams"]

TEAM_METHODS = ("team-imps", "board-a-match")
_NOTHING = SideResult(None, real=False, note="other-table")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A board of a match: what it is worth to the home team and to the visitors, which differ after awards.

    `home_points` and `mates_points` are what the home team scored at each table, `None` where it was no single score.
    """

    home: Fraction
    away: Fraction
    home_points: int | None = None
    mates_points: int | None = None


def board_verdict(
    board: Board, north: tuple[Outcome, Outcome], south: tuple[Outcome, Outcome], conditions: Conditions, points: Points
) -> Verdict | None:
    """A board from (home side, away side) of the table where the home team sits North-South, then of the other table.

    Weighted results are compared outcome by outcome (Law 12C1(c)); an award at either table decides the board
    (Law 86A). `None` where a table has no result.
    """
    for own, other in (north, south):
        if isinstance(own, Awarded) and isinstance(other, Awarded):
            return Verdict(award_of_match(own, conditions), award_of_match(other, conditions))
    home = _against(board, north[0], south[0], conditions, points)
    away = _against(board, north[1], south[1], conditions, points)
    if home is None or away is None:
        return None
    return Verdict(home[0], _mirror(away[0], conditions), home[1], home[2])


def _mirror(value: Fraction, conditions: Conditions) -> Fraction:
    """What the other side gets for what one side won."""
    return -value if conditions.method == "team-imps" else 1 - value


def _against(
    board: Board, north: Outcome, south: Outcome, conditions: Conditions, points: Points
) -> tuple[Fraction, int | None, int | None] | None:
    """The worth to the team that sat North-South at the first table and East-West at the second."""
    first, second = _mix(north, board, points), _mix(south, board, points)
    if first is None or second is None:
        return None
    value = sum(
        (w1 * w2 * _compare(p1, -p2, conditions) for w1, p1 in first for w2, p2 in second),
        Fraction(0),
    )
    single = len(first) == 1 and len(second) == 1
    return value, first[0][1] if single else None, -second[0][1] if single else None


def _compare(ours: int, mates: int, conditions: Conditions) -> Fraction:
    if conditions.method == "team-imps":
        return Fraction(imps(ours + mates, table=conditions.imp_table))
    return board_a_match(ours, mates, tie=conditions.board_a_match_tie)


def _mix(outcome: Outcome, board: Board, points: Points) -> list[tuple[Fraction, int]] | None:
    """Points to North-South with their weights."""
    parts = outcome.parts if isinstance(outcome, Weighted) else ((Fraction(1), outcome),)
    found: list[tuple[Fraction, int]] = []
    for weight, part in parts:
        value = points.of(part, board)
        if value is None:
            return None
        found.append((weight, value))
    return found


def award_of_match(award: Awarded, conditions: Conditions) -> Fraction:
    """IMPs of an award (average plus three, a percentage in proportion), or its share of a board at board-a-match.

    >>> award_of_match(Awarded(Average.PLUS), Conditions(method="board-a-match"))
    Fraction(3, 5)
    """
    percent = {
        Average.PLUS: conditions.average_plus,
        Average.AVERAGE: conditions.average,
        Average.MINUS: conditions.average_minus,
    }
    if conditions.method != "team-imps":
        return (percent[award.value] if isinstance(award.value, Average) else award.value) / 100
    if award.unit is Unit.IMPS and isinstance(award.value, Fraction):
        return award.value
    return imps_of_award(award.value, conditions)


@dataclass(slots=True)
class _Team:
    contestant: Contestant
    boards: int = 0
    won: Fraction = Fraction(0)
    vps: Fraction = Fraction(0)


def score_teams(event: Event, conditions: Conditions) -> Standing:
    """Score and rank a teams event: by victory points where a scale is set, else by what the boards are worth."""
    points = Points.under(law(conditions.law))
    teams: dict[str, _Team] = {}
    boards: list[BoardResult] = []
    problems: list[Problem] = []
    for session in event.sessions:
        for section in session.sections:
            for contestant in section.contestants:
                teams.setdefault(contestant.key, _Team(contestant))
        for section in session.sections:
            found = [
                _board(session.key, section.key, traveller.board, traveller.lines, conditions, points, problems)
                for traveller in section.travellers
            ]
            boards.extend(found)
            _count(section, found, teams, conditions)
    return Standing(event, conditions, _places(list(teams.values()), conditions), tuple(boards), tuple(problems))


def _board(
    session: str,
    section: str,
    board: Board,
    lines: Sequence[Line],
    conditions: Conditions,
    points: Points,
    problems: list[Problem],
) -> BoardResult:
    verdict: Verdict | None = None
    mirrored = len(lines) == 2 and (lines[0].ns, lines[0].ew) == (lines[1].ew, lines[1].ns)
    if mirrored:
        north, south = lines
        verdict = board_verdict(
            board,
            (north.ns_outcome, north.ew_outcome),
            (south.ew_outcome, south.ns_outcome),
            conditions,
            points,
        )
    if verdict is None:
        text = (
            _("board {board}: one table has no result")
            if mirrored
            else _("board {board}: a match has two lines to a board, with the teams the other way round")
        )
        where = lines[0].where or section if lines else section
        problems.append(Problem(where, Severity.WARNING, text.format(board=board.number)))
    results = []
    for index, line in enumerate(lines):
        counts = index == 0 and verdict is not None
        ns = SideResult(verdict.home, note=conditions.method) if counts and verdict else _NOTHING
        ew = SideResult(verdict.away, note=conditions.method) if counts and verdict else _NOTHING
        results.append(LineResult(line, points.of(line.ns_outcome, board), ns, ew))
    return BoardResult(session, section, board, tuple(results), len(lines), 2)


def match_results(standing: Standing, session: str, section: str) -> dict[str, dict[str, Fraction]]:
    """What a match of a standing came to by unit ("imps" and, where a scale is set, "vps") and team, without penalties.

    At board-a-match the unit is "boards". Empty where no board of the match has a result.
    """
    boards = [one for one in standing.boards if (one.session, one.section) == (session, section)]
    margins, played = _margins(boards)
    if not margins:
        return {}
    found = {"imps" if standing.conditions.method == "team-imps" else "boards": margins}
    if vps := _victory_points(margins, played, standing.conditions):
        found["vps"] = vps
    return found


def _margins(found: list[BoardResult]) -> tuple[dict[str, Fraction], int]:
    """What each team won over the boards of a match, and how many of them had a result."""
    margins: dict[str, Fraction] = {}
    played = 0
    for board in found:
        first = board.lines[0] if board.lines else None
        if first is None or first.ns.value is None or first.ew.value is None:
            continue
        played += 1
        for key, result in ((first.line.ns, first.ns), (first.line.ew, first.ew)):
            margins[key] = margins.get(key, Fraction(0)) + (result.value or Fraction(0))
    return margins, played


def _victory_points(margins: dict[str, Fraction], played: int, conditions: Conditions) -> dict[str, Fraction]:
    """Victory points by team, each from its own margin; none without a scale."""
    if conditions.vp_scale == "none" or conditions.method != "team-imps" or len(margins) != 2:
        return {}
    won = victory_points_each(*margins.values(), boards=played, scale=conditions.vp_scale)
    return {key: Fraction(vps) for key, vps in zip(margins, won, strict=True)}


def _count(section: Section, found: list[BoardResult], teams: dict[str, _Team], conditions: Conditions) -> None:
    """One match: its margins, and victory points from each side's own margin (they need not sum)."""
    margins, played = _margins(found)
    if not margins:
        return
    for key in margins:
        team = teams.setdefault(key, _Team(Contestant(key)))
        team.boards += played
        team.won += margins[key]
    vps = _victory_points(margins, played, conditions)
    for key, won in vps.items():
        teams[key].vps += won
    if vps:
        for penalty in section.penalties:
            if penalty.unit == "vps" and penalty.contestant in margins:
                teams[penalty.contestant].vps -= penalty.amount
    for penalty in section.penalties:
        if penalty.unit not in ("vps", "imps", "points"):
            raise ConditionsError(
                _("a penalty of a team is counted in imps or vps, not in {unit}").format(unit=penalty.unit)
            )
        if penalty.unit != "vps" and penalty.contestant in teams:
            teams[penalty.contestant].won -= penalty.amount


def _places(teams: list[_Team], conditions: Conditions) -> tuple[Place, ...]:
    by_vps = conditions.vp_scale != "none" and conditions.method == "team-imps"
    teams = [team for team in teams if team.boards]
    totals = [(team.vps if by_vps else team.won) + team.contestant.carry_over for team in teams]
    ranked = [
        Place(place, tied, "", None, team.contestant, team.boards, total, Fraction(0), None)
        for team, total, (place, tied) in zip(teams, totals, places(totals), strict=True)
    ]
    return tuple(sorted(ranked, key=lambda item: (item.place, item.contestant.key)))
