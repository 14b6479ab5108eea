"""Files of other programs, where the shared material is at hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.formats.format import load, loads
from overtrick.formats.write_csv import dumps_csv as dumps
from overtrick.model.outcome import Awarded, Unit
from overtrick.model.reading import Severity

FILES = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "usebio"
pytestmark = pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not here")


@pytest.mark.parametrize(
    ("name", "method", "winners", "lines", "contestants"),
    [
        ("ebu_pairsscorer_mp_2winner", "matchpoints", 2, 242, 22),
        ("ebu_pairsscorer_multisection_2winner_a5050", "matchpoints", 2, 335, 32),
        ("realbridge_mp_2winner_linplay", "matchpoints", 2, 168, 16),
        ("compscore3_mp_pairs_mitchell_03", "matchpoints", 2, 126, 13),
        ("compscore3_mp_pairs_mitchell_adjusted_02", "matchpoints", 2, 567, 42),
        ("compscore3_butler_mitchell", "butler", 2, 245, 14),
        ("nzscorer_converted_pairs", "matchpoints", 2, 338, 26),
        ("pianola_ximp_3x8", "cross-imps", 1, 192, 17),
        ("salliere_mp", "matchpoints", 1, 192, 16),
        ("salliere_ximp_averages", "cross-imps", 1, 135, 11),
    ],
)
def test_every_line_is_taken(name: str, method: str, winners: int, lines: int, contestants: int) -> None:
    reading = load(FILES / f"{name}.xml")
    assert (reading.event.method, reading.event.winners) == (method, winners)
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (lines, lines, 0)
    assert sum(len(part.contestants) for one in reading.event.sessions for part in one.sections) == contestants
    assert not [one for one in reading.problems if one.severity is Severity.ERROR]
    again = loads(dumps(reading.event).encode())
    assert again.counts.taken == lines
    assert dumps(again.event) == dumps(reading.event)


def test_split_award_hidden_behind_an_average() -> None:
    reading = load(FILES / "compscore3_mp_pairs_mitchell_adjusted_02.xml")
    awards = [
        (line.ns_outcome, line.ew_outcome)
        for traveller in reading.event.sessions[0].sections[0].travellers
        for line in traveller.lines
        if isinstance(line.ns_outcome, Awarded) and line.ns_outcome.unit is Unit.MATCHPOINTS
    ]
    assert awards == [(Awarded(Fraction(23), Unit.MATCHPOINTS), Awarded(Fraction(11), Unit.MATCHPOINTS))]
