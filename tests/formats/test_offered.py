"""Formats of other packages: good ones are offered, bad ones are told and harm nobody."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from overtrick.errors import FormatError
from overtrick.formats import format as room
from overtrick.formats.format import FORMATS, formats, loads, recognise
from overtrick.formats.kind import Format
from overtrick.formats.offered import offered
from overtrick.formats.text import Decoded
from overtrick.model.event import Event
from overtrick.model.reading import Reading
from overtrick.model.standing import Standing

GOOD = b"board,ns,ew,contract\n1,1,2,3NT N =\n"


def _read(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    return Reading(Event(decoded.text, club=f"{language} {number}"))


def _write(event: Event, *, standing: Standing | None = None) -> str:
    assert standing is None
    return event.name


def _fails(*_values: Any, **_named: Any) -> Any:
    raise ZeroDivisionError("by nought")


def _nothing(*_values: Any, **_named: Any) -> Any:
    return None


def _note(text: str) -> bool:
    return text.startswith("Dear")


NOTE = Format("note", "notes", "invented", _note, _read, write=_write, suffix=".note")


def _offer(monkeypatch: pytest.MonkeyPatch, *things: object) -> None:
    """What installed packages would offer: each thing under an entry point; an exception is raised on loading."""

    def load(point: EntryPoint) -> object:
        thing = things[int(point.name)]
        if isinstance(thing, BaseException):
            raise thing
        return thing

    monkeypatch.setattr(EntryPoint, "load", load)
    points = [EntryPoint(str(index), "nowhere:thing", room.GROUP) for index in range(len(things))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: points)


def test_a_format_of_another_package_reads_and_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    _offer(monkeypatch, NOTE)
    assert loads(b"Dear all").event == Event("Dear all", club="en tricks")
    assert room.dumps(Event("Dear all"), format="note") == "Dear all"
    found = room.format_of_name("x.note")
    assert found is not None
    assert found.key == "note"
    assert found == formats()[-1]


@pytest.mark.filterwarnings("ignore:format . of another package")
@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (ImportError("no such module"), "cannot be loaded: no such module"),
        (AttributeError("no such name"), "cannot be loaded"),
        (SyntaxError("broken"), "cannot be loaded"),
        (ZeroDivisionError("by nought"), "cannot be loaded"),
        (SystemExit(1), "cannot be loaded"),
        ("note", "it is str and no Format"),
        (Format, "it is type and no Format"),
        (Format("csv", "x", "y"), "its key is taken"),
        (Format("CSV2", "x", "y"), "must be small letters"),
        (Format("", "x", "y"), "must be small letters"),
        (Format(3, "x", "y"), "must be text"),  # type: ignore[arg-type]
        (Format("x", "x", "y", suffix=None), "must be text"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_offered_is_told_and_harms_nobody(
    monkeypatch: pytest.MonkeyPatch, bad: object, said: str
) -> None:
    _offer(monkeypatch, bad, NOTE, NOTE)
    with pytest.warns(UserWarning, match=said):
        found = offered(room.GROUP, {one.key for one in FORMATS})
    assert [one.key for one in found] == ["note"]
    with pytest.warns(UserWarning, match="taken"):
        assert loads(b"Dear all").event.name == "Dear all"
    assert loads(GOOD).counts.taken == 1


@pytest.mark.filterwarnings("ignore:format bad of another package")
def test_a_sniff_that_raises_takes_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    _offer(monkeypatch, Format("bad", "x", "y", _fails, _read, sniff_data=_fails), NOTE)
    with pytest.warns(UserWarning, match="format bad of another package fails to recognise files: by nought"):
        assert loads(b"Dear all").event.name == "Dear all"
    assert recognise("board,ns,ew,contract") in FORMATS


@pytest.mark.parametrize(("call", "said"), [(_fails, "ZeroDivisionError: by nought"), (_nothing, "found NoneType")])
def test_a_reader_or_writer_that_fails_is_a_fault_that_is_known(
    monkeypatch: pytest.MonkeyPatch, call: Any, said: str
) -> None:
    text = Format("text", "x", "y", _note, call, read_many=call, write=call, editions=(("2", call),))
    data = Format("data", "x", "y", sniff_data=_nothing, read_data=call, write_data=call)
    _offer(monkeypatch, text, data)
    tried: list[Any] = [
        lambda: loads(b"Dear all"),
        lambda: loads(b"x", format="data"),
        lambda: room.dumps(Event(), format="text"),
        lambda: room.dumps(Event(), format="text", edition="2"),
        lambda: room.format_named("data").encode(Event()),
    ]
    for one in tried:
        with pytest.raises(FormatError, match=f"the package that offers the format (text|data) fails: .*{said}"):
            one()


def test_what_a_package_refuses_itself_is_told_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_values: Any, **_named: Any) -> Any:
        raise FormatError("no such thing", "line 3")

    _offer(monkeypatch, Format("text", "x", "y", _note, refuses))
    with pytest.raises(FormatError, match=r"^line 3: no such thing$"):
        loads(b"Dear all")
