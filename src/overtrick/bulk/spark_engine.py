"""Parts of an archive over the executors of Spark: processes of this machine, or a session that is there.

Executors import this module anew, so nothing happens when it is loaded, and pyspark is not wanted for that.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from os import close, cpu_count, dup, dup2, environ, pathsep
from pathlib import Path
from struct import pack
from tempfile import TemporaryFile
from typing import Any
from uuid import uuid4

from overtrick.bulk.addresses import first_words, no_answer, no_such_service
from overtrick.bulk.attempts import Attempt, Failed, lacking
from overtrick.errors import ConditionsError, InputError, MissingExtra
from overtrick.i18n import gettext as _

__all__ = ["check_master", "java_home", "java_version", "run_spark", "session_of"]

_OLDEST_JAVA = 17
_TRIES = 4
_PAUSE = 0.1  # seconds between two looks at what is done
_PATIENCE = 60  # seconds in which a worker must come
_SCHEME = "spark://"
_GREETING = pack(">qbi", 13 + 10, 6, 10) + b"/overtrick"  # asks for a file that is not there
_LONGEST = 1 << 31  # bytes of an answer
_EXCEPTION = re.compile(r"[\w.$]+(?:Exception|Error): (.+)")
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

    told, latest = 0, time.monotonic() + _PATIENCE
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(work)
        try:
            while not job.done() or told < len(delivery.gathered.value):
                wait([job], _PAUSE)
                fresh = delivery.gathered.value[told:]
                told += len(fresh)
                yield from fresh
                if not told and time.monotonic() > latest and _nobody_works(context):
                    raise InputError(
                        _("the master of Spark at {master} has no workers, and none came in {seconds} seconds").format(
                            master=context.master, seconds=_PATIENCE
                        )
                    )
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


def _nobody_works(context: Any) -> bool:
    """Whether there is no process but that of Spark itself to work for it."""
    known = context._jsc.sc().getExecutorMemoryStatus().size()  # noqa: SLF001  (Spark has no other way to ask)
    return known <= 1 and not context.master.startswith("local")


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
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession() if given is None or isinstance(given, str) else given
    if running is not None:
        yield _usable(running, given)
        return
    _must_have_java()
    if given is not None:
        check_master(given)
    with _quietly() as said:
        try:
            session = _made(SparkSession.builder, given, workers)
        except (PySparkException, Py4JError, OSError) as fault:
            reason = _reason(fault, said())
            raise InputError(
                _("Spark does not start with the master {master}: {reason}").format(
                    master=given or "local", reason=reason
                )
            ) from fault
    try:
        yield session
    finally:
        session.stop()


def check_master(address: str) -> None:
    """Raise InputError where no master of Spark answers at an address; Spark itself tries for more than a minute."""
    if not address.startswith(_SCHEME):
        return
    faults: list[InputError] = []
    for place in address.removeprefix(_SCHEME).split(","):
        host, _colon, port = place.rpartition(":")
        try:
            head = first_words(host, int(port), _GREETING)
        except (OSError, ValueError, OverflowError) as fault:
            faults.append(no_answer("Spark", address, fault))
            continue
        # A master says how many bytes are to come, or ends where it wants a password first.
        if head is not None and (len(head) < 8 or int.from_bytes(head, "big") < _LONGEST):
            return
        faults.append(no_such_service("Spark", address))
    raise faults[0]


@contextmanager
def _quietly() -> Generator[Callable[[], str]]:
    """Keep what Java and the libraries say while Spark starts off the standard error; gives what was said."""
    with TemporaryFile() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kept = dup(2)
        dup2(file.fileno(), 2)  # Java has it from here for as long as it runs

        def said() -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        try:
            yield said
        finally:
            dup2(kept, 2)
            close(kept)


def _reason(fault: BaseException, said: str) -> str:
    """Why Spark does not start, in one line: what Java said of it, else what its library says."""
    found = [*_EXCEPTION.findall(said), *_EXCEPTION.findall(str(fault))]
    return found[0] if found else (str(fault).splitlines() or [type(fault).__name__])[0]


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
