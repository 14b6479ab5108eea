"""Spoilt files for every reader: a bounded share with fixed lots. `tools/fuzz.py` goes on for as long as asked."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from event_strategies import events
from fuzz_harness import (
    HEADED,
    WHOLE_ONLY,
    Seed,
    check,
    cut_faults,
    cuts_of,
    flip_faults,
    flips_of,
    glued,
    kept_key,
    mutate,
)
from fuzz_seeds import FOUND, REAL, real_seeds, small_seeds, written
from overtrick.formats.format import FORMATS, loads
from overtrick.model.event import Event

KEYS = sorted(one.key for one in FORMATS)
PATIENCE = 120  # seconds after which a reader is taken to hang; nothing is measured by it
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")


def told(faults: list[object]) -> str:
    return "\n".join(map(str, faults[:5]))


def seeds_of(key: str) -> list[Seed]:
    return [one for one in small_seeds() if one.key == key]


@pytest.mark.parametrize("key", KEYS)
def test_every_format_has_a_good_file(key: str) -> None:
    assert seeds_of(key), f"a small file of {key} is wanted in tests/fuzz/corpus/seeds"


def test_formats_that_are_read_whole_or_not_at_all_are_known() -> None:
    assert set(WHOLE_ONLY) | set(HEADED) <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_cut_costs_the_record_that_is_cut(key: str) -> None:
    for seed in seeds_of(key):
        faults = cut_faults(seed, cuts_of(seed.data, 1, 30 if len(seed.data) < 20_000 else 8), seconds=PATIENCE)
        assert not faults, told([*faults])


@pytest.mark.parametrize("key", [key for key in KEYS if key not in HEADED])
def test_a_changed_byte_costs_the_records_of_its_line_or_board(key: str) -> None:
    """One change in twenty may hit what all records need, such as the mark of the format or the way of scoring."""
    for seed in seeds_of(key):
        flips = flips_of(seed.data, 1, 40)
        faults = flip_faults(seed, flips, seconds=PATIENCE)
        assert len(faults) * 20 <= len(flips), told([*faults])


@needs_real
def test_a_changed_byte_of_a_real_file_costs_the_records_of_its_line_or_board() -> None:
    for seed in real_seeds():
        if seed.key in ("usebio", "nzscorer", "acbl-json"):
            faults = flip_faults(seed, flips_of(seed.data, 5, 5), seconds=PATIENCE)
            assert not faults, told([*faults])


@pytest.mark.parametrize("key", KEYS)
def test_spoilt_files(key: str) -> None:
    lot = random.Random(key)
    for turn in range(40):
        seed = lot.choice(seeds_of(key))
        data = mutate(seed.data, lot)
        if turn % 4 == 0:
            data = mutate(data, lot)
        faults = check(data, key, deep=turn % 10 == 0, seconds=PATIENCE)
        assert not faults, told([*faults])


def test_two_files_in_one() -> None:
    lot = random.Random(2)
    for _ in range(60):
        one, other = lot.choice(small_seeds()), lot.choice(small_seeds())
        faults = check(glued(one.data, other.data, lot), one.key, seconds=PATIENCE)
        assert not faults, told([*faults])


@settings(max_examples=40)
@given(event=events(), lot=st.integers(0, 2**32).map(random.Random), turns=st.integers(0, 3))
def test_any_event_written_and_spoilt(event: Event, lot: random.Random, turns: int) -> None:
    files = written(event)
    key = lot.choice(sorted(files))
    data = files[key]
    for _ in range(turns):
        data = mutate(data, lot)
    faults = check(data, seconds=PATIENCE)
    assert not faults, told([*faults])


@needs_real
def test_real_files_cut() -> None:
    for seed in real_seeds():
        if len(seed.data) < 60_000:
            faults = cut_faults(seed, cuts_of(seed.data, 3, 4), seconds=PATIENCE)
            assert not faults, told([*faults])


@needs_real
def test_real_files_spoilt() -> None:
    lot = random.Random(4)
    for seed in real_seeds():
        faults = check(mutate(seed.data, lot), seed.key, seconds=PATIENCE)
        assert not faults, told([*faults])


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()) if FOUND.is_dir() else [], ids=lambda path: path.name)
def test_what_was_found_once(path: Path) -> None:
    key, data = kept_key(path), path.read_bytes()
    if "--cut-" in path.name:
        faults = cut_faults(Seed(path.name, data, key), range(len(data)), seconds=PATIENCE)
    else:
        faults = check(data, key, deep=True, seconds=PATIENCE)
    assert not faults, told([*faults])


def test_the_harness_sees_a_record_that_is_lost() -> None:
    """What it would report of a reader that loses records: here one that is given another file than it is told of."""
    good = b"board,ns,ew,contract\n" + b"".join(b"%d,1,2,PASS\n" % board for board in range(1, 9))
    assert not cut_faults(Seed("good", good, "csv"), range(len(good)))
    late = good.replace(b"8,1,2,PASS", b"1,1,2,PASS,,,,,")  # a cut before it leaves all as it was
    assert loads(late).counts.refused == 1
    assert not cut_faults(Seed("late", late, "csv"), range(len(late)))
