"""Every form of a result, in and out."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import ConditionsError, NotationError
from overtrick.model.contract import Contract
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Entry,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
    Weighted,
)
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.notation import LANGUAGES, parse, parse_contract, remark, write
from overtrick.notation.words import language_words

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"

# Rules page 7.1, and forms met at clubs: (text, what it is written as)
FORMS = [
    ("4SX+1", "4SX+1"),
    ("4♠x N +1", "4SX N +1"),
    ("  4♠️Х\u00a0 N  +1 ", "4SX N +1"),
    ("N 4H -1", "4H N -1"),
    ("n4h−1", "4H N -1"),
    ("3NT= by W", "3NT W ="),
    ("3NT by W =", "3NT W ="),
    ("3N W 9", "3NT W ="),
    ("3N 9", "3NT="),
    ("6NTXXN=", "6NTXX N ="),
    ("6NTXN=", "6NTX N ="),
    ("7NXN=", "7NTX N ="),
    ("7NNX=", "7NTX N ="),
    ("3NN=", "3NT N ="),
    ("5cNxx -2", "5CXX N -2"),
    ("4H* S 10", "4HX S ="),
    ("4H**S10", "4HXX S ="),
    ("3NTxW-2", "3NTX W -2"),
    ("4♠xx by E making 12", "4SXX E +2"),
    ("4S made 5", "4S+1"),
    ("4S N made", "4S N ="),
    ("4S N =+1", "4S N +1"),
    ("4S E down 2", "4S E -2"),
    ("4S E 2 off", "4S E -2"),
    ("4 spades doubled by North down 2", "4SX N -2"),
    ("3 no trumps, south, =", "3NT S ="),
    ("4♤ n =", "4S N ="),
    ("4S 0 tricks", "4S-10"),
    ("3NT 3", "3NT-6"),
    ("1SS7", "1S S ="),
    ("PASS", "PASS"),
    ("p", "PASS"),
    ("AP", "PASS"),
    ("All Pass", "PASS"),
    ("PASSED OUT", "PASS"),
    ("NP", "NP"),
    ("not played", "NP"),
    ("sit-out", "SITOUT"),
    ("?", "?"),
    ("+420", "+420"),
    ("620", "+620"),
    ("-50", "-50"),
    ("– 50", "-50"),
    ("score 0", "score 0"),
    ("A50", "A50/50"),
    ("AV=", "AVE"),
    ("AVE", "AVE"),
    ("Average", "AVE"),
    ("A==", "AVE"),
    ("A+=", "AVE+/AVE"),
    ("50/50", "A50/50"),
    ("A5050", "A50/50"),
    ("A4060", "A40/60"),
    ("60/40", "A60/40"),
    ("60%-40%", "A60/40"),
    ("A60/40", "A60/40"),
    ("A55,5/44.5", "A55.5/44.5"),
    ("A-/A+", "AVE-/AVE+"),
    ("AVE+ / AVE-", "AVE+/AVE-"),
    ("60/A-", "NS: 60% | EW: AVE-"),
    ("W: 60% 4S N = + 40% 4S N -1", "W: 60% 4S N = + 40% 4S N -1"),
    ("60% of 4S +1 + 40 % pass", "W: 60% 4S+1 + 40% PASS"),
    ("W: 50% +420 + 50% -50", "W: 50% +420 + 50% -50"),
    ("ew: 4S N = | ns: AVE+", "NS: AVE+ | EW: 4S N ="),
    ("NS: +3 IMPs | EW: -3 imp", "NS: +3 IMPs | EW: -3 IMPs"),
]

# (text, where the fault is, a word of the reason)
FAULTS = [
    ("", 0, "no text"),
    ("8S N =", 0, "level 8"),
    ("N 0NT=", 2, "level 0"),
    ("10S=", 0, "level 10"),
    ("4S 14", 3, "0 to 13"),
    ("4S +4", 3, "+3"),
    ("4S -11", 3, "-10"),
    ("7NT N +1", 6, "0 to 13"),
    ("4SR", 2, "'r'"),
    ("4SQ=", 2, "'q="),
    ("4S N E =", 5, "second declarer"),
    ("4S = N E", 7, "second declarer"),
    ("4SX XX =", 4, "doubled twice"),
    ("4S = +1 +1", 8, "second result"),
    ("4S N = tea", 7, "'tea'"),
    ("4S", 2, "how many tricks"),
    ("4S N 0", 5, "0 may mean"),
    ("4S N -0", 5, "down 0"),
    ("4S made 3", 3, "less than the contract"),
    ("1C made 7", 3, "7 tricks or 13"),
    ("4Я =", 1, "Cyrillic"),
    ("0", 0, "passed out or not played"),
    ("+0", 0, "passed out or not played"),
    ("155", 0, "155"),
    ("99990", 0, "99990"),
    ("AV+", 0, "one side"),
    ("A60", 0, "one side"),
    ("A101/0", 0, "101"),
    ("W: 60% 4S N = + 30% 4S N -1", 3, "90 %"),
    ("W: 60% 4S N = 40% 4S N -1", 14, "+ is wanted"),
    ("NS: 4S N =", 0, "both sides"),
    ("4S N = | EW: 4S N -1", 0, "names its side"),
    ("NS: 4S N = | NS: 4S N -1", 13, "same side"),
    ("4S" + " " * 600, 500, "602"),
]

LOCAL = [
    ("ru", "3БК З +1", "3NT W +1"),
    ("ru", "2ч Ю -1", "2H S -1"),
    ("ru", "4ПХ С =", "4SX N ="),
    ("ru", "4П контра В -1", "4SX E -1"),
    ("ru", "4П реконтра В -1", "4SXX E -1"),
    ("ru", "4П РК В -1", "4SXX E -1"),
    ("ru", "4Б К Ю =", "4DX S ="),
    ("ru", "3БKК З =", "3NTX W ="),
    ("ru", "4T C =", "4C N ="),
    ("ru", "4C N =", "4C N ="),
    ("ru", "4S E =", "4S E ="),
    ("ru", "Пас", "PASS"),
    ("de", "4P O -1", "4S E -1"),
    ("de", "4Co N =", "4H N ="),
    ("de", "4Co =", "4H="),
    ("de", "2Ka W =", "2D W ="),
    ("de", "2K N =", "2D N ="),
    ("de", "3SA Kontra O =", "3NTX E ="),
    ("fr", "4P O -1", "4S W -1"),
    ("fr", "4Ca N =", "4D N ="),
    ("fr", "4 cœurs par Est =", "4H E ="),
    ("fr", "4T contré S -1", "4CX S -1"),
    ("nl", "2K N =", "2C N ="),
    ("nl", "3SA Z C", "3NT S ="),
    ("nl", "4S Z C", "4S S ="),
    ("pl", "3BA N =", "3NT N ="),
    ("pl", "4C E =", "4H E ="),
    ("pl", "4P ktr W -1", "4SX W -1"),
    ("pl", "4P rktr W -1", "4SXX W -1"),
    ("it", "5F O =", "5C W ="),
    ("it", "4Q E =", "4D E ="),
    ("tr", "4 KÖR N =", "4H N ="),
    ("da", "3U Ø =", "3NT E ="),
    ("no", "4kl V =", "4C W ="),
    ("sv", "4 hj Ö =", "4H E ="),
]


@pytest.mark.parametrize(("text", "written"), FORMS)
def test_forms(text: str, written: str) -> None:
    entry = parse(text)
    assert write(entry) == written
    assert parse(written) == entry
    assert parse(text.upper()) == parse(text.lower()) == entry


@pytest.mark.parametrize(("text", "place", "word"), FAULTS)
def test_faults_say_where_and_what(text: str, place: int, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.position == place
    assert word in str(caught.value)


@pytest.mark.parametrize(("key", "text", "written"), LOCAL)
def test_languages(key: str, text: str, written: str) -> None:
    assert write(parse(text, language=key)) == written


@pytest.mark.parametrize("key", LANGUAGES)
def test_example_pass_and_symbols_of_each_language(key: str) -> None:
    words = language_words(key)
    assert write(parse(words.example, language=key)) == "4SX N +1"
    assert all(parse(word, language=key) == parse("PASS") for word in words.passes)
    assert all(parse(word, language=key) == parse("NP") for word in words.not_played)
    assert parse("3♥X=", language=key) == parse("3HX=")


@pytest.mark.parametrize(
    ("key", "text"), [("de", "4CO ="), ("ru", "4ТРК ="), ("ru", "4С N ="), ("en", "4P O -1"), ("en", "4С N =")]
)
def test_doubtful_letters_are_refused(key: str, text: str) -> None:
    with pytest.raises(NotationError):
        parse(text, language=key)


def test_longest_word_is_the_strain() -> None:
    assert parse("3БК З =", language="ru") == parse("3NT W =")
    assert parse("3Б К З =", language="ru") == parse("3DX W =")


@pytest.mark.parametrize(
    ("text", "written"),
    [("4S N 5", "4S N +1"), ("3NT 3", "3NT="), ("4S -1", "4S-1"), ("1C made 7", "1C+6"), ("1C 7", "1C+6")],
)
def test_odd_tricks(text: str, written: str) -> None:
    assert write(parse(text, number="odd")) == written


@pytest.mark.parametrize("text", ["4S 8", "4S 0", "4S 10"])
def test_odd_tricks_beyond_seven(text: str) -> None:
    with pytest.raises(NotationError, match="1 to 7"):
        parse(text, number="odd")


def test_settings_that_there_are_not() -> None:
    with pytest.raises(ConditionsError, match="'xx'"):
        parse("4S=", language="xx")
    with pytest.raises(ConditionsError, match="'cards'"):
        parse("4S=", number="cards")


def test_award_to_the_side_that_enters_it() -> None:
    assert parse("AV+", side=Side.NS) == Entry(Awarded(Average.PLUS), Missing())
    assert parse("A-", side=Side.EW) == Entry(Missing(), Awarded(Average.MINUS))
    assert parse("60%", side=Side.EW) == Entry(Missing(), Awarded(Fraction(60)))
    assert parse("4S N =", side=Side.EW) == parse("4S N =")


def test_remark_on_few_tricks() -> None:
    assert "3 is read as tricks" in remark("3NT 3")
    assert [remark(text) for text in ("3NT 9", "3NT =", "A60/40", "PASS", "", "junk", "W: 100% 3NT 3")] == [""] * 7
    assert not remark("3NT 3", number="odd")


def test_scores_without_text_are_not_written() -> None:
    with pytest.raises(NotationError):
        write(Entry.both(BareScore(37)))


contracts = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.none() | st.sampled_from(Seat),
)
played = st.builds(Played, contracts, st.integers(0, 13))
scores = st.integers(-2080, 2080).filter(lambda n: n == 0 or abs(n) == 5 or abs(n) > 6).map(lambda n: BareScore(10 * n))
real = played | st.just(PassedOut()) | scores
fractions = st.fractions(-1000, 1000, max_denominator=10**9)
awards = st.builds(Awarded, st.sampled_from(Average) | st.fractions(0, 100), st.just(Unit.PERCENT)) | st.builds(
    Awarded, st.sampled_from(Average) | fractions, st.sampled_from((Unit.IMPS, Unit.MATCHPOINTS))
)


@st.composite
def weighted(draw: st.DrawFn) -> Weighted:
    shares = draw(st.lists(st.integers(1, 100), min_size=1, max_size=4))
    return Weighted(tuple((Fraction(share, sum(shares)), draw(real)) for share in shares))


outcomes: st.SearchStrategy[Outcome] = st.one_of(
    real, st.sampled_from((NotPlayed(), SitOut(), Missing())), awards, weighted()
)


@settings(max_examples=200, deadline=None)
@given(st.builds(Entry, outcomes, outcomes) | outcomes.map(Entry.both))
def test_what_is_written_reads_back(entry: Entry) -> None:
    assert parse(write(entry)) == entry


@pytest.mark.parametrize("key", LANGUAGES)
def test_all_words_of_each_language(key: str) -> None:
    words = language_words(key)
    strains, seats, doublings = words.strains.by_word, words.seats.by_word, words.doublings.by_word
    for strain_word in strains:
        for seat_word in ("n", *seats) if strain_word in ("s", "п") else ("n", "w"):
            for double_word in doublings if seat_word == "n" else ("xx",):
                found = parse(f"5 {strain_word} {double_word} {seat_word} =", language=key).ns
                contract = Contract(5, strains[strain_word], doublings[double_word], seats[seat_word])
                assert found == Played(contract, 11), (strain_word, double_word, seat_word)


pieces = st.lists(
    st.sampled_from(["4", "7", "S", "N", "NT", "x", "xx", "*", "by", "made", "down", "%", "/", "|", "NS:", "EW:", "W:"])
    | st.sampled_from(
        ["+", "-", "=", "A", "AVE", "1", "60", "40", " ", " ", "С", "К", "imps", "♠", "?", ",", "٣", "İ"]
    ),
    max_size=40,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | pieces, st.sampled_from(LANGUAGES), st.sampled_from(("tricks", "odd")))
def test_anything_is_read_or_refused(text: str, key: str, number: str) -> None:
    try:
        entry = parse(text, language=key, number=number)
    except NotationError as error:
        place, length = error.position, len(error.text)
    else:
        place = length = 0
        assert parse(write(entry)) == entry
        remark(text, language=key, number=number)
    assert 0 <= place <= length


@pytest.mark.parametrize("text", ["4S" + "x" * 490, "9" * 400, "1/" * 200, "60% " * 100, "4S " + "N, " * 150])
def test_long_nonsense_is_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(NotationError):
        parse(text)
    assert time.perf_counter() - start < 0.2


def _plain(entry: Entry) -> dict[str, Any]:
    outcome = entry.ns
    if isinstance(outcome, Played):
        contract = outcome.contract
        return {
            "kind": "contract",
            "level": contract.level,
            "strain": contract.strain.value[0],
            "dbl": contract.doubling.index,
            "declarer": contract.declarer.value if contract.declarer else None,
            "tricks": outcome.tricks,
        }
    if isinstance(outcome, Awarded):
        percent = {Average.PLUS: 60, Average.AVERAGE: 50, Average.MINUS: 40}
        sides = [side for side in (entry.ns, entry.ew) if isinstance(side, Awarded)]
        ns, ew = (percent[side.value] if isinstance(side.value, Average) else side.value for side in sides)
        return {"kind": "artificial", "ns": ns, "ew": ew}
    return {"kind": "pass" if isinstance(outcome, PassedOut) else type(outcome).__name__}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
def test_shared_cases() -> None:
    cases = json.loads((SHARED / "cases" / "examples.json").read_text(encoding="utf-8"))
    ours = [case for case in cases if case["rule"] == "parse"]
    assert ours
    for case in ours:
        try:
            answer = _plain(parse(case["input"]["text"], language=case["input"]["lang"]))
        except NotationError:
            answer = {"kind": "error"}
        assert answer == case["expected"], case["id"]


@pytest.mark.parametrize(
    "word", ["пас", "Все пас", "pas", "Passe", "passe général", "alle passen", "pasy", "passo", "rondpas"]
)
def test_a_pass_is_a_pass_in_the_word_of_any_language(word: str) -> None:
    assert parse(word) == parse(word, language="ru") == parse("PASS")
    assert parse_contract(word) == PassedOut()
