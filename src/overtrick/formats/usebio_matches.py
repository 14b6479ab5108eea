"""The matches of USEBIO, of teams and of Swiss pairs: who met whom, and what the file says came of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from overtrick.formats.text import exact
from overtrick.formats.usebio_hands import board_number, whole
from overtrick.formats.xml_tree import Node
from overtrick.i18n import gettext as _
from overtrick.model.event import Match, Stated
from overtrick.notation.award import write_number

__all__ = ["board_unit", "match_score_unit", "read_match"]

_MOST_BOARDS = 1000  # a match of more boards is a wrong number
_TEAMS = ("TEAM", "OPPOSING_TEAM")
_PAIRS = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")


def match_score_unit(event: Node, method: str | None) -> str:
    """What the score of a match counts when the file gives nothing beside it: vps, imps, points or matchpoints.

    >>> from overtrick.formats.xml_tree import parse_xml
    >>> match_score_unit(parse_xml("<EVENT><SCORING_METHOD>VP</SCORING_METHOD></EVENT>").root, "team-imps")
    'vps'
    """
    words = (event.value("MATCH_SCORING_METHOD"), event.value("SCORING_METHOD"))
    if any(word.upper() in ("VP", "VPS") for word in words):
        return "vps"
    return board_unit(method)


def board_unit(method: str | None) -> str:
    """What the boards of a match count by the method of the event.

    >>> board_unit("team-imps"), board_unit("matchpoints"), board_unit(None)
    ('imps', 'matchpoints', 'points')
    """
    if method in ("team-imps", "cross-imps", "butler"):
        return "imps"
    return "matchpoints" if method == "matchpoints" else "points"


def read_match(
    node: Node, method: str | None, score_unit: str, where: str, warn: Callable[[str], None]
) -> Match | None:
    """The match of an element, None where it names no two contestants.

    Victory points count for more than the score, which some programs fill in wrongly: where the two have different
    winners, `warn` is told. The IMPs or points of boards are added up. Source: TEA-10 for the contradiction.
    """
    home, away = (node.value(tag) for tag in _TEAMS)
    if not home and not away:
        home, away = (node.value(tag) for tag in _PAIRS)
    if not home or not away:
        return None
    vps = _either(node, "TEAM_VICTORY_POINTS", "NS_VICTORY_POINTS", "vps")
    score = _either(node, "TEAM_SCORE", "NS_SCORE", score_unit)
    if score and score.unit == "vps" and vps:
        score = None if (score.ns, score.ew) == (vps.ns, vps.ew) else _in_unit(score, board_unit(method))
    if score and score.unit == "matchpoints" and score.ns and score.ew and score.ns + score.ew == 100:
        score = _in_unit(score, "percent")
    if score and vps and _winner(score) * _winner(vps) < 0:
        text = _("{home} - {away}: the score of {score} and the victory points of {vps} disagree; victory points stand")
        warn(text.format(home=home, away=away, score=_shown(score), vps=_shown(vps)))
    boards = _boards(node)
    summed = _summed(node)
    if summed and score and score.unit == summed.unit and score.ns != summed.ns:
        text = _("{home} - {away}: the boards come to {boards}, not to {score} as the match says")
        warn(text.format(home=home, away=away, boards=_shown(summed), score=_shown(score)))
    if score and summed and score.unit == summed.unit:
        summed = None
    stated = tuple(one for one in (vps, score, summed) if one)
    return Match(home, away, node.value("ROUND_NUMBER"), boards, stated, where)


def _either(node: Node, teams: str, pairs: str, unit: str) -> Stated | None:
    """The numbers of both, under the names for teams or for pairs."""
    for ours, theirs in ((teams, f"OPPOSING_{teams}"), (pairs, pairs.replace("NS_", "EW_"))):
        ns, ew = exact(node.value(ours)), exact(node.value(theirs))
        if ns is not None or ew is not None:
            return Stated(ns, ew, unit)
    return None


def _in_unit(stated: Stated, unit: str) -> Stated:
    """The same numbers; two that make a hundred are percentages."""
    hundred = stated.ns is not None and stated.ew is not None and stated.ns + stated.ew == 100
    return Stated(stated.ns, stated.ew, "percent" if hundred and unit != "imps" else unit)


def _winner(stated: Stated) -> int:
    if stated.ns is None or stated.ew is None:
        return 0
    return (stated.ns > stated.ew) - (stated.ns < stated.ew)


def _shown(stated: Stated) -> str:
    return " : ".join("?" if number is None else write_number(number) for number in (stated.ns, stated.ew))


def _boards(node: Node) -> tuple[int, ...]:
    """The boards that stand in the match, or else those between the first and the last number."""
    inside = [number for number in map(board_number, node.all("BOARD")) if number is not None]
    if inside:
        return tuple(dict.fromkeys(inside))
    first, last = whole(node.value("START_BOARD_NUMBER")), whole(node.value("END_BOARD_NUMBER"))
    if first is None or last is None or not 0 < first <= last < first + _MOST_BOARDS:
        return ()
    return tuple(range(first, last + 1))


def _summed(node: Node) -> Stated | None:
    """The IMPs or points of the boards, where every board has them."""
    boards = list(node.all("BOARD"))
    imps = [exact(board.value("IMPS")) for board in boards]
    known = [number for number in imps if number is not None]
    if known and len(known) == len(imps):
        total = sum(known, Fraction(0))
        return Stated(total, -total, "imps")
    both = [(exact(board.value("TEAM_POINTS")), exact(board.value("OPPOSING_TEAM_POINTS"))) for board in boards]
    pairs = [(ns, ew) for ns, ew in both if ns is not None and ew is not None]
    if not pairs or len(pairs) < len(both):
        return None
    ns_total, ew_total = (sum(side, Fraction(0)) for side in zip(*pairs, strict=True))
    return Stated(ns_total, ew_total, "points")
