"""Conditions of contest: every choice that authorities leave open, as one documented record.

The command line, files, presets and the reference page are all made from the fields below.
"""

from __future__ import annotations

import re
from dataclasses import Field, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from overtrick.errors import ConditionsError
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["Conditions"]

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(?:[.,][0-9]{1,18}|/0*[1-9][0-9]{0,17})?")  # a decimal or a fraction


def term(default: Any, *, help: str, cite: str, among: tuple[str, ...] = (), numeric: bool = False) -> Any:
    """A setting with its help, its authority and, where the choice is closed, the values it takes.

    `numeric` marks a number whose default is that there is none; other numbers show it by their default.
    """
    numeric = numeric or isinstance(default, Fraction)
    return field(default=default, metadata={"help": help, "cite": cite, "among": among, "numeric": numeric})


_NOUGHT, _THREE, _FORTY, _FIFTY, _SIXTY = (Fraction(number) for number in (0, 3, 40, 50, 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The settings under which an event is scored; `help` and `cite` of a field tell what it does and who says so."""

    law: str = term("duplicate-2017", help=N_("code of laws for the deal score"), cite="Law 77")
    method: str = term(
        "matchpoints",
        help=N_("how scores on a board are compared"),
        cite="Law 78",
        among=(
            "matchpoints",
            "cross-imps",
            "butler",
            "total-points",
            "ascherman",
            "team-imps",
            "board-a-match",
        ),
    )
    matchpoint_scale: str = term(
        "2-1-0", help=N_("2/1/0 or 1/½/0 for a win, a tie and a loss"), cite="Law 78A", among=("2-1-0", "1-½-0")
    )
    uneven: str = term(
        "neuberg",
        help=N_("how boards with fewer results than others are made comparable"),
        cite="EBU White Book 4.2.3; Law 87",
        among=("neuberg", "none", "factor", "add-one"),
    )
    expected: str = term(
        "field",
        help=N_(
            "the number of results that a board should have: the most on any board of the field, or of any section, "
            "rows on the board with awarded ones, or real results on the board"
        ),
        cite="EBU, Compscore and ACBLscore use the field; KOPS and JFR the board",
        among=("field", "session", "board-rows", "board"),
    )
    small_groups: str = term(
        "ebu",
        help=N_("awards to fouled groups of one, two or three results"),
        cite="EBU White Book 4.2.3.3; WBF and ACBL",
        among=("ebu", "wbf", "none"),
    )
    lone_result: str = term(
        "neuberg",
        help=N_("a board with one real result: Neuberg gives 50 %, others 60 %"),
        cite="ACBLscore gives 60 %",
        among=("neuberg", "60"),
    )
    line_rounding: str = term(
        "exact",
        help=N_("rounding of the matchpoints of a line before they are summed"),
        cite="EBU 0.01; EBU White Book 0.1 toward average; NZ Scorer cuts to 0.1",
        among=("exact", "0.01", "0.1", "0.1-average", "0.1-cut"),
    )
    total_rounding: str = term(
        "exact",
        help=N_("rounding of the session total before the percentage is worked out"),
        cite="ACBLscore 0.01",
        among=("exact", "0.01", "integer"),
    )
    percent_rounding: str = term(
        "exact",
        help=N_("ranking on exact percentages or on those printed"),
        cite="EBU rounds to two decimals before ranking",
        among=("exact", "0.01", "0.1"),
    )
    sections: str = term(
        "apart",
        help=N_("sections compared each alone or as one field"),
        cite="conditions of contest",
        among=("apart", "across"),
    )
    ranking: str = term(
        "overall",
        help=N_("one list over all sections, or one list each"),
        cite="conditions of contest",
        among=("overall", "sections"),
    )
    winners: str = term(
        "file",
        help=N_("one list of winners or two; `file` does as the file says"),
        cite="movement",
        among=("file", "1", "2"),
    )
    average_plus: Fraction = term(_SIXTY, help=N_("average plus, per cent"), cite="Law 12C2")
    average: Fraction = term(_FIFTY, help=N_("average, per cent"), cite="Law 12C2")
    average_minus: Fraction = term(_FORTY, help=N_("average minus, per cent"), cite="Law 12C2")
    own_percentage: str = term(
        "yes",
        help=N_("average plus rises to, and average minus falls to, the contestant's own percentage of the session"),
        cite="Law 88; WBF Laws Committee, 30 August 1998",
        among=("yes", "no"),
    )
    average_imps: Fraction = term(_THREE, help=N_("IMPs of an average plus"), cite="Law 86A")
    split: str = term(
        "twice",
        help=N_("a split score: the board compared twice, or each outcome at half weight"),
        cite="De Wael, calcul28",
        among=("twice", "half-weights"),
    )
    unequal_boards: str = term(
        "percentage",
        help=N_(
            "contestants with fewer boards: by percentage or IMPs a board, total factored up, or totals as they are"
        ),
        cite="De Wael, calcul21",
        among=("percentage", "factor", "none"),
    )
    session_top: Fraction | None = term(
        None,
        help=N_(
            "unequal-boards=factor: the matchpoints that totals of a session are brought up to, where that is not what "
            "the most boards give"
        ),
        cite="ACBLscore, sections with a half table",
        numeric=True,
    )
    session_weights: str = term(
        "boards",
        help=N_("several sessions: weighted by their boards, or equally"),
        cite="De Wael, calcul27",
        among=("boards", "equal"),
    )
    ties: str = term(
        "shared",
        help=N_(
            "equal results share the place, or are split by a chain of count-back (board by board) and, for teams, "
            "direct-match, net-imps and opponents"
        ),
        cite="EBU White Book 3.2; RULES 2.11",
    )
    datum: str = term(
        "mean", help=N_("what a Butler score is compared with"), cite="PBN 2.1", among=("mean", "median", "given")
    )
    datum_drop: str = term(
        "none",
        help=N_(
            "extreme scores left out of the datum at each end: none, a number, a share such as 5% (5%- rounds down, "
            "5%+ up), or bridge-scorer"
        ),
        cite="ACBLscore 5%; PBN Butler-2 one; npm bridge-scorer",
    )
    datum_rounding: str = term(
        "10",
        help=N_(
            "rounding of the datum: to ten with halves away from zero, to the even ten, toward zero, with halves up "
            "(to North-South) or down, or not at all"
        ),
        cite="ACBLscore even; Compscore and Ruter away from zero; npm bridge-scorer up",
        among=("10", "10even", "10zero", "10up", "10down", "none"),
    )
    datum_given: Fraction | None = term(
        None, help=N_("the datum where `datum` is given"), cite="conditions of contest", numeric=True
    )
    imp_cutoff: str = term(
        "none",
        help=N_("limit on a board's IMPs"),
        cite="ABF: over 32 counts 32 and a tenth of the rest",
        among=("none", "australian"),
    )
    imp_table: str = term(
        "imps-1962",
        help=N_("scale of international matchpoints"),
        cite="Law 78B",
        among=("imps-1938", "imps-1948", "imps-1961", "imps-1962", "bastille"),
    )
    cross_divisor: str = term(
        "comparisons",
        help=N_("cross-IMPs: the sum, or divided by comparisons, by scores, or by the root of half the comparisons"),
        cite="ACBLscore; PBN Cross, Cross1, Cross2; EBU",
        among=("sum", "comparisons", "scores", "sqrt"),
    )
    cross_trim: str = term(
        "none",
        help=N_("cross-IMPs: leave out each score's best and worst comparison"),
        cite="conditions of contest",
        among=("none", "extremes"),
    )

    board_a_match_tie: Fraction = term(
        _NOUGHT, help=N_("differences up to this are ties at board-a-match"), cite="ACBL 0; Polish Patton 10"
    )
    vp_scale: str = term(
        "none",
        help=N_("scale of victory points for matches of teams: none, a key of `list scales`, or a file"),
        cite="WBF; ACBL; EBU",
    )

    def with_settings(self, settings: dict[str, str]) -> Conditions:
        """The same conditions with some settings changed, each given as text.

        >>> Conditions().with_settings({"average-imps": "2", "sections": "across"}).average_imps
        Fraction(2, 1)
        """
        known = {item.name.replace("_", "-"): item for item in fields(self)}
        changes: dict[str, Any] = {}
        for name, text in settings.items():
            key = name.strip().casefold().replace("_", "-")
            if key not in known:
                raise ConditionsError(
                    _("no setting {name!r}; known: {known}").format(name=name, known=", ".join(known))
                )
            changes[known[key].name] = _value(key, known[key], str(text).strip())
        return replace(self, **changes)

    def changed(self) -> dict[str, str]:
        """The settings that are not the default, as text.

        >>> Conditions(method="butler").changed()
        {'method': 'butler'}
        """
        return {
            item.name.replace("_", "-"): str(getattr(self, item.name))
            for item in fields(self)
            if getattr(self, item.name) != item.default
        }


def _value(key: str, item: Field[Any], text: str) -> str | Fraction:
    if item.metadata["numeric"]:
        if not _NUMBER.fullmatch(text):
            raise ConditionsError(_("{key} wants a number, not {text!r}").format(key=key, text=text))
        return Fraction(text.replace(",", "."))
    among: tuple[str, ...] = item.metadata["among"]
    if among and text.casefold() not in among:
        raise ConditionsError(
            _("{key} cannot be {text!r}; known: {known}").format(key=key, text=text, known=", ".join(among))
        )
    return text.casefold() if among else text
