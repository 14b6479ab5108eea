"""How often each score was made on a board: the facts behind the text and SVG pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.standing import BoardResult, LineResult
from overtrick.report.cards import natural

__all__ = ["Bar", "bars", "caption", "sorted_lines"]


@dataclass(frozen=True, slots=True)
class Bar:
    """A score to North-South, how many tables made it, and whether the marked line is among them."""

    points: int
    count: int
    own: bool = False

    @property
    def label(self) -> str:
        """The score without its sign, as both sides write it; the side of the picture tells whose it is."""
        return str(abs(self.points))


def bars(result: BoardResult, own: LineResult | None = None) -> tuple[Bar, ...]:
    """The scores that took part, from the best for North-South to the best for East-West."""
    counts = Counter(line.points for line in result.lines if line.points is not None and (line.ns.real or line.ew.real))
    mine = own.points if own is not None else None
    return tuple(Bar(points, counts[points], points == mine) for points in sorted(counts, reverse=True))


def caption(frequencies: tuple[Bar, ...]) -> str:
    """A sentence that says what the picture shows."""
    if not frequencies:
        return _("No scores to compare.")
    count = sum(item.count for item in frequencies)
    words = ngettext("{count} score", "{count} scores", count).format(count=count)
    if len(frequencies) == 1:
        return _("{scores}: {often}.").format(scores=words, often=_owed(frequencies[0]))
    best = max(frequencies, key=lambda item: item.count)
    return _("{scores}, from {low} to {high}; most often {often}.").format(
        scores=words, low=_owed(frequencies[0]), high=_owed(frequencies[-1]), often=_owed(best)
    )


def _owed(item: Bar) -> str:
    if not item.points:
        return _("0 (passed out)")
    return (_("NS {points}") if item.points > 0 else _("EW {points}")).format(points=item.label)


def sorted_lines(result: BoardResult) -> tuple[LineResult, ...]:
    """The lines in frequency order: best for North-South first, lines without a score last."""
    return tuple(
        sorted(
            result.lines,
            key=lambda line: (line.points is None, -(line.points or 0), natural(line.line.ns), natural(line.line.ew)),
        )
    )
