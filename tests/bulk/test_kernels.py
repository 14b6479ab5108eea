"""The two kernels give the same numbers, and numba is not needed for any of them."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from bulk_archives import archive_rows, columns_of  # noqa: E402
from overtrick.bulk import Buffers, make_plan, normalise, process  # noqa: E402
from overtrick.bulk.form import CONTRACTS  # noqa: E402
from overtrick.bulk.jit import boards_kernel, has_numba  # noqa: E402
from overtrick.errors import ConditionsError  # noqa: E402

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed")
_ALL = ("matchpoints", "cross-imps", "butler")


def field(tables: int, boards: int, events: int, seed: int = 1) -> Any:
    """An archive of a few events with many tables."""
    chance = random.Random(seed)
    rows = [
        (event, board, table) for event in range(events) for board in range(1, boards + 1) for table in range(tables)
    ]
    return pa.table(
        {
            "event": [row[0] for row in rows],
            "board": [row[1] for row in rows],
            "ns": [row[2] for row in rows],
            "ew": [tables + (row[2] + row[1]) % tables for row in rows],
            "contract": [chance.choice(CONTRACTS[1:]) if chance.random() < 0.95 else None for _row in rows],
            "declarer": [chance.choice("NESW") for _row in rows],
            "tricks": [chance.randint(0, 13) for _row in rows],
        }
    )


@needs_numba
@pytest.mark.parametrize("settings", [{}, {"cross_trim": "extremes"}, {"datum": "median"}, {"datum_drop": "5%"}])
@pytest.mark.parametrize(("tables", "boards", "events"), [(700, 3, 2), (40, 24, 50), (2, 2, 4)])
def test_kernels_agree(tables: int, boards: int, events: int, settings: dict[str, Any]) -> None:
    codes, _refused = normalise(field(tables, boards, events))
    plan = make_plan(also=_ALL, **settings)
    (one, first), (other, second) = (process(codes, plan, kernel=kernel) for kernel in ("numba", "numpy"))
    assert one.table().equals(other.table())
    assert first.table().equals(second.table())


def test_matchpoints_and_imps_of_a_board_sum_to_nothing_won() -> None:
    codes, _refused = normalise(field(300, 2, 1))
    results, _totals = process(codes, make_plan(also=_ALL))
    for board in (1, 2):
        rows = (codes.board == board) & results.real
        assert results.mp is not None
        assert results.ximp is not None
        assert int(results.mp[rows].sum()) == rows.sum() * (rows.sum() - 1)
        assert int(results.ximp[rows].sum()) == 0


@pytest.mark.parametrize("kernel", ["numba", "numpy"])
def test_buffers_change_no_number(kernel: str) -> None:
    if kernel == "numba" and not has_numba():
        pytest.skip("numba is not installed")
    buffers = Buffers()
    for seed in range(12):
        codes, _refused = normalise(pa.table(columns_of(archive_rows(seed))))
        fresh = process(codes, make_plan(also=_ALL), kernel=kernel)
        again = process(codes, make_plan(also=_ALL), kernel=kernel, buffers=buffers)
        assert fresh[0].table().equals(again[0].table())
        assert fresh[1].table().equals(again[1].table())


def test_a_kernel_that_is_not_known_is_refused() -> None:
    with pytest.raises(ConditionsError, match="abacus"):
        boards_kernel("abacus", 1)


def test_without_numba_the_numpy_kernel_is_taken() -> None:
    code = """
import sys
sys.modules["numba"] = None
import pyarrow as pa
from overtrick.bulk import score
from overtrick.bulk.jit import boards_kernel
assert boards_kernel("auto", 10**9).__name__.endswith("kernel_numpy")
rows = {"event": [1, 1], "board": [1, 1], "ns": [1, 2], "ew": [3, 4], "contract": ["4S", "PASS"],
        "declarer": ["N", None], "tricks": [10, None]}
print(score(pa.table(rows)).results["mp_ns"].to_pylist())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[2, 0]", "")


def test_importing_the_room_loads_nothing_heavy() -> None:
    code = "import sys, overtrick.bulk; print(sorted({'numpy', 'polars', 'pyarrow', 'numba'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names_of_the_room_are_no_modules() -> None:
    code = """
import pkgutil, importlib, overtrick.bulk as room
for module in pkgutil.iter_modules(room.__path__, "overtrick.bulk."):
    importlib.import_module(module.name)
for name in room.__all__:
    assert type(getattr(room, name)).__name__ != "module", name
"""
    subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
