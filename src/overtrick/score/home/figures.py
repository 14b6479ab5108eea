"""The figures that one deal puts on a home sheet, under a code of laws and house rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import Played
from overtrick.model.sheet import Reason, SheetEntry
from overtrick.model.terms import Side
from overtrick.score.home.deals import HomeDeal, check_honours
from overtrick.score.table import elements
from overtrick.tables.laws import LawCode, law

if TYPE_CHECKING:
    from overtrick.score.home.settings import HouseRules

__all__ = ["Pencil", "deal_entries", "house_code"]

_REASONS = {
    "contract": Reason.CONTRACT,
    "overtricks": Reason.OVERTRICKS,
    "insult": Reason.MADE_DOUBLED,
    "undertricks": Reason.UNDERTRICKS,
}


def house_code(key: str | int | LawCode, rules: HouseRules, form: str = "rubber") -> LawCode:
    """The code of laws of that key for rubber and Chicago, with the numbers that the house plays instead.

    >>> from overtrick.score.home.settings import RubberRules
    >>> house_code("rubber-1981", RubberRules(made_doubled="0")).insult_doubled
    (0, 0)
    """
    code = law(key, form=form)
    if form not in code.forms:
        raise ConditionsError(
            _("{key} is a code of duplicate bridge; {form} wants one such as rubber-1993 or rubber-1981").format(
                key=code.key, form=form
            )
        )
    if rules.overtricks == "ignored":
        code = replace(code, overtrick=0)
    if rules.undertricks != "law":
        other = law(rules.undertricks, form=form)
        code = replace(code, down=other.down, down_doubled=other.down_doubled)
    if rules.made_doubled != "law":
        points = int(rules.made_doubled)
        code = replace(code, insult_doubled=(points, points), insult_redoubled=(points, points))
    return code


@dataclass(slots=True)
class Pencil:
    """Writes entries one under the other and numbers them."""

    entries: list[SheetEntry]

    def write(self, entry: SheetEntry) -> None:
        """Add one figure under the last; nothing is written for nought."""
        if entry.points:
            self.entries.append(replace(entry, number=len(self.entries) + 1))


def deal_entries(
    deal: HomeDeal, index: int, code: LawCode, *, vulnerable: bool, honours: bool, carried: int = 0
) -> tuple[SheetEntry, ...]:
    """Every figure of a deal that all forms of the home game share, nought left out; not numbered yet.

    Contract points stand below the line. Raises RecordError for honours that cannot be true.
    """
    check_honours(deal, code)
    declaring = deal.declaring
    if not isinstance(deal.outcome, Played) or declaring is None:
        return ()
    contract = deal.outcome.contract
    found = []
    for item in elements(
        contract.level, contract.strain, contract.doubling, deal.outcome.tricks, vulnerable=vulnerable, code=code
    ):
        reason = _REASONS.get(item.element)
        if item.element == "slam":
            reason = Reason.GRAND_SLAM if contract.level == 7 else Reason.SMALL_SLAM
        if reason is None or not item.points:
            continue  # a code of rubber bridge gives no game or part-score bonus by the deal
        side = declaring if item.scored_by == "declarer" else declaring.opponents
        found.append(
            SheetEntry(
                number=0,
                deal=index,
                side=side,
                points=item.points,
                below=item.below,
                reason=reason,
                article=item.article,
                result=deal.result,
                steps=item.steps,
                doubling=contract.doubling,
                vulnerable=vulnerable,
                carried=carried if item.below else 0,
            )
        )
    if honours:
        found.extend(_honour_entries(deal, index, code))
    return tuple(found)


def _honour_entries(deal: HomeDeal, index: int, code: LawCode) -> list[SheetEntry]:
    return [
        SheetEntry(
            number=0,
            deal=index,
            side=honour.side,
            points=honour.points,
            below=False,
            reason=Reason.HONOURS,
            article=code.article("honours"),
            result=deal.result,
            holder="" if isinstance(honour.holder, Side) else honour.holder.value,
        )
        for honour in deal.honours
    ]
