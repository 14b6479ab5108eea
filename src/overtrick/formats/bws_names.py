"""Who the pairs of a Bridgemate database are: players by seat, and the movement that names pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from overtrick.formats.assemble import Draft
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Player
from overtrick.model.terms import Side

__all__ = ["Names"]

_Rows = list[dict[str, str]]
_SEATS = {"N": (Side.NS, 0), "S": (Side.NS, 1), "E": (Side.EW, 0), "W": (Side.EW, 1)}


class Names:
    """Players of the table PlayerNumbers, with names from PlayerNames where only a number was typed."""

    def __init__(self, numbers: _Rows, names: _Rows, rounds: _Rows, letters: dict[str, str]) -> None:
        self.numbers = numbers
        self.known = {row.get(key, ""): row.get("name", "") for key in ("id", "strid") for row in names if row.get(key)}
        self.rounds = rounds
        self.letters = letters

    def enter(self, draft: Draft, *, stated_winners: Iterable[str] = ()) -> None:
        """Pairs with their players into the draft. One list or two is what the file says, or what the movement shows.

        >>> draft = Draft()
        >>> seats = [{"section": "1", "table": "1", "direction": "N", "name": "Eva Lind", "number": "7"}]
        >>> movement = [{"section": "1", "table": "1", "round": "1", "nspair": "3", "ewpair": "8"}]
        >>> Names(seats, [], movement, {"1": "A"}).enter(draft)
        >>> draft.contestants["1", "A"][0][0].names, draft.event.winners
        (('Eva Lind',), 2)
        """
        found = dict(self.pairs())
        if not found:
            return
        told = {text for text in stated_winners if text in ("1", "2")}
        two = told == {"2"} if told else self.two_fields()
        draft.event = replace(draft.event, winners=2 if two else 1)
        seen: set[tuple[str, str]] = set()
        for (section, key, side), players in found.items():
            if not two and (section, key) in seen:
                continue
            seen.add((section, key))
            who = Contestant(key, side if two else None, tuple(players[seat] for seat in sorted(players)))
            where = _("pair {key}").format(key=key)
            draft.contestants.setdefault(("1", self.letters.get(section) or section), []).append((who, where))

    def two_fields(self) -> bool:
        """Whether no number sits both ways in a movement, or one number sits both ways in one round."""
        sides: dict[str, tuple[set[str], set[str]]] = {}
        for row in self.rounds:
            ns, ew = row.get("nspair", ""), row.get("ewpair", "")
            if "0" in (ns, ew) or not ns or not ew:
                continue
            key = row.get("section", "")
            for where in (key, f"{key} {row.get('round', '')}"):
                both = sides.setdefault(where, (set(), set()))
                both[0].add(ns)
                both[1].add(ew)
        whole = [both for where, both in sides.items() if " " not in where]
        rounds = [both for where, both in sides.items() if " " in where]
        return all(ns.isdisjoint(ew) for ns, ew in whole) or any(ns & ew for ns, ew in rounds)

    def pairs(self) -> Iterator[tuple[tuple[str, str, Side], dict[int, Player]]]:
        """Pairs by section, number and side, with their players by seat; those without a name are left out."""
        first = {}
        for row in self.rounds:
            if row.get("round") == "1":
                first[row.get("section", ""), row.get("table", "")] = (row.get("nspair", ""), row.get("ewpair", ""))
        found: dict[tuple[str, str, Side], dict[int, Player]] = {}
        for row in self.numbers:
            if row.get("round", "") not in ("", "0", "1"):
                continue
            seat = _SEATS.get(row.get("direction", "").upper())
            place = first.get((row.get("section", ""), row.get("table", "")))
            number = row.get("number", "")
            number = "" if number == "0" else number
            name = row.get("name", "") or self.known.get(number, "")
            if seat is None or place is None or not (name or number):
                continue
            side, index = seat
            key = place[0 if side is Side.NS else 1]
            if key not in ("", "0"):
                found.setdefault((row.get("section", ""), key, side), {})[index] = Player(name, number)
        yield from found.items()
