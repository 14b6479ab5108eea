"""Pieces of work that engines are tested with; workers import this module, so it must be beside them."""

from __future__ import annotations

import errno
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from overtrick.errors import ConditionsError, FormatError

__all__ = [
    "PLAYED", "archive", "dies_always", "dies_once", "double", "fails", "kills_always", "kills_once", "marks",
    "process_of", "service", "slow", "tree",
]  # fmt: skip

PLAYED = ("3NT", "4S", "4SX", "PASS", "2H", "6NT", "1CXX")
_DYING = 1  # the number of the part that its worker does not survive


def die() -> None:
    """End as a worker without memory does: after a while, for one that dies while it starts is a fault of its own."""
    time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)


def slow(part: int) -> int:
    time.sleep(1)
    return part


@contextmanager
def service(said: bytes | None) -> Iterator[str]:
    """The address of a service that says something to everybody and ends; None: it says nothing and stays."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    link, _address = server.accept()
                except OSError:  # it was closed
                    return
                kept.append(link)
                if said is not None:
                    with suppress(OSError):  # whoever asked may have gone
                        link.sendall(said)
                        link.shutdown(socket.SHUT_WR)

        kept: list[socket.socket] = []
        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for link in kept:
            link.close()


def double(part: int) -> int:
    return 2 * part


def process_of(_part: int) -> int:
    return os.getpid()


def fails(part: str) -> str:
    """A part that says how it fails."""
    match part:
        case "bad":
            raise FormatError("no Parquet file", "bad.parquet")
        case "gone":
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "gone.parquet")
        case "memory":
            raise MemoryError
        case "full":
            raise OSError(errno.ENOSPC, "No space left on device", "out.parquet")
        case "conditions":
            raise ConditionsError("no kernel 'x'")
        case "library":
            raise ModuleNotFoundError("No module named 'polars'", name="polars")
        case "bug":
            raise ZeroDivisionError("of the program")
    return part.upper()


def marks(part: str) -> int:
    """Leave one byte in a file for each time that it is tried; gives how many there are."""
    with Path(part).open("ab") as file:
        file.write(b".")
        return file.tell()


def kills_once(part: str) -> str:
    """Dies the first time that a part called `...die` is tried."""
    if marks(part) == 1 and part.endswith("die"):
        die()
    return Path(part).name


def kills_always(part: str) -> str:
    """Dies every time that a part called `...die` is tried."""
    marks(part)
    if part.endswith("die"):
        die()
    return Path(part).name


def dies_once(part: Any, job: Any) -> Any:
    """The work of a part, at the second try for one of them: at the first its worker dies after half a file."""
    from overtrick.bulk.parts import run_part

    if part.number == _DYING and marks(f"{job.out}/.job/tried") == 1:
        Path(job.out, "results", f"part-{part.number:05}.parquet").write_bytes(b"PAR1 half")
        die()
    return run_part(part, job)


def dies_always(part: Any, job: Any) -> Any:
    """The work of a part, but for one that no worker survives."""
    from overtrick.bulk.parts import run_part

    if part.number == _DYING:
        die()
    return run_part(part, job)


def archive(folder: Path, *, files: int = 2, events: int = 6) -> Path:
    """Files of whole events of three tables and four boards, with a row in each file that is refused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder.mkdir()
    for file in range(files):
        rows = [
            {
                "event": event,
                "board": board,
                "ns": table,
                "ew": 3 + table,
                "contract": PLAYED[(event * 5 + board * 3 + table) % len(PLAYED)],
                "declarer": "NESW"[(event + board + table) % 4],
                "tricks": (event * 7 + board * 5 + table * 3) % 14,
            }
            for event in range(file * events, (file + 1) * events)
            for board in range(1, 5)
            for table in range(1, 4)
        ]
        rows[5]["contract"] = "8S"
        pq.write_table(pa.Table.from_pylist(rows), folder / f"year-{file}.parquet")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """What an engine wrote, by name; not the records of the job."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".job" not in path.parts
    }
