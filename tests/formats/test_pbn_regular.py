"""Plain games read as wholes come out as the strict readers have them, whatever is done to them; and hostile texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.pbn_auction import hold_auction, read_call
from overtrick.formats.pbn_play import check_tricks
from overtrick.formats.pbn_quick import Holding, quick_auction, quick_play
from overtrick.formats.pbn_regular import RegularGame, RegularReader
from overtrick.formats.text import decode
from overtrick.model.deal import RANKS, SUITS, Deal, Hand, whole_deal
from overtrick.model.reading import Reading
from overtrick.model.terms import Seat, Strain

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "pbn").glob("*.pbn")) + sorted(
    (SHARED / "cases" / "files" / "hand").glob("*.pbn")
)
SEATS = tuple(Seat)


def suits_dealt(chance: random.Random) -> list[str]:
    """Sixteen suits, North's first."""
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    chance.shuffle(cards)
    held = [cards[13 * place : 13 * place + 13] for place in range(4)]
    return ["".join(rank for rank in RANKS if suit + rank in hand) for hand in held for suit in SUITS]


def deal_text(suits: list[str], first: int) -> str:
    hands = [".".join(suits[4 * place : 4 * place + 4]) for place in range(4)]
    return f"{SEATS[first].value}:" + " ".join(hands[first:] + hands[:first])


GAME = """[Event "Night"]
[Site "Hall"]
[Date "2024.01.16"]
[Board "{board}"]
[West "Di"]
[North "Ann {table}"]
[East "Cy {table}"]
[South "Bo"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{deal}"]
[Scoring "MP"]
[Declarer "{declarer}"]
[Contract "{contract}"]
[Result "{result}"]
{rest}
"""
DEAL = "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"
PLAYED = """[Auction "N"]
1NT =1= Pass Pass Pass
[Note "1:15-17"]
[Play "E"]
CA C8 C5 C2
CK C9 C6 C3
CQ CT C7 C4
CJ DA DT D5
*
"""
TEXT = (
    "% PBN 2.1\n"
    + GAME.format(board=1, table=1, deal=DEAL, declarer="N", contract="1NT", result=7, rest=PLAYED)
    + GAME.format(board=1, table=2, deal=DEAL, declarer="S", contract="3NTX", result=9, rest='[Score "NS 750"]\n')
    + GAME.format(board=17, table=1, deal=DEAL, declarer="", contract="Pass", result="", rest="")
    + GAME.format(board=33, table=3, deal=DEAL, declarer="", contract="", result="", rest='[Table "4"]\n')
)
PIECES = (
    *("\n", "\n\n", '"', "#", '"#"', "; no", "{", "}", "=1=", "=2=", "Pass ", "X ", "^", "*", "-", "\\", " ", "\n%\n"),
    *(
        '[Board "2"]\n',
        '[Event "B"]\n',
        '[Note "2:x"]\n',
        '[Table "2"]\n',
        '[Remark "so"]\n',
        '[Play "E"]\n',
        "DA ",
        "1C ",
    ),
)


@contextmanager
def strict_only() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RegularReader, "take", lambda _self, _text: None)
        yield


def read(text: str) -> Reading | str:
    try:
        return loads_pbn(decode(text.encode()))
    except FormatError as fault:
        return str(fault)


def same(text: str) -> None:
    with strict_only():
        wanted = read(text)
    assert read(text) == wanted


def test_the_games_of_the_test_are_plain() -> None:
    games = [RegularReader(set()).take(text) for text in TEXT.split("\n", 1)[1].strip("\n").split("\n\n")]
    assert all(isinstance(game, RegularGame) for game in games)
    record = games[0].record if games[0] else None
    assert record is not None
    assert (len(record.calls), len(record.cards), record.claim) == (4, 16, 7)


def test_plain_games_as_the_strict_readers_have_them() -> None:
    same(TEXT)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_whatever_is_done_to_plain_games(data: st.DataObject) -> None:
    text = TEXT
    for _time in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.sampled_from((0, 0, 1, 2, 12)))
        text = text[:at] + data.draw(st.sampled_from((*PIECES, ""))) + text[at + cut :]
    same(text)


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_both_ways(path: Path) -> None:
    same(decode(path.read_bytes()).text)


@given(st.lists(st.sampled_from(("Pass", "Pass", "X", "XX", "1C", "1S", "2D", "2NT", "7NT", "AP")), max_size=14))
@settings(max_examples=500)
def test_a_quick_auction_is_the_strict_one(words: list[str]) -> None:
    found = quick_auction(" ".join(words), Seat.EAST, {})
    strict = hold_auction(Seat.EAST, ["AP" if word == "AP" else read_call(word) or "" for word in words])
    if found is not None:
        assert strict.ended
        assert not strict.faults
        assert found[1] == strict.contract
        assert tuple(call.text for call in found[0]) == tuple(call for _seat, call in strict.calls)
    elif "AP" not in words[:-1] and words[-2:-1] != ["Pass"]:
        assert not strict.ended or strict.faults


def played(chance: random.Random, suits: list[str], strain: Strain, *, careless: bool) -> list[str]:
    """The columns of a play of so many cards; a careless one may not follow suit."""
    hands = [[SUITS[place] + rank for place in range(4) for rank in suits[4 * seat + place]] for seat in range(4)]
    rows, leader = [], 1
    for _trick in range(chance.randrange(14)):
        row, led = {}, ""
        for turn in range(4):
            seat = (leader + turn) % 4
            own = [card for card in hands[seat] if card[0] == led] or hands[seat]
            card = chance.choice(hands[seat] if careless and chance.random() < 0.05 else own)
            hands[seat].remove(card)
            row[seat] = card
            led = led or card[0]
        rows += [row[(1 + turn) % 4] for turn in range(4)]
        order = [(leader + turn) % 4 for turn in range(4)]
        worth = {
            seat: (row[seat][0] == strain.value, row[seat][0] == led, -RANKS.index(row[seat][1])) for seat in order
        }
        leader = max(order, key=worth.__getitem__)
    return rows


@given(st.integers(0, 100_000), st.booleans(), st.sampled_from(tuple(Strain)))
@settings(max_examples=150, deadline=None)
def test_a_quick_play_is_the_strict_one(seed: int, careless: bool, strain: Strain) -> None:
    chance = random.Random(seed)
    suits = suits_dealt(chance)
    deal = whole_deal(suits)
    assert deal is not None
    cards = played(chance, suits, strain, careless=careless)
    cards = cards[: len(cards) - chance.choice((0, 0, 1, 2, 3))]
    held = Holding.of(deal)
    assert held is not None
    found = quick_play(" ".join(cards), Seat.NORTH, strain, held)
    strict = check_tricks(Seat.EAST, cards, [""] * len(cards), strain, deal)
    if found is None:
        assert strict.faults or not strict.whole
    else:
        assert not strict.faults
        assert (found.cards, found.own, found.other) == (strict.order, strict.ns, strict.ew)


@given(st.integers(0, 100_000))
def test_a_whole_deal_is_the_one_of_its_hands(seed: int) -> None:
    chance = random.Random(seed)
    suits = suits_dealt(chance)
    deal = whole_deal(suits)
    assert deal == Deal(*(Hand(*suits[4 * seat : 4 * seat + 4]) for seat in range(4)))
    wrong = list(suits)
    one, other = chance.sample([place for place in range(16) if suits[place]], 2)
    wrong[one], wrong[other] = wrong[other], wrong[one]
    if one % 4 != other % 4 and wrong != suits:
        assert whole_deal(wrong) is None
    twice = list(suits)
    place = next(place for place in range(16) if suits[place])
    twice[place] = twice[place][:-1] + ("2" if twice[place][-1] != "2" else "3")
    assert whole_deal(twice) is None
    assert whole_deal([suit[::-1] for suit in suits]) is None


def test_deals_from_every_seat() -> None:
    suits = suits_dealt(random.Random(5))
    found = {
        loads_pbn(decode(f'[Board "1"]\n[Deal "{deal_text(suits, first)}"]\n'.encode()))
        .event.sessions[0]
        .sections[0]
        .travellers[0]
        .deal
        for first in range(4)
    }
    assert found == {whole_deal(suits)}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '["' * 100_000,
        '"' * 200_000,
        "{" * 200_000,
        '[A "\n' * 40_000,
        ("[A " + " " * 1000) * 200,
        "[A]" * 60_000,
        '[Board "1"]\n' * 3000,
        '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n' + "1C =1=" * 30_000,
        '[Board "1"]\n[Contract "1C"]\n[Declarer "N"]\n[Play "E"]\n' + "SA " * 60_000,
        "".join(f'[T{number} "x"]\n' for number in range(10_000)),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_hostile_texts_come_to_an_end(text: str) -> None:
    found = read(text)
    assert isinstance(found, str) or found.counts.found == found.counts.taken + found.counts.refused


def test_a_large_score_table() -> None:
    rows = "".join(f"{pair} {pair + 1} 4S N 10\n" for pair in range(1, 20_001, 2))
    found = read(f'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n{rows}')
    assert isinstance(found, Reading)
    assert found.counts.taken == 10_000
