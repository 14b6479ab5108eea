"""Two score cards of a match (UX persona P3): IMPs, victory points, and clashes first."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from overtrick.desk.match import Match, compare_cards
from overtrick.errors import RecordError
from overtrick.formats.format import loads
from overtrick.model.event import Event


def card(text: str) -> Event:
    return loads(("board,ns,ew,contract\n" + text).encode()).event


OURS = card("1,us,them,4S N =\n2,us,them,3NT N +1\n3,us,them,2H E -1\n4,us,them,AVE+/AVE-\n")
THEIRS = card("1,them,us,4S N -1\n2,them,us,3NT N =\n3,them,us,2H E =\n4,them,us,3NT N =\n")


def compared(ours: Event = OURS, theirs: Event = THEIRS) -> Match:
    return compare_cards(ours, theirs, scale="wbf-continuous")


def test_imps_and_victory_points() -> None:
    found = compared()
    assert [board.imps for board in found.boards] == [10, 1, 5, 3]  # 470, 30, 210, Law 86A
    assert [found.margin, found.their_margin] == [Fraction(19), Fraction(-19)]
    assert found.vps == (Decimal("17.84"), Decimal("2.16"))
    assert found.clashes == ()


def test_the_same_seen_from_the_other_table() -> None:
    other = compare_cards(THEIRS, OURS)
    assert other.margin == -19


@pytest.mark.parametrize(
    ("theirs", "clash"),
    [
        ("1,them,us,4S N -1\n2,them,us,3NT N =\n3,them,us,2H E =\n", "only one table has a result"),
        ("1,us,them,4S N -1\n", "our pairs sat the same way at both tables"),
        ("1,them,us,NP\n", "one table has no result"),
    ],
)
def test_what_stops_a_comparison_is_said(theirs: str, clash: str) -> None:
    assert clash in {board.clash for board in compared(theirs=card(theirs)).clashes}


def test_a_card_without_results_is_refused() -> None:
    with pytest.raises(RecordError, match="without results"):
        compare_cards(OURS, Event())
