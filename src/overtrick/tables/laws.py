"""Codes of laws from 1927 on: every number that a deal is scored with, and who printed it.

The numbers are facts of the laws; where sources disagree there is a named variant. Trust marks: `2` two or
more independent sources agree, `1` one source, `M` from memory or common practice, not confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Doubling, Strain

__all__ = ["LAWS", "VARIANTS", "LawCode", "Undertricks", "diff", "law"]

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Undertricks:
    """What the first undertricks cost; after `steps` each costs the last plus `growth` more than the one before."""

    steps: tuple[int, ...]
    growth: int = 0

    def first(self, down: int) -> tuple[int, ...]:
        """The cost of each of so many undertricks, in points.

        >>> Undertricks((100, 200)).first(4), Undertricks((100,), growth=50).first(4)
        ((100, 200, 200, 200), (100, 150, 200, 250))
        """
        known = len(self.steps)
        return tuple(
            self.steps[n] if n < known else self.steps[-1] + self.growth * (n - known + 1) for n in range(down)
        )

    def __str__(self) -> str:
        """The sequence as printed in a table.

        >>> str(Undertricks((100, 200, 200, 300))), str(Undertricks((100,), growth=50)), str(Undertricks((50,)))
        ('100, 200, 200, then 300 each', '100, then 50 more each', '50 each')
        """
        *before, last = self.steps
        if self.growth:
            return f"{', '.join(map(str, self.steps))}, then {self.growth} more each"
        return f"{', '.join(map(str, before))}, then {last} each" if before else f"{last} each"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LawCode:
    """One code of laws. Pairs are (not vulnerable, vulnerable).

    Redoubled overtricks and undertricks are always twice the doubled ones; `overtrick` is `None` where an undoubled
    overtrick is worth its trick. `rubber` is the bonus for (two games to one, two to none).
    """

    key: str
    name: str
    source: str
    since: int
    forms: tuple[str, ...]
    trust: str = "2"
    notrump: tuple[int, ...] = (40, 30, 30, 30, 30, 30, 30)
    major: int = 30
    minor: int = 20
    overtrick: int | None = None
    overtrick_doubled: Pair = (100, 200)
    insult_doubled: Pair = (50, 50)
    insult_redoubled: Pair = (100, 100)
    game_at: int = 100
    game: Pair = (300, 500)
    part_score: int = 50
    small_slam: Pair = (500, 750)
    grand_slam: Pair = (1000, 1500)
    down: tuple[Undertricks, Undertricks] = (Undertricks((50,)), Undertricks((100,)))
    down_doubled: tuple[Undertricks, Undertricks] = (Undertricks((100, 200, 200, 300)), Undertricks((200, 300)))
    rubber: Pair = (500, 700)
    unfinished_game: int = 300
    unfinished_part: int = 100
    honours_four: int = 100
    honours_five: int = 150
    honours_aces: int = 150
    articles: tuple[tuple[str, str], ...] = ()
    remark: str = ""
    variant: bool = False

    @property
    def duplicate(self) -> bool:
        """Whether game and part-score bonuses are given deal by deal, and honours are not.

        >>> law("duplicate-1975").duplicate, law("rubber-1993").duplicate
        (True, False)
        """
        return "duplicate" in self.forms

    def article(self, element: str) -> str:
        """The article that an element of a score rests on; the code itself where its articles are not known to us.

        >>> law("duplicate-2017").article("insult"), law("duplicate-1932").article("slam")
        ('Law 77', 'laws of 1932')
        """
        known = dict(self.articles)
        return known.get(element, known.get("", f"laws of {self.since}"))

    def trick_values(self, strain: Strain) -> tuple[int, ...]:
        """What each of the seven odd tricks is worth undoubled.

        >>> law("duplicate-1932").trick_values(Strain.NOTRUMP)
        (30, 40, 30, 40, 30, 40, 30)
        """
        if strain is Strain.NOTRUMP:
            return self.notrump
        return (self.minor if strain.is_minor else self.major,) * 7

    def trick_points(self, strain: Strain, odd: int, doubling: Doubling = Doubling.UNDOUBLED) -> int:
        """Contract points for so many odd tricks bid: doubled twice, redoubled four times.

        >>> law("1927").trick_points(Strain.NOTRUMP, 3), law("2017").trick_points(Strain.HEARTS, 2, Doubling.DOUBLED)
        (105, 120)
        """
        return int(sum(self.trick_values(strain)[:odd])) << doubling.index

    def overtrick_values(
        self, strain: Strain, level: int, over: int, doubling: Doubling, *, vulnerable: bool
    ) -> tuple[int, ...]:
        """What each overtrick earns above a contract of that level.

        >>> law("1932").overtrick_values(Strain.NOTRUMP, 3, 2, Doubling.UNDOUBLED, vulnerable=False)
        (40, 30)
        """
        if doubling is not Doubling.UNDOUBLED:
            return (self.overtrick_doubled[vulnerable] * doubling.index,) * over
        if self.overtrick is not None:
            return (self.overtrick,) * over
        return self.trick_values(strain)[level : level + over]

    def undertrick_values(self, down: int, doubling: Doubling, *, vulnerable: bool) -> tuple[int, ...]:
        """What each undertrick costs.

        >>> law("1975").undertrick_values(3, Doubling.REDOUBLED, vulnerable=False)
        (200, 400, 400)
        """
        if doubling is Doubling.UNDOUBLED:
            return self.down[vulnerable].first(down)
        return tuple(cost * doubling.index for cost in self.down_doubled[vulnerable].first(down))

    def insult(self, doubling: Doubling, *, vulnerable: bool) -> int:
        """The bonus for making a doubled or redoubled contract.

        >>> [law(year).insult(Doubling.REDOUBLED, vulnerable=False) for year in ("1935", "1975", "1987")]
        [0, 50, 100]
        """
        if doubling is Doubling.UNDOUBLED:
            return 0
        return (self.insult_doubled if doubling is Doubling.DOUBLED else self.insult_redoubled)[vulnerable]

    def slam_bonus(self, level: int, *, vulnerable: bool) -> int:
        """The bonus for a slam bid and made; 0 below six.

        >>> law("1932").slam_bonus(7, vulnerable=True), law("2017").slam_bonus(6, vulnerable=False)
        (2250, 500)
        """
        return {6: self.small_slam, 7: self.grand_slam}.get(level, (0, 0))[vulnerable]

    def __repr__(self) -> str:
        """How to get it again."""
        return f"law({self.key!r})"

    def __str__(self) -> str:
        """Key and name.

        >>> str(law("rubber-1993"))
        'rubber-1993: Laws of Contract Bridge 1993'
        """
        return f"{self.key}: {self.name}"


_SINGLE = (Undertricks((100, 200)), Undertricks((200, 300)))
_GROWING = (Undertricks((50,)), Undertricks((100,), growth=50))

_2017 = LawCode(
    key="duplicate-2017",
    name="Laws of Duplicate Bridge 2017",
    source="Law 77 of 2017, World Bridge Federation",
    since=2017,
    forms=("duplicate",),
    articles=(("", "Law 77"),),
)
_2007 = replace(
    _2017,
    key="duplicate-2007",
    name="Laws of Duplicate Bridge 2007",
    source="Law 77 of 2007, World Bridge Federation",
    since=2007,
)
_1997 = replace(
    _2017,
    key="duplicate-1997",
    name="Laws of Duplicate Contract Bridge 1997",
    source="Law 77 of 1997 (the French edition agrees)",
    since=1997,
)
_1987 = replace(
    _2017,
    key="duplicate-1987",
    name="Laws of Duplicate Contract Bridge 1987",
    source="Law 77 of 1987",
    since=1987,
    remark="the fourth and further doubled undertricks not vulnerable 300; a redoubled contract made 100",
)
_1975 = replace(
    _1987,
    key="duplicate-1975",
    name="Laws of Duplicate Contract Bridge 1975",
    source="as 1949; the Bermuda Bowl of 1979 shows 100, 300, 500, 700",
    since=1975,
    insult_redoubled=(50, 50),
    down_doubled=_SINGLE,
    articles=(),
    remark="",
)
_1963 = replace(
    _1975,
    key="duplicate-1963",
    name="Laws of Duplicate Contract Bridge 1963",
    source="as 1949",
    since=1963,
)
_1949 = replace(
    _1963,
    key="duplicate-1949",
    name="Laws of Duplicate Contract Bridge 1949",
    source="the American numbers of 1943, now international",
    since=1949,
)
_1943 = replace(
    _1949,
    key="duplicate-1943",
    name="American Laws of Duplicate Contract Bridge 1943",
    source="Time, 1 March 1943; Greymouth Evening Star, 15 July 1943",
    since=1943,
    remark="American only: London did not follow then; 50 for making a doubled or redoubled contract",
)
_1935 = replace(
    _1943,
    key="duplicate-1935",
    name="Laws of Duplicate Contract Bridge 1935",
    source="Time, 25 March 1935; Christchurch Press, 30 March 1935",
    since=1935,
    insult_doubled=(0, 0),
    insult_redoubled=(0, 0),
    unfinished_part=0,
    remark="no-trump 40 and then 30; undertricks no longer grow; grand slam 1000 and 1500",
)
_1932 = replace(
    _1935,
    key="duplicate-1932",
    name="International Laws of Contract Bridge 1932, as used at duplicate",
    source="Time, 14 November 1932 and 25 March 1935",
    since=1932,
    notrump=(30, 40, 30, 40, 30, 40, 30),
    grand_slam=(1500, 2250),
    down=_GROWING,
    down_doubled=(Undertricks((100,), growth=50), Undertricks((200,), growth=100)),
    remark="no bonus for a doubled contract made is from memory",
)
_1933 = replace(_1932, key="duplicate-1933", name="Laws of Duplicate Contract Bridge 1933", since=1933)
_1927 = replace(
    _1932,
    key="duplicate-1927",
    name="Whist Club of New York 1927, as used at duplicate",
    source="E. V. Shepard 1929; Vanity Fair, January 1932",
    since=1927,
    trust="M",
    notrump=(35,) * 7,
    overtrick=50,
    insult_doubled=(50, 100),
    insult_redoubled=(100, 200),
    grand_slam=(1000, 1500),
    down=(Undertricks((50,)), Undertricks((100, 200))),
    down_doubled=(Undertricks((100, 100, 200, 200, 400)), Undertricks((200, 400))),
    remark="trick values, overtricks, game and small slam not vulnerable are confirmed; the rest is from memory",
)
_1928 = replace(_1927, key="duplicate-1928", name="Laws of Duplicate Contract Bridge 1928", since=1928)


def _rubber(code: LawCode, year: int, name: str, **changes: object) -> LawCode:
    """The same numbers at rubber bridge and Chicago: no bonus for game or part score by the deal."""
    settled: dict[str, object] = {
        "key": f"rubber-{year}",
        "name": name,
        "since": year,
        "forms": ("rubber", "chicago"),
        "game": (0, 0),
        "part_score": 0,
        "articles": (),
        **changes,
    }
    return replace(code, **settled)  # type: ignore[arg-type]  # names are checked by replace itself


_RUBBER_1993 = (("", "Law 81"), ("game", "Law 73"), ("rubber", "Law 74"), ("unfinished", "Law 80"))

LAWS: tuple[LawCode, ...] = (
    _2017,
    _2007,
    _1997,
    _1987,
    _1975,
    _1963,
    _1949,
    _1943,
    _1935,
    _1933,
    _1932,
    _1928,
    _1927,
    _rubber(
        _1987,
        1993,
        "Laws of Contract Bridge 1993",
        source="Laws 72 to 81 of the rubber code",
        articles=_RUBBER_1993,
        unfinished_part=100,
        remark="takes the numbers of 1987; the only part score of an unfinished game 100",
    ),
    _rubber(_1975, 1981, "Laws of Contract Bridge 1981", source="as 1949", unfinished_part=50),
    _rubber(_1963, 1963, "Laws of Contract Bridge 1963", unfinished_part=50),
    _rubber(_1949, 1949, "Laws of Contract Bridge 1949", unfinished_part=50),
    _rubber(_1943, 1943, "American Laws of Contract Bridge 1943", unfinished_part=50),
    _rubber(_1935, 1935, "International Laws of Contract Bridge 1935"),
    _rubber(_1932, 1932, "International Laws of Contract Bridge 1932"),
    _rubber(_1927, 1927, "Whist Club of New York 1927"),
)


def _slam_1000(code: LawCode) -> LawCode:
    return replace(
        code,
        key=f"{code.key}-slam-1000",
        source="Time, 25 March 1935, against the Press of 30 March 1935 and the match of 1932",
        small_slam=(code.small_slam[0], 1000),
        trust="1",
        remark="a vulnerable small slam 1000, as one source prints",
        variant=True,
    )


VARIANTS: tuple[LawCode, ...] = tuple(_slam_1000(code) for code in LAWS if code.since in (1932, 1933, 1935))


@cache
def _by_key() -> dict[str, LawCode]:
    return {code.key: code for code in (*LAWS, *VARIANTS)}


def law(key: str | int | LawCode, form: str = "duplicate") -> LawCode:
    """The code of that key, or the code in force in that year for a form of the game.

    A key names its form itself (`rubber-1993`, `chicago-1993`); `form` matters for a bare year only.
    Chicago is scored by the rubber code. Raises ConditionsError for anything else, with the known keys.

    >>> law("1981").key, law("1981", form="rubber").key, law("chicago-1993").key
    ('duplicate-1975', 'rubber-1981', 'rubber-1993')
    """
    if isinstance(key, LawCode):
        return key
    word = str(key).strip().casefold().replace("_", "-").replace(" ", "-")
    found = _by_key().get(word)
    if found is not None:
        return found
    kind, _sep, year = word.rpartition("-")
    kind = kind or form
    if year.isascii() and year.isdigit() and len(year) == 4 and kind in ("duplicate", "rubber", "chicago"):
        in_force = [code for code in LAWS if kind in code.forms and code.since <= int(year)]
        if in_force:
            return max(in_force, key=lambda code: code.since)
    known = ", ".join(_by_key())
    raise ConditionsError(
        _("no code of laws {key!r}; known: {known}, or a year from 1927 on").format(key=str(key), known=known)
    )


_NOT_NUMBERS = frozenset({"key", "name", "source", "since", "trust", "articles", "remark", "variant"})


def diff(before: LawCode | str | int, after: LawCode | str | int) -> dict[str, tuple[object, object]]:
    """Only what changed from one code to another: the name of each number, with its value before and after.

    >>> diff("duplicate-1975", "duplicate-1987")["insult_redoubled"]
    ((50, 50), (100, 100))
    >>> diff("duplicate-1997", "duplicate-2017")
    {}
    """
    old, new = law(before), law(after)
    pairs = {item.name: (getattr(old, item.name), getattr(new, item.name)) for item in fields(LawCode)}
    return {name: (a, b) for name, (a, b) in pairs.items() if a != b and name not in _NOT_NUMBERS}
