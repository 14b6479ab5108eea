from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.format import loads
from overtrick.formats.xml_tree import parse_xml
from usebio_files import (
    INDIVIDUAL,
    SWISS,
)

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
        "<USEBIO><EVENT><" + "A" * 1_000_000 + "/></EVENT></USEBIO>",
        '<USEBIO><EVENT X="' + "A" * 1_000_000 + '"/></USEBIO>',
        "<USEBIO><EVENT " + " ".join(f'a{number}="1"' for number in range(20_000)) + "/></USEBIO>",
        "<USEBIO><EVENT><TITLE>" + "A" * 1_000_000 + "</TITLE></EVENT></USEBIO>",
        "<USEBIO><EVENT>" + "<A/>" * 1_000_001 + "</EVENT></USEBIO>",
    ],
    ids=["bomb", "file", "address", "deep", "name", "attribute", "attributes", "text", "many"],
)
def test_dangerous_files_are_refused_with_the_place(text: str) -> None:
    with pytest.raises(FormatError, match="line 1"):
        loads(text.encode(), format="usebio")


def test_attributes_of_a_document_type_are_not_added() -> None:
    added = " ".join(f'A{number} CDATA "x"' for number in range(150))
    text = f"<!DOCTYPE USEBIO [<!ATTLIST EVENT {added}>]><USEBIO><EVENT/></USEBIO>"
    assert next(parse_xml(text).root.walk("EVENT")).attributes == {}


def test_lines_of_a_board_without_a_number_are_read_once_each() -> None:
    # each line used to search all others for the number of the board
    text = "<USEBIO><EVENT><BOARD>" + "<TRAVELLER_LINE></TRAVELLER_LINE>" * 20_000 + "</BOARD></EVENT></USEBIO>"
    assert loads(text.encode()).counts.refused == 20_000


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_cut_and_flipped_files_are_read_or_refused(data: st.DataObject) -> None:
    whole = SWISS if data.draw(st.booleans()) else INDIVIDUAL
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        broken = whole[:place]
    else:
        broken = whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :]
    try:
        reading = loads(broken, format="usebio")
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused
