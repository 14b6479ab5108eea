from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats.format import load, loads
from overtrick.model.event import Stated
from overtrick.model.outcome import Awarded, BareScore, Missing, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.reading import Severity
from overtrick.model.terms import Side
from usebio_files import (
    INDIVIDUAL,
    file_of,
    line_of,
    lines,
    matches,
    pair,
    seated,
)

FILES = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "usebio"


def test_a_line_with_all_its_fields() -> None:
    text = line_of(
        CONTRACT="3NTx", PLAYED_BY="W", LEAD="D10", TRICKS="6", SCORE="500", NS_MATCH_POINTS="20", EW_MATCH_POINTS="0"
    )
    reading = loads(file_of(text))
    line = lines(reading)[0]
    assert isinstance(line.ns_outcome, Played)
    assert str(line.ns_outcome) == "3NTX W -3"
    assert line.lead == "D10"
    assert line.where == "line 3"
    assert line.stated == Stated(Fraction(20), Fraction(0), "matchpoints", 500)
    event = reading.event
    assert (event.name, event.date, event.club, event.method, event.winners) == (
        "Spring", "2024-02-03", "Elm Lane", "matchpoints", 2,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"CONTRACT": "PASS", "PLAYED_BY": "N", "TRICKS": "0", "SCORE": "0"}, PassedOut()),
        ({"CONTRACT": "Pass", "TRICKS": "", "SCORE": "0"}, PassedOut()),
        ({"SCORE": "150.0"}, BareScore(150)),
        ({"SCORE": "NP"}, NotPlayed()),
        ({"CONTRACT": "NP"}, NotPlayed()),
        ({}, Missing()),
        ({"SCORE": "0"}, BareScore(0)),
        ({"CONTRACT": "42", "PLAYED_BY": "S", "TRICKS": "12", "SCORE": "480"}, BareScore(480)),
        ({"CONTRACT": "4S", "TRICKS": "12", "SCORE": "480"}, BareScore(480)),
        ({"EW_PAIR_NUMBER": ""}, SitOut()),
    ],
)
def test_outcomes(fields: dict[str, str], outcome: object) -> None:
    reading = loads(file_of(line_of(**fields)))
    assert lines(reading)[0].ns_outcome == outcome
    assert reading.counts.found == reading.counts.taken == 1


@pytest.mark.parametrize("doubled", ["3HX", "3Hx", "3H*", "3H x"])
def test_doubled(doubled: str) -> None:
    line = lines(loads(file_of(line_of(CONTRACT=doubled, PLAYED_BY="N", TRICKS="9", SCORE="530"))))[0]
    assert str(line.ns_outcome) == "3HX N ="


@pytest.mark.parametrize(
    ("score", "ns", "ew", "expected"),
    [
        ("A6040", "6", "4", (Fraction(60), Fraction(40), Unit.PERCENT)),
        ("A6060", "6", "6", (Fraction(60), Fraction(60), Unit.PERCENT)),
        ("A5050", "5", "5", (Fraction(50), Fraction(50), Unit.PERCENT)),
        ("A5050", "", "", (Fraction(50), Fraction(50), Unit.PERCENT)),
        ("A5050", "7", "2", (Fraction(7), Fraction(2), Unit.MATCHPOINTS)),
    ],
)
def test_adjusted_scores(score: str, ns: str, ew: str, expected: tuple[Fraction, Fraction, Unit]) -> None:
    played = line_of(NS_PAIR_NUMBER="2", EW_PAIR_NUMBER="12", SCORE="420", NS_MATCH_POINTS="10", EW_MATCH_POINTS="0")
    reading = loads(file_of(played, line_of(SCORE=score, NS_MATCH_POINTS=ns, EW_MATCH_POINTS=ew)))
    line = lines(reading)[1]
    assert line.ns_outcome == Awarded(expected[0], expected[2])
    assert line.ew_outcome == Awarded(expected[1], expected[2])
    assert bool(reading.counts.guessed) is (expected[2] is Unit.MATCHPOINTS)


@pytest.mark.parametrize(
    ("kind", "method", "tag"),
    [
        ("MP_PAIRS", "matchpoints", "MATCH_POINTS"),
        ("BUTLER_PAIRS", "butler", "BUTLER_POINTS"),
        ("CROSS_IMP", "cross-imps", "CROSS_IMP_POINTS"),
        ("CROSS_IMPS", "cross-imps", "CROSS_IMP_POINTS"),
        ("SWISS_PAIRS_CROSS_IMPS", "cross-imps", "CROSS_IMP_POINTS"),
        ("AGGREGATE", "total-points", "AGGREGATE_POINTS"),
        ("PAIRS", "butler", "BUTLER_POINTS"),
    ],
)
def test_methods(kind: str, method: str, tag: str) -> None:
    reading = loads(file_of(line_of(SCORE="420", **{f"NS_{tag}": "3", f"EW_{tag}": "-3"}), kind=kind))
    assert reading.event.method == method
    stated = lines(reading)[0].stated
    assert stated is not None
    assert stated.ns == 3
    assert stated.unit == {"matchpoints": "matchpoints", "total-points": "points"}.get(method, "imps")


def test_board_scoring_method_wins_over_the_type() -> None:
    text = file_of(line_of(SCORE="420"), kind="PAIRS").replace(
        b"<DATE>", b"<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD><DATE>"
    )
    assert loads(text).event.method == "cross-imps"


def test_participants() -> None:
    pairs = pair("1NS", "NS", PERCENTAGE="53,89", PLACE="3=") + pair("1EW", "EW", TOTAL_SCORE="42.00")
    reading = loads(file_of(line_of(NS_PAIR_NUMBER="1NS", EW_PAIR_NUMBER="1EW", SCORE="420"), pairs=pairs))
    north, east = reading.event.sessions[0].sections[0].contestants
    assert (north.key, north.direction, north.names, north.stated_place) == ("1NS", Side.NS, ("P1NS",), "3=")
    assert north.players[0].number == "91NS"
    assert (north.stated_percent, east.stated_total) == (Fraction(5389, 100), Fraction(42))


def test_direction_is_not_trusted_in_a_one_winner_event() -> None:
    pairs = "".join(pair(str(number), "NS") for number in range(1, 5))
    some = (line_of(EW_PAIR_NUMBER="2", SCORE="420"), line_of(NS_PAIR_NUMBER="3", EW_PAIR_NUMBER="4", SCORE="420"))
    reading = loads(file_of(*some, pairs=pairs, winners="<WINNER_TYPE>1</WINNER_TYPE>"))
    assert {who.direction for who in reading.event.sessions[0].sections[0].contestants} == {None}
    reading = loads(file_of(*some, pairs=pairs))
    assert [who.direction for who in reading.event.sessions[0].sections[0].contestants] == [
        Side.NS, Side.EW, Side.NS, Side.EW,
    ]  # fmt: skip


def test_one_number_for_two_pairs() -> None:
    pairs = pair("1", "NS") + pair("1", "EW")
    reading = loads(file_of(line_of(EW_PAIR_NUMBER="1", SCORE="420"), pairs=pairs))
    assert [who.direction for who in reading.event.sessions[0].sections[0].contestants] == [Side.NS, Side.EW]
    assert reading.counts.taken == 1


def test_sessions_and_sections() -> None:
    board = f"<BOARD><BOARD_NUMBER>2</BOARD_NUMBER>{line_of(SCORE='420')}</BOARD>"
    section = "".join(f'<SECTION SECTION_ID="{key}"><PARTICIPANTS/>{board}</SECTION>' for key in "AB")
    sessions = f'<SESSION SESSION_ID="x">{section}</SESSION><SESSION>{section}</SESSION>'
    text = f'<USEBIO><EVENT EVENT_TYPE="PAIRS">{sessions}</EVENT></USEBIO>'
    event = loads(text.encode()).event
    assert [(one.key, [part.key for part in one.sections]) for one in event.sessions] == [
        ("x", ["A", "B"]),
        ("2", ["A", "B"]),
    ]


def test_nought_with_the_imps_of_an_average() -> None:
    reading = loads(file_of(line_of(SCORE="0.0", NS_MATCH_POINTS="-3.0", EW_MATCH_POINTS="3.0"), kind="CROSS_IMP"))
    assert lines(reading)[0].ns_outcome == Awarded(Fraction(-3), Unit.IMPS)
    assert reading.counts.guessed == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"CONTRACT": "8S", "PLAYED_BY": "N", "TRICKS": "9"},
        {"CONTRACT": "4S", "PLAYED_BY": "N", "TRICKS": "14"},
        {"CONTRACT": "4S", "PLAYED_BY": "X", "TRICKS": "10"},
        {"SCORE": "lots"},
        {"SCORE": "A99999"},
        {"NS_PAIR_NUMBER": "", "EW_PAIR_NUMBER": ""},
    ],
)
def test_a_bad_line_is_refused_with_its_place(fields: dict[str, str]) -> None:
    reading = loads(file_of(line_of(NS_PAIR_NUMBER="2", EW_PAIR_NUMBER="12", SCORE="420"), line_of(**fields)))
    assert (reading.counts.found, reading.counts.refused) == (2, 1)
    assert [one.where[:5] for one in reading.problems if one.severity is Severity.ERROR] == ["line "]


@pytest.mark.parametrize("board", ["", "0", "x", "1.5"])
def test_board_without_a_number(board: str) -> None:
    assert loads(file_of(line_of(SCORE="420"), board=board)).counts.refused == 1


def test_names_in_latin_letters_without_a_declaration() -> None:
    text = file_of(line_of(SCORE="420"), pairs=pair("1", "NS")).replace(b"P1<", "Müller<".encode("cp1252"))
    reading = loads(text)
    assert reading.event.sessions[0].sections[0].contestants[0].names == ("Müller",)
    assert any(one.severity is Severity.NOTE for one in reading.problems)


def test_empty_events() -> None:
    assert loads(file_of(kind="INDIVIDUAL")).counts.found == 0
    with pytest.raises(FormatError, match="EVENT"):
        loads(b"<USEBIO><CLUB/></USEBIO>")
    assert loads(file_of()).counts.found == 0


def test_two_events_in_a_file_are_told() -> None:
    event = f"<EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line_of(SCORE='50')}</BOARD></EVENT>"
    reading = loads(f"<USEBIO>{event}{event}</USEBIO>".encode())
    assert reading.counts.taken == 1
    assert any("2 events" in one.text for one in reading.problems)


def test_what_has_no_place_is_told_once_and_counts_as_a_loss() -> None:
    inside = "<MOOD>good</MOOD><ARROW>left</ARROW>"
    told = [
        one
        for one in loads(file_of(line_of(SCORE="50") + inside, line_of(NS_PAIR_NUMBER="2", MOOD="bad"))).problems
        if "no place" in one.text
    ]
    assert [(one.where, one.severity) for one in told] == [("whole file", Severity.WARNING)]
    assert told[0].text.endswith("ARROW (1), MOOD (2)")


def test_what_there_is_no_field_for_is_kept_by_name() -> None:
    points = "<MASTER_POINTS><MASTER_POINTS_AWARDED>6</MASTER_POINTS_AWARDED></MASTER_POINTS>"
    person = '<PLAYER RATEABLE="N"><PLAYER_NAME>Bo</PLAYER_NAME><CLUB_ID_NUMBER>7</CLUB_ID_NUMBER></PLAYER>'
    told = pair("1").replace("</PAIR>", f"{points}{points}<LABEL>Open</LABEL>{person}</PAIR>")
    inner = b"<CONTACT><SCORER>Di</SCORER><EMAIL>di@example.org</EMAIL></CONTACT><PARTICIPANTS>"
    data = file_of(line_of(SCORE="50"), pairs=told).replace(b"<PARTICIPANTS>", inner)
    reading = loads(data.replace(b"</CLUB_NAME>", b"</CLUB_NAME><CLUB_ID_NUMBER>1042</CLUB_ID_NUMBER>"))
    assert not [one for one in reading.problems if "no place" in one.text]
    assert reading.event.extra == (
        ("CONTACT/SCORER", "Di"),
        ("CONTACT/EMAIL", "di@example.org"),
        ("CLUB/CLUB_ID_NUMBER", "1042"),
    )
    who = reading.event.sessions[0].sections[0].contestants[0]
    awarded = ("MASTER_POINTS/MASTER_POINTS_AWARDED", "6")
    assert who.extra == (awarded, awarded, ("LABEL", "Open"))
    assert [player.extra for player in who.players] == [(), (("@RATEABLE", "N"), ("CLUB_ID_NUMBER", "7"))]


def test_the_datum_of_a_board_is_a_claim() -> None:
    data = file_of(line_of(SCORE="50")).replace(
        b"</BOARD_NUMBER>", b"</BOARD_NUMBER><BOARD_AVERAGE>-30</BOARD_AVERAGE>"
    )
    assert loads(data).event.sessions[0].sections[0].travellers[0].stated_datum == -30


@pytest.mark.parametrize(("notes", "remark"), [("", "42 S 12"), ("late", "late; 42 S 12")])
def test_a_contract_that_cannot_be_read_is_kept_as_a_remark(notes: str, remark: str) -> None:
    told = line_of(CONTRACT="42", PLAYED_BY="S", TRICKS="12", SCORE="480", NOTES=notes)
    assert lines(loads(file_of(told)))[0].remark == remark


def test_handicap_and_carry_over() -> None:
    told = pair("1", HANDICAP="-2.5", CARRY_FORWARD="12", TOTAL_SCORE="40", PERCENTAGE="55.5")
    who = loads(file_of(line_of(SCORE="50"), pairs=told)).event.sessions[0].sections[0].contestants[0]
    assert (who.handicap, who.carry_over) == (Fraction(-5, 2), Fraction(12))
    assert (who.stated_total, who.stated_percent) == (Fraction(40), Fraction(111, 2))


def test_names_of_edition_1_3() -> None:
    text = file_of(line_of(SCORE="50")).replace(
        b"<DATE>3/2/2024</DATE>", b"<EVENT_ID>9</EVENT_ID><DATE>2024-02-03</DATE>"
    )
    assert loads(text).event.date == "2024-02-03"


def test_a_score_in_words() -> None:
    reading = loads(file_of(line_of(SCORE="NS: 4S N = | EW: -50")))
    assert [str(outcome) for outcome in (lines(reading)[0].ns_outcome, lines(reading)[0].ew_outcome)] == [
        "4S N =",
        "-50",
    ]


def test_single_players() -> None:
    reading = loads(INDIVIDUAL)
    first = lines(reading)[0]
    assert (first.ns, first.south, first.ew, first.west) == ("1", "2", "3", "4")
    assert first.stated == Stated(Fraction(2), Fraction(0), "matchpoints", 420)
    who = reading.event.sessions[0].sections[0].contestants
    assert [(one.key, one.names, one.direction) for one in who][:2] == [
        ("1", ("Solo 1",), None),
        ("2", ("Solo 2",), None),
    ]
    assert (who[7].players[0].number, who[7].stated_percent, who[7].stated_place) == ("78", Fraction(117, 2), "8")
    assert (reading.event.winners, reading.event.method, len(who)) == (1, "matchpoints", 8)


def test_results_that_stand_twice_are_told() -> None:
    twice = "".join(seated(*keys, SCORE="50") for keys in (("1", "2", "3", "4"), ("5", "6", "7", "8")))
    boards = "".join(f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{twice}</BOARD>" for number in (1, 2))
    reading = loads(f'<USEBIO><EVENT EVENT_TYPE="INDIVIDUAL">{boards}</EVENT></USEBIO>'.encode())
    assert any("stands twice" in one.text for one in reading.problems)
    assert not any("stands twice" in one.text for one in loads(INDIVIDUAL).problems)


@pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize(
    ("name", "deals", "records", "played"),
    [
        ("ebu_pairsscorer_mp_2winner", 28, 0, 0),
        ("compscore3_butler_mitchell", 35, 0, 0),
        ("compscore3_mp_pairs_mitchell_03", 21, 0, 0),
        ("compscore3_mp_pairs_mitchell_adjusted_02", 27, 0, 0),
        ("realbridge_mp_2winner_linplay", 21, 168, 0),
        ("ebu_teamsscorer_multiple_teams_vp", 0, 0, 40),
    ],
)
def test_hands_play_and_matches_of_real_files(name: str, deals: int, records: int, played: int) -> None:
    reading = load(FILES / f"{name}.xml")
    travellers = [one for session in reading.event.sessions for part in session.sections for one in part.travellers]
    assert sum(one.deal is not None for one in travellers) == deals
    assert sum(line.record is not None for line in lines(reading)) == records
    assert len(matches(reading)) == played
    assert reading.counts.refused == 0


@pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not here")
def test_the_individual_made_by_hand_opens() -> None:
    """Partners' numbers such as 11 and 12 are those of others too: twenty lines clash, each of them is told."""
    reading = load(FILES / "usebio11_individual_sample.xml")
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (132, 112, 20)
    assert sum("stands twice" in one.text for one in reading.problems) == 1
    assert sum(one.severity is Severity.ERROR for one in reading.problems) == 20
