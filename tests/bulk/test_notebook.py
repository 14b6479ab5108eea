"""The notebooks run from top to bottom, and one that fails is told."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
SIMULATION = ROOT / "examples" / "simulation.ipynb"

for needed in ("nbclient", "nbformat", "ipykernel"):
    pytest.importorskip(needed, reason=f"notebooks need {needed} to run")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "notebook.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1200)


def told(path: Path) -> list[str]:
    """What each cell prints, but for those that print less where endplay is not installed."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [
        "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        for cell in cells
        if cell["cell_type"] == "code" and "MissingExtra" not in "".join(cell["source"])
    ]


@pytest.mark.skipif(not NOTEBOOKS, reason="the examples are not beside the tests")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_notebook_runs_and_prints_what_it_is_kept_with(path: Path, tmp_path: Path) -> None:
    for needed in ("numpy", "matplotlib"):
        pytest.importorskip(needed, reason=f"the notebook draws with {needed}")
    copy = Path(shutil.copytree(path.parent, tmp_path / "examples")) / path.name
    done = run("write", str(copy))
    assert done.returncode == 0, done.stderr
    assert path.name in done.stdout
    assert told(copy) == told(path)
    assert sum(map(len, told(path))) > 500


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_notebook_is_kept_with_what_it_shows(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", [])]
    assert all(cell["execution_count"] for cell in cells if cell["cell_type"] == "code")
    assert not [output for output in shown if output["output_type"] == "error"]
    assert [output for output in shown if "image/png" in output.get("data", {})]


@pytest.mark.skipif(not SIMULATION.is_file(), reason="the examples are not beside the tests")
def test_the_numbers_in_the_text_of_the_simulation_are_those_of_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="the bulk engine needs numpy")
    monkeypatch.syspath_prepend(str(SIMULATION.parent))
    from overtrick.bulk import simulate as sim

    spade_deals: Any = import_module("spade_deals")
    cells = json.loads(SIMULATION.read_text(encoding="utf-8"))["cells"]
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    deals = list(spade_deals.first_deals())
    tables = sim.as_tables(spade_deals.TABLES.read_text(encoding="utf-8"))
    strength = [spade_deals.high_cards(deal) for deal in deals]

    def found(number: int, vulnerability: str) -> sim.Comparison:
        return sim.compare_contracts(
            tables,
            "4S",
            "3S",
            declarer=[spade_deals.longer(deal) for deal in deals],
            vulnerability=vulnerability,
            where=[points == number for points in strength],
        )

    few = found(22, "none")
    low, high = few.imps.interval() or (0, 0)
    assert (
        f"gains {float(few.imps.mean):.2f} IMPs, and nothing lies within the limits {low:.2f} and {high:.2f}" in prose
    )
    assert low < 0 < high
    vulnerable = found(22, "NS")
    low, high = vulnerable.imps.interval() or (0, 0)
    assert f"it gains {float(vulnerable.imps.mean):.2f} ({low:.2f} .. {high:.2f})" in prose
    assert all((found(23, key).imps.interval() or (0, 0))[0] > 0 for key in ("none", "NS"))
    low, high = few.matchpoints.interval() or (0, 0)
    assert f"too few: {float(few.matchpoints.mean):.3f} ({low:.3f} .. {high:.3f})" in prose
    assert high < 0.5
    some = found(23, "none").matchpoints
    low, high = some.interval() or (0, 0)
    assert f"the mean is {float(some.mean):.3f}, but one half lies within its limits, {low:.3f} .. {high:.3f}" in prose
    assert f"these {some.deals} deals do not tell" in prose
    assert low < 0.5 < high
    theirs = [spade_deals.longer(deal) for deal in spade_deals.more_deals()]
    more = sim.as_tables(spade_deals.MORE_TABLES.read_text(encoding="utf-8"))
    again = sim.compare_contracts(more, "4S", "3S", declarer=theirs).matchpoints
    low, high = again.interval() or (0, 0)
    assert f"the next {len(more):,} of the same seed" in prose
    assert f"outside: {float(again.mean):.3f} ({low:.3f} .. {high:.3f})" in prose
    assert low > 0.5


def small_notebook(folder: Path, *sources: str) -> Path:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"cell-{n}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for n, text in enumerate(sources)
    ]
    path = folder / "small.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")
    return path


def test_a_notebook_that_fails_is_told_with_its_cell(tmp_path: Path) -> None:
    path = small_notebook(tmp_path, "1 + 1", "raise ValueError('broken on purpose')", "2 + 2")
    before = path.read_bytes()
    done = run("write", str(path))
    assert done.returncode == 1
    assert "small.ipynb" in done.stderr
    assert "broken on purpose" in done.stderr
    assert path.read_bytes() == before


def test_what_a_notebook_shows_is_kept_and_the_same_again(tmp_path: Path) -> None:
    path = small_notebook(tmp_path, "print('seen')", "from pathlib import Path\nPath('small.ipynb').exists()")
    assert run("write", str(path)).returncode == 0
    first = path.read_bytes()
    outputs = [output for cell in json.loads(first)["cells"] for output in cell["outputs"]]
    assert outputs[0]["text"] in ("seen\n", ["seen\n"])
    assert "True" in json.dumps(outputs[1])
    assert run("write", str(path)).returncode == 0
    assert path.read_bytes() == first


def test_wrong_usage() -> None:
    assert run("look").returncode == 2
