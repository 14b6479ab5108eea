"""The elements of one deal and the table of all 2,940 deals of a code, which is made from them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Doubling, Side, Strain
from overtrick.tables.laws import LawCode, law

__all__ = ["Item", "elements", "honours", "points", "points_table"]


@dataclass(frozen=True, slots=True)
class Item:
    """One element of a score.

    `element` is contract, overtricks, slam, insult, game, part-score, undertricks, honours or score; `points` is never
    negative; `scored_by` is declarer or defenders and `side` the partnership, where known; `steps` are the tricks or
    undertricks one by one; `article` is the law; `below` tells whether rubber bridge writes it below the line.
    """

    element: str
    points: int
    scored_by: str = "declarer"
    side: Side | None = None
    steps: tuple[int, ...] = ()
    article: str = ""
    below: bool = False

    @property
    def count(self) -> int:
        """How many tricks or undertricks it is for; 0 for a bonus."""
        return len(self.steps)

    @property
    def signed(self) -> int:
        """The points as the declaring side counts them: negative when the defenders score.

        >>> Item("undertricks", 300, "defenders").signed
        -300
        """
        return self.points if self.scored_by == "declarer" else -self.points


def elements(
    level: int, strain: Strain, doubling: Doubling, tricks: int, *, vulnerable: bool, code: LawCode
) -> tuple[Item, ...]:
    """Every element of a played contract, in the order of Law 77, zero ones left out.

    >>> from overtrick.tables.laws import law
    >>> made = elements(4, Strain.SPADES, Doubling.DOUBLED, 11, vulnerable=True, code=law("2017"))
    >>> [(item.element, item.points) for item in made]
    [('contract', 240), ('overtricks', 200), ('insult', 50), ('game', 500)]
    """
    _must_be_possible(level, tricks)
    over = tricks - level - 6
    if over < 0:
        costs = code.undertrick_values(-over, doubling, vulnerable=vulnerable)
        return (Item("undertricks", sum(costs), "defenders", None, costs, code.article("undertricks")),)
    steps = tuple(value << doubling.index for value in code.trick_values(strain)[:level])
    contract = sum(steps)
    extra = code.overtrick_values(strain, level, over, doubling, vulnerable=vulnerable)
    slam = code.slam_bonus(level, vulnerable=vulnerable)
    insult = code.insult(doubling, vulnerable=vulnerable)
    is_game = contract >= code.game_at
    bonus = ("game", code.game[vulnerable]) if is_game else ("part-score", code.part_score)
    items = [Item("contract", contract, steps=steps, article=code.article("contract"), below=True)]
    if extra:
        items.append(Item("overtricks", sum(extra), steps=extra, article=code.article("overtricks")))
    for element, value in (("slam", slam), ("insult", insult), bonus):
        if value:
            items.append(Item(element, value, article=code.article(element)))
    return tuple(items)


_STRAINS = {strain: place for place, strain in enumerate(Strain)}
_DOUBLINGS = {doubling: place for place, doubling in enumerate(Doubling)}
_tables: dict[str, tuple[LawCode, tuple[int, ...]]] = {}


def points_table(code: LawCode) -> tuple[int, ...]:
    """All 2,940 deals of a code as points to the declaring side, made once.

    The place of a deal is ((((level - 1) * 5 + strain) * 3 + doubling) * 2 + vulnerable) * 14 + tricks,
    strains counted C D H S NT from 0.

    >>> from overtrick.tables.laws import law
    >>> len(points_table(law("2017")))
    2940
    """
    kept = _tables.get(code.key)
    if kept is not None and (kept[0] is code or kept[0] == code):
        return kept[1]
    table = tuple(
        sum(item.signed for item in elements(level, strain, doubling, tricks, vulnerable=vulnerable, code=code))
        for level, strain, doubling, vulnerable, tricks in product(
            range(1, 8), Strain, Doubling, (False, True), range(14)
        )
    )
    _tables[code.key] = (code, table)
    return table


def points(
    level: int,
    strain: Strain,
    doubling: Doubling,
    tricks: int,
    vulnerable: bool,  # noqa: FBT001  # the five facts of a deal, in the order in which they are spoken
    code: LawCode | str = "duplicate-2017",
) -> int:
    """Points to the declaring side (negative when the defenders score), of all elements together.

    >>> points(7, Strain.SPADES, Doubling.DOUBLED, 4, False, "duplicate-1975")
    -1700
    """
    _must_be_possible(level, tricks)
    place = ((level - 1) * 5 + _STRAINS[strain]) * 3 + _DOUBLINGS[doubling]
    return points_table(law(code))[(place * 2 + bool(vulnerable)) * 14 + tricks]


def _must_be_possible(level: int, tricks: int) -> None:
    if not (1 <= level <= 7 and 0 <= tricks <= 13):
        raise RecordError(
            _("level {level} with {tricks} tricks cannot be; levels go from 1 to 7, tricks from 0 to 13").format(
                level=level, tricks=tricks
            )
        )


def honours(strain: Strain, *, trump_honours: int = 0, aces: int = 0, code: LawCode | str = "rubber-1993") -> int:
    """The premium for honours in one hand, rubber bridge and Chicago only.

    Four of the five top trumps, all five, or four aces at no-trump.

    >>> honours(Strain.SPADES, trump_honours=4), honours(Strain.NOTRUMP, aces=4), honours(Strain.CLUBS, aces=4)
    (100, 150, 0)
    """
    if not (0 <= trump_honours <= 5 and 0 <= aces <= 4):
        raise RecordError(
            _("{trump_honours} trump honours and {aces} aces cannot be; there are five and four").format(
                trump_honours=trump_honours, aces=aces
            )
        )
    laws = law(code, form="rubber")
    if strain is Strain.NOTRUMP:
        return laws.honours_aces if aces == 4 else 0
    return {4: laws.honours_four, 5: laws.honours_five}.get(trump_honours, 0)
