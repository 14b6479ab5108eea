"""The page for the phone in real Chromium: every control, narrow and enlarged, and what axe-core finds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from overtrick.i18n import language
from overtrick.report.home_site import build_home_site
from overtrick.report.sheet_svg import sheet_html
from overtrick.score.home.phone import read_phone_sheet
from overtrick.score.home.settings import home_rules
from overtrick.score.home.sheetfile import play_sheet, read_sheet

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = Path(os.environ.get("OVERTRICK_NPM", ROOT / ".venv-node" / "node_modules")) / "axe-core" / "axe.min.js"

PAPER = """title: Friday at the Featherstonehaughs
we: Bartholomew-Featherstonehaugh & Cholmondeley
they: Bob & Dot
2NT S +1 # a remark
4H W =
pass
4Sx S +1
"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not here")


@cache
def walked() -> dict[str, Any]:
    """What the walk through the page found, from files alone: no server, no network."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        build_home_site(folder, home_rules())
        with language("ru"):
            build_home_site(folder / "ru", home_rules())
        for form in ("rubber", "chicago"):
            played = play_sheet(read_sheet(PAPER), form)
            (folder / f"{form}.html").write_text(sheet_html(played.sheet), encoding="utf-8")
        script = Path(__file__).with_name("home_page_check.js").read_text(encoding="utf-8")
        axe = AXE.read_text(encoding="utf-8").replace("</script", "<\\/script") if AXE.exists() else ""
        held = f'<script type="text/plain" id="axe">{axe}</script>' if axe else ""
        driver = folder / "driver.html"
        driver.write_text(
            f'<meta charset="utf-8"><body style="margin:0">{held}'
            f'<iframe src="index.html" style="width:320px;height:640px;border:0"></iframe><script>{script}</script>',
            encoding="utf-8",
        )
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--hide-scrollbars"]
        # Chromium's virtual clock may run out while the page waits for a file, which takes real time: then once more.
        for attempt in range(6):
            done = subprocess.run(
                [
                    str(CHROMIUM),
                    *flags,
                    f"--user-data-dir={folder / f'profile-{attempt}'}",
                    "--virtual-time-budget=600000",
                    "--dump-dom",
                    driver.as_uri(),
                ],
                capture_output=True,
                text=True,
                timeout=180,
                check=False,
            )
            told = re.search(r"found: (\{.*?) :end", done.stdout, re.DOTALL)
            if told is not None:
                break
    assert told is not None, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(unescape(told[1]))
    assert "error" not in found, found
    return found


def test_first_deal_in_seven_taps() -> None:
    assert walked()["taps"] == 5
    assert walked()["most"] == 7  # level, strain, doubled, side, result, honours, write


def test_deals_are_mended() -> None:
    found = walked()
    assert found["two"] == "100:490"  # 120 + 120 below and above, 50, 100 and honours 100
    assert found["why"] == "100: honours. Deal 2, 4♥X They +1"
    assert found["head"] == "Ann & Cid"
    assert found["inserting"] == "Insert before: Deal 1, nobody vulnerable."
    assert found["inserted"] == "200:490"
    assert found["removed"] == "100:490"
    assert found["redone"] == "100:490"


def test_house_rules_and_laws() -> None:
    found = walked()
    assert found["fault"]
    assert found["agreed"].endswith("honours: no; rubber-in-two: 900")
    assert found["house"] == "100:340"  # 1935: 2NT is 70 and 30, no honours, 240 and 100 and no insult
    assert found["rubber"] == "1100:0"
    assert found["after"] == [True, "1100:0"]


def test_sheet_is_kept_exported_and_imported() -> None:
    found = walked()
    sheet = read_phone_sheet(found["exported"])
    assert sheet.names == ("Ann & Cid", "Bartholomew-Featherstonehaugh & Dot")
    assert tuple(play_sheet(sheet).totals) == (1100, 0)
    assert found["refused"] == [True, "0:0"]
    assert found["imported"] == "1100:0"
    assert found["kept"] == ["1100:0", False]
    assert found["wheel"] == "Wheel 1, Deal 2, dealer E, Ann & Cid vulnerable."


def test_nothing_runs_over_and_every_target_is_large() -> None:
    """WCAG 1.4.4 and 1.4.10: 320 px and 200 % with no sideways scrolling; targets of 48 px."""
    pages = ["empty: en 3", "deals: en 3", "finished: en 3", "chicago: en 3"]
    assert walked()["looked"] == [*pages, "ru/index.html: ru 3", "rubber.html: en 2", "chicago.html: en 2"]
    assert "over" not in walked(), walked()["over"]
    assert "small" not in walked(), walked()["small"]


@pytest.mark.skipif(not AXE.exists(), reason="npm install axe-core was not run, nor OVERTRICK_NPM set")
def test_axe_finds_nothing() -> None:
    assert walked()["axe"] == []
    assert walked()["rules"] > 10
