from __future__ import annotations

import csv
from dataclasses import replace

from overtrick.model.event import Contestant, Player
from overtrick.model.standing import Standing
from overtrick.report.as_csv import boards_csv, ranking_csv


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_ranking_columns(standing: Standing) -> None:
    rows = _rows(ranking_csv(standing))
    assert rows[1] == {
        "place": "2",
        "section": "A",
        "direction": "NS",
        "contestant": "1",
        "name1": "Eva Lind",
        "name2": "Bo Ek",
        "boards": "3",
        "total": "7.40",
        "available": "12",
        "percent": "61.67",
    }


def test_names_are_no_formulas(standing: Standing) -> None:
    assert "'=HYPERLINK(1)" in ranking_csv(standing)


def test_every_row_has_equally_many_cells(standing: Standing, imp_standing: Standing) -> None:
    lonely = replace(standing.places[0], contestant=Contestant("9", None, (Player("Solo, A"),)))
    mixed = replace(standing, places=(lonely, *standing.places))
    for text in (ranking_csv(mixed), boards_csv(standing), ranking_csv(imp_standing), boards_csv(imp_standing)):
        assert len({len(row) for row in csv.reader(text.splitlines())}) == 1


def test_losses_stay_numbers(imp_standing: Standing) -> None:
    assert _rows(ranking_csv(imp_standing))[2]["total"] == "-5.00"
    assert _rows(boards_csv(imp_standing))[0]["ew_imps"] == "-5"


def test_lines_of_boards(standing: Standing) -> None:
    rows = _rows(boards_csv(standing))
    assert (rows[0]["contract"], rows[0]["declarer"], rows[0]["tricks"], rows[0]["score"]) == ("4S", "N", "11", "450")
    assert (rows[3]["ns_matchpoints"], rows[3]["ew_percent"], rows[3]["score"]) == ("1", "75.00", "-430")
    assert rows[4]["contract"] == "Pass"
    assert rows[6]["ns_outcome"] == "AVE+"
    assert len(_rows(boards_csv(standing, standing.boards[:1]))) == 3


def test_an_empty_standing_has_a_header_only(standing: Standing) -> None:
    assert ranking_csv(replace(standing, places=())).count("\n") == 1
