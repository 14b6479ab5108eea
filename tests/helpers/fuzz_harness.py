"""What must hold for the bytes of any file, and how bytes are spoilt. Used by tests/fuzz and by tools/fuzz.py."""

from __future__ import annotations

import random
import re
import signal
import traceback
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import FrameType

from overtrick.desk.results import rank_reading
from overtrick.errors import OvertrickError
from overtrick.formats.format import FORMATS, loads
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Traveller
from overtrick.model.reading import Reading

__all__ = [
    "HEADED",
    "WHOLE_ONLY",
    "Fault",
    "Hang",
    "Seed",
    "check",
    "cut_faults",
    "cuts_of",
    "flip_faults",
    "flips_of",
    "glued",
    "kept_key",
    "mutate",
    "peak_memory",
    "shrink",
    "watched",
]

WHOLE_ONLY = {
    "bdc": "a cut JSON text is no JSON, and it is refused as a whole",
    "bws": "a database keeps its catalogue and its rows on pages in any order",
    "acblscore": "the places of the records stand in tables anywhere in the file",
}
"""Formats that need not keep the records before a cut, each with the reason."""

HEADED = {
    "bbo-travellers": "a page is known by its title, its heading and the names of its columns",
    "bdc": "a command holds its results in a text within the text",
    "bridgewebs": "the head names the columns",
    "bws": "a database keeps its catalogue and its rows on pages in any order",
    "bws-csv": "the head names the columns",
    "csv": "the head names the columns",
    "jfr": "a page is known by its headings",
    "kops": "a page is known by its title and the names of its columns",
    "lin": "the head and the results are lists without keys",
    "rzd": "the head counts the boards, and nothing else tells the format",
}
"""Formats of which one changed byte may cost more than the records of its line or board, each with the reason."""

_DEALS_TWICE = ("usebio",)  # cards stand with the hands and with the play; of two that differ the first are kept
_LARGEST_CUT_EVERYWHERE = 3_000
_MARKS = b"&<>\"'/[]{}(),:;|=# \n\0\xff?x"
_WHERE = re.compile(r"where='[^']*', |, stated=.*$")
_LINE = re.compile(r"line ([0-9]+)")
_NEWLINE = re.compile(rb"\r\n|\r|\n")
_OWN = str(Path(loads.__code__.co_filename).parents[1])


class Hang(BaseException):
    """Raised into a reader that took too long; no `except Exception` stops it."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A good file: its name, its bytes, and the key of the format that knows it."""

    name: str
    data: bytes
    key: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, in words, and a mark by which the same fault is known again."""

    text: str
    mark: str


@contextmanager
def watched(seconds: int) -> Iterator[None]:
    """Stop what runs longer, where the system has an alarm."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Hang(seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def check(data: bytes, key: str = "", *, deep: bool = False, seconds: int = 20) -> list[Fault]:
    """The faults of reading bytes: by recognition, and as the format of a key. `deep` also ranks and writes."""
    found = []
    for route in dict.fromkeys(["", key]):
        faults = _guarded(lambda route=route: _read(data, route, deep=deep), route or "any", seconds)  # type: ignore[misc]
        found.extend(faults)
    return found


def _guarded(work: Callable[[], list[Fault]], route: str, seconds: int) -> list[Fault]:
    try:
        with watched(seconds):
            return work()
    except (Exception, Hang) as fault:  # noqa: BLE001  (whatever it is, it is the finding)
        own = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename.startswith(_OWN)]
        places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in own]
        kind = type(fault).__name__
        mark = f"{kind}@{places[-1] if places else '?'}" if not isinstance(fault, Hang) else f"Hang@{route}"
        return [Fault(f"[{route}] {kind}: {str(fault)[:200]} at {' > '.join(places[-4:])}", mark)]


def _read(data: bytes, route: str, *, deep: bool) -> list[Fault]:
    try:
        reading = loads(data, format=route or None)
    except OvertrickError as fault:
        return [] if str(fault).strip() else [Fault(f"[{route}] an error without words", "wordless")]
    found = _counted(reading, route)
    if deep:
        found += _used(reading)
    return found


def _counted(reading: Reading, route: str) -> list[Fault]:
    """Counts that add up, and a word for whatever was refused."""
    counts = reading.counts
    wrong = []
    if counts.found != counts.taken + counts.refused or min(counts.found, counts.taken, counts.refused) < 0:
        wrong.append(f"counts do not add up: {counts}")
    if counts.guessed > counts.taken:
        wrong.append(f"more guessed than taken: {counts}")
    if counts.refused and not reading.problems:
        wrong.append(f"refused without a word: {counts}")
    if any(not problem.text.strip() for problem in reading.problems):
        wrong.append("a problem without words")
    played = sum(len(one.lines) for one in _travellers(reading.event))
    if played > counts.taken:
        wrong.append(f"{played} lines from {counts.taken} records")
    return [Fault(f"[{reading.format}, asked {route or 'any'}] {text}", re.sub("[0-9]+", "n", text)) for text in wrong]


def _used(reading: Reading) -> list[Fault]:
    """What goes wrong when the event is ranked and written; refusing in words is right."""
    found = []
    try:
        rank_reading(reading, Conditions())
    except OvertrickError as fault:
        found += [] if str(fault).strip() else [Fault("ranking: an error without words", "rank wordless")]
    for one in FORMATS:
        if not one.writes:
            continue
        try:
            data = one.encode(reading.event)
        except OvertrickError:
            continue
        if one.key == "event" and one.encode(loads(data).event) != data:
            found.append(Fault(f"[{reading.format}] the event file gives another event", "event file differs"))
    return found


def _travellers(event: Event) -> Iterator[Traveller]:
    return (one for session in event.sessions for section in session.sections for one in section.travellers)


def _records(reading: Reading) -> dict[str, int]:
    """Every line and every deal of a reading as text, with its line in the file (0 where it names none)."""
    found: dict[str, int] = {}
    for session in reading.event.sessions:
        for section in session.sections:
            for one in section.travellers:
                place = f"{session.key}|{section.key}|{one.board.number}"
                if one.deal is not None and reading.format not in _DEALS_TWICE:
                    found[f"{place}|{one.deal.text()}"] = 0
                for line in one.lines:
                    at = _LINE.search(line.where)
                    found[f"{place}|{line}"] = int(at[1]) if at else 0
    return found


def cuts_of(data: bytes, seed: int, most: int = 2_000) -> list[int]:
    """Where a file is cut: everywhere, or at so many places drawn by lot from a large one."""
    if len(data) <= min(_LARGEST_CUT_EVERYWHERE, most):
        return list(range(len(data)))
    return sorted(random.Random(seed).sample(range(len(data)), most))


def cut_faults(seed: Seed, cuts: Sequence[int], *, seconds: int = 20) -> list[Fault]:
    """The faults of a file cut at those places, in ascending order: also records lost that lie before the cut.

    A record lies before the cut where the next one begins before it, by the lines they name; or where a shorter piece
    held it whole and a later record has been seen since.
    """
    whole = _records(loads(seed.data, format=seed.key))
    starts = [0] + [found.end() for found in _NEWLINE.finditer(seed.data)]
    lines = sorted({at for at in whole.values() if at})
    ends = {at: starts[after - 1] for at, after in pairwise(lines)}
    first: dict[str, int] = {}
    found: list[Fault] = []
    for cut in cuts:
        data = seed.data[:cut]
        found += check(data, seed.key, seconds=seconds)
        if seed.key in WHOLE_ONLY:
            continue
        try:
            here = set(_records(loads(data, format=seed.key)))
        except OvertrickError:
            here = set()
        latest = max(first.values(), default=-1)
        due = [text for text, at in whole.items() if ends.get(at, cut + 1) <= cut or first.get(text, cut) < latest]
        lost = [text for text in due if text not in here]
        if lost:
            words = f"[{seed.key}] {seed.name} cut at {cut}: {len(lost)} of {len(due)} records lost, such as {lost[0]}"
            found.append(Fault(words[:600], f"cut loses records of {seed.key}"))
        for text in here & whole.keys():
            first.setdefault(text, cut)
    if seed.key not in WHOLE_ONLY and len(whole) > 4 and len(cuts) > 50 and len(first) < len(whole) // 2:
        found.append(Fault(f"[{seed.key}] {seed.name}: hardly a record outlives any cut", f"cut refuses {seed.key}"))
    return found


def flips_of(data: bytes, seed: int, most: int) -> list[bytes]:
    """The bytes with one of them changed, so many times; half of the new ones are marks of a format."""
    lot, found = random.Random(seed), []
    for turn in range(most):
        at = lot.randrange(len(data))
        new = lot.choice(_MARKS) if turn % 2 else data[at] ^ 1 << lot.randrange(8)
        found.append(data[:at] + bytes([new if new != data[at] else new ^ 1]) + data[at + 1 :])
    return found


def flip_faults(seed: Seed, flips: Sequence[bytes], *, seconds: int = 20) -> list[Fault]:
    """The changed files that cost more than the records of one board and one line of text."""
    whole = _records(loads(seed.data, format=seed.key))
    found: list[Fault] = []
    for data in flips:
        found += check(data, seed.key, seconds=seconds)
        try:
            here = {_plain(text) for text in _records(loads(data))}
        except OvertrickError:
            here = set()
        lost = {text: at for text, at in whole.items() if _plain(text) not in here}
        boards = {tuple(text.split("|")[:3]) for text in lost}
        if len(boards) > 1 and (len(set(lost.values())) > 1 or not any(lost.values())):
            at = next(index for index, (old, new) in enumerate(zip(seed.data, data, strict=True)) if old != new)
            around = seed.data[max(0, at - 15) : at + 15]
            words = f"[{seed.key}] {seed.name}: {data[at : at + 1]!r} at {at} in {around!r}"
            found.append(Fault(f"{words} costs {len(lost)} of {len(whole)}", f"flip costs {seed.key}"))
    return found


def _plain(text: str) -> str:
    """A record without where it stands, and without what the file says that it is worth."""
    return _WHERE.sub("", text)


def mutate(data: bytes, lot: random.Random) -> bytes:
    """The bytes with one spoilt place of a kind drawn by lot: cut, bytes changed, lines moved, numbers made silly."""
    return lot.choice(_MUTATIONS)(data, lot) if data else data


def glued(one: bytes, other: bytes, lot: random.Random) -> bytes:
    """The head of one file and the tail of another."""
    if lot.randrange(2):
        return one + other
    return one[: lot.randrange(len(one) + 1)] + other[lot.randrange(len(other) + 1) :]


def _cut(data: bytes, lot: random.Random) -> bytes:
    return data[: lot.randrange(len(data))]


def _headless(data: bytes, lot: random.Random) -> bytes:
    return data[lot.randrange(len(data)) :]


def _flipped(data: bytes, lot: random.Random) -> bytes:
    spoilt = bytearray(data)
    for _ in range(lot.randint(1, 4)):
        spoilt[lot.randrange(len(spoilt))] ^= lot.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
    return bytes(spoilt)


def _inserted(data: bytes, lot: random.Random) -> bytes:
    for _ in range(lot.randint(1, 4)):
        at = lot.randrange(len(data) + 1)
        data = data[:at] + lot.choice(_BITS) + data[at:]
    return data


def _deleted(data: bytes, lot: random.Random) -> bytes:
    for _ in range(lot.randint(1, 4)):
        at = lot.randrange(len(data) + 1)
        data = data[:at] + data[at + lot.choice([1, 1, 2, 4, 20]) :]
    return data


def _moved(data: bytes, lot: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = lot.randrange(len(lines)), lot.randrange(len(lines))
    kind = lot.randrange(3)
    if kind == 0:
        lines.insert(other, lines[one])
    elif kind == 1:
        del lines[one]
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _renumbered(data: bytes, lot: random.Random) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", data))
    if not numbers:
        return data
    for place in sorted(lot.sample(numbers, min(len(numbers), lot.randint(1, 3))), key=lambda one: -one.start()):
        data = data[: place.start()] + lot.choice(_NUMBERS) + data[place.end() :]
    return data


def _moved_piece(data: bytes, lot: random.Random) -> bytes:
    start, end = sorted((lot.randrange(len(data) + 1), lot.randrange(len(data) + 1)))
    at = lot.randrange(len(data) + 1)
    return data[:at] + data[start : min(end, start + 200)] + data[at:]


_MUTATIONS = [_cut, _headless, _flipped, _flipped, _inserted, _deleted, _moved, _renumbered, _moved_piece]
_NUMBERS = [
    b"0",
    b"-1",
    b"1e9",
    b"99999",
    b"100000",
    b"4294967296",
    b"9" * 40,
    b"9" * 5000,
    b"1/0",
    b"0.1",
    b"",
    b"NaN",
]
_NUMBERS += ["²".encode(), "٣".encode(), b"-0", b"1_0", b"+7"]
_BITS = [bytes([value]) for value in (0, 9, 10, 13, 26, 27, 32, 34, 39, 44, 58, 59, 60, 62, 91, 93, 123, 124, 125, 127)]
_BITS += [
    b"\x80",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"%",
    b"&",
    b"&#0;",
    b"&#55296;",
    b"\\u0000",
    b"[[",
    b"{{",
]
_BITS += [
    b"]]>",
    b"<!--",
    b"|",
    b"||",
    b"\\ud800",
    "²".encode(),
    "\u2028".encode(),
    "ß".encode(),
    "İ".encode(),
    b"=-+@",
]


def shrink(data: bytes, key: str, mark: str, *, deep: bool = False, tries: int = 400) -> bytes:
    """A smaller file with the same fault, found by leaving out ever smaller pieces."""
    size = max(1, len(data) // 2)
    while size and tries:
        at = 0
        while at < len(data) and tries:
            tries -= 1
            less = data[:at] + data[at + size :]
            if any(fault.mark == mark for fault in check(less, key, deep=deep)):
                data = less
            else:
                at += size
        size //= 2
    return data


def peak_memory(work: Callable[[], object]) -> int:
    """The most bytes that Python held at once while something ran; errors in words are right."""
    tracemalloc.start()
    try:
        work()
    except OvertrickError:
        return tracemalloc.get_traced_memory()[1]
    else:
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def kept_key(path: Path) -> str:
    """The format in the name of a file that is kept: `csv--huge-number.csv` is one of csv."""
    return path.name.partition("--")[0]
