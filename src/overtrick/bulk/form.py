"""The form of an archive: one row is one line of a traveller. The columns, their codes, and why a row is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, unique

from overtrick.errors import InputError, NotationError
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.outcome import Average, PassedOut
from overtrick.model.terms import Doubling, Strain
from overtrick.notation.contract import parse_contract

__all__ = [
    "AVERAGES",
    "BAD",
    "CONTRACTS",
    "FORM",
    "MOST_POINTS",
    "NO_CODE",
    "NO_NUMBER",
    "Column",
    "Kind",
    "Reason",
    "check_names",
    "contract_code",
    "form_name",
    "reason_text",
]

NO_CODE = 255
"""The code of nothing where a column holds small codes."""
BAD = 254
"""The code of what is none."""
MOST_POINTS = 20_000
"""No deal has a larger score."""
_LONGEST = 24  # letters of a contract in words

NO_NUMBER = -(2**31)
"""What stands for nothing in columns of 32 bits."""


class Kind(IntEnum):
    """What became of a row, as the column `outcome` codes it."""

    PLAYED = 0
    PASSED_OUT = 1
    SCORE = 2
    NOT_PLAYED = 3
    SIT_OUT = 4
    MISSING = 5
    AWARDED = 6

    @property
    def word(self) -> str:
        """The word of the text form.

        >>> Kind.PASSED_OUT.word
        'passed-out'
        """
        return self.name.lower().replace("_", "-")


AVERAGES = {-1: Average.MINUS, -2: Average.AVERAGE, -3: Average.PLUS}
"""The awards that are not a number of hundredths of a per cent."""

_STRAINS = tuple(strain.value for strain in Strain)
_DOUBLINGS = tuple(doubling.text for doubling in Doubling)

CONTRACTS = ("PASS", *(f"{level}{strain}{mark}" for level in range(1, 8) for strain in _STRAINS for mark in _DOUBLINGS))
"""The 106 contracts by code: 0 for a pass-out, 1 + 15 * (level - 1) + 3 * strain + doubling for the others."""

_CODES = {text: code for code, text in enumerate(CONTRACTS)}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the form: its name, the kinds of values it takes, when it is wanted, and what it means."""

    name: str
    kinds: str
    needed: str
    meaning: str


FORM = (
    Column("event", "int, text", "yes", N_("rows of one event are compared and ranked together")),
    Column("session", "int, text", "no", N_("boards of different sessions are different boards; totals go over all")),
    Column("section", "int, text", "no", N_("compared apart unless sections=across")),
    Column("board", "int", "yes", N_("number from 1")),
    Column("round", "int, text", "no", N_("kept, not used in scoring")),
    Column("table", "int, text", "no", N_("kept, not used in scoring")),
    Column("ns", "int, text", "yes", N_("contestant North-South; nothing on one side is a sit-out")),
    Column("ew", "int, text", "yes", N_("contestant East-West; nothing on one side is a sit-out")),
    Column("contract", "text, code", "contract or level", N_("such as 4SX or PASS, or its code from 0 to 105")),
    Column("level", "int", "contract or level", N_("1 to 7, 0 for a pass-out")),
    Column("strain", "text, code", "with level", N_("C D H S NT, or 0 to 4")),
    Column("doubling", "int", "no", N_("0, 1 or 2")),
    Column("declarer", "text, code", "where played", N_("N E S W, or 0 to 3")),
    Column("tricks", "int", "where played", N_("0 to 13")),
    Column("score", "int", "no", N_("points to North-South where no contract is known")),
    Column("vul", "text, code", "no", N_("none NS EW both, or 0 to 3; else from the board number (Law 2)")),
    Column("outcome", "text, code", "no", N_("what became of the board, where the other columns do not tell")),
    Column("ns_award", "int", "where awarded", N_("hundredths of a per cent of the top, or -1 -2 -3 for an average")),
    Column("ew_award", "int", "where awarded", N_("hundredths of a per cent of the top, or -1 -2 -3 for an average")),
    Column("winners", "int", "no", N_("lists of winners of the event, 1 or 2; else by who sits where")),
    Column("version", "int, text", "no", N_("fouled groups, compared apart")),
)
"""Every column of the form, in its order. Other columns are left alone."""


def form_name(name: str) -> str:
    """The name of a column as the form has it, whatever its capitals and the blanks at its ends.

    >>> form_name(" NS_Award"), form_name("Vulnerability")
    ('ns_award', 'vul')
    """
    own = name.strip().casefold()
    return "vul" if own == "vulnerability" else own


_MEANT = {
    "award_ew": "ew_award",
    "award_ns": "ns_award",
    "by": "declarer",
    "declaror": "declarer",
    "double": "doubling",
    "made": "tricks",
    "result": "tricks",
    "risk": "doubling",
    "suit": "strain",
    "taken": "tricks",
    "vulnerable": "vul",
}
"""Names that other programs have for columns which nothing forces to be there, so that their want would go unseen."""


def check_names(names: Iterable[str]) -> None:
    """Raise InputError for a column that is none of the form but has another program's name of one that is not there.

    >>> check_names(["contract", "result", "tricks", "club"])
    """
    there = {form_name(name) for name in names}
    for name in names:
        meant = _MEANT.get(form_name(name), "")
        if meant and meant not in there:
            raise InputError(
                _("there is a column {name} and none {meant}; call it {meant} if that is what it holds").format(
                    name=name.strip(), meant=meant
                )
            )


@unique
class Reason(IntEnum):
    """Why a row is refused."""

    NONE = 0
    EVENT = 1
    BOARD = 2
    CONTRACT = 3
    DECLARER = 4
    TRICKS = 5
    SCORE = 6
    VUL = 7
    OUTCOME = 8
    AWARD = 9
    AWARD_AND_RESULT = 10
    CONTRADICTION = 11
    CONTESTANT = 12
    SESSION = 13
    SECTION = 14
    VERSION = 15
    DUPLICATE = 16
    TWICE = 17
    WINNERS = 18
    ROUND = 19
    TABLE = 20


_REASONS = {
    Reason.NONE: "",
    Reason.EVENT: N_("the event is not told, or is no whole number"),
    Reason.BOARD: N_("the board is not a number from 1 to 1,000,000"),
    Reason.CONTRACT: N_("this is not a contract"),
    Reason.DECLARER: N_("a contract was played and nobody said who declared"),
    Reason.TRICKS: N_("a contract was played and the tricks are not a number from 0 to 13"),
    Reason.SCORE: N_("no deal has this score"),
    Reason.VUL: N_("this is not a vulnerability"),
    Reason.OUTCOME: N_("this is not an outcome"),
    Reason.AWARD: N_("an award is 0 to 10000 hundredths of a per cent, or -1, -2 or -3 for an average"),
    Reason.AWARD_AND_RESULT: N_("a result and an award stand in one row"),
    Reason.CONTRADICTION: N_("the outcome contradicts the other columns"),
    Reason.CONTESTANT: N_("this is not a contestant"),
    Reason.SESSION: N_("this is not a session"),
    Reason.SECTION: N_("this is not a section"),
    Reason.VERSION: N_("this is not a version"),
    Reason.ROUND: N_("this is not a round"),
    Reason.TABLE: N_("this is not a table"),
    Reason.DUPLICATE: N_("the same line again; the first one stands"),
    Reason.WINNERS: N_("an event has one list of winners or two, and the same on all its rows"),
    Reason.TWICE: N_("a contestant plays the board a second time; the first line stands"),
}


def reason_text(reason: int) -> str:
    """Why a row is refused, in words.

    >>> reason_text(Reason.CONTRACT)
    'this is not a contract'
    """
    return _(_REASONS[Reason(reason)])


def contract_code(text: str) -> int:
    """The code of a contract without declarer: 0 to 105; 254 where it is none.

    >>> contract_code("PASS"), contract_code("1C"), contract_code("7ntxx"), contract_code("8S")
    (0, 1, 105, 254)
    """
    word = text.strip().upper()
    known = _CODES.get(word)
    if known is not None:
        return known
    if not word:
        return NO_CODE
    try:
        contract = parse_contract(word) if len(word) <= _LONGEST else None
    except NotationError:
        return BAD
    if contract is None or isinstance(contract, PassedOut):
        return BAD if contract is None else 0
    return _CODES.get(str(contract), BAD) if contract.declarer is None else BAD
