"""Who is one pair where a page knows players by name only, and somebody may be replaced within the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from overtrick.i18n import gettext as _

__all__ = ["Meeting", "Names", "is_individual", "keys_of_pairs", "keys_of_players"]

Names: TypeAlias = tuple[str, ...]
_LONGEST = 200  # characters of names in a note


@dataclass(frozen=True, slots=True)
class Meeting:
    """A board, and the names on both sides."""

    board: int
    ns: Names
    ew: Names


def is_individual(meetings: list[Meeting]) -> bool:
    """Whether most players, each of them beside one partner at a time, have more than one partner.

    >>> meetings = [Meeting(1, ("a", "b"), ("c", "d")), Meeting(2, ("a", "c"), ("b", "d"))]
    >>> is_individual(meetings), is_individual(meetings[:1])
    (True, False)
    """
    partners: dict[str, set[str]] = {}
    for names in (side for one in meetings for side in (one.ns, one.ew)):
        if len(names) != 2:
            return False
        partners.setdefault(names[0], set()).add(names[1])
        partners.setdefault(names[1], set()).add(names[0])
    return 2 * sum(len(many) > 1 for many in partners.values()) > len(partners)


def keys_of_players(meetings: list[Meeting]) -> dict[Names, str]:
    """A number for each player, in the order in which they appear.

    >>> keys_of_players([Meeting(1, ("a", "b"), ("c", "d"))])["c",]
    '3'
    """
    names = dict.fromkeys(name for one in meetings for side in (one.ns, one.ew) for name in side)
    return {(name,): str(index) for index, name in enumerate(names, 1)}


def keys_of_pairs(meetings: list[Meeting]) -> tuple[dict[Names, str], list[str]]:
    """A number for each pair, in the order in which they appear, and what had to be guessed.

    Pairs that share a player and never meet the same board are taken for one, in which somebody was replaced.

    >>> meetings = [Meeting(1, ("a", "b"), ("c", "d")), Meeting(2, ("a", "x"), ("d", "c"))]
    >>> keys, notes = keys_of_pairs(meetings)
    >>> keys["a", "x"] == keys["a", "b"], keys["d", "c"] == keys["c", "d"], len(notes)
    (True, True, 1)
    """
    boards: dict[frozenset[str], set[int]] = {}
    for one in meetings:
        for side in (one.ns, one.ew):
            boards.setdefault(frozenset(side), set()).add(one.board)
    heads = {pair: pair for pair in boards}
    common = _common(boards)
    with_player: dict[str, frozenset[str]] = {}
    notes = []
    for pair, own in boards.items():
        earlier = [heads[with_player.setdefault(name, pair)] for name in sorted(pair - common)]
        same = next((one for one in earlier if one is not pair and not boards[one] & own), None)
        if same is not None:
            notes.append(_note(same, pair, min(own)))
            boards[same] |= own
            heads[pair] = same
    numbers: dict[frozenset[str], str] = {}
    for pair in boards:
        numbers.setdefault(heads[pair], str(len(numbers) + 1))
    sides = [side for one in meetings for side in (one.ns, one.ew)]
    return {side: numbers[heads[frozenset(side)]] for side in sides}, notes


def _common(boards: dict[frozenset[str], set[int]]) -> set[str]:
    """Names that sit in two pairs on one board, as robots do; they tell nobody from another."""
    seen: set[tuple[str, int]] = set()
    found: set[str] = set()
    for pair, played in boards.items():
        for one in ((name, board) for name in pair for board in played):
            if one in seen:
                found.add(one[0])
            seen.add(one)
    return found


def _note(earlier: frozenset[str], pair: frozenset[str], board: int) -> str:
    text = _("{later} on board {board} is taken for the pair {earlier} with somebody replaced, which is a guess")
    return text.format(
        later=" + ".join(sorted(pair))[:_LONGEST], earlier=" + ".join(sorted(earlier))[:_LONGEST], board=board
    )
