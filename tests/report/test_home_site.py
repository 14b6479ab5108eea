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
from overtrick.score.rubber import Rubber, rubber

NODE = shutil.which("node")
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


def _rubber_case(seed: int) -> dict[str, Any]:
    luck = random.Random(seed)
    code = luck.choice(compare.oracle.CODES)
    deals = compare.oracle.random_rubber(luck, code)
    stopped = luck.random() < 0.3
    done = rubber(code, map(compare.as_deal, deals), stopped=stopped)
    return {"form": "rubber", "law": code, "settings": {"stopped": stopped}} | {
        "deals": [_deal(deal) for deal in deals],
        "expected": _expected(done),
    }


def _wheel_case(seed: int) -> dict[str, Any]:
    luck = random.Random(seed)
    code = luck.choice(compare.oracle.CODES)
    settings = {
        "vulnerable": luck.choice(["dealer", "opponents"]),
        "part_scores": luck.choice(["carry", "party"]),
        "pass_out": luck.choice(["redeal", "counts"]),
        "wheels": "any",
    }
    deals = [compare.oracle.random_deal(luck) for _turn in range(luck.randrange(12))]
    done = chicago(code, map(compare.as_deal, deals), settings=settings)
    return {"form": "chicago", "law": code, "settings": settings} | {
        "deals": [_deal(deal) for deal in deals],
        "expected": _expected(done),
    }


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_script_and_library_agree(tmp_path: Path) -> None:
    build_home_site(tmp_path, last_part=100, each_part=50)
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


@pytest.mark.parametrize("key", ["en", "ru"])
def test_page_is_whole(tmp_path: Path, key: str) -> None:
    with language(key):
        written = build_home_site(tmp_path / "site", last_part=100, each_part=50)
    page = written[0].read_text(encoding="utf-8")
    assert "@@" not in page
    assert not re.search(r"""(?:src|href)=["']https?:""", page)
    assert f'<html lang="{key}">' in page
    for block in ("tables", "words"):
        found = re.search(rf'<script type="application/json" id="{block}">(.*?)</script>', page)
        assert found is not None
        assert json.loads(found[1])


def test_every_word_of_the_script_is_there(tmp_path: Path) -> None:
    page = build_home_site(tmp_path, last_part=100, each_part=50)[0].read_text(encoding="utf-8")
    found = re.search(r'id="words">(.*?)</script>', page)
    assert found is not None
    known = json.loads(found[1])
    script = (files("overtrick") / "data" / "home" / "page.js").read_text(encoding="utf-8")
    used = set(re.findall(r"words\.([a-z]+)", script)) | set(re.findall(r'words\["([a-z-]+)"\]', script))
    assert used <= set(known)
