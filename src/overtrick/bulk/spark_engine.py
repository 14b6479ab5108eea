"""Parts of an archive over the executors of Spark: processes of this machine, or a session that is there.

Executors import this module anew, so nothing happens when it is loaded, and pyspark is not wanted for that.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count, environ, pathsep
from pathlib import Path
from typing import Any
from uuid import uuid4

from overtrick.bulk.attempts import Attempt, Failed, lacking
from overtrick.errors import ConditionsError, InputError, MissingExtra
from overtrick.i18n import gettext as _

__all__ = ["java_home", "java_version", "run_spark", "session_of"]

_OLDEST_JAVA = 17
_TRIES = 4
_PAUSE = 0.1  # seconds between two looks at what is done
_DEATHS = ("exited unexpectedly", "ExecutorLostFailure", "OutOfMemoryError", "Connection reset", "Broken pipe")

Placed = tuple[int, Any]


class _Gathered:
    """How Spark adds up what came of the parts: lists, one after the other."""

    def zero(self, _value: list[Placed]) -> list[Placed]:
        return []

    def addInPlace(self, one: list[Placed], other: list[Placed]) -> list[Placed]:  # noqa: N802  (Spark's own name)
        one.extend(other)
        return one


@dataclass(frozen=True, slots=True)
class _Delivery:
    """Try one part and send what came of it to the driver at once, so that a death elsewhere does not lose it."""

    attempt: Attempt
    gathered: Any

    def __call__(self, placed: Placed) -> None:
        place, part = placed
        self.gathered.add([(place, self.attempt(part))])


def run_spark(attempt: Attempt, parts: Sequence[Any], *, workers: int, cluster: Any = None) -> Generator[Placed]:
    """The place of each part and what came of it, as they are done.

    A part whose worker dies is tried again, as often as the session allows (four times in one made here); then it is
    `Failed` and the others go on. Raises MissingExtra without Java 17 or newer, InputError for a master that does not
    answer, ConditionsError for a session that cannot be used.
    """
    with session_of(cluster, workers) as session:
        yield from _outcomes(session.sparkContext, attempt, list(enumerate(parts)))


def _outcomes(context: Any, attempt: Attempt, left: list[Placed]) -> Generator[Placed]:
    """What came of the parts. Spark gives up all of them for one that kills workers: that one is found by halves."""
    gathered = context.accumulator([], _Gathered())
    died = yield from _one_job(context, _Delivery(attempt, gathered), left)
    if not died:
        return
    done = {place for place, _outcome in gathered.value}
    left = [(place, part) for place, part in left if place not in done]
    if len(left) == 1:
        place, part = left[0]
        yield place, Failed(part, _("every worker that tried it died; perhaps there is not enough memory for it"))
        return
    half = len(left) // 2
    for some in (left[:half], left[half:]):
        if some:
            yield from _outcomes(context, attempt, some)


def _one_job(context: Any, delivery: _Delivery, parts: list[Placed]) -> Generator[Placed, None, bool]:
    """What is delivered while a job runs; at its end, whether it was given up because workers died."""
    group = uuid4().hex

    def work() -> None:
        context.setJobGroup(group, "overtrick")
        context.parallelize(parts, len(parts)).foreach(delivery)

    told = 0
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(work)
        try:
            while not job.done() or told < len(delivery.gathered.value):
                wait([job], _PAUSE)
                fresh = delivery.gathered.value[told:]
                told += len(fresh)
                yield from fresh
        finally:
            if not job.done():
                context.cancelJobGroup(group)
        fault = job.exception()
    if fault is None:
        return False
    if "No module named 'overtrick'" in str(fault):
        raise lacking("overtrick") from fault
    if _is_death(fault):
        return True
    raise fault


def _is_death(fault: BaseException) -> bool:
    """Whether a job was given up because workers died, and not for a fault in the program."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    text = str(fault.java_exception) if isinstance(fault, Py4JJavaError) else str(fault)
    of_spark = isinstance(fault, (Py4JJavaError, PySparkException))
    return of_spark and "PythonException" not in text and any(word in text for word in _DEATHS)


@contextmanager
def session_of(given: Any, workers: int) -> Generator[Any]:
    """The session that was given or is running, which stays, or one that is made for a master and goes."""
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession() if given is None or isinstance(given, str) else given
    if running is not None:
        yield _usable(running, given)
        return
    _must_have_java()
    try:
        session = _made(SparkSession.builder, given, workers)
    except (PySparkException, OSError) as fault:
        raise InputError(_("Spark does not start: {fault}").format(fault=fault)) from fault
    try:
        yield session
    finally:
        session.stop()


def _usable(session: Any, given: Any) -> Any:
    from pyspark.sql import SparkSession

    if not isinstance(session, SparkSession) or type(session).__module__.startswith("pyspark.sql.connect"):
        raise ConditionsError(
            _("a session of Spark with a context of its own, or the address of a master, is wanted, not {kind}").format(
                kind=f"{type(session).__module__}.{type(session).__name__}"
            )
        )
    if isinstance(given, str) and session.sparkContext.master != given:
        raise ConditionsError(
            _("a session of Spark runs already, with the master {master}").format(master=session.sparkContext.master)
        )
    return session


def _made(builder: Any, master: str | None, workers: int) -> Any:
    settings = {
        "spark.master": master or f"local[{workers},{_TRIES}]",
        "spark.app.name": "overtrick",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "FATAL",
    }
    here = settings["spark.master"].startswith("local")
    if here:
        settings["spark.executorEnv.POLARS_MAX_THREADS"] = str(max(1, (cpu_count() or 1) // workers))
        settings["spark.driver.host"] = settings["spark.driver.bindAddress"] = "127.0.0.1"
        settings["spark.executorEnv.PYTHONPATH"] = pathsep.join(filter(None, sys.path))
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    if here and "PYSPARK_PYTHON" not in environ:
        session.sparkContext.pythonExec = sys.executable  # else Spark takes the first python3 of the path
    return session


def _must_have_java() -> None:
    home = java_home()
    if home is None:
        raise MissingExtra(
            _("the engine spark wants Java {oldest} or newer, which is not here").format(oldest=_OLDEST_JAVA)
        )
    found = java_version(home)
    if found is not None and found < _OLDEST_JAVA:
        raise MissingExtra(
            _("the engine spark wants Java {oldest} or newer; {home} has Java {found}").format(
                oldest=_OLDEST_JAVA, home=home, found=found
            )
        )


def java_home() -> Path | None:
    """Where Java is: what JAVA_HOME says, else where the `java` on the path stands."""
    if environ.get("JAVA_HOME"):
        return Path(environ["JAVA_HOME"])
    program = shutil.which("java")
    return Path(program).resolve().parent.parent if program else None


def java_version(home: Path) -> int | None:
    """The version of the Java that stands there, as its file `release` tells it; None where it does not.

    >>> java_version(Path("nowhere"))
    """
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', text, re.MULTILINE)
    return int(found[1]) if found else None
