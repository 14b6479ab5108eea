"""Explanations of weighted scores, and of a board that occurs in several sessions."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from overtrick.cli.main import cli
from overtrick.desk.explanation import explain_board
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Section, Session, Traveller
from overtrick.notation.result import parse
from overtrick.report.cards import find_contestant
from overtrick.scorer import score_event

ROWS = ("board,ns,ew,contract\n1,1,2,4S N =\n1,3,4,4S N -1\n", "board,ns,ew,contract\n1,1,4,1NT N =\n1,3,2,2S N =\n")


def test_a_weighted_score_shows_matchpoints_weights_and_sum() -> None:
    results = ("W: 60% 4S N = + 40% 4S N -1", "3S N =", "4S N -2", "4S N =")
    lines = []
    for number, words in enumerate(results, 1):
        entry = parse(words)
        lines.append(Line(str(number), str(number + 4), entry.ns, entry.ew))
    event = Event(sessions=(Session("1", (Section("", (), (Traveller(Board.numbered(1), tuple(lines)),)),)),))
    standing = score_event(event, Conditions())
    steps = explain_board(standing, find_contestant(standing, "1"), 1)
    compared = next(step for step in steps if step.title == "Compared with the field")
    assert compared.lines[-1] == "60 % of +420: 5; 40 % of -50: 2; 0.6 × 5 + 0.4 × 2 = 3.8"
    against = explain_board(standing, find_contestant(standing, "5"), 1)
    compared = next(step for step in against if step.title == "Compared with the field")
    assert compared.lines[-1] == "60 % of -420: 1; 40 % of +50: 4; 0.6 × 1 + 0.4 × 4 = 2.2"


def test_a_board_of_several_sessions(tmp_path: Path) -> None:
    files = []
    for name, rows in zip(("monday.csv", "tuesday.csv"), ROWS, strict=True):
        (tmp_path / name).write_text(rows, encoding="utf-8")
        files.append(str(tmp_path / name))
    run = CliRunner()
    asked = ["explain", *files, "--board", "1", "--pair", "1"]
    whole = run.invoke(cli, asked)
    assert whole.exit_code == 0, whole.output
    assert "Session 1: Board 1" in whole.stdout
    assert "Session 2: Board 1" in whole.stdout
    second = run.invoke(cli, [*asked, "--session", "2"])
    assert "Session 1: Board 1" not in second.stdout
    assert "Session 2: Board 1" in second.stdout
    assert run.invoke(cli, [*asked, "--session", "9"]).exit_code == 3
    assert run.invoke(cli, ["explain", *files, "--pair", "1", "--session", "2"]).exit_code == 2
