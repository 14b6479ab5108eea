"""The same numbers as npm bridge-scorer 2.4.0, an independent scorer, over 100,000 results."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

import json  # noqa: E402
import os  # noqa: E402
import random  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.jit import has_numba  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.bulk.scoring import compare  # noqa: E402

_ROOT = Path(__file__).resolve().parents[2]
_FOUND = [Path(os.environ.get("OVERTRICK_NPM", _ROOT / ".venv-node" / "node_modules")) / "bridge-scorer"]
_RESULTS = 100_000
_STRAINS = ("C", "D", "H", "S", "NT")
# Four numbers a result: points, matchpoints, cross-IMPs and Butler, to North-South.
_SCRIPT = """
const scorer = require(process.argv[1]);
const boards = JSON.parse(require("fs").readFileSync(0, "utf8"));
const out = [];
for (const board of boards) {
  for (const game of board) {
    if (game.contract) game.score = scorer.contractTricks(game.contract, game.vulnerable, game.tricks);
  }
  const score = board.map((g) => (g.contract && "EW".includes(g.contract.declaror) ? -g.score : g.score));
  const [mp, cross, butler] = [["matchpoints", "matchpointsNS"], ["crossImps", "impsNS"], ["butler", "impsNS"]].map(
    ([method, field]) => { scorer[method](board); return board.map((g) => g[field].value); });
  board.forEach((_, at) => out.push([score[at], mp[at], cross[at], butler[at]]));
}
console.log(JSON.stringify(out));
"""


def _archive() -> dict[str, list[Any]]:
    """Boards of 2 to 200 results, as bridge-scorer has no answer to one; few distinct scores on most of them."""
    chance = random.Random(11)
    rows: dict[str, list[Any]] = {name: [] for name in ("event", "board", "ns", "ew", "contract", "declarer", "tricks")}
    board = 0
    while len(rows["event"]) < _RESULTS:
        board += 1
        usual = [(chance.randint(1, 7), chance.choice(_STRAINS), chance.choice("NESW")) for _way in range(4)]
        middle = chance.randint(6, 11)
        for pair in range(chance.randint(2, 200)):
            level, strain, declarer = chance.choice(usual)
            doubled = chance.choice(["", "", "", "X", "XX"])
            passed = chance.random() < 0.02
            values = (
                board // 30,
                board % 30 + 1,
                pair + 1,
                pair + 1001,
                "PASS" if passed else f"{level}{strain}{doubled}",
                None if passed else declarer,
                None if passed else min(max(middle + chance.randint(-2, 2), 0), 13),
            )
            for name, value in zip(rows, values, strict=True):
                rows[name].append(value)
    return rows


def _asked(rows: dict[str, list[Any]]) -> list[list[dict[str, Any]]]:
    """The boards as bridge-scorer has them."""
    boards: dict[tuple[int, int], list[dict[str, Any]]] = {}
    columns = (rows[name] for name in ("event", "board", "contract", "declarer", "tricks"))
    for event, board, contract, declarer, tricks in zip(*columns, strict=True):
        game: dict[str, Any] = {"score": 0}
        if contract != "PASS":
            strain = contract[1:].rstrip("X")
            risk = contract[1 + len(strain) :]
            turn = (board - 1) % 16
            vulnerable = (turn + turn // 4) % 4 >> ("NESW".index(declarer) % 2) & 1  # Law 2
            game["contract"] = {"level": int(contract[0]), "denomination": strain, "risk": risk, "declaror": declarer}
            game |= {"vulnerable": bool(vulnerable), "tricks": tricks}
        boards.setdefault((event, board), []).append(game)
    return list(boards.values())


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.skipif(
    not _FOUND[0].is_dir(),
    reason="npm install bridge-scorer@2.4.0 was not run here, nor OVERTRICK_NPM set to its node_modules",
)
@pytest.mark.parametrize("kernel", ["numpy", *(["numba"] if has_numba() else [])])
def test_all_numbers_are_those_of_bridge_scorer(kernel: str) -> None:
    rows = _archive()
    done = subprocess.run(
        ["node", "-e", _SCRIPT, str(_FOUND[0].resolve())],
        input=json.dumps(_asked(rows)),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    theirs = np.array(json.loads(done.stdout))
    codes, refused = normalise(pl.DataFrame(rows))
    assert len(refused) == 0
    rules = make_plan(
        method="cross-imps", also=("matchpoints", "butler"), datum_drop="bridge-scorer", datum_rounding="10up"
    )
    found = compare(codes, rules, kernel=kernel)
    ours = np.stack([found.points, found.mp, found.ximp / np.maximum(found.n - 1, 1), found.butler], axis=1)
    assert len(theirs) == len(codes) >= _RESULTS
    assert np.array_equal(codes.row, np.arange(len(codes)))
    assert np.abs(ours - theirs).max() < 1e-9
