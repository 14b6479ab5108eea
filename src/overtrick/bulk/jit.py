"""Compiling with numba where it is installed; plain Python where it is not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar, cast

from overtrick.errors import ConditionsError, MissingExtra
from overtrick.i18n import gettext as _

__all__ = ["boards_kernel", "compiled", "has_numba", "passes"]

_MANY = 200_000  # numba takes about a second to load

_Function = TypeVar("_Function", bound=Callable[..., object])


def has_numba() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


def compiled(function: _Function) -> _Function:
    """The function compiled for the types of its first call, without the interpreter's lock; itself without numba."""
    if not has_numba():
        return function
    from numba import njit

    return cast(_Function, njit(nogil=True, cache=True)(function))


def _with_numba(kernel: str, rows: int) -> bool:
    """Whether the rows are worth numba. Raises ConditionsError for no kernel, MissingExtra for one not installed."""
    match kernel:
        case "numpy":
            return False
        case "auto":
            return sys.modules.get("numba") is not None or (rows >= _MANY and has_numba())
        case "numba":
            if not has_numba():
                raise MissingExtra(_("the kernel numba wants numba: pip install 'overtrick[numba]'"))
            return True
        case _:
            raise ConditionsError(_("no kernel {name!r}; known: auto, numba, numpy").format(name=kernel))


def boards_kernel(kernel: str, rows: int) -> ModuleType:
    """The module whose `boards` is to be run on so many rows, for a kernel by name."""
    return import_module("overtrick.bulk.kernel" if _with_numba(kernel, rows) else "overtrick.bulk.kernel_numpy")


def passes(kernel: str, rows: int) -> ModuleType:
    """The module of passes over so many rows, for a kernel by name."""
    return import_module("overtrick.bulk.passes" if _with_numba(kernel, rows) else "overtrick.bulk.passes_numpy")
