from __future__ import annotations

import time
from fractions import Fraction

import pytest

from overtrick.errors import FormatError
from overtrick.formats.format import loads
from overtrick.model.event import Line, Stated
from overtrick.model.outcome import Awarded, BareScore, Missing, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Side, Vulnerability


def line_of(**fields: str) -> str:
    told = {"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "11", **fields}
    return (
        "<TRAVELLER_LINE>\n" + "".join(f"<{tag}>{text}</{tag}>\n" for tag, text in told.items()) + "</TRAVELLER_LINE>\n"
    )


def file_of(
    *lines: str,
    kind: str = "MP_PAIRS",
    winners: str = "<WINNER_TYPE>2</WINNER_TYPE>",
    pairs: str = "",
    board: str = "1",
) -> bytes:
    return (
        f'<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio.dtd">\n<USEBIO Version="1.2">'
        f'<CLUB><CLUB_NAME>Elm Lane</CLUB_NAME></CLUB><EVENT EVENT_TYPE="{kind}">{winners}'
        f"<EVENT_DESCRIPTION>Spring</EVENT_DESCRIPTION><DATE>3/2/2024</DATE><PARTICIPANTS>{pairs}</PARTICIPANTS>"
        f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>{''.join(lines)}</BOARD></EVENT></USEBIO>"
    ).encode()


def pair(number: str, direction: str = "", **fields: str) -> str:
    told = {"PAIR_NUMBER": number, "DIRECTION": direction, **fields}
    inner = "".join(f"<{tag}>{text}</{tag}>" for tag, text in told.items() if text)
    names = f"<PLAYER><PLAYER_NAME>P{number}</PLAYER_NAME><NATIONAL_ID_NUMBER>9{number}</NATIONAL_ID_NUMBER></PLAYER>"
    return f"<PAIR>{inner}{names}<PLAYER><PLAYER_NAME></PLAYER_NAME></PLAYER></PAIR>"


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


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


def test_dealer_and_vulnerability_of_the_hands() -> None:
    text = file_of(line_of(SCORE="420")).replace(
        b"<BOARD>",
        b"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><DEALER>South</DEALER><VULNERABILITY>All</VULNERABILITY></BOARD></HANDSET><BOARD>",
    )
    board = loads(text).event.sessions[0].sections[0].travellers[0].board
    assert (board.dealer, board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)


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


def test_individual_and_empty_events() -> None:
    with pytest.raises(FormatError, match="individual"):
        loads(file_of(kind="INDIVIDUAL"))
    with pytest.raises(FormatError, match="EVENT"):
        loads(b"<USEBIO><CLUB/></USEBIO>")
    assert loads(file_of()).counts.found == 0


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY a "haha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "&a;" * 10}">' for n in range(12))
    + "]><USEBIO><EVENT><TITLE>&a11;</TITLE></EVENT></USEBIO>"
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE USEBIO [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO><EVENT><TITLE>&x;</TITLE></EVENT></USEBIO>',
        '<!DOCTYPE USEBIO [<!ENTITY % x SYSTEM "http://example.org/x"> %x;]><USEBIO><EVENT/></USEBIO>',
        "<USEBIO><EVENT>" + "<A>" * 100_000,
    ],
)
def test_dangerous_files_are_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(FormatError):
        loads(text.encode())
    assert time.perf_counter() - start < 1
