"""The engines by name: one piece of work on every part of an archive, here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from os import cpu_count
from typing import Any, TypeAlias, TypeVar

from overtrick.bulk.attempts import Attempt, Failed
from overtrick.errors import ConditionsError, MissingExtra
from overtrick.i18n import gettext as _

__all__ = ["ENGINES", "Engine", "run_parts"]

ENGINES = ("local", "dask", "spark")

Progress = Callable[[int, int], None]
_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


Engine: TypeAlias = Callable[..., Generator[tuple[int, Any]]]
"""It takes an attempt, the parts, `workers` and `cluster`, and yields the place of each part with what came of it."""


def run_parts(
    engine: str,
    work: Callable[[_Part], _Done],
    parts: Sequence[_Part],
    *,
    workers: int | None = None,
    cluster: Any = None,
    progress: Progress | None = None,
) -> list[_Done | Failed]:
    """What the work gave for each part, in the order of the parts; `Failed` where it gave nothing.

    Parts and work go to other processes, so both must be picklable, and the work a function (or a `partial` of one) of
    a module that the workers can import. A part may be tried again after its worker died, so doing it twice must be the
    same as doing it once. `workers` is how many at a time on this machine, else one for each processor. `cluster` is
    for dask the address of a scheduler, a cluster or a client, for spark the address of a master or a session; what was
    given open stays open. `progress` is told how many parts are done, and of how many.

    Raises ConditionsError for an engine or a cluster that cannot be, MissingExtra where something is not installed,
    InputError for a cluster that does not answer, OSError for a full disk.

    >>> run_parts("local", len, ["4S", "3NT"])
    [2, 3]
    """
    chosen = _engine(engine, cluster)
    if workers is not None and workers < 1:
        raise ConditionsError(_("workers={count} cannot be; at least one is wanted").format(count=workers))
    if not parts:
        return []
    at_once = min(workers or cpu_count() or 1, len(parts))
    found: list[Any] = [None] * len(parts)
    with closing(chosen(Attempt(work), parts, workers=at_once, cluster=cluster)) as done:
        for count, (place, outcome) in enumerate(done, 1):
            if isinstance(outcome, Failed) and outcome.stops is not None:
                raise outcome.stops
            found[place] = outcome
            if progress is not None:
                progress(count, len(parts))
    return found


def _engine(name: str, cluster: Any) -> Engine:
    match name:
        case "local":
            if cluster is not None:
                raise ConditionsError(_("the engine local works on this machine alone and takes no cluster"))
            return _local
        case "dask" | "spark":
            package = "distributed" if name == "dask" else "pyspark"
            if find_spec(package) is None:
                raise MissingExtra(
                    _("the engine {name} wants {package}: pip install 'overtrick[{name}]'").format(
                        name=name, package=package
                    )
                )
            found: Engine = getattr(import_module(f"overtrick.bulk.{name}_engine"), f"run_{name}")
            return found
        case _:
            raise ConditionsError(_("no engine {name!r}; known: {known}").format(name=name, known=", ".join(ENGINES)))


def _local(attempt: Attempt, parts: Sequence[Any], *, workers: int, cluster: Any) -> Generator[tuple[int, Any]]:
    """Threads: the kernels let go of the interpreter's lock."""
    assert cluster is None
    pool = ThreadPoolExecutor(workers)
    try:
        places = {pool.submit(attempt, part): place for place, part in enumerate(parts)}
        for future in as_completed(places):
            yield places[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)
