"""What a Python programmer asks of a file, through the public names."""

from __future__ import annotations

from pathlib import Path

import pytest

import overtrick as ot
from overtrick.model.reading import Severity

DEMO = Path(__file__).resolve().parents[2] / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"
STATED = b"board,ns,ew,contract,ns_stated,ew_stated\n1,1,3,4S N =,2,0\n1,2,4,4S N -1,0,2\n"
REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "acblscore"


def test_there_and_back(tmp_path: Path) -> None:
    event = ot.load(DEMO).event
    ot.dump(event, tmp_path / "a.json")
    assert ot.load(tmp_path / "a.json").counts.taken == 242
    assert ot.dumps(event, format="csv") == ot.dumps(ot.load(tmp_path / "a.json").event, format="csv")


def test_what_a_format_does_not_hold() -> None:
    made = ot.convert(ot.load(DEMO), "lin")
    assert made.data.startswith(b"vg|")
    assert made.problems


def test_an_audit_of_a_reading_and_of_an_event() -> None:
    reading = ot.loads(STATED)
    for done in (ot.audit(reading), ot.audit(reading.event), ot.audit(reading, uneven="none")):
        assert (done.right, done.stated) == (4, 4)
    assert ot.audit(reading, method="cross-imps").stated == 0


def test_a_check_says_which_rule() -> None:
    found = ot.check(ot.loads(b"board,ns,ew,score\n1,1,2,10\n1,3,4,50\n"))
    assert ("impossible-score", Severity.ERROR) in [(one.rule, one.severity) for one in found]


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize(("event", "lines"), [(None, 216), (1, 216), (2, 216), (3, 108)])
def test_one_of_several_events_of_a_file(event: int | None, lines: int) -> None:
    assert ot.load(REAL / "2017-unit-finals_171015.ACA", event=event).counts.taken == lines


def test_a_file_of_one_event_has_no_second() -> None:
    assert ot.loads(STATED, event=1).counts.taken == 2
    with pytest.raises(ot.FormatError, match="holds one event in a file; there is no event 2"):
        ot.loads(STATED, event=2)
