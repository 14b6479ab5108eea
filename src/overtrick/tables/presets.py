"""Conditions of contest that go by a name: what regulators prescribe, and what programs are known to do.

Only settings that differ from the default are listed; each preset says who does so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from overtrick.errors import ConditionsError
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions

__all__ = ["PRESETS", "Preset", "preset", "preset_of_program"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of settings; `programs` are words by which a result file shows that it was made so."""

    key: str
    name: str
    source: str
    settings: dict[str, str] = field(default_factory=dict)
    programs: tuple[str, ...] = ()

    def apply(self, conditions: Conditions) -> Conditions:
        """The conditions with the preset's settings laid over them.

        >>> preset("acbl").apply(Conditions()).matchpoint_scale
        '1-½-0'
        """
        return conditions.with_settings(self.settings)


PRESETS: tuple[Preset, ...] = (
    Preset("club", N_("Club: exact, rounded once"), "Laws of Duplicate Bridge 2017; RULES 2.7"),
    Preset(
        "ebu",
        N_("English Bridge Union"),
        "EBU White Book 4.2.3; EBU result files round the exact session total to 0.01 before the percentage",
        {"total-rounding": "0.01", "sections": "across", "small-groups": "ebu"},
        ("pairsscorer", "ebuscore"),
    ),
    Preset(
        "ebu-white-book",
        N_("English Bridge Union, by hand"),
        "EBU White Book 4.2.3: Neuberg to a tenth, an exact half toward the average",
        {"line-rounding": "0.1-average", "sections": "across", "small-groups": "ebu"},
    ),
    Preset(
        "ebu-teams-3",
        N_("English Bridge Union, teams with matches of three boards"),
        "EBU 20-0 scale for three boards, as in TeamsScorer files",
        {"method": "team-imps", "vp-scale": "ebu-3"},
        ("teamsscorer",),
    ),
    Preset(
        "acbl",
        N_("American Contract Bridge League"),
        "ACBLscore manual: each matchpoint and session score to 0.01, a single result scores 60 %",
        {
            "matchpoint-scale": "1-½-0",
            "line-rounding": "0.01",
            "total-rounding": "0.01",
            "unequal-boards": "factor",
            "small-groups": "wbf",
            "lone-result": "60",
            "datum-drop": "5%",
            "datum-rounding": "10even",
        },
        ("acblscore", "acbl"),
    ),
    Preset(
        "wbf",
        N_("World Bridge Federation"),
        "WBF General Conditions of Contest; small groups as quoted by ASE",
        {"small-groups": "wbf", "sections": "across"},
    ),
    Preset(
        "abf",
        N_("Australian Bridge Federation"),
        "ABF tournament regulations 2016: Butler over 32 IMPs counts a tenth",
        {"imp-cutoff": "australian", "sections": "across"},
    ),
    Preset(
        "pzbs",
        N_("Polish Bridge Union"),
        "KoPS and JFR Pary: a board counts the rows that it has",
        {"expected": "board-rows", "datum": "median"},
        ("kops", "jfr"),
    ),
    Preset(
        "compscore",
        N_("Compscore"),
        "Compscore 3 files: exact sums; Butler without one best and one worst, halves away from nought",
        {"datum-drop": "1", "average-imps": "0"},
        ("compscore",),
    ),
    Preset(
        "ruter",
        N_("Ruter"),
        "Ruter PBN files, Butler-2 mean",
        {"datum-drop": "1"},
        ("ruter",),
    ),
    Preset(
        "nz-scorer",
        N_("NZ Scorer"),
        "NZ Scorer files: line matchpoints cut to a tenth",
        {"line-rounding": "0.1-cut"},
        ("nzscorer", "nz scorer", "scorer2"),
    ),
    Preset(
        "pianola",
        N_("Pianola and salliere"),
        "cross-IMPs by comparisons from lines of two decimals, totals brought up to all boards",
        {"unequal-boards": "factor"},
        ("pianola", "salliere"),
    ),
)


def preset(key: str) -> Preset:
    """The preset of that key; ConditionsError with the known ones for any other.

    >>> preset("EBU").name
    'English Bridge Union'
    """
    for item in PRESETS:
        if item.key == key.strip().casefold():
            return item
    raise ConditionsError(
        _("no preset {key!r}; known: {known}").format(key=key, known=", ".join(item.key for item in PRESETS))
    )


def preset_of_program(program: str) -> Preset | None:
    """The preset that a program's files are known to follow.

    >>> preset_of_program("EBU PairsScorer 7.2").key, preset_of_program("my script")
    ('ebu', None)
    """
    word = program.casefold()
    for item in PRESETS:
        if any(name in word for name in item.programs):
            return item
    return None
