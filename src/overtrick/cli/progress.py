"""A bar on standard error for work that takes longer than a second; nothing where nobody looks at it."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from overtrick.i18n import gettext as _

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before anything is shown
_WIDTH = 30


class Progress:
    """Counts steps of a piece of work, and draws them once it lasts; `total` is `None` where nobody knows it."""

    def __init__(self, label: str, total: int | None = None) -> None:
        self.label = label
        self.total = total
        self.started = time.monotonic()
        self.drawn = 0.0
        self.seen = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """The bar itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar off the screen."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, done: int, total: int = 0) -> None:
        """So much is done by now, of a total that may be told here."""
        self.total = total or self.total
        now = time.monotonic()
        if not self.seen or now - self.started < _PATIENCE or now - self.drawn < 0.1:
            return
        self.drawn = now
        sys.stderr.write(f"\r\x1b[K{self.line(done, now - self.started)}")
        sys.stderr.flush()

    def line(self, done: int, seconds: float) -> str:
        """What is shown: the part that is done, the rate, and the time that is left where the total is known.

        >>> Progress("reading", 200).line(50, 10.0)
        'reading [#######-----------------------] 50 of 200, 5 a second, 30 s left'
        >>> Progress("reading").line(50, 10.0)
        'reading: 50, 5 a second'
        """
        rate = done / seconds if seconds else 0.0
        if not self.total:
            return _("{label}: {done}, {rate} a second").format(label=self.label, done=done, rate=f"{rate:.0f}")
        filled = min(_WIDTH, _WIDTH * done // self.total)
        bar = "#" * filled + "-" * (_WIDTH - filled)
        left = f"{(self.total - done) / rate:.0f}" if rate else "?"
        return _("{label} [{bar}] {done} of {total}, {rate} a second, {left} s left").format(
            label=self.label, bar=bar, done=done, total=self.total, rate=f"{rate:.0f}", left=left
        )
