"""The collector is put off while something is read, and is afterwards as it was."""

from __future__ import annotations

import gc
from threading import Event, Thread

import pytest

from overtrick.errors import FormatError
from overtrick.formats.collector import collector_at_rest
from overtrick.formats.format import loads


@pytest.fixture(autouse=True)
def collecting() -> None:
    assert gc.isenabled()


def test_within_one_another() -> None:
    with collector_at_rest():
        with collector_at_rest():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with collector_at_rest():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_after_a_fault() -> None:
    with pytest.raises(FormatError):
        loads(b"nothing", format="lin")
    assert gc.isenabled()


def test_the_last_thread_puts_it_back() -> None:
    begun, done = Event(), Event()

    def other() -> None:
        with collector_at_rest():
            begun.set()
            done.wait(60)

    thread = Thread(target=other)
    with collector_at_rest():
        thread.start()
        begun.wait(60)
    assert not gc.isenabled()
    done.set()
    thread.join()
    assert gc.isenabled()
