"""The notebooks run from top to bottom, and one that fails is told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))

for needed in ("nbclient", "nbformat", "ipykernel"):
    pytest.importorskip(needed, reason=f"notebooks need {needed} to run")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "notebook.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1200)


@pytest.mark.skipif(not NOTEBOOKS, reason="the examples are not beside the tests")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_notebook_runs(path: Path) -> None:
    for needed in ("numpy", "matplotlib"):
        pytest.importorskip(needed, reason=f"the notebook draws with {needed}")
    done = run("check", str(path))
    assert done.returncode == 0, done.stderr
    assert path.name in done.stdout


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_notebook_is_kept_with_what_it_shows(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", [])]
    assert all(cell["execution_count"] for cell in cells if cell["cell_type"] == "code")
    assert not [output for output in shown if output["output_type"] == "error"]
    assert [output for output in shown if "image/png" in output.get("data", {})]


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
