"""Chicago, or four-deal bridge: wheels replayed from the list of their deals, with the variants clubs play.

Vulnerability goes by the number of the deal; the game bonus is given at once, by the vulnerability on the deal
that completes the game; a part-score bonus is given on the last deal (ACBL Chicago rules).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.sheet import Reason, Sheet, SheetDeal, SheetEntry, Totals
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.score.home.deals import HomeDeal, deal_from
from overtrick.score.home.figures import Pencil, deal_entries, house_code
from overtrick.score.home.settings import ChicagoRules
from overtrick.tables.laws import LawCode, law

__all__ = ["Chicago", "chicago", "wheel_deal"]

_WORDS = {Side.NS: "We", Side.EW: "They"}


@dataclass(frozen=True, slots=True)
class Chicago:
    """One or more wheels as they stand.

    `number`, `wheel`, `dealer` and `vulnerable` are those of the deal that comes next (of the last one when all is
    played), `below` the part-scores that count to a game, `goulash` whether the next deal is dealt as a goulash.
    """

    code: LawCode
    rules: ChicagoRules
    deals: tuple[HomeDeal, ...]
    sheet: Sheet
    below: Totals
    number: int
    wheel: int
    dealer: Seat
    vulnerable: Vulnerability
    goulash: bool
    finished: bool

    @property
    def entries(self) -> tuple[SheetEntry, ...]:
        """All figures in the order of writing."""
        return self.sheet.entries

    @property
    def totals(self) -> Totals:
        """The sum of all figures."""
        return self.sheet.totals

    @property
    def settled(self) -> Totals:
        """The totals to settle by: nothing is added for a wheel that was not played out."""
        return self.sheet.totals

    @property
    def deal_totals(self) -> tuple[Totals, ...]:
        """What each deal gave to each side."""
        return tuple(deal.scored for deal in self.sheet.deals)

    @property
    def wheel_totals(self) -> tuple[Totals, ...]:
        """The points of each wheel begun.

        >>> chicago("rubber-1993", ["3NT N ="]).wheel_totals
        (Totals(we=400, they=0),)
        """
        wheels = sorted({deal.wheel for deal in self.sheet.deals})
        return tuple(
            Totals(
                sum(deal.scored.we for deal in self.sheet.deals if deal.wheel == wheel),
                sum(deal.scored.they for deal in self.sheet.deals if deal.wheel == wheel),
            )
            for wheel in wheels
        )

    @property
    def deals_left(self) -> int:
        """Deals still to come in the wheel in play.

        >>> chicago("rubber-1993", ["2H S =", "pass", "1NT N ="]).deals_left
        2
        """
        return 0 if self.finished else int(self.rules.length) - self.number + 1


def wheel_deal(number: int, rules: ChicagoRules | None = None) -> tuple[Seat, Vulnerability]:
    """Dealer and vulnerability of a deal of the wheel, numbered from 1; a fifth deal is as the fourth.

    >>> wheel_deal(2), wheel_deal(2, ChicagoRules(vulnerable="opponents"))[1]
    ((<Seat.EAST: 'E'>, <Vulnerability.EW: 'EW'>), <Vulnerability.NS: 'NS'>)
    """
    chosen = rules or ChicagoRules()
    order = tuple(Seat)
    dealer = order[(order.index(Seat(chosen.first_dealer.upper())) + number - 1) % 4]
    if number == 1:
        return dealer, Vulnerability.NONE
    if number >= 4:
        return dealer, Vulnerability.BOTH
    side = dealer.side if chosen.vulnerable == "dealer" else dealer.side.opponents
    return dealer, Vulnerability(side.value)


def chicago(
    law: str | int | LawCode = "rubber-1993",
    deals: Iterable[HomeDeal | Played | PassedOut | str] = (),
    *,
    settings: Mapping[str, str] | None = None,
    rules: ChicagoRules | None = None,
    names: tuple[str, str] = ("We", "They"),
    title: str = "",
) -> Chicago:
    """Replay wheels of Chicago from their deals under a code of laws and the club's variants.

    Raises RecordError for a deal that cannot be, honours that cannot be true, or a deal after the last wheel;
    ConditionsError for a code or setting not known.

    >>> done = chicago("rubber-1993", ["3S N +1", "3NT E =", "2HX W =", "6S N = hon N 100"])
    >>> done.totals, done.deal_totals[3], done.finished
    (Totals(we=1650, they=1070), Totals(we=1530, they=0), True)
    """
    chosen = (rules or ChicagoRules()).with_settings(dict(settings or {}))
    play = _Play(house_code(law, chosen, form="chicago"), chosen)
    taken = tuple(deal_from(deal) for deal in deals)
    for index, deal in enumerate(taken, 1):
        play.deal(index, deal)
    sheet = Sheet(
        form="chicago",
        law=play.code.key,
        names=names,
        deals=tuple(play.deals),
        entries=tuple(play.pencil.entries),
        finished=play.finished,
        settings=chosen.changed(),
        title=title,
    )
    number = int(chosen.length) if play.finished else play.number
    dealer, vulnerable = wheel_deal(number, chosen)
    return Chicago(
        code=play.code,
        rules=chosen,
        deals=taken,
        sheet=sheet,
        below=Totals(*play.below.values()),
        number=number,
        wheel=play.wheel,
        dealer=dealer,
        vulnerable=vulnerable,
        goulash=play.goulash,
        finished=play.finished,
    )


class _Play:
    """The state of the wheels while their deals are replayed."""

    def __init__(self, code: LawCode, rules: ChicagoRules) -> None:
        self.code = code
        self.rules = rules
        # a rubber code gives no game bonus by the deal; Chicago takes it from the duplicate code of those years
        self.game_bonus = law(code.since, form="duplicate").game
        self.number = 1
        self.wheel = 1
        self.goulash = False
        self.below = dict.fromkeys(Side, 0)
        self.deals: list[SheetDeal] = []
        self.pencil = Pencil([])
        self.finished = False

    @property
    def last(self) -> bool:
        """Whether the deal in hand is the last of its wheel."""
        return self.number == int(self.rules.length)

    def deal(self, index: int, deal: HomeDeal) -> None:
        """One more deal, and the step to the deal after it."""
        self._start(index, deal)
        dealer, vulnerability = wheel_deal(self.number, self.rules)
        declaring = deal.declaring
        vulnerable = declaring is not None and vulnerability.includes(declaring)
        entries: list[SheetEntry] = []
        won: Side | None = None
        try:
            entries.extend(
                deal_entries(
                    deal,
                    index,
                    self.code,
                    vulnerable=vulnerable,
                    honours=self.rules.honours == "yes",
                    carried=self.below[declaring] if declaring else 0,
                )
            )
        except RecordError as error:
            raise self._refused(index, deal, str(error)) from None
        contract = next((entry for entry in entries if entry.reason is Reason.CONTRACT), None)
        if contract is not None:
            bonus, won = self._bonus(contract, dealt_last=self.last)
            entries.extend(bonus)
        if deal.won is not None and deal.won is not won:
            raise self._refused(index, deal, _("{side} completed no game with it").format(side=_WORDS[deal.won]))
        for entry in entries:
            self.pencil.write(entry)
        counted = declaring is not None or self.rules.pass_out == "counts"  # noqa: S105  (all pass)
        self.deals.append(
            SheetDeal(
                index=index,
                number=self.number,
                wheel=self.wheel,
                dealer=dealer,
                vulnerability=vulnerability,
                result=deal.result,
                scored=_sum(entries),
                won=won,
                counted=counted,
                goulash=deal.goulash or self.goulash,
                remark=deal.remark,
            )
        )
        self._step(counted=counted)

    def _start(self, index: int, deal: HomeDeal) -> None:
        if self.finished:
            raise self._refused(
                index,
                deal,
                _("the wheel has {length} deals, and all of them are played; the setting wheels allows more").format(
                    length=self.rules.length
                ),
            )

    def _refused(self, index: int, deal: HomeDeal, why: str) -> RecordError:
        return RecordError(_("deal {index} ({deal}): {why}").format(index=index, deal=deal.result, why=why))

    def _bonus(self, contract: SheetEntry, *, dealt_last: bool) -> tuple[list[SheetEntry], Side | None]:
        """The game bonus by the vulnerability of this deal, or what a part-score gets; and who completed a game."""
        side = contract.side
        self.below[side] += contract.points
        standing = self.below[side]
        if self.rules.part_scores == "party":
            self.below = dict.fromkeys(Side, 0)
        if standing >= self.code.game_at:
            self.below = dict.fromkeys(Side, 0)
            points = self.game_bonus[contract.vulnerable]
            return [self._entry(contract, points, Reason.GAME)], side
        points = self.rules.last_part_bonus if dealt_last else self.rules.each_part_bonus
        return [self._entry(contract, points, Reason.PART_SCORE)] if points else [], None

    def _entry(self, contract: SheetEntry, points: int, reason: Reason) -> SheetEntry:
        return SheetEntry(
            number=0,
            deal=contract.deal,
            side=contract.side,
            points=points,
            below=False,
            reason=reason,
            article=_("rules of Chicago"),
            result=contract.result,
            vulnerable=contract.vulnerable,
            carried=contract.carried,
        )

    def _step(self, *, counted: bool) -> None:
        """To the next deal: the same again when all passed and the house deals again."""
        self.goulash = not counted and self.rules.pass_out == "goulash"  # noqa: S105  (all pass)
        if not counted:
            return
        if not self.last:
            self.number += 1
            return
        self.below = dict.fromkeys(Side, 0)
        if self.rules.wheels != "any" and self.wheel >= int(self.rules.wheels):
            self.finished = True
            return
        self.wheel += 1
        self.number = 1


def _sum(entries: Iterable[SheetEntry]) -> Totals:
    found = dict.fromkeys(Side, 0)
    for entry in entries:
        found[entry.side] += entry.points
    return Totals(*found.values())
