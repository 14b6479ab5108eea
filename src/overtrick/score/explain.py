"""The score of one deal in words: one line an element, with the law it rests on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from overtrick.i18n import gettext as _
from overtrick.i18n import language as speaking
from overtrick.i18n import ngettext
from overtrick.model.board import Board
from overtrick.model.outcome import BareScore, PassedOut, Played
from overtrick.model.terms import Doubling, Seat, Side, Vulnerability
from overtrick.score.deal import Result, Score, as_entry, deal_score, declarer_vulnerable, spoken
from overtrick.score.table import Item
from overtrick.tables.laws import LawCode

__all__ = ["element_name", "explain", "explain_score"]


def explain(
    result: Result,
    *,
    vulnerability: Vulnerability | str | None = None,
    board: Board | int | None = None,
    law: str | int | LawCode = "duplicate-2017",
    language: str | None = None,
) -> str:
    """The score of a deal in words, ending with the sum; takes and refuses what `deal_score` does.

    >>> print(explain("4SX N +1", vulnerability="NS"))
    4♠ doubled by North, vulnerable: 11 tricks, 1 overtrick
      contract points             4 × 30 × 2          240  Law 77
      overtricks                  1 × 200             200  Law 77
      doubled contract made                            50  Law 77
      game                        240 ≥ 100           500  Law 77
      North-South score           240 + 200 + 50 + 500 = +990
    """
    with speaking(spoken(language)):
        entry = as_entry(result, language)
        sides = (entry.ns,) if entry.ns == entry.ew else (entry.ns, entry.ew)
        parts = [
            explain_score(deal_score(side, vulnerability=vulnerability, board=board, law=law, language=language))
            for side in sides
        ]
        if len(parts) == 1:
            return parts[0]
        heads = (_("For North-South:"), _("For East-West:"))
        return "\n".join(f"{head}\n{part}" for head, part in zip(heads, parts, strict=True))


def explain_score(score: Score) -> str:
    """A score that was worked out already, in words of the language in force."""
    outcome = score.outcome
    if isinstance(outcome, PassedOut):
        return _("Passed out: nobody scores ({article})").format(article=score.law.article("contract"))
    if isinstance(outcome, BareScore):
        return _("{points} to North-South, written without a contract").format(points=score)
    assert isinstance(outcome, Played)
    rows = [_row(item, outcome, score) for item in score.items]
    last = _total(score)
    width = max(25, *(len(label) for label, *_rest in rows), len(last[0]))
    detail = max(14, *(len(row[1]) for row in rows))
    lines = [_headline(outcome, score)]
    lines += [f"  {a.ljust(width)}   {b.ljust(detail)} {c:>8}  {d}" for a, b, c, d in rows]
    lines.append(f"  {last[0].ljust(width)}   {last[1]}")
    return "\n".join(lines)


def element_name(item: Item, doubling: Doubling = Doubling.DOUBLED) -> str:
    """What an element is called, in the language in force.

    >>> element_name(Item("part-score", 50)), element_name(Item("insult", 100), Doubling.REDOUBLED)
    ('part score', 'redoubled contract made')
    """
    if item.element == "insult":
        return _("doubled contract made") if doubling is Doubling.DOUBLED else _("redoubled contract made")
    names: dict[str, Callable[[], str]] = {
        "contract": lambda: _("contract points"),
        "overtricks": lambda: _("overtricks"),
        "slam": lambda: _("slam bonus"),
        "game": lambda: _("game"),
        "part-score": lambda: _("part score"),
        "undertricks": lambda: _("undertricks"),
        "honours": lambda: _("honours"),
        "score": lambda: _("score as written"),
    }
    return names[item.element]()


def _row(item: Item, outcome: Played, score: Score) -> tuple[str, str, str, str]:
    contract = next((other.points for other in score.items if other.element == "contract"), 0)
    limit = score.law.game_at
    if item.element == "slam":
        detail = _("small slam") if outcome.contract.level == 6 else _("grand slam")
    elif item.element in ("game", "part-score"):
        detail = f"{contract} {'≥' if contract >= limit else '<'} {limit}"
    elif item.element == "contract":
        detail = _tricks_bid(outcome, score.law)
    else:
        detail = _sum(item.steps)
    return element_name(item, outcome.contract.doubling), detail, str(item.points), item.article


def _tricks_bid(outcome: Played, code: LawCode) -> str:
    """The tricks that were bid at their plain value, times two or four: (40 + 2 × 30) × 2."""
    contract = outcome.contract
    plain = _sum(code.trick_values(contract.strain)[: contract.level])
    if contract.doubling is Doubling.UNDOUBLED:
        return plain
    return f"{f'({plain})' if '+' in plain else plain} × {1 << contract.doubling.index}"


def _sum(steps: tuple[int, ...]) -> str:
    """A run of tricks, equal ones together: (100, 200, 200) is 100 + 2 × 200."""
    runs = [(value, len(list(group))) for value, group in groupby(steps)]
    if len(runs) == 1:
        return f"{runs[0][1]} × {runs[0][0]}"
    return " + ".join(str(value) if count == 1 else f"{count} × {value}" for value, count in runs)


def _total(score: Score) -> tuple[str, str]:
    declarer_side = _declarer_side(score)
    if declarer_side is None:
        label = _("declaring side's score")
        number = f"{score.declarer_points:+d}"
    else:
        label = _("North-South score")
        number = str(score)
    if not score.items:
        return label, number
    sign = "" if declarer_side is not Side.EW else "-"
    if all(item.scored_by == "defenders" for item in score.items):
        sign = "-" if declarer_side is not Side.EW else ""
    amounts = [str(item.points) for item in score.items]
    if len(amounts) == 1:
        return label, number
    terms = " + ".join(amounts)
    return label, f"{sign}({terms}) = {number}" if sign else f"{terms} = {number}"


def _declarer_side(score: Score) -> Side | None:
    declarer = score.outcome.contract.declarer if isinstance(score.outcome, Played) else None
    return declarer.side if declarer else None


def _headline(outcome: Played, score: Score) -> str:
    contract = outcome.contract
    vulnerable = declarer_vulnerable(contract.declarer, score.vulnerability)
    text = {
        Doubling.UNDOUBLED: "{level}{strain}",
        Doubling.DOUBLED: _("{level}{strain} doubled"),
        Doubling.REDOUBLED: _("{level}{strain} redoubled"),
    }[contract.doubling].format(level=contract.level, strain=contract.strain.symbol)
    if contract.declarer:
        text = _("{contract} by {seat}").format(contract=text, seat=_seat(contract.declarer))
    state = _("vulnerable") if vulnerable else _("not vulnerable")
    tricks = ngettext("{n} trick", "{n} tricks", outcome.tricks).format(n=outcome.tricks)
    return f"{text}, {state}: {tricks}, {_margin(outcome.over)}{_code_note(score.law)}"


def _margin(over: int) -> str:
    if over > 0:
        return ngettext("{n} overtrick", "{n} overtricks", over).format(n=over)
    if over < 0:
        return ngettext("{n} down", "{n} down", -over).format(n=-over)
    return _("just made")


def _code_note(code: LawCode) -> str:
    return "" if code.key == "duplicate-2017" else f" ({code.name})"


def _seat(seat: Seat) -> str:
    return {
        Seat.NORTH: _("North"),
        Seat.EAST: _("East"),
        Seat.SOUTH: _("South"),
        Seat.WEST: _("West"),
    }[seat]
