"""The home table for the phone: a page that needs no server and no network once it is open.

The scoring tables are exported from those of the library when the page is built; the script on it holds no number
of any law.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from overtrick.i18n import current_language
from overtrick.i18n import gettext as _
from overtrick.model.terms import Doubling, Strain
from overtrick.tables.laws import LAWS, LawCode, law

__all__ = ["build_home_site", "home_tables"]

_FORMS = ("rubber", "chicago")


def home_tables(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every number that the page needs, by the key of the rubber code, worked out by the tables of the library.

    `rules` are the house rules of each form of the game, with what Chicago gives a part-score.

    >>> home_tables({"parts": {}})["codes"]["rubber-1993"]["undertricks"][0][1][:4]
    [100, 200, 200, 300]
    """
    codes = {code.key: _code(code) for code in LAWS if "rubber" in code.forms}
    settings = {
        form: [{name: value for name, value in rule.items() if name != "help"} for rule in rules.get(form, ())]
        for form in _FORMS
    }
    return {"codes": codes, "default": next(iter(codes)), "rules": settings, "parts": dict(rules["parts"])}


def _code(code: LawCode) -> dict[str, Any]:
    sides = (False, True)
    return {
        "name": code.name,
        "tricks": [[[value << d.index for value in code.trick_values(s)] for s in Strain] for d in Doubling],
        "overtricks": [
            [[list(code.overtrick_values(s, 0, 7, d, vulnerable=vul)) for s in Strain] for d in Doubling]
            for vul in sides
        ],
        "undertricks": [[list(code.undertrick_values(13, d, vulnerable=vul)) for d in Doubling] for vul in sides],
        "insult": [[code.insult(d, vulnerable=vul) for d in Doubling] for vul in sides],
        "small_slam": list(code.small_slam),
        "grand_slam": list(code.grand_slam),
        "game_at": code.game_at,
        # a rubber code gives no game bonus by the deal; Chicago takes it from the duplicate code of those years
        "game": list(law(code.since, form="duplicate").game),
        "rubber": list(code.rubber),
        "unfinished_game": code.unfinished_game,
        "unfinished_part": code.unfinished_part,
        "honours_four": code.honours_four,
        "honours_five": code.honours_five,
        "honours_aces": code.honours_aces,
    }


def _words() -> dict[str, str]:
    """What the script says, in the language in force."""
    return {
        "contract": _("contract"),
        "overtricks": _("overtricks"),
        "undertricks": _("undertricks"),
        "small-slam": _("small slam"),
        "grand-slam": _("grand slam"),
        "made-doubled": _("doubled, made"),
        "honours": _("honours"),
        "game": _("game"),
        "part-score": _("part-score"),
        "rubber": _("rubber"),
        "unfinished-game": _("unfinished: game"),
        "unfinished-part": _("unfinished: part"),
        "we": _("We"),
        "they": _("They"),
        "total": _("Total"),
        "deal": _("Deal"),
        "edit": _("Edit"),
        "remove": _("Remove"),
        "passed": _("passed out"),
        "vulnerable": _("vulnerable"),
        "not-vulnerable": _("not vulnerable"),
        "nobody": _("nobody vulnerable"),
        "both": _("both vulnerable"),
        "finished": _("The game is finished. Begin a new sheet for the next deal."),
        "honours-fault": _("Honours that cannot be: 100 or 150 in a suit, 150 for four aces at no-trump."),
        "passed-honours-fault": _("A passed-out deal has no honours."),
        "no-deal-fault": _("Choose level, strain, side and tricks first."),
        "import-fault": _("That file is no sheet of Overtrick; the sheet so far stays."),
        "rule-fault": _("The house rule cannot be that; it stays as it was."),
        "insert": _("Insert before"),
        "wheel": _("Wheel"),
        "dealer": _("dealer"),
        "clubs": _("clubs"),
        "diamonds": _("diamonds"),
        "hearts": _("hearts"),
        "spades": _("spades"),
        "notrump": _("no-trump"),
        "doubled": _("doubled"),
        "redoubled": _("redoubled"),
        "settle": _("If play stops here"),
    }


def build_home_site(folder: Path, rules: Mapping[str, Any]) -> tuple[Path, ...]:
    """Write the page into a folder, which is made if need be; the files written, `index.html` first.

    `rules` are the house rules that the page offers, as `home_rules()` of the scoring room gives them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables = json.dumps(home_tables(rules), ensure_ascii=False, separators=(",", ":"))
    words = _words() | {f"rule-{rule['name']}": _(rule["help"]) for form in _FORMS for rule in rules[form]}
    source = files("overtrick") / "data" / "home"
    page = (source / "page.html").read_text(encoding="utf-8")
    values = {
        "LANG": current_language(),
        "STYLE": (source / "page.css").read_text(encoding="utf-8"),
        "TABLES": tables.replace("<", "\\u003c"),
        "WORDS": json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"),
        "ENGINE": (source / "engine.js").read_text(encoding="utf-8"),
        "SCRIPT": (source / "page.js").read_text(encoding="utf-8"),
        **{f"T_{key}": escape(text) for key, text in _labels().items()},
    }
    for key, text in values.items():
        page = page.replace(f"@@{key}@@", text)
    written = {
        "index.html": page,
        "tables.json": tables + "\n",
        "sw.js": (source / "sw.js").read_text(encoding="utf-8"),
    }
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in written)


def _labels() -> dict[str, str]:
    """The fixed words of the page."""
    return {
        "title": _("Overtrick: the home table"),
        "rubber": _("Rubber"),
        "chicago": _("Chicago"),
        "form": _("Game"),
        "law": _("Laws"),
        "names": _("Names"),
        "house": _("House rules"),
        "cancel": _("Cancel"),
        "level": _("Level"),
        "strain": _("Strain"),
        "doubling": _("Doubled"),
        "by": _("Played by"),
        "we": _("We"),
        "they": _("They"),
        "result": _("Result"),
        "honours": _("Honours"),
        "none": _("none"),
        "write": _("Write the deal"),
        "pass": _("Passed out"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "new": _("New sheet"),
        "export": _("Export"),
        "import": _("Import"),
        "sheet": _("Sheet"),
        "deals": _("Deals"),
        "entry": _("New deal"),
    }
