from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.errors import FormatError
from overtrick.formats.format import loads
from overtrick.model.event import Line, Stated
from overtrick.model.outcome import Average, Awarded, BareScore, Missing, NotPlayed, PassedOut, Played, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Side, Vulnerability


def read(text: str, **settings: str) -> Reading:
    return loads(text.encode(), **settings)  # type: ignore[arg-type]


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


def said(reading: Reading) -> list[str]:
    return [f"{one.where} {one.severity.value}" for one in reading.problems if one.severity is not Severity.NOTE]


HEAD = "board,ns,ew,contract,declarer,result,tricks,score,ns_award,ew_award\n"


@pytest.mark.parametrize(
    ("row", "written"),
    [
        ("1,1,2,4SX N +1,,,,,,", "4SX N +1"),
        ("1,1,2,4SX,N,+1,,,,", "4SX N +1"),
        ("1,1,2,4SX,N,,11,,,", "4SX N +1"),
        ("1,1,2,4SXN,,,11,,,", "4SX N +1"),
        ("1,1,2,3NT,w,=,,,,", "3NT W ="),
        ("1,1,2,3NT,W,'=,,,,", "3NT W ="),
        ("1,1,2,3NT,W,-2,7,,,", "3NT W -2"),
        ("1,1,2,3NT,W,9,,,,", "3NT W ="),
        ("1,1,2,Pass,,,,0,,", "PASS"),
        ("1,1,2,PASS,N,,0,,,", "PASS"),
        ("1,1,2,,,,,-420,,", "-420"),
        ("1,1,2,,,,,150.0,,", "+150"),
        ("1,1,2,NP,,,,,,", "NP"),
        ("1,1,2,,,,,,,", "?"),
        ('1,1,2,"4S N =",,,,,,', "4S N ="),
    ],
)
def test_one_result_in_any_columns(row: str, written: str) -> None:
    reading = read(HEAD + row + "\n")
    assert str(lines(reading)[0].ns_outcome) == written
    assert reading.counts.taken == 1


@pytest.mark.parametrize(
    "row",
    [
        "1,1,2,4SX,N,+1,9,,,",  # result and tricks differ
        "1,1,2,4S,N,1,,,,",  # overtricks or tricks?
        "1,1,2,4Q,N,=,,,,",
        "1,1,2,4S,N,,14,,,",
        "1,1,2,4S,N,,ten,,,",
        "1,1,2,4S,N,,,,,",
        "0,1,2,4S,N,=,,,,",
        "x,1,2,4S,N,=,,,,",
        ",1,2,4S,N,=,,,,",
        "1,,,4S,N,=,,,,",
        "1,1,,4S,N,=,,,,",
        "1,1,2,,N,=,,,,",
        "1,1,2,4SN,S,,10,,,",
        "1,1,2,,,,,42.5,,",
        "1,1,2,,,,,,160,40",
        "1,1,2,4S,N,=,,,,,,9",
    ],
)
def test_bad_row_is_refused_with_its_line_and_the_others_are_kept(row: str) -> None:
    reading = read(f"{HEAD}{row}\n1,3,4,4S,N,=,,,,\n")
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (2, 1, 1)
    assert said(reading) == ["line 2 error"]


def test_awards_for_either_side() -> None:
    reading = read(HEAD + "1,1,2,,,,,,AVE+,40\n2,1,2,4S N =,,,,,60%,\n3,1,2,A60/40,,,,,,\n4,1,2,,,,,,,\n")
    one, two, three, four = lines(reading)
    assert (one.ns_outcome, one.ew_outcome) == (Awarded(Average.PLUS), Awarded(Fraction(40)))
    assert isinstance(two.ns_outcome, Awarded)
    assert isinstance(two.ew_outcome, Played)
    assert isinstance(three.ew_outcome, Awarded)
    assert four.ns_outcome == Missing()


def test_score_beside_a_contract_is_kept_to_be_compared() -> None:
    line = lines(read(HEAD + "1,1,2,4S,N,=,,420,,\n"))[0]
    assert line.stated == Stated(points=420)


def test_contract_without_tricks_takes_the_score_and_says_so() -> None:
    reading = read(HEAD + "1,1,2,4S,N,,,420,,\n")
    assert lines(reading)[0].ns_outcome == BareScore(420)
    assert said(reading) == ["line 2 warning"]
    assert reading.counts.guessed == 1


def test_four_kinds_of_nothing_stay_apart() -> None:
    reading = read(HEAD + "1,1,2,PASS,,,,,,\n2,1,2,NP,,,,,,\n3,1,,,,,,,,\n4,1,2,?,,,,,,\n")
    assert [line.ns_outcome for line in lines(reading)] == [PassedOut(), NotPlayed(), SitOut(), Missing()]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_separators_line_ends_and_mark(separator: str, end: str, mark: bytes) -> None:
    text = end.join(("Board|NS|EW|Contract|Score", "1|1|2|3NT N =|400", "1|3|4|3NT N -1|-50", "")).replace(
        "|", separator
    )
    reading = loads(mark + text.encode())
    assert reading.counts.taken == 2
    assert lines(reading)[1].where == "line 3"


def test_decimal_comma() -> None:
    line = lines(read("board;ns;ew;score;ns_stated;ew_stated\n1;1;2;150,0;7,5;2,5\n"))[0]
    assert line.ns_outcome == BareScore(150)
    assert str(line.stated.ns if line.stated else "") == "15/2"


def test_header_names_in_any_case_order_and_with_spaces() -> None:
    assert read("EW, Contract ,NS,Board\n2,3NT N =,1,7\n").event.sessions[0].sections[0].travellers[0].board.number == 7


@pytest.mark.parametrize(
    ("head", "missing"),
    [("board,ns,contract,score", "ew"), ("ns,ew,contract", "board"), ("board,ns,ew", "contract")],
)
def test_missing_column_is_named_with_what_was_found(head: str, missing: str) -> None:
    with pytest.raises(FormatError, match=missing) as fault:
        loads(f"{head}\n1,2,3,4\n".encode(), format="csv")
    assert head.split(",", maxsplit=1)[0] in str(fault.value)
    assert "line 1" in str(fault.value)


def test_names_in_a_second_block_after_an_empty_line() -> None:
    reading = read(
        "section,board,ns,ew,contract\nA,1,1,2,3NT N =\n\n"
        "contestant,direction,player1,player2,number1\n1,NS,Eva Lind,Bo Ek,77\n2,EW,Ann Ny,\n"
    )
    section = reading.event.sessions[0].sections[0]
    assert [who.names for who in section.contestants] == [("Eva Lind", "Bo Ek"), ("Ann Ny",)]
    assert section.contestants[0].players[0].number == "77"
    assert section.contestants[1].direction is Side.EW
    assert reading.event.winners == 2


def test_names_first_and_without_an_empty_line() -> None:
    reading = read("contestant,player1\n1,Eva\n2,Bo\nboard,ns,ew,contract\n1,1,2,3NT N =\n")
    assert [who.names for who in reading.event.sessions[0].sections[0].contestants] == [("Eva",), ("Bo",)]


def test_names_twice_and_players_without_a_name() -> None:
    reading = read("board,ns,ew,contract\n1,1,2,3NT N =\n2,2,1,3NT N =\n\ncontestant,player1\n1,Eva\n1,Bo\n")
    assert said(reading) == ["line 6 error", "whole file warning"] or len(said(reading)) == 2
    assert [who.names for who in reading.event.sessions[0].sections[0].contestants] == [("Eva",), ()]


def test_guarded_names_read_back() -> None:
    reading = read("board,ns,ew,contract\n1,1,2,3NT N =\n\ncontestant,player1\n1,'=cmd()\n2,'t Hooft\n")
    assert [who.names for who in reading.event.sessions[0].sections[0].contestants] == [("=cmd()",), ("'t Hooft",)]


def test_same_line_twice_counts_once() -> None:
    reading = read(HEAD + "1,1,2,4S,N,=,,,,\n1,1,2,4S N =,,,,,,\n")
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (2, 1, 1)
    assert said(reading) == ["line 3 warning"]


def test_same_pairs_with_another_result() -> None:
    reading = read(HEAD + "1,1,2,4S,N,=,,,,\n1,1,2,4S,N,-1,,,,\n")
    assert said(reading) == ["line 3 error"]
    assert "line 2" in reading.problems[-1].text
    assert str(lines(reading)[0].ns_outcome) == "4S N ="


def test_pair_twice_on_a_board() -> None:
    reading = read("board,ns,ew,contract\n1,1,2,4S N =\n1,1,3,4S N =\n1,4,5,4S N =\n")
    assert said(reading) == ["line 3 error"]
    assert "line 2" in next(one.text for one in reading.problems if one.severity is Severity.ERROR)
    assert reading.counts.taken == 2


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        ("1,1,1\n1,2,2\n2,1,2\n2,2,1\n", 2),  # Mitchell with the same numbers both ways, some meeting
        ("1,1,2\n1,2,3\n1,3,1\n", 2),  # each number on both sides of one board
        ("1,1,5\n1,2,6\n2,1,6\n2,2,5\n", 2),  # nobody sits both ways
        ("1,1,2\n1,3,4\n2,2,3\n2,4,1\n", 1),  # Howell
    ],
)
def test_winners_are_guessed_from_who_sits_where(rows: str, winners: int) -> None:
    text = "board,ns,ew,contract\n" + "".join(f"{row},3NT N =\n" for row in rows.split())
    reading = read(text)
    assert reading.event.winners == winners
    assert reading.counts.refused == 0
    assert [one for one in reading.problems if "guess" in one.text]


def test_pair_against_itself_where_numbers_have_names() -> None:
    reading = read(
        "board,ns,ew,contract\n1,1,1,3NT N =\n1,2,3,3NT N =\n2,3,2,3NT N =\n\ncontestant,player1\n1,Eva\n2,Bo\n3,Cy\n"
    )
    assert reading.event.winners == 1
    assert "line 2 error" in said(reading)
    assert reading.counts.refused == 1


def test_dealer_and_vulnerability_of_the_file_win_over_the_number() -> None:
    reading = read("board,ns,ew,contract,dealer,vul\n1,1,2,3NT N =,S,Both\n2,1,2,3NT N =,,\n")
    first, second = reading.event.sessions[0].sections[0].travellers
    assert (first.board.dealer, first.board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)
    assert second.board.vulnerability is Vulnerability.NS


def test_columns_without_a_meaning_are_told() -> None:
    reading = read("board,ns,ew,contract,weather\n1,1,2,3NT N =,rain\n")
    assert any("weather" in one.text for one in reading.problems)


def test_letters_of_another_language() -> None:
    line = lines(read("board,ns,ew,contract,declarer,tricks\n1,1,2,4P,O,10\n", language="fr"))[0]
    assert str(line.ns_outcome) == "4S W ="


def test_code_page_that_is_stated() -> None:
    data = "board,ns,ew,contract\n1,1,2,3NT N =\n\ncontestant,player1\n1,Чехов\n2,Бунин\n".encode("cp1251")
    reading = loads(data, encoding="cp1251")
    assert reading.event.sessions[0].sections[0].contestants[0].names == ("Чехов",)
    assert reading.encoding == "cp1251"


def test_a_remark_alone_may_tell_what_became_of_the_board() -> None:
    reading = read("board,ns,ew,contract,remark\n1,1,2,,60%-40%\n2,1,2,,Not played\n3,1,2,,late\n")
    assert [line.ew_outcome for line in lines(reading)] == [Awarded(Fraction(40)), NotPlayed(), Missing()]


@pytest.mark.parametrize(
    ("row", "taken"), [("1,1,2,PASS,N,,,,,", 1), ("1,1,2,PASS,,0,,,,", 1), ("1,1,2,PASS,,+1,,,,", 0)]
)
def test_passed_out_with_other_cells_filled(row: str, taken: int) -> None:
    assert read(f"{HEAD}{row}\n").counts.taken == taken
