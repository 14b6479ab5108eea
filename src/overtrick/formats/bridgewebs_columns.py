"""Tables of BridgeWebs CSV by the names over their columns: a ranking, or travellers, in any order of columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from overtrick.formats.text import exact

__all__ = ["Table", "heads_of"]

_NOT_A_WORD = re.compile(r"[^a-z0-9%]+")
_PERSON = re.compile(r"(name|player|number|id|nationalid)([1-9])")
_SEVERAL = re.compile(r"\s+&\s+|\s*\n\s*")
_WHOLE = re.compile(r"[0-9]{1,2}")

_COMMON = {"section": "section", "sect": "section", "sec": "section"}
_TRAVELLER = _COMMON | {
    "board": "board",
    "bd": "board",
    "brd": "board",
    "boardno": "board",
    "boardnumber": "board",
    "ns": "ns",
    "nspair": "ns",
    "pairns": "ns",
    "ew": "ew",
    "ewpair": "ew",
    "pairew": "ew",
    "contract": "contract",
    "cont": "contract",
    "bid": "contract",
    "by": "declarer",
    "dec": "declarer",
    "decl": "declarer",
    "declarer": "declarer",
    "playedby": "declarer",
    "lead": "lead",
    "ld": "lead",
    "tricks": "tricks",
    "tks": "tricks",
    "trk": "tricks",
    "result": "result",
    "res": "result",
    "score": "score",
    "round": "round",
    "rnd": "round",
    "table": "table",
    "tab": "table",
    "remark": "remark",
    "comment": "remark",
}
_RANKING = _COMMON | {
    "pos": "stated_place",
    "position": "stated_place",
    "place": "stated_place",
    "rank": "stated_place",
    "pair": "contestant",
    "pairno": "contestant",
    "pairnumber": "contestant",
    "no": "contestant",
    "direction": "direction",
    "dir": "direction",
    "name": "names",
    "names": "names",
    "players": "names",
    "score": "stated_total",
    "total": "stated_total",
    "mps": "stated_total",
    "imps": "stated_total",
    "%": "stated_percent",
    "percent": "stated_percent",
    "percentage": "stated_percent",
    "handicap": "handicap",
}
_UNITS = {
    "mp": "matchpoints",
    "mps": "matchpoints",
    "matchpoints": "matchpoints",
    "imp": "imps",
    "imps": "imps",
    "%": "percent",
    "percent": "percent",
    "score": "score",
}
_FEWEST = 3  # names that a line must hold to be taken for the names of columns


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table, by the names that the readers of rows know; an unknown column is empty."""

    heads: tuple[str, ...]
    ranking: bool

    def values(self, cells: list[str]) -> dict[str, str]:
        """The cells of a row by name.

        >>> table = heads_of(["Board", "NS", "EW", "Contract", "EW Score"])
        >>> table.values(["7", "1", "2", "4S W =", "420"])["score"]
        '-420'
        """
        found = {name: cell for name, cell in zip(self.heads, cells, strict=False) if name and cell}
        return _people(found) if self.ranking else _result(found)


def heads_of(cells: list[str]) -> Table | None:
    """The table that a line of names begins, or None for any other line.

    >>> heads_of(["#Pos", "Pair", "Names", "%"]).heads
    ('stated_place', 'contestant', 'names', 'stated_percent')
    >>> heads_of(["7", "1", "2", "PASS"])
    """
    if any(exact(cell) is not None for cell in cells):
        return None
    words = [_NOT_A_WORD.sub("", cell.casefold()) for cell in cells]
    for ranking, wanted in ((False, {"ns", "ew"}), (True, {"contestant"})):
        heads = [_ranking(word) if ranking else _traveller(word) for word in words]
        if wanted <= set(heads) and sum(map(bool, heads)) >= _FEWEST:
            once = [head if head not in heads[:index] else "" for index, head in enumerate(heads)]
            return Table(tuple(once), ranking)
    return None


def _traveller(word: str) -> str:
    """The name of a column of travellers; `nsmps` and `mpsns` are one."""
    if word in _TRAVELLER:
        return _TRAVELLER[word]
    for side in ("ns", "ew"):
        for rest in (word.removeprefix(side), word.removesuffix(side)):
            if rest != word and rest in _UNITS:
                return f"{side}_{_UNITS[rest]}"
    return ""


def _ranking(word: str) -> str:
    if found := _PERSON.fullmatch(word):
        return f"{'player' if found[1] in ('name', 'player') else 'number'}{found[2]}"
    return _RANKING.get(word, "")


def _people(found: dict[str, str]) -> dict[str, str]:
    names = found.pop("names", "")
    for index, name in enumerate(filter(None, _SEVERAL.split(names)), 1):
        found.setdefault(f"player{index}", name)
    return found


def _result(found: dict[str, str]) -> dict[str, str]:
    """Points and worth with their sides made what the reader of a result knows."""
    ns, ew = found.pop("ns_score", ""), found.pop("ew_score", "")
    if exact(ns) is not None:
        found["score"] = ns
    elif (points := exact(ew)) is not None and not ns:
        found["score"] = f"-{ew.lstrip('+-')}" if points > 0 else ew.lstrip("+-")
    elif ns or ew:
        found.setdefault("contract", f"{ns}/{ew}" if ns and ew else ns or ew)
    for unit in ("matchpoints", "imps", "percent"):
        worth = found.pop(f"ns_{unit}", ""), found.pop(f"ew_{unit}", "")
        if any(worth) and "stated_unit" not in found:
            found |= {"ns_stated": worth[0], "ew_stated": worth[1], "stated_unit": unit}
    if "tricks" in found and not _WHOLE.fullmatch(found["tricks"]):
        found.setdefault("result", found.pop("tricks"))
    return found
