"""The page for the phone: its script replays random sheets exactly as the library does."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from overtrick.i18n import language
from overtrick.model.terms import Side
from overtrick.report.home_site import build_home_site
from overtrick.score.chicago import Chicago, chicago
from overtrick.score.home.settings import home_rules
from overtrick.score.rubber import Rubber, rubber

NODE = shutil.which("node")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIDES = list(Side)


def _load() -> Any:
    path = Path(__file__).resolve().parents[1] / "oracle" / "home_compare.py"
    spec = importlib.util.spec_from_file_location("home_compare", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compare = _load()


def _deal(deal: Any) -> dict[str, Any]:
    if deal is None:
        return {"passed": True, "honours": []}
    side, level, strain, doubling, tricks, honours, holder = deal
    claims = [{"side": holder, "points": honours}] if honours else []
    return {"side": side, "level": level, "strain": strain, "doubling": doubling, "tricks": tricks, "honours": claims}


def _expected(done: Rubber | Chicago) -> dict[str, Any]:
    return {
        "entries": [
            [entry.number, entry.deal, SIDES.index(entry.side), entry.points, entry.below, entry.reason.value]
            for entry in done.entries
        ],
        "totals": list(done.totals),
        "settled": list(done.settled),
        "below": list(done.below),
        "vulnerable": [done.vulnerable.includes(side) for side in Side],
        "finished": done.finished,
    }


def _settings(luck: random.Random, form: str) -> dict[str, str]:
    """House rules at random: a few of them, each with a value that it can have."""
    found: dict[str, str] = {}
    for rule in home_rules()[form]:
        values = [*rule["among"], *(["0", "30", "750"] if rule["number"] else [])] or compare.oracle.CODES
        if luck.random() < 0.3:
            found[rule["name"]] = luck.choice(values)
    return found


def _rubber_case(seed: int) -> dict[str, Any]:
    luck = random.Random(seed)
    code = luck.choice(compare.oracle.CODES)
    deals = compare.oracle.random_rubber(luck, code)
    stopped = luck.random() < 0.3
    settings = _settings(luck, "rubber") if seed % 2 else {}
    done = rubber(code, map(compare.as_deal, deals), settings=settings, stopped=stopped)
    return {"form": "rubber", "law": code, "settings": settings, "stopped": stopped} | {
        "deals": [_deal(deal) for deal in deals],
        "expected": _expected(done),
    }


def _wheel_case(seed: int) -> dict[str, Any]:
    luck = random.Random(seed)
    code = luck.choice(compare.oracle.CODES)
    settings = _settings(luck, "chicago") | {"wheels": luck.choice(["any", "1", "2"])}
    deals: list[Any] = []
    done = chicago(code, settings=settings)
    for _turn in range(luck.randrange(14)):
        if done.finished:
            break
        deals.append(compare.oracle.random_deal(luck))
        done = chicago(code, map(compare.as_deal, deals), settings=settings)
    return {"form": "chicago", "law": code, "settings": settings, "stopped": False} | {
        "deals": [_deal(deal) for deal in deals],
        "expected": _expected(done),
    }


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_script_and_library_agree(tmp_path: Path) -> None:
    build_home_site(tmp_path, home_rules())
    cases = [_rubber_case(seed) for seed in range(2000)] + [_wheel_case(seed) for seed in range(2000)]
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    script = Path(__file__).with_name("home_site_check.mjs")
    engine = files("overtrick") / "data" / "home" / "engine.js"
    done = subprocess.run(
        [str(NODE), str(script), str(tmp_path), str(engine), str(tmp_path / "cases.json")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.strip() == "0 differ", done.stdout + done.stderr


CHECK = """<script>
const cases = JSON.parse(document.getElementById("cases").textContent);
const tables = JSON.parse(document.getElementById("tables").textContent);
let differing = 0;
for (const { form, law, settings, stopped, deals, expected } of cases) {
  const done = overtrick[form](tables, law, deals, settings, stopped);
  const found = {
    entries: done.entries.map((one) => [one.number, one.deal, one.side, one.points, one.below, one.reason]),
    totals: done.totals, settled: done.settled, below: done.below, vulnerable: done.vulnerable, finished: done.finished,
  };
  if (JSON.stringify(found) !== JSON.stringify(expected)) differing += 1;
}
document.body.innerHTML = `<pre>found: ${cases.length} sheets, ${differing} differ</pre>`;
</script>"""

TAPS = """<script>
const told = [];
const tap = (field, text) => [...document.querySelectorAll(`[data-field=${field}] button`)]
  .find((key) => key.textContent === text).click();
const press = (id) => document.getElementById(id).click();
const totals = () => [...document.querySelectorAll("tr.total td")].map((cell) => cell.textContent).join(":");
const tell = () => told.push(totals());
const deal = (...taps) => { taps.forEach(([field, text]) => tap(field, text)); press("write"); tell(); };
const [we, they] = [["side", "We"], ["side", "They"]];
deal(["level", "2"], ["strain", "NT"], we, ["over", "+1"]);
deal(["level", "4"], ["strain", "♥"], they);
deal(["level", "5"], ["strain", "♣"], they, ["over", "−2"]);
deal(["level", "4"], ["strain", "♠"], ["doubling", "X"], we, ["over", "+1"]);
deal(["level", "3"], ["strain", "♣"], we, ["over", "+1"]);
deal(["level", "6"], ["strain", "♦"], they, ["honours", "They 150"]);
press("pass");
told.push(document.getElementById("fault").textContent ? "refused" : "taken");
press("undo"); tell();
press("redo"); tell();
document.querySelector("#deals button").click();
tap("over", "=");
press("write"); tell();
const small = [...document.querySelectorAll("button, select")].filter((one) => one.offsetParent)
  .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 48);
told.push(`small ${small.length}`);
document.body.style.width = "320px";
document.body.style.margin = "0";
const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > 320);
told.push(`over ${wide.length}`);
told.push(`kept ${JSON.parse(localStorage.getItem("overtrick-home")).sheet.deals.length}`);
document.body.innerHTML = `<pre>found: ${told.join(" / ")}</pre>`;
</script>"""


def _in_chromium(page: Path, extra: str) -> str:
    """What the page says under `found:` once its scripts have run."""
    driven = page.with_name("driven.html")
    driven.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{extra}</body>"), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'profile'}", "--dump-dom"]
    done = subprocess.run(
        [str(CHROMIUM), *flags, driven.as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    found = re.search(r"<pre>found: (.*?)</pre>", done.stdout)
    assert found is not None, done.stderr[-2000:]
    return found[1]


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not here")
def test_page_and_library_agree_in_chromium(tmp_path: Path) -> None:
    page = build_home_site(tmp_path, home_rules())[0]
    cases = [_rubber_case(seed) for seed in range(5000, 7000)] + [_wheel_case(seed) for seed in range(5000, 7000)]
    block = f'<script type="application/json" id="cases">{json.dumps(cases)}</script>'
    assert _in_chromium(page, block + CHECK) == "4000 sheets, 0 differ"


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not here")
def test_worked_rubber_tapped_in_chromium(tmp_path: Path) -> None:
    page = build_home_site(tmp_path, home_rules())[0]
    told = _in_chromium(page, TAPS).split(" / ")
    totals = ["100:0", "100:120", "300:120", "690:120", "770:120", "770:1640", "refused", "770:120", "770:1640"]
    assert [text.removeprefix("Total ") for text in told] == [*totals, "740:1640", "small 0", "over 0", "kept 6"]


@pytest.mark.parametrize("key", ["en", "ru"])
def test_page_is_whole(tmp_path: Path, key: str) -> None:
    with language(key):
        written = build_home_site(tmp_path / "site", home_rules())
    page = written[0].read_text(encoding="utf-8")
    assert "@@" not in page
    assert not re.search(r"""(?:src|href)=["']https?:""", page)
    assert f'<html lang="{key}">' in page
    for block in ("tables", "words"):
        found = re.search(rf'<script type="application/json" id="{block}">(.*?)</script>', page)
        assert found is not None
        assert json.loads(found[1])


def test_every_word_of_the_script_is_there(tmp_path: Path) -> None:
    page = build_home_site(tmp_path, home_rules())[0].read_text(encoding="utf-8")
    found = re.search(r'id="words">(.*?)</script>', page)
    assert found is not None
    known = json.loads(found[1])
    script = (files("overtrick") / "data" / "home" / "page.js").read_text(encoding="utf-8")
    used = set(re.findall(r"words\.([a-z]+)", script)) | set(re.findall(r'words\["([a-z-]+)"\]', script))
    assert used <= set(known)
