"""Small USEBIO files, put together from their elements."""

from __future__ import annotations

from overtrick.model.event import Line, Match
from overtrick.model.reading import Reading


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


PLAYERS = "".join(
    f"<PLAYER><PLAYER_NUMBER>{key}</PLAYER_NUMBER><PLACE>{key}</PLACE><PERCENTAGE>5{key}.5</PERCENTAGE>"
    f"<PLAYER_NAME>Solo {key}</PLAYER_NAME><NATIONAL_ID_NUMBER>7{key}</NATIONAL_ID_NUMBER></PLAYER>"
    for key in range(1, 9)
)


def seated(north: str, south: str, east: str, west: str, **fields: str) -> str:
    told = {
        "N_PLAYER_NUMBER": north,
        "S_PLAYER_NUMBER": south,
        "E_PLAYER_NUMBER": east,
        "W_PLAYER_NUMBER": west,
        **fields,
    }
    return "<TRAVELLER_LINE>" + "".join(f"<{tag}>{text}</{tag}>" for tag, text in told.items()) + "</TRAVELLER_LINE>"


INDIVIDUAL = file_of(
    seated("1", "2", "3", "4", SCORE="420", NS_MATCH_POINTS="2", EW_MATCH_POINTS="0"),
    seated("5", "6", "7", "8", SCORE="-50", NS_MATCH_POINTS="0", EW_MATCH_POINTS="2"),
    kind="INDIVIDUAL",
    winners="",
    pairs=PLAYERS,
)


def match_of(*boards: str, inner: str = "", **fields: str) -> str:
    return (
        "<MATCH>"
        + "".join(f"<{tag}>{text}</{tag}>" for tag, text in fields.items())
        + inner
        + "".join(boards)
        + "</MATCH>"
    )


def board_of(number: int, *lines: str, inner: str = "") -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{inner}{''.join(lines)}</BOARD>"


def event_of(*matches: str, kind: str, inner: str = "", method: str = "") -> bytes:
    told = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>" if method else ""
    return f'<USEBIO><EVENT EVENT_TYPE="{kind}">{told}{inner}{"".join(matches)}</EVENT></USEBIO>'.encode()


VPS = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
SWISS = event_of(
    match_of(
        board_of(1, line_of(NS_PAIR_NUMBER="", EW_PAIR_NUMBER="", SCORE="420")),
        ROUND_NUMBER="3", NS_PAIR_NUMBER="8", EW_PAIR_NUMBER="7", NS_SCORE="61.20", EW_SCORE="38.80",
        NS_VICTORY_POINTS="6.50", EW_VICTORY_POINTS="13.50",
    ),
    kind="SWISS_PAIRS", inner=VPS,
)  # fmt: skip


def matches(reading: Reading) -> list[Match]:
    return [one for session in reading.event.sessions for section in session.sections for one in section.matches]


def hand(direction: str, *holdings: str) -> str:
    suits = zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), holdings, strict=True)
    cards = "".join(f"<{suit}>{ranks}</{suit}>" for suit, ranks in suits)
    return f"<HAND><DIRECTION>{direction}</DIRECTION>{cards}</HAND>"


NORTH, EAST, WEST = (
    hand("North", "AKQ", "AKQ", "AKQ", "KAQJ"),
    hand("E", *["JT9"] * 3, "T987"),
    hand("West", *["876"] * 3, "6543"),
)
HANDS = NORTH + WEST + EAST
