"""How far a long reading has come, for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

__all__ = ["Listener", "listening", "tick"]

Listener: TypeAlias = Callable[[int, int], None]
"""Is told what is done, and of how much; 0 where that is not known."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def tick(done: int, total: int = 0) -> None:
    """A reader says how far it is. Costs next to nothing where nobody listens."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Listen to the readers that work within.

    >>> heard: list[tuple[int, int]] = []
    >>> with listening(lambda done, total: heard.append((done, total))):
    ...     tick(1, 2)
    >>> tick(2, 2)
    >>> heard
    [(1, 2)]
    """
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
