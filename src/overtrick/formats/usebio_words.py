"""The names of elements in USEBIO, by which damaged tags are mended, and results that damage has put out of place."""

from __future__ import annotations

from overtrick.formats.assemble import Draft
from overtrick.formats.xml_node import Node
from overtrick.i18n import gettext as _

__all__ = ["SPARE", "WORDS", "refuse_strays"]

WORDS = frozenset(
    (
        *("USEBIO", "CLUB", "CLUB_NAME", "CLUB_ID_NUMBER", "EVENT", "SESSION", "SECTION", "PARTICIPANTS", "MATCH"),
        *("PAIR", "PLAYER", "TEAM", "OPPOSING_TEAM", "BOARD", "TRAVELLER_LINE", "HANDSET", "HAND", "CONTACT"),
        *("EVENT_DESCRIPTION", "DATE", "PROGRAM_NAME", "PROGRAM_VERSION", "WINNER_TYPE", "BOARD_SCORING_METHOD"),
        *("MATCH_SCORING_METHOD", "SCORING_METHOD", "SESSION_COUNT", "SECTION_COUNT", "PAIRS", "BOARDS_PLAYED"),
        *("PAIR_NUMBER", "PLAYER_NUMBER", "PLAYER_NAME", "NATIONAL_ID_NUMBER", "DIRECTION", "PERCENTAGE", "PLACE"),
        *("TOTAL_SCORE", "HANDICAP", "CARRY_FORWARD", "BOARD_NUMBER", "DEALER", "VULNERABILITY", "ROUND_NUMBER"),
        *("SPADES", "HEARTS", "DIAMONDS", "CLUBS", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "TABLE_NUMBER"),
        *("CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE", "NOTES", "LIN_DATA"),
        *("NS_MATCH_POINTS", "EW_MATCH_POINTS", "NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"),
    )
)
"""Names that are known before a damaged file is looked at; the file adds those that it has more than once."""

SPARE = frozenset(("NOTES", "LIN_DATA"))
"""Elements of a result that may be damaged without the result being in doubt."""

_PLACES = frozenset(("EVENT", "SESSION", "SECTION", "MATCH"))


def refuse_strays(draft: Draft, root: Node) -> None:
    """Refuse the results that stand in no board, or in a board that no section holds.

    >>> from overtrick.formats.xml_tree import parse_xml
    >>> draft = Draft()
    >>> refuse_strays(draft, parse_xml("<EVENT><PAIR><TRAVELLER_LINE/></PAIR></EVENT>").root)
    >>> draft.refused
    1
    """
    todo = [(root, root.tag, "")]
    while todo:
        node, parent, above = todo.pop()
        for child in node.children:
            if child.tag != "TRAVELLER_LINE":
                todo.append((child, child.tag, parent))
            elif parent != "BOARD" or above not in _PLACES:
                draft.refuse(
                    _("line {line}").format(line=child.line), _("a result that stands in no board; the file is damaged")
                )
