"""Rubber bridge: the state of a rubber, replayed from the list of its deals (laws of the rubber code).

Nothing is edited in place: a deal that is mended, put in or taken out gives a new list, and the whole rubber is
played again from it. Bonuses exist only in the steps from one state to the next, so none can come twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.sheet import Reason, Sheet, SheetDeal, SheetEntry, Totals
from overtrick.model.terms import Side, Vulnerability
from overtrick.score.home.deals import HomeDeal, deal_from
from overtrick.score.home.figures import Pencil, deal_entries, house_code
from overtrick.score.home.settings import RubberRules
from overtrick.tables.laws import LawCode

__all__ = ["Opening", "Rubber", "rubber"]

_WORDS = {Side.NS: "We", Side.EW: "They"}


@dataclass(frozen=True, slots=True)
class Opening:
    """A sheet begun on paper and taken over: what already stands there, We first, They second.

    `games` won, `below` the part-scores of the game in play, `kept` all other points below the line, `above` those
    above it.
    """

    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    kept: tuple[int, int] = (0, 0)
    above: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        numbers = (*self.games, *self.below, *self.kept, *self.above)
        if any(number < 0 for number in numbers) or max(self.games) > 1 or max(self.below) >= 100:
            raise RecordError(
                _("no rubber in play stands like that: at most one game and less than 100 below the line to a side")
            )


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber as it stands.

    `games` won by each side, `below` the part-scores that count to the next game, `vulnerable` the sides that have
    won a game, `finished` whether a side has won two, `sheet` all figures. `settled` are the totals if play stops
    here: with the bonuses of Law 80 for a game or part-score of an unfinished rubber.
    """

    code: LawCode
    rules: RubberRules
    deals: tuple[HomeDeal, ...]
    sheet: Sheet
    games: Totals
    below: Totals
    vulnerable: Vulnerability
    finished: bool
    stopped: bool
    settled: Totals

    @property
    def entries(self) -> tuple[SheetEntry, ...]:
        """All figures in the order of writing."""
        return self.sheet.entries

    @property
    def totals(self) -> Totals:
        """The sum of the figures that stand on the sheet.

        >>> rubber("rubber-1993", ["2H We ="]).totals, rubber("rubber-1993", ["2H We ="]).settled
        (Totals(we=60, they=0), Totals(we=160, they=0))
        """
        return self.sheet.totals

    @property
    def deal_totals(self) -> tuple[Totals, ...]:
        """What each deal gave to each side, the bonus for the rubber apart."""
        return tuple(deal.scored for deal in self.sheet.deals)

    @property
    def bonus(self) -> Totals:
        """Bonuses of the end: for the rubber, or those of Law 80 if play stops here."""
        plain = [entry for entry in self.sheet.entries if entry.reason not in _CLOSING]
        sums = [sum(entry.points for entry in plain if entry.side is side) for side in Side]
        return Totals(self.settled.we - sums[0], self.settled.they - sums[1])

    def __str__(self) -> str:
        """Games and totals in a line.

        >>> str(rubber("rubber-1993", ["3NT N ="]))
        'games 1-0, points 100-0'
        """
        return _("games {games}, points {points}").format(
            games=f"{self.games.we}-{self.games.they}", points=f"{self.totals.we}-{self.totals.they}"
        )


_CLOSING = (Reason.RUBBER, Reason.UNFINISHED_GAME, Reason.UNFINISHED_PART)


def rubber(
    law: str | int | LawCode = "rubber-1993",
    deals: Iterable[HomeDeal | Played | PassedOut | str] = (),
    *,
    settings: Mapping[str, str] | None = None,
    rules: RubberRules | None = None,
    stopped: bool = False,
    names: tuple[str, str] = ("We", "They"),
    title: str = "",
    opening: Opening | None = None,
) -> Rubber:
    """Replay a rubber from its deals under a code of laws and house rules.

    `stopped` writes the bonuses of Law 80 on the sheet of an unfinished rubber. Raises RecordError for a deal that
    cannot be, a deal after the end, or honours that cannot be true; ConditionsError for a code or setting not known.

    >>> done = rubber("rubber-1993", ["2NT N =+1", "4H W =", "5C W -2", "4SX S +1", "3C N +1", "6D E = hon E 150"])
    >>> done.totals, done.games, done.finished
    (Totals(we=770, they=1640), Totals(we=1, they=2), True)
    """
    chosen = (rules or RubberRules()).with_settings(dict(settings or {}))
    code = house_code(law, chosen)
    play = _Play(code, chosen, opening or Opening())
    taken = tuple(deal_from(deal) for deal in deals)
    for index, deal in enumerate(taken, 1):
        play.deal(index, deal)
    if stopped and not play.finished:
        for entry in play.unfinished():
            play.pencil.write(entry)
    sheet = Sheet(
        form="rubber",
        law=code.key,
        names=names,
        deals=tuple(play.deals),
        entries=tuple(play.pencil.entries),
        finished=play.finished,
        settings=chosen.changed(),
        title=title,
        stopped=stopped and not play.finished,
    )
    return Rubber(
        code=code,
        rules=chosen,
        deals=taken,
        sheet=sheet,
        games=Totals(*play.games.values()),
        below=Totals(*play.below.values()),
        vulnerable=play.vulnerable(),
        finished=play.finished,
        stopped=sheet.stopped,
        settled=_settled(sheet, play),
    )


def _settled(sheet: Sheet, play: _Play) -> Totals:
    """The totals with what Law 80 gives, unless it stands on the sheet already."""
    totals = {side: sheet.totals.of(side) for side in Side}
    if not (play.finished or sheet.stopped):
        for entry in play.unfinished():
            totals[entry.side] += entry.points
    return Totals(*totals.values())


class _Play:
    """The state of a rubber while its deals are replayed."""

    def __init__(self, code: LawCode, rules: RubberRules, opening: Opening) -> None:
        self.code = code
        self.rules = rules
        self.games = dict(zip(Side, opening.games, strict=True))
        self.below = dict(zip(Side, opening.below, strict=True))
        self.finished = False
        self.deals: list[SheetDeal] = []
        self.pencil = Pencil([])
        for amounts, below in ((opening.kept, True), (opening.below, True), (opening.above, False)):
            for side, points in zip(Side, amounts, strict=True):
                self.pencil.write(SheetEntry(0, 0, side, points, below, Reason.BROUGHT))

    def vulnerable(self) -> Vulnerability:
        """The sides that have won a game."""
        return _vulnerability([side for side in Side if self.games[side]])

    def deal(self, index: int, deal: HomeDeal) -> None:
        """One more deal: its figures, and the bonus for the rubber if it ends with it."""
        if self.finished:
            raise RecordError(
                _("deal {index} ({deal}): the rubber ended with deal {last}; start a new rubber for it").format(
                    index=index, deal=deal.result, last=index - 1
                )
            )
        declaring = deal.declaring
        before = self.vulnerable()
        try:
            entries = deal_entries(
                deal,
                index,
                self.code,
                vulnerable=declaring is not None and self.games[declaring] > 0,
                honours=self.rules.honours == "yes",
                carried=self.below[declaring] if declaring else 0,
            )
        except RecordError as error:
            raise RecordError(
                _("deal {index} ({deal}): {error}").format(index=index, deal=deal.result, error=error)
            ) from None
        for entry in entries:
            self.pencil.write(entry)
            if entry.below:
                self.below[entry.side] += entry.points
        won = next((side for side in Side if self.below[side] >= self.code.game_at), None)
        _check_claim(deal, won, index)
        self.deals.append(
            SheetDeal(
                index=index,
                number=index,
                wheel=1,
                dealer=None,
                vulnerability=before,
                result=deal.result,
                scored=_sum(entries),
                won=won,
                counted=declaring is not None,
                goulash=deal.goulash,
                remark=deal.remark,
            )
        )
        if won:
            self._game(won, index)

    def _game(self, won: Side, index: int) -> None:
        self.games[won] += 1
        self.below = dict.fromkeys(Side, 0)
        if self.games[won] < 2:
            return
        self.finished = True
        lost = self.games[won.opponents]
        setting = self.rules.rubber_in_three if lost else self.rules.rubber_in_two
        points = self.code.rubber[lost == 0] if setting == "law" else int(setting)
        article = self.code.article("rubber") if setting == "law" else _house(setting)
        self.pencil.write(
            SheetEntry(0, index, won, points, below=False, reason=Reason.RUBBER, article=article, games=lost)
        )

    def unfinished(self) -> list[SheetEntry]:
        """What Law 80 gives when play stops: to the only game, and to the only part-score of the game in play."""
        found = []
        for held, reason, setting, by_law in (
            (self.games, Reason.UNFINISHED_GAME, self.rules.unfinished_game, self.code.unfinished_game),
            (self.below, Reason.UNFINISHED_PART, self.rules.unfinished_part, self.code.unfinished_part),
        ):
            sides = [side for side in Side if held[side]]
            points = by_law if setting == "law" else int(setting)
            if len(sides) == 1 and points:
                article = self.code.article("unfinished") if setting == "law" else _house(setting)
                found.append(SheetEntry(0, len(self.deals), sides[0], points, False, reason, article))  # noqa: FBT003
        return found


def _house(setting: str) -> str:
    return _("house rule: {points}").format(points=setting)


def _check_claim(deal: HomeDeal, won: Side | None, index: int) -> None:
    """A game that the sheet says was completed must be that side's, and completed by this deal."""
    if deal.won is not None and deal.won is not won:
        raise RecordError(
            _("deal {index} ({deal}): {side} completed no game with it").format(
                index=index, deal=deal.result, side=_WORDS[deal.won]
            )
        )


def _sum(entries: Iterable[SheetEntry]) -> Totals:
    found = dict.fromkeys(Side, 0)
    for entry in entries:
        found[entry.side] += entry.points
    return Totals(*found.values())


def _vulnerability(sides: list[Side]) -> Vulnerability:
    if len(sides) == 2:
        return Vulnerability.BOTH
    return Vulnerability(sides[0].value) if sides else Vulnerability.NONE
