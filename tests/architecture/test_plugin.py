"""A format in a package of its own: installed, it is as good as any; broken, it harms nobody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import overtrick

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "packages" / "overtrick-example-plugin"
DEMO = Path(overtrick.__file__).parent / "data" / "demo" / "tuesday.csv"
SHEET = """TRAVELLERS Tuesday
WINNERS 1
PAIR 1 Eva Lind & Bo Ek
PAIR 2
PAIR 3
PAIR 4

BOARD 7
1-4 4SX N +1 990
2-3 4S N = 620

BOARD 8
1-3 PASS
2-4 3NT W -1 50
"""
RAISING_SNIFF = """
from overtrick.formats.kind import Format

def sniff(content):
    raise OSError("no disk")

FORMAT = Format("broken", "x", "y", sniff, sniff_data=sniff)
"""


def _install(folder: Path, name: str, entry_points: dict[str, str]) -> None:
    """What pip leaves behind: the description of a distribution that offers formats. No network, no build."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{key} = {value}" for key, value in entry_points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[overtrick.formats]", *lines, ""]), "utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder on the path in which the example package is installed as its `pyproject.toml` says."""
    folder = tmp_path / "site"
    folder.mkdir()
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))
    [source] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    (folder / Path(source).name).symlink_to(PLUGIN / source, target_is_directory=True)
    points: dict[str, str] = project["project"]["entry-points"]["overtrick.formats"]
    _install(folder, "overtrick_example_plugin", points)
    return folder


def _python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "OVERTRICK_LANG": "en"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, env=environment, cwd=site.parent
    )


def _overtrick(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return _python(site, "-m", "overtrick", *arguments)


def test_every_command_knows_a_format_that_is_installed(site: Path) -> None:
    (site.parent / "tuesday.trv").write_text(SHEET, "utf-8")
    listed = _overtrick(site, "list", "formats", "--json")
    assert {"key": "traveller-sheet", "name": "traveller sheet (plain text)", "source": "overtrick-example-plugin"} in [
        {name: row[name] for name in ("key", "name", "source")} for row in json.loads(listed.stdout)
    ]
    checked = _overtrick(site, "check", "tuesday.trv", "--json")
    told = json.loads(checked.stdout)
    assert checked.returncode < 2, checked.stderr  # 1: something looks odd to the checks of results
    assert (told["format"], told["taken"], told["refused"]) == ("traveller-sheet", 4, 0)
    ranked = _overtrick(site, "rank", "tuesday.trv", "--csv")
    assert ranked.returncode == 0, ranked.stderr
    assert len(ranked.stdout.splitlines()) == 5  # a head and four pairs
    (site.parent / "wrong.trv").write_text(SHEET.replace("990", "690"), "utf-8")
    audited = _overtrick(site, "audit", "wrong.trv")
    assert audited.returncode == 1
    assert "deal scores: 2 of 3" in audited.stdout
    assert "line 9: board 7, score: the file says 690, the results give 990" in audited.stdout


def test_files_go_there_and_back_and_what_is_lost_is_told(site: Path) -> None:
    (site.parent / "tuesday.trv").write_text(SHEET, "utf-8")
    away = _overtrick(site, "convert", "tuesday.trv", "tuesday.json")
    assert (away.returncode, json.loads((site.parent / "tuesday.json").read_text("utf-8"))["name"]) == (0, "Tuesday")
    back = _overtrick(site, "convert", "tuesday.json", "again.trv")
    assert back.returncode == 0, back.stderr
    assert (site.parent / "again.trv").read_text("utf-8") == SHEET
    demo = _overtrick(site, "convert", str(DEMO), "demo.trv")
    assert demo.returncode == 1
    assert "traveller-sheet: warning: not held: the club" in demo.stderr


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_module_at_all", "cannot be loaded: No module named"),
        ("def (", "cannot be loaded"),
        ("raise SystemExit(9)", "cannot be loaded: 9"),
        ("FORMAT = 'traveller sheet'", "it is str and no Format"),
        (RAISING_SNIFF, ""),  # it is not asked where another one knows the file
    ],
)
def test_a_broken_package_harms_nobody(site: Path, code: str, said: str) -> None:
    (site / "broken.py").write_text(code, "utf-8")
    _install(site, "broken", {"broken": "broken:FORMAT"})
    (site.parent / "tuesday.trv").write_text(SHEET, "utf-8")
    done = _overtrick(site, "check", "tuesday.trv", "--json")
    assert done.returncode < 2, done.stderr
    assert json.loads(done.stdout)["format"] == "traveller-sheet"
    assert "Traceback" not in done.stderr
    assert said in done.stderr
    own = _overtrick(site, "check", str(DEMO), "--json")
    assert json.loads(own.stdout)["format"] == "csv"
    assert _overtrick(site, "list", "formats").returncode == 0


def test_the_tests_of_the_example_pass(site: Path) -> None:
    options = ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "--doctest-modules", "--rootdir", str(PLUGIN)]
    done = _python(site, "-m", "pytest", *options, str(PLUGIN / "tests"), "--pyargs", "overtrick_example")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_sheet_in_its_readme_is_read(site: Path) -> None:
    page = (PLUGIN / "README.md").read_text("utf-8")
    (site.parent / "readme.trv").write_text(page.split("```\n")[1], "utf-8")
    done = _overtrick(site, "check", "readme.trv", "--json")
    told = json.loads(done.stdout)
    assert (told["format"], told["taken"], told["refused"]) == ("traveller-sheet", 3, 0)
