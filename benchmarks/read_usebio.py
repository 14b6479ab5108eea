"""Time to read a USEBIO file of 26 boards at 200 tables: `python benchmarks/read_usebio.py`."""

from __future__ import annotations

import sys
import time

from overtrick.formats.format import loads


def text(boards: int, tables: int) -> bytes:
    lines = [
        '<?xml version="1.0"?><USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><WINNER_TYPE>2</WINNER_TYPE>',
        "<PARTICIPANTS>",
    ]
    for number in range(1, 2 * tables + 1):
        direction = "NS" if number <= tables else "EW"
        lines.append(
            f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>"
            f"<PLAYER><PLAYER_NAME>A {number}</PLAYER_NAME></PLAYER>"
            f"<PLAYER><PLAYER_NAME>B {number}</PLAYER_NAME></PLAYER></PAIR>"
        )
    lines.append("</PARTICIPANTS>")
    for board in range(1, boards + 1):
        lines.append(f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>")
        for table in range(1, tables + 1):
            level, strain, tricks = 1 + (table + board) % 7, ("C", "D", "H", "S", "NT")[table % 5], (table * board) % 14
            east = tables + 1 + (table + board) % tables
            lines.append(
                f"<TRAVELLER_LINE>\n<NS_PAIR_NUMBER>{table}</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>{east}</EW_PAIR_NUMBER>\n"
                f"<CONTRACT>{level}{strain}</CONTRACT>\n<PLAYED_BY>{'NESW'[table % 4]}</PLAYED_BY>\n<LEAD>SA</LEAD>\n"
                f"<TRICKS>{tricks}</TRICKS>\n<SCORE>{10 * table}</SCORE>\n<NS_MATCH_POINTS>{table}</NS_MATCH_POINTS>\n"
                f"<EW_MATCH_POINTS>{2 * tables - table}</EW_MATCH_POINTS>\n</TRAVELLER_LINE>"
            )
        lines.append("</BOARD>")
    return "\n".join([*lines, "</EVENT></USEBIO>"]).encode()


def main() -> int:
    data = text(26, 200)
    best = min(_once(data) for _ in range(5))
    print(f"26 boards, 200 tables, {len(data) / 1e6:.1f} MB: {best:.3f} s")
    return 0 if best < 0.6 else 1


def _once(data: bytes) -> float:
    start = time.perf_counter()
    reading = loads(data)
    assert reading.counts.taken == 26 * 200
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
