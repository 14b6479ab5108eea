"""Rubber bridge: the worked rubber, the end of a rubber, Law 80, house rules, and what is refused."""

from __future__ import annotations

import pytest

from overtrick.errors import ConditionsError, RecordError
from overtrick.model.sheet import Reason
from overtrick.model.terms import Side, Vulnerability
from overtrick.score.rubber import Opening, rubber

SIX = ["2NT N =+1", "4H W =", "5C W -2", "4SX S +1", "3C N +1", "6D E = hon E 150"]
"""The six deals of the encyclopaedia's article on bridge scoring: 770 to 1,640."""


def test_worked_rubber_panel_by_panel() -> None:
    panels = [(100, 0), (100, 120), (300, 120), (690, 120), (770, 120), (770, 1640)]
    for count, totals in enumerate(panels, 1):
        assert rubber("rubber-1993", SIX[:count]).totals == totals
    done = rubber("rubber-1993", SIX)
    assert done.deal_totals == ((100, 0), (0, 120), (200, 0), (390, 0), (80, 0), (0, 1020))
    assert done.bonus == (0, 500)
    assert done.finished
    assert done.settled == done.totals
    assert done.sheet.ruled == (2, 4, 6)
    assert [entry.points for entry in done.sheet.column(Side.NS, below=True)] == [70, 240, 60]


def test_vulnerability_is_that_at_the_time_of_the_deal() -> None:
    done = rubber("rubber-1993", SIX)
    assert [deal.vulnerability for deal in done.sheet.deals] == [
        Vulnerability.NONE,
        Vulnerability.NONE,
        Vulnerability.EW,
        Vulnerability.EW,
        Vulnerability.BOTH,
        Vulnerability.BOTH,
    ]


# Law 80 of the rubber code, and the numbers of each code
@pytest.mark.parametrize(
    ("law", "deals", "settled"),
    [
        ("rubber-1993", ["2H We ="], (160, 0)),
        ("rubber-1981", ["2H We ="], (110, 0)),
        ("rubber-1943", ["2H We ="], (110, 0)),
        ("rubber-1935", ["2H We ="], (60, 0)),
        ("rubber-1993", ["2H We =", "2H They ="], (60, 60)),
        ("rubber-1993", ["3NT We ="], (400, 0)),
        ("rubber-1993", ["3NT We =", "2H They ="], (400, 160)),
        ("rubber-1993", ["3NT We =", "3NT They ="], (100, 100)),
        ("rubber-1993", ["2H We =", "3NT They =", "2H We ="], (220, 400)),
        ("rubber-1993", [], (0, 0)),
    ],
)
def test_unfinished(law: str, deals: list[str], settled: tuple[int, int]) -> None:
    open_sheet = rubber(law, deals)
    stopped = rubber(law, deals, stopped=True)
    assert open_sheet.settled == settled
    assert stopped.totals == settled
    assert stopped.settled == settled
    assert open_sheet.bonus == stopped.bonus
    assert sum(open_sheet.totals) == sum(entry.points for entry in open_sheet.entries)


@pytest.mark.parametrize(
    ("settings", "totals"),
    [
        ({"rubber-in-two": "750"}, (950, 0)),
        ({"honours": "no"}, (900, 0)),
        ({"honours": "no", "overtricks": "ignored"}, (900, 0)),
        ({}, (900, 0)),
    ],
)
def test_house_rules(settings: dict[str, str], totals: tuple[int, int]) -> None:
    assert rubber("rubber-1993", ["3NT We =", "3NT We ="], settings=settings).totals == totals


def test_house_rules_of_tricks() -> None:
    assert rubber("1993", ["2SX We -4"], settings={"undertricks": "rubber-1981"}).totals == (0, 700)
    assert rubber("1993", ["2SX We -4"]).totals == (0, 800)
    assert rubber("1993", ["2S We +2"], settings={"overtricks": "ignored"}).totals == (60, 0)
    assert rubber("1993", ["2SX We +2"], settings={"overtricks": "ignored"}).totals == (370, 0)
    assert rubber("1993", ["1SX We ="], settings={"made-doubled": "0"}).totals == (60, 0)
    assert rubber("1993", ["2H We ="], settings={"unfinished-part": "0"}).settled == (60, 0)
    assert rubber("1993", ["3NT We ="], settings={"unfinished-game": "350"}).settled == (450, 0)


def test_bonus_stands_once() -> None:
    done = rubber("1993", ["3NT We =", "3NT We ="], stopped=True)
    assert [entry.points for entry in done.entries if entry.reason is Reason.RUBBER] == [700]
    assert not [entry for entry in done.entries if entry.reason in (Reason.UNFINISHED_GAME, Reason.UNFINISHED_PART)]


def test_sheet_taken_over() -> None:
    opening = Opening(games=(1, 0), below=(70, 60), kept=(100, 0), above=(20, 60))
    done = rubber("1993", ["1NT S ="], opening=opening)
    assert done.totals == (930, 120)
    assert done.finished
    with pytest.raises(RecordError):
        Opening(games=(2, 0))
    with pytest.raises(RecordError):
        Opening(below=(100, 0))


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([*SIX, "1NT N ="], "deal 7"),
        (["4S N = hon N 100 hon E 100"], "cannot both be true"),
        (["4S N = hon N 100 hon N 150"], "cannot both be true"),
        (["4S N = hon N 120"], "do not exist"),
        (["3NT N = hon N 100"], "four aces"),
        (["pass hon N 100"], "no trumps"),
        (["4S ="], "who played it"),
        (["3NT We = game We", "2S We = game We"], "completed no game"),
    ],
)
def test_refused_in_words(deals: list[str], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        rubber("rubber-1993", deals)


def test_settings_refused() -> None:
    with pytest.raises(ConditionsError, match="no setting"):
        rubber("rubber-1993", [], settings={"hour": "1"})
    with pytest.raises(ConditionsError, match="cannot be"):
        rubber("rubber-1993", [], settings={"honours": "perhaps"})
    with pytest.raises(ConditionsError, match="duplicate"):
        rubber("duplicate-2017", [])
    with pytest.raises(ConditionsError):
        rubber("rubber-1890", [])


def test_honours_against_the_cards() -> None:
    for wrong in ("N:AKQJ.432.432.432 AT98.AKQ.AKQ.AKQ - -", "N:AKQJ.432.432.43 - - -", "N:AKQ1.432.432.432 - - -"):
        with pytest.raises(RecordError, match="no deal"):
            rubber("1993", [f"4S N = hon N 100 cards {wrong}"])
    good = "N:AKQJ.432.432.432 T987.AKQ.AKQ.AKQ 654.JT9.JT9.JT98 32.8765.8765.765"
    assert rubber("1993", [f"4S N = hon N 100 cards {good}"]).totals == (220, 0)
    assert rubber("1993", [f"4S N = hon We 100 cards {good}"]).totals == (220, 0)
    for claim in ("hon S 100", "hon They 100", "hon N 150"):
        with pytest.raises(RecordError, match="the cards show 100 in the hand of N"):
            rubber("1993", [f"4S N = {claim} cards {good}"])
    with pytest.raises(RecordError, match="none in any one hand"):
        rubber("1993", [f"3NT N = hon N 150 cards {good}"])
