from __future__ import annotations

from overtrick.formats.assemble import Draft, Row
from overtrick.model.event import Line
from overtrick.model.outcome import PassedOut


def test_repeated_lines_are_listed_to_a_limit_and_then_counted() -> None:
    rows = [Row("", "", 1, Line("1", "2", PassedOut(), PassedOut(), where=f"line {n}")) for n in range(5000)]
    reading = Draft(rows=rows).reading(format="results-csv", encoding="utf-8")
    assert (reading.counts.taken, reading.counts.refused) == (1, 4999)
    assert len(reading.problems) < 1010
    assert any("3999 more lines" in problem.text for problem in reading.problems)
