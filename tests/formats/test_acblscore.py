from __future__ import annotations

import json
import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.desk.agreement import claims
from overtrick.desk.settings import conditions_from
from overtrick.errors import FormatError
from overtrick.formats.acblscore import loads_acblscore, sniff_acblscore
from overtrick.formats.acblscore_binary import GameFile
from overtrick.model.event import Contestant, Line, Penalty, Player, Section
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "acblscore"
CLUB, FINAL = "2017_750-club_170724.ACM", "2017-unit-finals_171015.ACA"
EVENTS = [(CLUB, 1), (FINAL, 1), (FINAL, 2), (FINAL, 3)]
real = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")

Code = tuple[int, int, int, int, int, int, int, int]  # round, table, then pair, score and points of NS and of EW
ONE: Code = (1, 1, 1, 42, 100, 1, -42, 0)
OTHER: Code = (1, 2, 2, -5, 0, 2, 5, 100)


def text(value: str | bytes, room: int) -> bytes:
    """A text in its buffer, with leftovers of an older and longer name behind it."""
    data = value if isinstance(value, bytes) else value.encode("cp437")
    return bytes([len(data)]) + data + b"STALE NAME OF SOMEBODY"[: room - len(data)].ljust(room - len(data), b"!")


@dataclass(frozen=True)
class Pair:
    number: int
    direction: int  # 0 North-South, 1 East-West
    table: int
    players: tuple[tuple[str, str, str], ...] = ()  # given name, family name, number
    scores: tuple[int, int, int, int, int, int] = (0, 100, 100, 0, 100, 0)
    percent: int = 5000
    boards: int = 1
    place: int = 1


@dataclass(frozen=True)
class Part:
    """A section to be written."""

    event: int = 1
    name: bytes = b"A"
    howell: bool = False
    pairs: Sequence[Pair] = ()
    boards: dict[int, Sequence[Code]] = field(default_factory=dict)
    scored_with: int = 0
    ranked_with: int = 0
    top: int = 1
    maximum: int = 0
    renumbered: dict[int, int] = field(default_factory=dict)  # place in the map, new number


PAIRS = tuple(
    Pair(number, side, number, (("Ada", f"{where}{number}", f"90{side}{number}"), ("Bo", f"Other{number}", "")))
    for side, where in ((0, "North"), (1, "East"))
    for number in (1, 2)
)
PLAIN = Part(pairs=PAIRS, boards={1: [ONE, OTHER]})


class Writer:
    """A game file, built record by record."""

    def __init__(self, kinds: Sequence[tuple[int, int]] = ((0, 0),), names: Sequence[str] = ()) -> None:
        self.data = bytearray(0xA14)
        self.data[:6] = b"\x12\x0a\x03AC3"
        struct.pack_into("<H", self.data, 0x9DB, 815)
        for index, (kind, scoring) in enumerate(kinds):
            self.data[0xDA + index], self.data[0x10C + index] = kind, scoring
            name = names[index] if index < len(names) else f"Event {index + 1}"
            body = bytearray(0x2E4)
            for at, value, room in (
                (0x04, name, 25),
                (0x1E, "Friday Eve", 13),
                (0x48, "May 3, 2024", 19),
                (0x5C, "Harbour Bridge Club", 25),
            ):
                body[at - 2 : at - 1 + room] = text(value, room)
            self.point(0x12 + 4 * index, self.record(bytes(body)))
        self.parts = 0

    def point(self, at: int, value: int) -> None:
        struct.pack_into("<I", self.data, at, value)

    def record(self, body: bytes) -> int:
        at = len(self.data)
        self.data += struct.pack("<H", len(body)) + body
        return at

    def pair(self, pair: Pair) -> int:
        body = bytearray(0x192)
        struct.pack_into("<H6i", body, 0, pair.number, *pair.scores)
        struct.pack_into("<H", body, 0x1A, pair.percent)
        body[0x2D] = pair.boards
        struct.pack_into("<H", body, 0x66, pair.place)
        for index, (given_name, family, number) in enumerate(pair.players):
            at = 0xA2 + 120 * index
            body[at : at + 17] = text(family, 16)
            body[at + 17 : at + 34] = text(given_name, 16)
            body[at + 54 : at + 62] = text(number, 7)
        return self.record(bytes(body))

    def listed(self, pairs: Sequence[Pair], direction: int) -> int:
        mine = {pair.table: pair for pair in pairs if pair.direction == direction}
        most = max(mine, default=0)
        body = struct.pack("<3H", direction + 1, 2, most).ljust(18, b"\0")
        for table in range(1, most + 1):
            body += struct.pack("<HHI", 0, 2 if table in mine else 0, self.pair(mine[table]) if table in mine else 0)
        return self.record(body)

    def boards(self, boards: dict[int, Sequence[Code]]) -> int:
        places = []
        for number, results in boards.items():
            body = struct.pack("<HBB", number, 2, len(results))
            body += b"".join(struct.pack("<BBHhiHhi", *result) for result in results)
            places.append((number, len(results), self.record(body)))
        body = struct.pack("<HH", 1, len(places)).ljust(0x24, b"\0")
        return self.record(body[:2] + struct.pack("<H", len(places)) + body[4:] + self.indexed(places))

    @staticmethod
    def indexed(places: Sequence[tuple[int, int, int]]) -> bytes:
        return b"".join(struct.pack("<HHI", *place) for place in places)

    def section(self, part: Part) -> None:
        body = bytearray(0x322)
        for side in (0, 1):
            struct.pack_into("<I", body, 2 + 4 * side, self.listed(part.pairs, side))
        body[0x16] = part.howell
        struct.pack_into("<H", body, 0x19, max((pair.number for pair in part.pairs), default=0))
        struct.pack_into("<H", body, 0x1C, part.top)
        struct.pack_into("<H", body, 0x4C, part.maximum)
        for place, number in part.renumbered.items():
            body[0xDB + place] = number
        for pair in part.pairs:
            if part.howell:
                at = 0xDB + 80 + 2 * (pair.number - 1)
                body[at : at + 2] = bytes([pair.table, pair.direction + 1])
            else:
                body[0xDB + 160 + 4 * (pair.number - 1) + pair.direction] = pair.table
        index = self.boards(part.boards)
        at = 0x13E + 22 * self.parts
        self.data[at] = part.event
        self.data[at + 2 : at + 2 + len(part.name)] = part.name
        self.point(at + 4, self.record(bytes(body)))
        self.point(at + 8, index)
        self.data[at + 16], self.data[at + 18] = part.scored_with, part.ranked_with
        self.parts += 1

    def done(self) -> bytes:
        struct.pack_into("<I", self.data, 6, len(self.data))
        return bytes(self.data)


def game(*parts: Part, kinds: Sequence[tuple[int, int]] = ((0, 0),), names: Sequence[str] = ()) -> bytes:
    writer = Writer(kinds, names)
    for part in parts:
        writer.section(part)
    return writer.done()


def sections(reading: Reading) -> tuple[Section, ...]:
    return reading.event.sessions[0].sections


def lines(reading: Reading) -> list[Line]:
    return [line for part in sections(reading) for traveller in part.travellers for line in traveller.lines]


def told(reading: Reading, severity: Severity) -> list[str]:
    return [str(one) for one in reading.problems if one.severity is severity]


def one_line(result: Code) -> Reading:
    return loads_acblscore(game(Part(pairs=PAIRS, boards={7: [result]})))


def under_acbl(reading: Reading) -> Standing:
    named = [f"{name}={value}" for name, value in reading.event.settings]
    chosen = conditions_from(presets=["acbl"], settings=named, method=reading.event.method)
    return score_event(reading.event, chosen)


@pytest.mark.parametrize(
    ("data", "known"),
    [(game(PLAIN), True), (b"\x12\x0a\x03AC3", True), (b"\x12\x0a\x03AC", False), (b"", False), (b"board,ns", False)],
)
def test_sniff(data: bytes, known: bool) -> None:
    assert sniff_acblscore(data) is known


def test_an_event_with_its_pairs() -> None:
    reading = loads_acblscore(game(PLAIN))
    event = reading.event
    assert (event.name, event.date, event.club) == ("Event 1", "2024-05-03", "Harbour Bridge Club")
    assert (event.method, event.winners, event.program, event.settings) == ("matchpoints", 2, "ACBLscore 8.15", ())
    assert [(one.key, [part.key for part in one.sections]) for one in event.sessions] == [("Friday Eve", ["A"])]
    assert sections(reading)[0].contestants[1] == Contestant(
        "1",
        Side.EW,
        (Player("Ada East1", "9011"), Player("Bo Other1")),
        stated_total=Fraction(1),
        stated_percent=Fraction(50),
        stated_place="1=",
    )
    assert (reading.counts.found, reading.counts.taken, reading.problems) == (2, 2, ())
    assert (reading.format, reading.encoding) == ("acblscore", "cp437")


def test_what_stands_behind_a_name_is_never_read() -> None:
    assert "STALE" not in repr(loads_acblscore(game(PLAIN)))


@pytest.mark.parametrize(
    ("ns", "ew", "outcomes", "version"),
    [
        (42, -42, (BareScore(420), BareScore(420)), ""),
        (0, 0, (PassedOut(), PassedOut()), ""),
        (-760, 760, (BareScore(-7600), BareScore(-7600)), ""),
        (42, 17, (BareScore(420), BareScore(-170)), ""),  # a split score
        (900, 900, (NotPlayed(), NotPlayed()), ""),
        (950, 950, (NotPlayed(), NotPlayed()), ""),
        (2060, 2040, (Awarded(Average.PLUS), Awarded(Average.MINUS)), ""),
        (2050, 2050, (Awarded(Average.AVERAGE), Awarded(Average.AVERAGE)), ""),
        (4042, 3958, (BareScore(420), BareScore(420)), "1"),
        (4000, 4000, (PassedOut(), PassedOut()), "1"),
        (15890, 16110, (BareScore(-1100), BareScore(-1100)), "7"),
        (2060, 3958, (Awarded(Average.PLUS), BareScore(420)), "1"),
    ],
)
def test_score_codes(ns: int, ew: int, outcomes: tuple[Outcome, Outcome], version: str) -> None:
    reading = one_line((3, 4, 1, ns, 50, 2, ew, 50))
    line = lines(reading)[0]
    assert (line.ns_outcome, line.ew_outcome) == outcomes
    assert (line.version, line.round, line.table, line.ns, line.ew) == (version, "3", "4", "1", "2")
    assert line.where == "section A, board 7, round 3, table 4"
    assert line.remark == ("late play" if ns == 900 else "")
    assert line.stated
    assert line.stated.ns == (None if isinstance(outcomes[0], NotPlayed) else Fraction(1, 2))


@pytest.mark.parametrize(
    ("ns", "ew", "reason"),
    [
        (761, -761, "761 is no known score code"),
        (-761, 761, "-761 is no known score code"),
        (901, 901, "901 is no known score code"),
        (2055, 2045, "2055 is no known score code"),
        (999, 42, "999 is no known score code"),
        (4800, 3200, "800 is no known score code"),
        (4042, 5958, "North-South stand in fouled group 1 and East-West in group 2"),
    ],
)
def test_unknown_codes_are_refused(ns: int, ew: int, reason: str) -> None:
    reading = loads_acblscore(game(Part(pairs=PAIRS, boards={7: [(3, 4, 1, ns, 0, 2, ew, 0), OTHER]})))
    assert told(reading, Severity.ERROR) == [f"section A, board 7, round 3, table 4: error: {reason}"]
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (2, 1, 1)


def test_a_board_that_is_not_in_play_is_no_result() -> None:
    assert one_line((0, 0, 0, 999, 0, 0, 999, 0)).counts.found == 0


def test_a_pair_without_opponents_sits_out() -> None:
    line = lines(one_line((1, 1, 1, 950, 0, 0, 950, 0)))[0]
    assert (line.ns, line.ew, line.ns_outcome, line.ew_outcome) == ("1", "", SitOut(), SitOut())


def test_a_result_of_nobody_is_refused() -> None:
    reading = one_line((1, 1, 0, 42, 0, 0, -42, 0))
    assert told(reading, Severity.ERROR) == [
        "section A, board 7, round 1, table 1: error: a result without pair numbers"
    ]


def test_howell_pairs_by_where_they_start() -> None:
    pairs = (Pair(1, 1, 1, (("Cy", "Cole", "1"),)), Pair(2, 0, 1, (("Di", "Dorn", "2"),), (0, 0, 0, 0, 0, 0), place=2))
    reading = loads_acblscore(game(Part(howell=True, pairs=pairs, boards={1: [(1, 1, 2, 11, 0, 1, -11, 0)]})))
    found = [(one.key, one.direction, one.names, one.stated_place) for one in sections(reading)[0].contestants]
    assert found == [("1", None, ("Cy Cole",), "1"), ("2", None, ("Di Dorn",), "2")]
    assert reading.event.winners == 1
    assert [(line.ns, line.ew) for line in lines(reading)] == [("2", "1")]


@pytest.mark.parametrize(
    ("howell", "places", "expected"),
    [(False, {0: 2, 5: 1}, [("2", "1"), ("2", "1")]), (True, {0: 9}, [("9", "2"), ("2", "9")]), (False, {}, None)],
)
def test_numbers_after_an_edited_movement(
    howell: bool,
    places: dict[int, int],
    expected: list[tuple[str, str]] | None,
) -> None:
    results = [(1, 1, 1, 5, 0, 2, -5, 0), (2, 1, 2, 5, 0, 1, -5, 0)]
    part = Part(howell=howell, boards={1: results[:1], 2: results[1:]}, renumbered=places)
    found = [(line.ns, line.ew) for line in lines(loads_acblscore(game(part)))]
    assert found == (expected or [("1", "2"), ("2", "1")])


def test_mitchell_and_howell_in_one_list() -> None:
    howell = Part(name=b"B", howell=True, pairs=(Pair(1, 0, 1), Pair(2, 1, 1)), boards={1: [(1, 1, 1, 5, 0, 2, -5, 0)]})
    reading = loads_acblscore(game(PLAIN, howell))
    assert reading.event.winners == 1
    assert [[one.key for one in part.contestants] for part in sections(reading)] == [
        ["1N", "1E", "2N", "2E"],
        ["1", "2"],
    ]
    assert [(line.ns, line.ew) for line in lines(reading)] == [("1N", "1E"), ("2N", "2E"), ("1", "2")]


@pytest.mark.parametrize(
    ("links", "expected", "warned"),
    [
        ([(2, 2), (3, 3), (0, 0)], (("sections", "across"),), False),
        ([(0, 0), (0, 0), (0, 0)], (("ranking", "sections"),), False),
        ([(0, 2), (0, 3), (0, 0)], (), False),
        ([(2, 0), (0, 0), (0, 0)], (("ranking", "sections"),), True),
        ([(2, 2), (1, 1), (99, 99)], (), True),  # a ring, and a link to nowhere
    ],
)
def test_sections_together_and_apart(
    links: list[tuple[int, int]],
    expected: tuple[tuple[str, str], ...],
    warned: bool,
) -> None:
    parts = [
        Part(name=bytes([65 + index]), pairs=PAIRS, boards={1: [ONE, OTHER]}, scored_with=score, ranked_with=rank)
        for index, (score, rank) in enumerate(links)
    ]
    reading = loads_acblscore(game(*parts))
    assert reading.event.settings == expected
    assert bool(told(reading, Severity.WARNING)) is warned


def test_sections_of_one_name_are_kept_apart() -> None:
    assert [part.key for part in sections(loads_acblscore(game(PLAIN, PLAIN)))] == ["A", "A2"]


@pytest.mark.parametrize(
    ("scoring", "method", "unit", "named"),
    [
        (0, "matchpoints", "matchpoints", ()),
        (1, "butler", "imps", ()),
        (2, "cross-imps", "imps", (("cross-divisor", "comparisons"),)),
        (3, "cross-imps", "imps", (("cross-divisor", "sum"),)),
        (14, "matchpoints", "matchpoints", (("matchpoint-scale", "2-1-0"),)),
        (15, "total-points", "points", ()),
        (4, None, "points", ()),
        (77, None, "points", ()),
    ],
)
def test_methods(scoring: int, method: str | None, unit: str, named: tuple[tuple[str, str], ...]) -> None:
    reading = loads_acblscore(game(PLAIN, kinds=[(0, scoring)]))
    assert (reading.event.method, reading.event.settings) == (method, named)
    stated = lines(reading)[0].stated
    assert stated
    assert (stated.unit, stated.points) == (unit, 420)
    assert (stated.ns is None) is (unit == "points")
    assert (sections(reading)[0].contestants[0].stated_percent is None) is (method != "matchpoints")
    assert bool(told(reading, Severity.WARNING)) is (method is None)


def test_the_first_pairs_event_with_results_is_read() -> None:
    data = game(
        Part(event=2, pairs=PAIRS),
        Part(event=3, name=b"B", pairs=PAIRS, boards={1: [ONE, OTHER]}),
        Part(event=4, name=b"C", pairs=PAIRS, boards={1: [ONE]}),
        kinds=[(1, 7), (0, 0), (0, 2), (0, 0)],
        names=["Swiss", "Side", "Gold", "Silver"],
    )
    reading = loads_acblscore(data)
    assert (reading.event.name, reading.event.method) == ("Gold", "cross-imps")
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (3, 2, 1)
    others = "event 1 Swiss (teams), event 2 Side (pairs, 0 results), event 4 Silver (pairs, 1 result)"
    text = f"whole file: warning: several events in one file; not read: {others}"
    assert told(reading, Severity.WARNING) == [text]
    assert loads_acblscore(data, event=4).event.name == "Silver"
    with pytest.raises(FormatError, match=r"the game file has event 1 Swiss \(teams\)"):
        loads_acblscore(data, event=1)
    with pytest.raises(FormatError, match="no event 9"):
        loads_acblscore(data, event=9)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(1, "teams"), (2, "individual"), (3, "home style pairs"), (4, "board-a-match teams"), (9, "kind 9")],
)
def test_other_kinds_are_refused_by_name(kind: int, name: str) -> None:
    with pytest.raises(FormatError, match=name):
        loads_acblscore(game(PLAIN, kinds=[(kind, 0)]))


def test_a_file_without_events() -> None:
    with pytest.raises(FormatError, match="no event"):
        loads_acblscore(game(kinds=[]))


def test_what_moves_a_score_beside_the_boards() -> None:
    pair = Pair(1, 0, 1, (("Eva", "Fry", "5"),), scores=(-150, 900, 1000, 2125, 2975, 300), place=4)
    reading = loads_acblscore(game(Part(pairs=(pair,), boards={1: [ONE]})))
    part = sections(reading)[0]
    assert part.contestants[0].carry_over == Fraction(85, 4)
    assert part.contestants[0].stated_total == Fraction(119, 4)
    assert part.contestants[0].stated_place == ""  # places of the session alone
    assert part.penalties == (Penalty("1", Fraction(3, 2), "matchpoints", Side.NS),)
    assert "section A, pair 1: warning: a handicap of 3 is not applied" in told(reading, Severity.WARNING)[0]


def test_a_score_that_is_still_open() -> None:
    pair = Pair(1, 0, 1, scores=(0, 0, -1, 0, -1, 0), place=0)
    who = sections(loads_acblscore(game(Part(pairs=(pair,), boards={1: [ONE]}))))[0].contestants[0]
    assert (who.stated_total, who.stated_percent, who.stated_place, who.players) == (None, None, "", ())


def test_imps_below_nought() -> None:
    pair = Pair(1, 0, 1, scores=(0, -1250, -1250, 0, -1250, 0))
    reading = loads_acblscore(game(Part(pairs=(pair,), boards={1: [(1, 1, 1, -20, -450, 1, 950, 0)]}), kinds=[(0, 2)]))
    assert sections(reading)[0].contestants[0].stated_total == Fraction(-25, 2)
    stated = lines(reading)[0].stated
    assert stated
    assert (stated.ns, stated.ew, stated.points) == (Fraction(-9, 2), None, -200)


def test_a_maximum_that_the_boards_do_not_reach_is_a_setting() -> None:
    reading = loads_acblscore(game(Part(pairs=PAIRS, boards={1: [ONE, OTHER]}, top=7, maximum=8)))
    assert reading.event.settings == (("session-top", "8"),)
    assert loads_acblscore(game(Part(pairs=PAIRS, boards={1: [ONE, OTHER]}, top=7, maximum=7))).event.settings == ()


def test_letters_of_the_old_code_page() -> None:
    pair = Pair(1, 0, 1, (("Zoë", "Muñoz\x07", "1"),))
    reading = loads_acblscore(game(Part(pairs=(pair,), boards={1: [ONE]})))
    assert sections(reading)[0].contestants[0].names == ("Zoë Muñoz",)
    assert "code page 437" in told(reading, Severity.NOTE)[0]


def test_a_name_longer_than_its_buffer_is_not_read() -> None:
    data = game(PLAIN).replace(b"\x06North1", b"\x99North1")
    assert sections(loads_acblscore(data))[0].contestants[0].names[0] == "Ada"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("May 3, 2024", "2024-05-03"),
        ("September 30, 1999", "1999-09-30"),
        ("Sept 9, 2001", "2001-09-09"),
        ("3 May 2024", "3 May 2024"),
        ("May 32, 2024", "May 32, 2024"),
        ("Mai 3, 2024", "Mai 3, 2024"),
        ("", ""),
    ],
)
def test_dates(written: str, read: str) -> None:
    data = game(PLAIN)
    at = data.index(b"May 3, 2024") - 1
    changed = data[:at] + bytes([len(written)]) + written.encode().ljust(19) + data[at + 20 :]
    assert loads_acblscore(changed).event.date == read


def test_a_damaged_section_costs_only_its_names() -> None:
    data = bytearray(game(PLAIN, Part(name=b"B", pairs=PAIRS, boards={1: [ONE, OTHER]})))
    struct.pack_into("<I", data, 0x13E + 4, 0xFFFFFF)
    reading = loads_acblscore(bytes(data))
    assert told(reading, Severity.ERROR) == [
        "section A: error: the record of the section is damaged; its pairs have no names"
    ]
    assert [len(part.travellers[0].lines) for part in sections(reading)] == [2, 2]
    assert [part.contestants[0].names for part in sections(reading)] == [(), ("Ada North1", "Bo Other1")]


def test_a_damaged_pair_costs_only_itself() -> None:
    data = game(PLAIN)
    at = data.index(b"\x92\x01\x02\x00")
    reading = loads_acblscore(data[:at] + b"\xff\xff" + data[at + 2 :])
    assert told(reading, Severity.ERROR) == ["section A: error: the entry of pair 2NS is damaged"]
    assert (reading.counts.taken, len(sections(reading)[0].contestants)) == (2, 4)


@pytest.mark.parametrize(
    ("offset", "value", "reason"),
    [
        (0, b"\x03\x00", "the record of the board is damaged"),
        (2, b"\x09\x00", "the record of the board is damaged"),
        (4, b"\x04", "a board of 4 sides"),
        (5, b"\x03", "the record of the board is damaged"),
    ],
)
def test_a_damaged_board_costs_only_itself(offset: int, value: bytes, reason: str) -> None:
    data = game(Part(pairs=PAIRS, boards={4: [ONE, OTHER], 5: [ONE, OTHER]}))
    at = data.index(b"\x28\x00\x04\x00\x02\x02") + offset
    reading = loads_acblscore(data[:at] + value + data[at + len(value) :])
    assert reason in told(reading, Severity.ERROR)[0]
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (3, 2, 1)


def test_a_table_of_boards_that_claims_too_much() -> None:
    data = game(PLAIN)
    at = GameFile(data)._long(0x13E + 8)
    reading = loads_acblscore(data[: at + 4] + b"\x09\x00" + data[at + 6 :])
    assert told(reading, Severity.ERROR) == ["section A: error: the table of boards is damaged; 1 boards of 9 are read"]


def test_board_nought_is_refused() -> None:
    reading = loads_acblscore(game(Part(pairs=PAIRS, boards={0: [ONE], 1: [OTHER]})))
    assert told(reading, Severity.ERROR) == ["section A, board 0: error: boards are numbered from 1"]
    assert reading.counts.taken == 1


@pytest.mark.parametrize("data", [b"", b"\x12\x0a\x03AC3", game(PLAIN)[:0xA13], b"\x00" * 5000])
def test_no_game_file(data: bytes) -> None:
    with pytest.raises(FormatError):
        loads_acblscore(data)


def balanced(reading: Reading) -> bool:
    counts = reading.counts
    return counts.found == counts.taken + counts.refused and counts.taken == len(lines(reading) if counts.taken else [])


def test_a_file_cut_anywhere() -> None:
    data = game(PLAIN, Part(name=b"B", howell=True, pairs=PAIRS[:1], boards={2: [ONE]}))
    for end in range(0xA14, len(data), 7):
        reading = loads_acblscore(data[:end])
        assert balanced(reading)
        assert "the file breaks off" in str(reading.problems[0])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 255)), min_size=1, max_size=30))
def test_flipped_bytes(flips: list[tuple[int, int]]) -> None:
    data = bytearray(game(PLAIN, Part(event=2, name=b"B", pairs=PAIRS, boards={2: [ONE]}), kinds=[(0, 0), (0, 1)]))
    for place, value in flips:
        data[place % len(data)] = value
    try:
        assert balanced(loads_acblscore(bytes(data)))
    except FormatError:
        assert bytes(data[:6]) != b"\x12\x0a\x03AC3" or data[0xDA:0xDC] != b"\0\0" or not any(data[0x12:0x1A])


def test_random_bytes_behind_the_mark() -> None:
    source = random.Random(7)
    outcomes: set[bool | None] = set()
    for _trial in range(60):
        data = b"\x12\x0a\x03AC3" + source.randbytes(source.choice((10, 2600, 9000)))
        try:
            outcomes.add(balanced(loads_acblscore(data)))
        except FormatError:
            outcomes.add(None)
    assert outcomes == {True, None}


def test_tables_that_all_point_to_one_board_are_bounded() -> None:
    writer = Writer()
    body = struct.pack("<HBB", 1, 2, 255) + struct.pack("<BBHhiHhi", *ONE) * 255
    board = writer.record(body)
    index = writer.record(struct.pack("<HH", 1, 8000).ljust(0x24, b"\0") + writer.indexed([(1, 255, board)] * 8000))
    for part in range(100):
        at = 0x13E + 22 * part
        writer.data[at] = 1
        writer.point(at + 8, index)
    file = GameFile(writer.done())
    found = [board for part in file.sections(next(file.events())) for board in part.boards]
    assert len(found) == 100 * 255
    assert sum(len(board.results) for board in found) <= 100_000
    assert found[-1].fault == "more results than a game file can hold; the file is damaged"


# Files of ACBLscore 8.15 beside the values that another program decoded.


def decoded(name: str, number: int) -> tuple[Reading, dict[str, Any]]:
    events = json.loads((SHARED / f"{name}.decoded.json").read_text())[0]["event"]
    return loads_acblscore((SHARED / name).read_bytes(), event=number), events[number - 1]


def score_as_decoded(outcome: Outcome, sign: int) -> int | str:
    if isinstance(outcome, Awarded):
        assert isinstance(outcome.value, Average)
        return outcome.value.value.capitalize()
    assert isinstance(outcome, (BareScore, PassedOut))
    return sign * outcome.points if isinstance(outcome, BareScore) else 0


@real
@pytest.mark.parametrize(("name", "number"), EVENTS)
def test_every_result_is_read_as_decoded(name: str, number: int) -> None:
    reading, event = decoded(name, number)
    found: dict[tuple[str, str], list[list[object]]] = {}
    for part in sections(reading):
        for traveller in part.travellers:
            for line in traveller.lines:
                assert line.stated
                assert line.stated.ns is not None
                assert line.stated.ew is not None
                row: list[object] = [
                    int(line.round),
                    int(line.table),
                    int(line.ns),
                    score_as_decoded(line.ns_outcome, 1),
                ]
                row += [float(line.stated.ns), int(line.ew), score_as_decoded(line.ew_outcome, -1)]
                found.setdefault((part.key, str(traveller.board.number)), []).append([*row, float(line.stated.ew)])
    wanted = {
        (key, board): results
        for key, section in event["section"].items()
        for board, results in section["board"].items()
    }
    assert found == wanted
    assert reading.counts.taken == sum(map(len, wanted.values()))


@real
@pytest.mark.parametrize(("name", "number"), EVENTS)
def test_every_pair_is_read_as_decoded(name: str, number: int) -> None:
    reading, event = decoded(name, number)
    carried = any(pair["score_carrover"] for part in event["section"].values() for pair in part["entry"].values())
    for part in sections(reading):
        entries = event["section"][part.key]["entry"]
        keys = {f"{who.key}{who.direction.value[0] if who.direction else ''}": who for who in part.contestants}
        assert set(keys) == set(entries)
        for key, who in keys.items():
            entry = entries[key]
            assert [player.number for player in who.players] == [player["pnum"] for player in entry["player"]]
            assert all(player.name for player in who.players)
            assert who.carry_over == Fraction(str(entry["score_carrover"]))
            assert who.stated_total == Fraction(str(entry["score_final"]))
            assert who.stated_percent == Fraction(str(entry["pct"]))
            if carried or "=" in who.stated_place:  # equals stand one behind the other in the file
                assert bool(who.stated_place) is not carried
            else:
                assert who.stated_place == str(entry["rank"][0]["rank"])


@real
@pytest.mark.parametrize(
    ("name", "number", "date", "winners", "lines_", "pairs", "named"),
    [
        (CLUB, 1, "2017-07-24", 2, 600, 50, (("sections", "across"),)),
        (FINAL, 1, "2017-10-15", 2, 216, 17, (("session-top", "216"),)),
        (FINAL, 2, "2017-10-15", 2, 216, 17, (("session-top", "216"),)),
        (FINAL, 3, "2017-10-15", 1, 108, 9, ()),
    ],
)
def test_real_events(
    name: str, number: int, date: str, winners: int, lines_: int, pairs: int, named: tuple[tuple[str, str], ...]
) -> None:
    reading, event = decoded(name, number)
    assert (reading.event.date, reading.event.winners, reading.event.settings) == (date, winners, named)
    assert (reading.event.method, reading.event.sessions[0].key) == ("matchpoints", event["session_name"])
    assert (len(lines(reading)), sum(len(part.contestants) for part in sections(reading))) == (lines_, pairs)
    assert not told(reading, Severity.ERROR)


@real
@pytest.mark.parametrize(("name", "number"), EVENTS)
def test_all_matchpoints_follow(name: str, number: int) -> None:
    reading, _event = decoded(name, number)
    found = [claim for claim in claims(under_acbl(reading)) if claim.key[0] == "line"]
    assert len(found) == 2 * len(lines(reading))
    assert [claim for claim in found if not claim.agrees] == []


@real
@pytest.mark.parametrize(("name", "number"), EVENTS)
def test_all_session_scores_follow(name: str, number: int) -> None:
    """Each score is that of the boards, brought up to the maximum of the section, to a hundredth."""
    reading, event = decoded(name, number)
    won: dict[tuple[str, str, Side | None], tuple[Fraction, Fraction]] = {}
    standing = under_acbl(reading)
    for board in standing.boards:
        for result in board.lines:
            for side, key, mine in ((Side.NS, result.line.ns, result.ns), (Side.EW, result.line.ew, result.ew)):
                who = (board.section, key, side if reading.event.winners == 2 else None)
                total, available = won.get(who, (Fraction(0), Fraction(0)))
                won[who] = total + (mine.value or 0), available + mine.available
    for (section, key, direction), (total, available) in won.items():
        part = event["section"][section]
        entry = part["entry"][f"{key}{direction.value[0] if direction else ''}"]
        score = total * part["maximum_score"] / available
        assert abs(score - Fraction(str(entry["score_session"]))) <= Fraction(1, 200)
        assert total == Fraction(str(entry["score_unscaled"]))


@real
@pytest.mark.parametrize(("name", "number", "follow"), [(CLUB, 1, 50), (FINAL, 1, 17), (FINAL, 2, 17), (FINAL, 3, 9)])
def test_all_totals_and_percentages_follow(name: str, number: int, follow: int) -> None:
    standing = under_acbl(decoded(name, number)[0])
    assert [place.total for place in standing.places] == [place.contestant.stated_total for place in standing.places]
    found = [claim for claim in claims(standing) if claim.key[0] == "percent"]
    assert (len(found), sum(claim.agrees for claim in found)) == (follow, follow)


@real
def test_places_of_a_single_session_follow() -> None:
    standing = under_acbl(decoded(CLUB, 1)[0])
    assert [f"{one.place}{'=' if one.tied else ''}" for one in standing.places] == [
        one.contestant.stated_place for one in standing.places
    ]
