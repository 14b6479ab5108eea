"""The history of the code as a page, written from the same numbers that deals are scored with."""

from __future__ import annotations

from overtrick.i18n import language
from overtrick.model.terms import Doubling, Strain
from overtrick.score.table import points
from overtrick.tables.law_words import changes
from overtrick.tables.laws import LAWS, VARIANTS, LawCode, law

__all__ = ["history_page"]

_TRUST = {
    "2": "two or more independent sources agree",
    "1": "one source",
    "M": "partly from memory, not confirmed",
}

_TOLD: dict[int, str] = {
    1927: """The oldest code that is kept here. No-trump tricks counted 35 each, an undoubled overtrick 50 in any
strain, a small slam 500 or 750. Only tricks that were bid counted toward game, and only slams that were bid earned
their bonus, as in the game that Vanderbilt had brought in two years before.""",
    1932: """The first international code that is kept here. No-trump tricks alternated 30 and 40, penalties grew with
each trick and never stopped growing, and a vulnerable grand slam earned 2250. Seven no-trump redoubled, vulnerable and
thirteen down, cost {worst_1932} points.""",
    1935: """The table took the shape it still has: no-trump 40 and then 30, level penalties, grand slam 1000 and 1500.
The same disaster now cost {worst_1935}.""",
    1943: """The American code paid 50 for making a contract that the opponents had doubled, redoubled or not, and 50
for the only part score of an unfinished game. London waited.""",
    1949: "The American numbers of 1943 became international.",
    1963: "The numbers stayed.",
    1975: "The numbers stayed. The rubber code followed in 1981, without a change to them either.",
    1987: """Two numbers moved at duplicate. From the fourth on, doubled undertricks cost 300 also when not vulnerable
(the story is below), and a redoubled contract made earned 100: five clubs redoubled with an overtrick, not vulnerable,
was {redoubled_before} and became {redoubled_after}, now more than the {small_slam} of a small slam in clubs.""",
    1993: """Rubber bridge and Chicago took the duplicate table of 1987 over, and the only part score of an unfinished
game rose from 50 to 100.""",
    1997: "The numbers stayed.",
    2007: "The numbers stayed.",
    2017: "The numbers stayed. This is the code that Overtrick scores by unless told otherwise.",
}


def history_page() -> str:
    """The page on the history of the code from 1927, in Markdown: what changed when, and the story of 1981.

    >>> history_page().splitlines()[0]
    '# How the score came to be what it is'
    """
    with language("en"):
        parts = [_opening(), *(_chapter(year) for year in _TOLD), _story(), _doubtful(), _all_codes()]
    return "\n\n".join(parts) + "\n"


def _opening() -> str:
    return """# How the score came to be what it is

<!-- Written by tools/pages.py from src/overtrick/score/history.py; change it there. -->

Every code of laws since 1927 can be asked for by its key or by its year: `overtrick score 7SX-9 --law 1975,1987`.
Where two numbers stand with a stroke between, the first is for a side that is not vulnerable. Redoubled overtricks and
undertricks have been twice the doubled ones in every code."""


def _chapter(year: int) -> str:
    form = "rubber" if year == 1993 else "duplicate"
    code = law(year, form=form)
    before = [other for other in LAWS if form in other.forms and other.since < year]
    lines = [f"## {year}", _TOLD[year].format(**_numbers())]
    moved = changes(max(before, key=lambda other: other.since), code) if before else ()
    if moved:
        rows = [f"| {change.name} | {change.before} | {change.after} |" for change in moved]
        lines.append("\n".join(["| | before | from then on |", "|---|---|---|", *rows]))
    lines.append(f"Source: {code.source} ({_TRUST[code.trust]}).")
    return "\n\n".join(lines)


def _numbers() -> dict[str, str]:
    found = {
        "worst_1932": -points(7, Strain.NOTRUMP, Doubling.REDOUBLED, 0, vulnerable=True, code="duplicate-1932"),
        "worst_1935": -points(7, Strain.NOTRUMP, Doubling.REDOUBLED, 0, vulnerable=True, code="duplicate-1935"),
        "redoubled_before": points(5, Strain.CLUBS, Doubling.REDOUBLED, 12, vulnerable=False, code="duplicate-1975"),
        "redoubled_after": points(5, Strain.CLUBS, Doubling.REDOUBLED, 12, vulnerable=False, code="duplicate-1987"),
        "small_slam": points(6, Strain.CLUBS, Doubling.UNDOUBLED, 12, vulnerable=False, code="duplicate-1987"),
    }
    return {name: f"{number:,}" for name, number in found.items()}


def _story() -> str:
    grand = points(7, Strain.HEARTS, Doubling.UNDOUBLED, 13, vulnerable=True, code="duplicate-1975")
    rows = [
        f"| {down} | {-_spades(down, 'duplicate-1975'):,} | {-_spades(down, 'duplicate-1987'):,} |"
        for down in (7, 8, 9, 10, 11)
    ]
    old, new = -_spades(9, "duplicate-1975"), -_spades(9, "duplicate-1987")
    eleven = -_spades(11, "duplicate-1975")
    return "\n\n".join(
        [
            "## The hand that changed the law",
            f"""In the final of the 1981 Bermuda Bowl, Munir Atta-Ullah and Jan-e-Alam Fazli of Pakistan bid seven
hearts, vulnerable, worth {grand:,}. Jeff Meckstroth, not vulnerable, held five spades to the jack and little else. He
reckoned that even eleven down, doubled, would cost {eleven:,}, and bid seven spades. He went nine down:""",
            f"""```
$ overtrick score 7SX-9 --law 1975,1987
```

Under the code of the day that cost {old:,}, a gain of {grand - old:,} points against the grand slam, and 11
international matchpoints. Under the code of 1987 the same nine tricks cost {new:,}, which is {new - grand} more
than the grand slam was worth.""",
            "\n".join(["| seven spades doubled, down | 1975 | 1987 |", "|---|---|---|", *rows]),
        ]
    )


def _spades(down: int, key: str) -> int:
    return points(7, Strain.SPADES, Doubling.DOUBLED, 13 - down, vulnerable=False, code=key)


def _doubtful() -> str:
    keys = ", ".join(f"`{code.key}`" for code in VARIANTS)
    return f"""## What is not certain

- The penalties and the bonuses for doubled contracts of 1927, and that 1932 paid nothing for a doubled contract made,
  are from memory and common practice; nobody should settle a bet with them.
- Time of 25 March 1935 prints a vulnerable small slam as 1000; the Press of 30 March 1935 and the score of a match in
  1932 say 750, which is what Overtrick uses. The other reading can be asked for:
  {keys}.
- How deals were scored at duplicate in the 1930s varied from event to event; game 300 and 500 and a part score of 50
  for each deal are taken for every code."""


def _all_codes() -> str:
    rows = [_code_row(code) for code in LAWS]
    head = ["## Every code", "", "| key | name | source |", "|---|---|---|"]
    return "\n".join([*head, *rows])


def _code_row(code: LawCode) -> str:
    return f"| `{code.key}` | {code.name} | {code.source} |"
