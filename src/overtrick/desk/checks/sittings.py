"""Who sat together for a round, and which boards go round the room together: found from the results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from overtrick.desk.checks.facts import Facts, Seen

__all__ = ["Sitting", "board_sets", "in_round", "sittings_of"]

_LONGEST = 40  # boards


@dataclass(frozen=True, slots=True)
class Sitting:
    """The lines of one round at one table (where no round is told, those of the same opponents), and their boards."""

    lines: tuple[Seen, ...]
    boards: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "boards", frozenset(seen.board for seen in self.lines))

    @property
    def first(self) -> Seen:
        """The first of the lines."""
        return self.lines[0]

    @property
    def is_match(self) -> bool:
        """Whether it is too long for a round: a match of its own, whose boards no other table need have."""
        return len(self.lines) > _LONGEST


def sittings_of(facts: Facts) -> dict[tuple[str, str], list[Sitting]]:
    """The sittings of each section, by session and section."""
    gathered: dict[tuple[str, str, str, str, str, str, str, str], list[Seen]] = {}
    for seen in facts.lines():
        line = seen.line
        if line.ns and line.ew and seen.at_the_table:
            place = (seen.session, seen.section, line.round, line.table, line.ns, line.ew, line.south, line.west)
            gathered.setdefault(place, []).append(seen)
    found: dict[tuple[str, str], list[Sitting]] = {}
    for place, lines in gathered.items():
        found.setdefault((place[0], place[1]), []).append(Sitting(tuple(lines)))
    return found


def board_sets(sittings: Iterable[Sitting]) -> dict[int, frozenset[int]]:
    """The set that each board belongs to, where most tables that played one board of it played all the others too.

    Boards whose companions differ from table to table are in no set.

    >>> from dataclasses import replace
    >>> from overtrick.desk.checks.facts import example
    >>> from overtrick.model.board import Board
    >>> seen = example("4S N =")
    >>> def sitting(*numbers):
    ...     boards = [replace(seen.traveller, board=Board.numbered(number)) for number in numbers]
    ...     return Sitting(tuple(replace(seen, traveller=board) for board in boards))
    >>> sets = board_sets([sitting(1, 2), sitting(1, 2), sitting(3, 4), sitting(3, 4), sitting(3, 2)])
    >>> sorted(sets[2]), sorted(sets[3])
    ([1, 2], [3, 4])
    """
    short = [sitting.boards for sitting in sittings if not sitting.is_match]
    times = Counter(board for boards in short for board in boards)
    both = Counter(pair for boards in short for pair in combinations(sorted(boards), 2))
    partners: dict[int, set[int]] = {}
    for (one, other), count in both.items():
        if count > 1 and 2 * count > max(times[one], times[other]):
            partners.setdefault(one, {one}).add(other)
            partners.setdefault(other, {other}).add(one)
    return _whole(partners)


def _whole(partners: Mapping[int, set[int]]) -> dict[int, frozenset[int]]:
    """Only sets in which every board belongs with every other."""
    return {
        board: frozenset(others)
        for board, others in partners.items()
        if all(partners[other] == others for other in others)
    }


def in_round(sittings: Sequence[Sitting]) -> dict[str, list[Sitting]]:
    """The sittings by the round that the file tells."""
    rounds: dict[str, list[Sitting]] = {}
    for sitting in sittings:
        rounds.setdefault(sitting.first.line.round, []).append(sitting)
    return rounds
