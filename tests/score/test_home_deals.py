"""Deals as people write them."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from overtrick.errors import InputError, NotationError, OvertrickError, RecordError
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.score.home.deals import HomeDeal, Honour, deal_from, parse_deal


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2NT N =+1", "2NT N +1"),
        ("2nt n = +1", "2NT N +1"),
        ("4H W =", "4H W ="),
        ("4♥ W =", "4H W ="),
        ("5C They -2", "5C They -2"),
        ("we 4sx +1", "4SX We +1"),
        ("4S We x +1", "4SX We +1"),
        ("2S Мы =", "2S We ="),
        ("PASS", "PASS"),
        ("pass goulash", "PASS goulash"),
        ("6D E = hon 150", "6D E = hon They 150"),
        ("6D E = hon 150 E", "6D E = hon E 150"),
        ("6D E = honours: West, 100", "6D E = hon W 100"),
        ("6D E = honors north 100 # lucky", "6D E = hon N 100 # lucky"),
        ("2S N = game we", "2S N = game We"),
        ("3NT N 9", "3NT N ="),
    ],
)
def test_read_and_written(text: str, written: str) -> None:
    assert str(parse_deal(text)) == written
    assert parse_deal(written) == parse_deal(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotationError),
        ("8S N =", OvertrickError),
        ("4S N +4", OvertrickError),
        ("4S", OvertrickError),
        ("4S =", RecordError),
        ("+420", NotationError),
        ("AVE+", OvertrickError),
        ("NP", NotationError),
        ("4S N = hon", NotationError),
        ("4S N = hon N", NotationError),
        ("4S N = game", NotationError),
        ("4S N = game N", NotationError),
        ("4S We N =", OvertrickError),
        ("pass hon N 100", RecordError),
        ("4S N = nonsense", NotationError),
    ],
)
def test_refused(text: str, error: type[OvertrickError]) -> None:
    with pytest.raises(error):
        parse_deal(text)


def test_other_values() -> None:
    with pytest.raises(InputError):
        deal_from(17)  # type: ignore[arg-type]  # what a caller without types may hand over
    with pytest.raises(RecordError, match="other side"):
        HomeDeal(Played(Contract(1, Strain.CLUBS, declarer=Seat.NORTH), 7), Side.EW)
    assert deal_from(PassedOut()).declaring is None


outcomes = st.builds(
    Played,
    st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.none()),
    st.integers(0, 13),
)


@given(
    outcomes,
    st.sampled_from(Side),
    st.lists(st.builds(Honour, st.sampled_from([*Seat, *Side]), st.sampled_from([100, 150])), max_size=2),
    st.booleans(),
    st.sampled_from(["", "lucky", "удача"]),
    st.sampled_from([None, *Side]),
)
def test_reads_back(
    outcome: Played, side: Side, honours: list[Honour], goulash: bool, remark: str, won: Side | None
) -> None:
    deal = HomeDeal(outcome, side, tuple(honours), goulash, remark, "", won)
    assert parse_deal(str(deal)) == deal


@given(st.text(max_size=40))
def test_any_text_is_a_deal_or_refused_in_words(text: str) -> None:
    try:
        deal = parse_deal(text)
    except OvertrickError:
        return
    assert parse_deal(str(deal)) == deal
