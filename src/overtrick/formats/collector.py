"""The collector of rubbish put off while a reading is built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

__all__ = ["collector_at_rest"]

# A reading is thousands of objects that all live on and make no rings; looking through them again and again finds
# nothing, and takes a twentieth of the time. The collector is one for all threads, and so is the count of those who
# need no collector: the last one puts it back as the first one found it.
_lock = Lock()
_resting = [0, False]  # how many are within, and whether the collector was at work before the first one


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """No collecting within, in any thread; afterwards as it was before.

    >>> gc.enable()
    >>> with collector_at_rest():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    with _lock:
        if not _resting[0]:
            _resting[1] = gc.isenabled()
            gc.disable()
        _resting[0] += 1
    try:
        yield
    finally:
        with _lock:
            _resting[0] -= 1
            if not _resting[0] and _resting[1]:
                gc.enable()
