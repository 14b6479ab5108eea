"""What a method counts in, and how a footer explains it."""

from __future__ import annotations

from fractions import Fraction

from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.conditions import Conditions
from overtrick.model.standing import Standing
from overtrick.report.numbers import human, shortest, signed

__all__ = [
    "counts_vps",
    "datum_text",
    "explanation",
    "has_percent",
    "method_text",
    "total_unit",
    "unit_key",
    "unit_text",
]

_IMP_METHODS = frozenset({"butler", "cross-imps", "team-imps"})
_TOP_METHODS = frozenset({"matchpoints", "ascherman"})


def has_percent(method: str) -> bool:
    """Whether boards have a top, so that a result is a share of it.

    >>> has_percent("matchpoints"), has_percent("butler")
    (True, False)
    """
    return method in _TOP_METHODS


def unit_key(method: str) -> str:
    """The key of the unit in data files.

    >>> unit_key("cross-imps"), unit_key("total-points")
    ('imps', 'points')
    """
    if method in _TOP_METHODS:
        return "matchpoints"
    return "imps" if method in _IMP_METHODS else "points"


def unit_text(method: str) -> str:
    """The unit at the head of a column.

    >>> unit_text("matchpoints")
    'MP'
    """
    if method in _TOP_METHODS:
        return _("MP")
    return _("IMP") if method in _IMP_METHODS else _("Points")


def counts_vps(conditions: Conditions) -> bool:
    """Whether totals are victory points: matches of teams under a scale.

    >>> counts_vps(Conditions(method="team-imps", vp_scale="ebu-3"))
    True
    """
    return conditions.method == "team-imps" and conditions.vp_scale != "none"


def total_unit(conditions: Conditions) -> str:
    """The unit of totals in a ranking, for people.

    >>> total_unit(Conditions(method="team-imps", vp_scale="ebu-3")), total_unit(Conditions(method="butler"))
    ('VP', 'IMP')
    """
    return _("VP") if counts_vps(conditions) else unit_text(conditions.method)


def method_text(method: str) -> str:
    """The method's name for people.

    >>> method_text("cross-imps")
    'Cross-IMPs'
    """
    return {
        "matchpoints": _("Matchpoints"),
        "ascherman": _("Ascherman matchpoints"),
        "butler": _("Butler"),
        "cross-imps": _("Cross-IMPs"),
        "total-points": _("Total points"),
        "team-imps": _("Teams, IMPs"),
        "board-a-match": _("Board-a-match"),
    }.get(method, method)


def datum_text(datum: Fraction) -> str:
    """The datum of a board, signed, to North-South.

    >>> datum_text(Fraction(-270))
    'Datum -270'
    """
    return _("Datum {datum}").format(datum=human(signed(datum)))


def explanation(standing: Standing) -> tuple[str, ...]:
    """Sentences under a ranking: the method, the top, what became of uneven boards, the count of problems."""
    conditions = standing.conditions
    sentences = [_method_sentence(conditions.method, conditions.matchpoint_scale)]
    if has_percent(conditions.method):
        sentences += _top_sentences(standing)
    sentences += _group_sentences(standing)
    sentences += _problem_sentences(standing)
    return tuple(sentences)


def _method_sentence(method: str, scale: str) -> str:
    match method:
        case "matchpoints" if scale == "1-½-0":
            return _("Matchpoints: 1 for each score beaten, ½ for each tied (Law 78A).")
        case "matchpoints":
            return _("Matchpoints: 2 for each score beaten, 1 for each tied (Law 78A).")
        case "ascherman":
            return _("Ascherman matchpoints: 2 for each score beaten, 1 for each tied, one's own among them.")
        case "butler":
            return _("Butler: each score is compared with the datum of its board in IMPs.")
        case "cross-imps":
            return _("Cross-IMPs: each score is compared with every other on its board in IMPs.")
        case "total-points":
            return _("Total points: deal scores are added up.")
        case _:
            return _("Method: {method}.").format(method=method_text(method))


def _top_sentences(standing: Standing) -> list[str]:
    tops = sorted({side.available for board in standing.boards for line in board.lines for side in (line.ns, line.ew)})
    tops = [top for top in tops if top]
    sentences = []
    if tops:
        low, high = human(shortest(tops[0])), human(shortest(tops[-1]))
        sentences.append(
            _("Top on a board: {top}.").format(top=high)
            if low == high
            else _("Top on a board: {low} to {high}.").format(low=low, high=high)
        )
    across = standing.conditions.sections == "across"  # a board of all sections is one board
    short = len(
        {
            (board.session, "" if across else board.section, board.board.number)
            for board in standing.boards
            if 0 < board.results < board.expected
        }
    )
    if short:
        sentences.append(
            ngettext(
                "{count} board with fewer results than the rest: {rule}.",
                "{count} boards with fewer results than the rest: {rule}.",
                short,
            ).format(count=short, rule=_uneven_text(standing.conditions.uneven))
        )
    return sentences


def _group_sentences(standing: Standing) -> list[str]:
    """That some boards were fouled, so that results were compared within groups only."""
    across = standing.conditions.sections == "across"
    versions: dict[tuple[str, str, int], set[str]] = {}
    for board in standing.boards:
        key = (board.session, "" if across else board.section, board.board.number)
        versions.setdefault(key, set()).update(
            line.line.version for line in board.lines if line.ns.real or line.ew.real
        )
    count = sum(len(kinds) > 1 for kinds in versions.values())
    if not count:
        return []
    return [
        ngettext(
            "{count} fouled board: results are compared within their groups (Law 87).",
            "{count} fouled boards: results are compared within their groups (Law 87).",
            count,
        ).format(count=count)
    ]


def _uneven_text(rule: str) -> str:
    return {
        "neuberg": _("Neuberg's formula"),
        "none": _("not made comparable"),
        "factor": _("factored up"),
        "add-one": _("one matchpoint for each missing result"),
    }.get(rule, rule)


def _problem_sentences(standing: Standing) -> list[str]:
    count = len(standing.problems)
    if not count:
        return [_("No problems were found in the data.")]
    return [
        ngettext("{count} problem was found in the data.", "{count} problems were found in the data.", count).format(
            count=count
        )
    ]
