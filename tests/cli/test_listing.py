"""`overtrick list` from the outside."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli

KINDS = {
    "formats": "usebio",
    "laws": "duplicate-2017",
    "methods": "cross-imps",
    "presets": "acbl",
    "scales": "wbf-continuous",
    "settings": "matchpoint-scale",
    "trap": "session-1.csv",
}


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


@pytest.mark.parametrize(("kind", "key"), KINDS.items())
def test_rows_have_their_sources(kind: str, key: str) -> None:
    rows = json.loads(_run("list", kind, "--json").stdout)
    assert key in [row["key"] for row in rows]
    assert all(row["source"] and row["name"] for row in rows)
    table = list(csv.DictReader(io.StringIO(_run("list", kind, "--csv").stdout)))
    assert [row["key"] for row in table] == [row["key"] for row in rows]


@pytest.mark.parametrize(("kind", "key"), KINDS.items())
def test_pages_are_read_by_people(kind: str, key: str) -> None:
    done = _run("list", kind)
    assert (done.exit_code, done.stderr) == (0, "")
    assert key in done.stdout
    if kind != "trap":
        assert max(map(len, done.stdout.splitlines())) <= 100
        assert done.stdout.count("source: ") == len(json.loads(_run("list", kind, "--json").stdout))
    assert _run("list", kind, "--ascii").stdout.isascii()
    assert _run("list", kind, "--lang", "ru").exit_code == 0


def test_wrong_usage() -> None:
    done = _run("list", "nothing")
    assert done.exit_code == 2
    assert all(kind in done.stderr for kind in KINDS)
    assert _run("list").exit_code == 2
    assert _run("list", "laws", "--json", "--csv").exit_code == 2


def test_methods_are_those_of_the_conditions() -> None:
    settings = {row["key"]: row for row in json.loads(_run("list", "settings", "--json").stdout)}
    methods = [row["key"] for row in json.loads(_run("list", "methods", "--json").stdout)]
    assert sorted(settings["method"]["values"].split(", ")) == sorted(methods)
