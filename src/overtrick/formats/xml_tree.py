"""XML from strangers, with hard limits: no entities, nothing fetched, bounded depth and size.

A sound text is read by expat. Where that stops, the text is read again by `xml_repair`, so that damage costs what is
damaged and no more.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from xml.parsers import expat

from overtrick.errors import FormatError
from overtrick.formats.ticks import tick
from overtrick.formats.xml_node import DEEPEST, LONGEST, LONGEST_NAME, MOST, Growth, Node, Tree
from overtrick.formats.xml_repair import mend_xml
from overtrick.i18n import gettext as _

__all__ = ["DEEPEST", "LONGEST", "LONGEST_NAME", "MOST", "Node", "Tree", "parse_xml"]

_PART = 1 << 20  # bytes between two words on how far the reading is
_CUT_SHORT = frozenset(
    (
        expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
        expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
        expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
    )
)


def _parser(growth: Growth) -> expat.XMLParserType:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.specified_attributes = True  # those that a document type adds are copied to every element
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    start, end = growth.start, growth.end

    def entity(*_arguments: object) -> None:
        growth.entity(parser.CurrentLineNumber)

    parser.StartElementHandler = lambda tag, attributes: start(tag, attributes, parser.CurrentLineNumber)
    parser.EndElementHandler = lambda _tag: end()
    parser.CharacterDataHandler = growth.characters
    parser.EntityDeclHandler = entity
    parser.UnparsedEntityDeclHandler = entity
    parser.ExternalEntityRefHandler = None
    return parser


def parse_xml(text: str, words: AbstractSet[str] = frozenset()) -> Tree:
    """The tree of a text. Where the text breaks off, all that came before; where it is damaged, all but the damage.

    `words` are names of elements, in capitals, that the reader knows; they help to mend a tag.
    Raises FormatError where there is no element at all, and for anything dangerous.

    >>> tree = parse_xml("<a><b>x</b><c")
    >>> tree.root.value("B"), tree.root.closed, tree.fault_line
    ('x', False, 1)
    >>> tree = parse_xml("<a><b>x & y</b><c>z</c></a>")
    >>> tree.root.value("B"), tree.root.value("C"), tree.mended
    ('x & y', 'z', [1])
    """
    growth = Growth()
    parser = _parser(growth)
    data = text.encode("utf-8", "replace")
    try:
        for place in range(0, max(len(data), 1), _PART):
            parser.Parse(data[place : place + _PART], place + _PART >= len(data))
            tick(min(place + _PART, len(data)), len(data))
    except expat.ExpatError as problem:
        return _after(problem, parser, growth, data, text, words)
    assert growth.root is not None  # expat takes no text without an element
    return Tree(growth.root, texts=growth.counts)


def _after(
    problem: expat.ExpatError,
    parser: expat.XMLParserType,
    growth: Growth,
    data: bytes,
    text: str,
    words: AbstractSet[str],
) -> Tree:
    """What is left of a text that is not well formed."""
    fault, line = expat.ErrorString(problem.code), problem.lineno
    if problem.code in _CUT_SHORT and data.find(b">", max(parser.ErrorByteIndex, 0)) < 0:
        if growth.root is None:
            raise FormatError(_("there is no XML element in the file"), _("line {line}").format(line=max(line, 1)))
        return Tree(growth.root, fault, line, growth.counts)
    return mend_xml(text, words, fault=fault, line=line)
