from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.desk.results import rank_reading, read_files
from overtrick.errors import FormatError
from overtrick.formats.format import load, loads
from overtrick.formats.jfr import loads_jfr, loads_many, sniff_jfr
from overtrick.formats.jfr_weights import weighted_from_others
from overtrick.formats.text import Decoded
from overtrick.model.conditions import Conditions
from overtrick.model.event import Line
from overtrick.model.outcome import Awarded, BareScore, NotPlayed, PassedOut, SitOut, Weighted
from overtrick.model.reading import Reading
from overtrick.tables.presets import preset

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "jfr_kops" / "jfr_WB130808"
HEAD = (
    '<table border="0"><tr><td></td><td class="o" colspan="10">&nbsp;</td></tr>\n<tr><td>&nbsp;</td>'
    '<td colspan="2">numery</td><td>kont<br>rakt</td><td>gra</td><td>wist</td><td>lew</td>'
    '<td colspan="2">zapis</td><td colspan="2">%</td></tr>'
    "<tr><td>N-S</td><td>E-W</td><td>NS</td><td>EW</td><td>NS</td><td>EW</td></tr>\n"
)
RANKING = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">
<meta name="GENERATOR" content="JFR 2005"><title>Par</title></head><body><table>
<tr><td class="u" colspan="5"><p><font>Turniej Zażółć</font><br><i>Gdzieś</i></p></td></tr>
<tr><td>&nbsp;</td><td>m-ce</td><td>nr</td><td>&nbsp;</td><td>wynik %</td></tr>
<tr><td>&nbsp;</td><td>1</td><td><a href="x">1</a></td><td>Żaneta Ćwik<br>Bo Łoś</td><td>  55.00</td></tr>
<tr><td>&nbsp;</td><td>2</td><td>2</td><td>Ola<br>Ula</td><td>45.00</td></tr>
</table>Pary.4.1.0.23&nbsp;strona wygenerowana 2013-08-09 o 21:37:14</body></html>
"""


def row(
    ns: int, ew: int, contract: str, seat: str, lead: str, result: str, points: int | None, share: str, other: str
) -> str:
    pair = ("&nbsp;", "&nbsp;") if points is None else (points, "&nbsp;") if points >= 0 else ("&nbsp;", -points)
    cells = ["&nbsp;", ns, ew, contract, seat or "&nbsp;", lead or "&nbsp;", result or "&nbsp;", *pair, share, other]
    if points is None:
        cells[7:9] = []
        inner = "".join(
            f'<td colspan="2">{cell}</td>' if index == 7 else f"<td>{cell}</td>"
            for index, cell in enumerate([*cells[:7], "&nbsp;", *cells[7:]])
        )
        return f"<tr>{inner}</tr>\n"
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


SUIT = '{0}<img src="{1}.gif" alt="{2}">'
PLAYED = row(
    1, 2, SUIT.format(4, "S", "s") + "&times;", "N", SUIT.format("", "H", "h") + "K", "-1", -100, "0.00", "100.00"
)
MADE = row(3, 4, SUIT.format(3, "N", "nt"), "E", SUIT.format("", "C", "c") + "10", "=", -400, "25.00", "75.00")


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_a_traveller() -> None:
    passed = row(5, 6, "PASS", "", "", "", 0, "50.00", "50.00")
    given = row(7, 8, "TD", "", "", "", None, "60.00", "40.00")
    unplayed = row(9, 10, "---", "", "", "", None, "0.00", "0.00")
    reading = loads_jfr(
        Decoded(HEAD + PLAYED + MADE + passed + given + unplayed + "</table>", "utf-8"), name="t0817.txt"
    )
    traveller = reading.event.sessions[0].sections[0].travellers[0]
    assert traveller.board.number == 817
    assert [str(line.ns_outcome) for line in lines(reading)[:2]] == ["4SX N -1", "3NT E ="]
    assert [line.lead for line in lines(reading)[:2]] == ["HK", "C10"]
    stated = lines(reading)[1].stated
    assert stated is not None
    assert (stated.points, stated.ns, stated.unit) == (-400, Fraction(25), "percent")
    assert lines(reading)[2].ns_outcome == PassedOut()
    assert (lines(reading)[3].ns_outcome, lines(reading)[3].ew_outcome) == (
        Awarded(Fraction(60)),
        Awarded(Fraction(40)),
    )
    assert lines(reading)[4].ns_outcome == NotPlayed()


def test_a_folder_is_one_event(tmp_path: Path) -> None:
    sits = row(5, 6, "TD", "", "", "", None, "60.00", "0.00")
    (tmp_path / "z001.txt").write_bytes((HEAD + PLAYED + MADE + sits + "</table>").encode())
    (tmp_path / "z002.txt").write_bytes((HEAD + PLAYED + "</table>").encode())
    (tmp_path / "W-z.html").write_bytes(RANKING.encode("iso8859-2"))
    (tmp_path / "notes.txt").write_bytes(b"nothing")
    reading = load(tmp_path)
    event = reading.event
    assert (event.name, event.club, event.date) == ("Turniej Zażółć", "Gdzieś", "2013-08-09")
    assert (event.program, event.winners, event.method) == ("JFR Pary 4.1.0.23", 1, "matchpoints")
    section = event.sessions[0].sections[0]
    assert [one.board.number for one in section.travellers] == [1, 2]
    assert section.contestants[0].names == ("Żaneta Ćwik", "Bo Łoś")
    assert (section.contestants[0].stated_percent, section.contestants[0].stated_place) == (Fraction(55), "1")
    out = lines(reading)[2]
    assert (out.ns, out.ew, out.ns_outcome, out.ew_outcome) == ("5", "", Awarded(Fraction(60)), SitOut())
    assert [one.where for one in reading.problems if "left out" in one.text] == ["notes.txt"]


def test_who_sits_out_is_no_row_of_the_board_and_percentages_are_compared() -> None:
    suit = SUIT.format(2, "C", "c")
    played = row(1, 2, suit, "N", "", "=", 90, "100.00", "0.00") + row(3, 4, suit, "N", "", "-1", -50, "0.00", "100.00")
    sits = row(5, 6, "TD", "", "", "", None, "60.00", "0.00")
    reading = loads_many({"a001.txt": (HEAD + played + sits + "</table>").encode()})
    standing = rank_reading(reading, preset("pzbs").apply(Conditions()))
    assert (standing.boards[0].results, standing.boards[0].expected) == (2, 2)
    assert {place.contestant.key: place.percent for place in standing.places} == {
        "1": 100,
        "5": 60,
        "2": 0,
        "3": 0,
        "4": 100,
    }
    assert any("5 of 5" in one.text for one in standing.problems)


def test_several_files_of_one_event_go_together(tmp_path: Path) -> None:
    for name, text in (("z001.txt", HEAD + PLAYED), ("z002.txt", HEAD + MADE), ("W.html", RANKING)):
        (tmp_path / name).write_text(text, encoding="iso8859-2")
    names = sorted(tmp_path.iterdir())
    reading = read_files(names)
    assert len(reading.event.sessions) == 1
    assert reading.event.winners == 1
    assert [one.board.number for one in reading.event.sessions[0].sections[0].travellers] == [1, 2]
    (tmp_path / "other.csv").write_text("board,ns,ew,contract\n1,1,2,PASS\n")
    assert len(read_files([*names[1:], tmp_path / "other.csv"]).event.sessions) == 3


def test_a_file_alone_knows_its_number_from_its_name(tmp_path: Path) -> None:
    (tmp_path / "par012.txt").write_bytes((HEAD + PLAYED + "</table>").encode())
    assert load(tmp_path / "par012.txt").event.sessions[0].sections[0].travellers[0].board.number == 12
    reading = loads((HEAD + PLAYED + "</table>").encode())
    assert reading.counts.guessed == 1
    assert any("board 1" in one.text for one in reading.problems)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([170, 170, 140, 140, -50], {170: 67, 140: 33}),
        ([620, 170, -100, -100], {620: 50, 170: 30, -100: 20}),
        ([0, 50, 110], {0: 20, 110: 80}),
    ],
)
def test_weights_are_found_from_the_others(scores: list[int], weights: dict[int, int]) -> None:
    def against(mine: int, theirs: int) -> int:
        return (mine > theirs) * 2 + (mine == theirs)

    top = 2 * len(scores)
    printed = []
    for index, score in enumerate(scores):
        won = Fraction(sum(against(score, other) for place, other in enumerate(scores) if place != index))
        won += sum(Fraction(weight, 100) * against(score, points) for points, weight in weights.items())
        printed.append((score, Fraction(round(won / top * 10000), 100)))
    mine = sum(
        Fraction(weight, 100) * sum(against(points, score) for score in scores) for points, weight in weights.items()
    )
    own = Fraction(round(mine / top * 10000), 100)
    found = weighted_from_others(printed, own)
    assert found is not None
    assert {part.points: 100 * weight for weight, part in found.parts if isinstance(part, BareScore)} == weights
    assert weighted_from_others(printed, own + 1) is None
    assert weighted_from_others([(score, share + 1) for score, share in printed], own) is None


def test_a_plain_award_is_not_taken_for_weights() -> None:
    others = [(100, Fraction(100)), (50, Fraction(50)), (0, Fraction(0))]
    assert weighted_from_others(others, Fraction(60)) is None


def test_other_pages() -> None:
    assert not sniff_jfr("<html><body>Turniej</body></html>")
    with pytest.raises(FormatError, match="no traveller"):
        loads_jfr(Decoded("<html><body>Turniej</body></html>", "utf-8"))
    with pytest.raises(FormatError, match="none of the files"):
        loads_many({})


def test_cuts_and_flips() -> None:
    whole = (HEAD + PLAYED + MADE + row(5, 6, "TD", "", "", "", None, "61.80", "38.20") + "</table>").encode()
    chance = random.Random(3)
    for turn in range(len(whole) + 500):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads_many({"a001.txt": bytes(data)}).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
def test_real_event() -> None:
    reading = load(REAL)
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (324, 324, 0)
    weighted = [line.ns_outcome for line in lines(reading) if isinstance(line.ns_outcome, Weighted)]
    assert [[(str(weight), str(part)) for weight, part in one.parts] for one in weighted] == [
        [("33/100", "+140"), ("67/100", "+170")]
    ]
    standing = rank_reading(reading, preset("pzbs").apply(Conditions()))
    assert any("667 of 667" in one.text for one in standing.problems)
    assert all(str(place.place) == place.contestant.stated_place for place in standing.places)
