"""Parts of an archive over the workers of Dask: processes of this machine, or a cluster that is there."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from os import cpu_count
from typing import Any

from overtrick.bulk import addresses
from overtrick.bulk.addresses import first_words, no_answer, no_such_service
from overtrick.bulk.attempts import Attempt, Failed, lacking, other_version
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _

__all__ = ["check_scheduler", "processes", "run_dask"]

_PORT = 8786  # that of a scheduler, where none is told
_LONGEST = 1 << 32  # bytes of a greeting
_PATIENCE = 60


def run_dask(
    attempt: Attempt, parts: Sequence[Any], *, workers: int, cluster: Any = None
) -> Generator[tuple[int, Any]]:
    """The place of each part and what came of it, as they are done.

    A part whose worker dies goes to another one, as often as the scheduler allows (three times unless it is told
    otherwise). The scheduler blames all that a dead worker had before it, so parts that it gives up are tried once more
    one by one; those given up then are `Failed`. Raises InputError for a scheduler that does not answer.
    """
    with ExitStack() as stack:
        client = _client(stack, cluster, workers)
        if cluster is not None:
            _await_workers(client, cluster)
            _check_workers(client, attempt.version)
        placed = list(enumerate(parts))
        blamed = yield from _tried(client, attempt, placed)
        for place, part in blamed:
            guilty = yield from _tried(client, attempt, [(place, part)])
            if guilty:
                reason = _("every worker that tried it died; perhaps there is not enough memory for it")
                yield place, Failed(part, reason)


def _tried(
    client: Any, attempt: Attempt, placed: list[tuple[int, Any]]
) -> Generator[tuple[int, Any], None, list[tuple[int, Any]]]:
    """What came of the parts, as they are done; at the end those that the scheduler gave up."""
    from distributed import KilledWorker, as_completed
    from distributed.client import FutureCancelledError

    # The name of a task is made anew each time: a cluster may still hold what was done for files that are gone.
    futures = client.map(attempt, [part for _place, part in placed], pure=False)
    places = {future.key: known for future, known in zip(futures, placed, strict=True)}
    blamed = []
    try:
        for future in as_completed(futures, loop=client.loop):
            place, part = places[future.key]
            try:
                outcome = future.result()
            except KilledWorker:
                blamed.append((place, part))
            except FutureCancelledError as fault:
                raise InputError(_("the cluster was lost while it worked; what is done stays done")) from fault
            else:
                yield place, outcome
    finally:
        client.cancel(futures)
    return blamed


def _client(stack: ExitStack, cluster: Any, workers: int) -> Any:
    """A client of what was given, closed with the stack unless it was given open."""
    from distributed import Client
    from distributed.deploy.cluster import Cluster

    if isinstance(cluster, Client):
        if cluster.asynchronous:
            raise ConditionsError(_("a client of Dask that is not asynchronous is wanted"))
        return cluster
    if cluster is None:
        cluster = stack.enter_context(processes(workers))
    elif not isinstance(cluster, (str, Cluster)):
        raise ConditionsError(
            _("the address of a scheduler, a cluster or a client of Dask is wanted, not {kind}").format(
                kind=type(cluster).__name__
            )
        )
    if isinstance(cluster, str):
        check_scheduler(cluster)
    try:
        return stack.enter_context(Client(cluster, set_as_default=False))
    except (OSError, ValueError) as fault:
        raise no_answer("Dask", cluster, fault) from fault


def check_scheduler(address: str) -> None:
    """Raise InputError where no scheduler answers at an address.

    A client that finds none is no end of trouble: it waits without end for a service that is another, and tries to take
    its leave of it when the program ends.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    try:
        scheme, place = parse_address(address)
        if scheme == "tcp":
            head = first_words(*parse_host_port(place, _PORT))
            # A scheduler speaks first: how many bytes are to come, which letters would make a huge number of.
            if head is None or len(head) < 8 or int.from_bytes(head, sys.byteorder) >= _LONGEST:
                raise no_such_service("Dask", address)
        with ThreadPoolExecutor(1) as pool:  # a loop of its own, as the caller may be in one
            kind = pool.submit(asyncio.run, _kind_of(address)).result()
    except TimeoutError as fault:
        raise no_answer("Dask", address, _("nothing is heard")) from fault
    except (OSError, ValueError, TypeError, ImportError) as fault:  # ImportError: no library for that way
        if isinstance(fault, InputError):
            raise
        raise no_answer("Dask", address, fault) from fault
    if kind != "Scheduler":
        raise no_such_service("Dask", address)


async def _kind_of(address: str) -> str:
    """What a service says that it is."""
    from distributed.core import rpc
    from distributed.security import Security

    async def asked() -> str:
        async with rpc(address, connection_args=Security().get_connection_args("client")) as service:
            found = await service.identity()
        return str(found["type"])

    return await asyncio.wait_for(asked(), addresses.PATIENCE)


def _await_workers(client: Any, cluster: Any) -> None:
    """Raise InputError where nobody comes to do the work."""
    if client.nthreads():
        return
    wanted = client.submit(int, pure=False)  # without work a cluster that grows when it is needed would not
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as fault:
        raise InputError(
            _("the scheduler of Dask at {address} has no workers, and none came in {seconds} seconds").format(
                address=cluster if isinstance(cluster, str) else client.scheduler_info()["address"], seconds=_PATIENCE
            )
        ) from fault
    finally:
        client.cancel(wanted)


def _check_workers(client: Any, here: str) -> None:
    """Raise what the workers that are there lack: one that cannot load the work would end without a word."""

    # A function inside another is sent as it is, so the worker need not have this module.
    def version() -> str:
        from importlib import import_module

        return str(import_module("overtrick").__version__)

    for found in client.run(version, on_error="return").values():
        if isinstance(found, ModuleNotFoundError):
            raise lacking(found.name or str(found))
        if isinstance(found, str) and found != here:  # a worker that does not answer may be about to start again
            raise other_version(found, here)


@contextmanager
def processes(workers: int) -> Generator[Any]:
    """A cluster of workers of this machine, one thread each, that share its processors between them."""
    import dask
    from distributed import LocalCluster

    each = max(1, (cpu_count() or 1) // workers)
    # Dask drops a worker for good that is not there again when this time after its death is over.
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "30 days"}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            env={"POLARS_MAX_THREADS": str(each)},
        ) as cluster,
    ):
        yield cluster
