"""The tables of a Bridgemate database and their columns, for writing one.

Source: Bridgemate's developers' guide, revisions 37 and (the column Winners) 44, and a file of Bridgemate's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from overtrick.formats.jet_pages import Cell, Column, Kind
from overtrick.formats.jet_write import BOOL, DATE, INT, LONG, TEXT, JetTable

__all__ = ["bws_tables"]

_Head = Iterable[Column]


def _all(kind: Kind, names: str, letters: int = 0) -> list[Column]:
    return [Column(name, kind, letters) for name in names.split()]


_ID = Column("ID", LONG, auto=True)
_LOGGED = _all(DATE, "DateLog TimeLog")
_PLACE = _all(INT, "Section Table Round Board")
_RESULT = [
    _ID,
    *_PLACE,
    *_all(INT, "PairNS PairEW Declarer"),
    *_all(TEXT, "NS/EW", 2),
    *_all(TEXT, "Contract Result LeadCard", 10),
    *_all(TEXT, "Remarks", 255),
    *_LOGGED,
    *_all(BOOL, "Processed Processed1 Processed2 Processed3 Processed4 Erased"),
]
_HEADS: Mapping[str, _Head] = {
    "Clients": [_ID, *_all(TEXT, "Computer", 255)],
    "Section": [
        *_all(INT, "ID"),
        *_all(TEXT, "Letter", 3),
        *_all(INT, "Tables MissingPair EWMoveBeforePlay Winners"),
    ],
    "Tables": _all(INT, "Section Table ComputerID Status LogOnOff CurrentRound CurrentBoard UpdateFromRound Group"),
    "RoundData": [
        *_all(INT, "Section Table Round NSPair EWPair LowBoard HighBoard"),
        *_all(TEXT, "CustomBoards", 255),
    ],
    "ReceivedData": [*_RESULT, *_all(BOOL, "ExternalUpdate")],
    "IntermediateData": _RESULT,
    "BiddingData": [
        _ID,
        *_PLACE,
        *_all(INT, "Counter"),
        *_all(TEXT, "Direction", 2),
        *_all(TEXT, "Bid", 10),
        *_LOGGED,
        *_all(BOOL, "Erased"),
    ],
    "PlayData": [
        _ID,
        *_PLACE,
        *_all(INT, "Counter"),
        *_all(TEXT, "Direction", 2),
        *_all(TEXT, "Card", 10),
        *_LOGGED,
        *_all(BOOL, "Erased"),
    ],
    "PlayerNumbers": [
        *_all(INT, "Section Table"),
        *_all(TEXT, "Direction", 2),
        *_all(TEXT, "Number", 16),
        *_all(TEXT, "Name", 18),
        *_all(BOOL, "Updated"),
        *_all(DATE, "TimeLog"),
        *_all(BOOL, "Processed"),
    ],
    "PlayerNames": [*_all(LONG, "ID"), *_all(TEXT, "Name strID", 18)],
    "Settings": [
        *_all(BOOL, "ShowResults ShowOwnResult RepeatResults"),
        *_all(INT, "MaximumResults"),
        *_all(BOOL, "ShowPercentage GroupSections"),
        *_all(INT, "ScorePoints EnterResultsMethod"),
        *_all(BOOL, "ShowPairNumbers IntermediateResults"),
        *_all(INT, "AutopoweroffTime VerificationTime ShowContract"),
        *_all(BOOL, "LeadCard MemberNumbers MemberNumbersNoBlankEntry BoardOrderVerification HandRecordValidation"),
        *_all(INT, "Section"),
    ],
    "HandRecord": [
        *_all(INT, "Section Board"),
        *(
            Column(seat + suit, TEXT, 13)
            for seat in ("North", "East", "South", "West")
            for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
        ),
    ],
    "HandEvaluation": [
        *_all(INT, "Section Board"),
        *(
            Column(seat + strain, INT)
            for seat in ("North", "East", "South", "West")
            for strain in ("Spades", "Hearts", "Diamonds", "Clubs", "Notrump")
        ),
    ],
}


def bws_tables(rows: Mapping[str, Sequence[Sequence[Cell]]]) -> list[JetTable]:
    """All tables of a Bridgemate database, with the rows that are given by the names of tables.

    >>> [table.name for table in bws_tables({"Clients": [(1, "PC")]}) if table.rows]
    ['Clients']
    """
    return [JetTable(name, tuple(columns), rows.get(name, ())) for name, columns in _HEADS.items()]
