"""XML from strangers, with hard limits: no entities, nothing fetched, bounded depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from overtrick.errors import FormatError
from overtrick.formats.ticks import tick
from overtrick.i18n import gettext as _

__all__ = ["DEEPEST", "LONGEST", "LONGEST_NAME", "MOST", "Node", "Tree", "parse_xml"]

_PART = 1 << 20  # bytes between two words on how far the reading is

DEEPEST = 64
"""Levels of nesting; USEBIO has nine at most."""

MOST = 1_000_000
"""Elements in a file; a session of 26 boards at 200 tables has sixty thousand."""

LONGEST = 100_000
"""Letters in an attribute, and in the text of an element; the play of a board has two thousand."""

LONGEST_NAME = 200
"""Letters in the name of an element, and attributes that it may have."""

_NOTHING: dict[str, str] = {}


class Node:
    """An element: name in capitals, attributes, text, children, its line, and whether its end was seen."""

    __slots__ = ("attributes", "children", "closed", "line", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node] = []
        self.text = ""
        self.line = line
        self.closed = False

    def all(self, tag: str) -> Iterator[Node]:
        """The children of that name."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Node | None:
        """The first child of that name."""
        return next(self.all(tag), None)

    def value(self, tag: str, default: str = "") -> str:
        """The text of the first child of that name that has any."""
        return next((child.text for child in self.children if child.tag == tag and child.text), default)

    def attribute(self, name: str) -> str:
        """The attribute, whatever the case of its letters; empty where there is none."""
        return next((value.strip() for key, value in self.attributes.items() if key.upper() == name), "")

    def walk(self, tag: str) -> Iterator[Node]:
        """Every element of that name below this one, in the order of the file."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.walk(tag)


class Tree:
    """The root, and where and why the reading ended early; `fault` is empty for a whole file.

    `texts` counts by name the elements that hold text.
    """

    __slots__ = ("fault", "fault_line", "root", "texts")

    def __init__(self, root: Node, fault: str = "", fault_line: int = 0, texts: dict[str, int] | None = None) -> None:
        self.root = root
        self.fault = fault
        self.fault_line = fault_line
        self.texts = texts or {}


class _Builder:
    __slots__ = ("count", "counts", "length", "parser", "root", "stack", "texts")

    def __init__(self) -> None:
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.specified_attributes = True  # those that a document type adds are copied to every element
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.EntityDeclHandler = self.entity
        parser.UnparsedEntityDeclHandler = self.entity
        parser.ExternalEntityRefHandler = None
        self.parser = parser
        self.stack: list[Node] = []
        self.texts: list[str] = []
        self.counts: dict[str, int] = {}
        self.root: Node | None = None
        self.count = 0
        self.length = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        line = self.parser.CurrentLineNumber
        if self.count > MOST or len(self.stack) >= DEEPEST:
            self.refuse(_("more than {most} elements") if self.count > MOST else _("more than {deepest} levels"))
        if len(tag) > LONGEST_NAME or len(attributes) > LONGEST_NAME:
            self.refuse(_("a name or a list of attributes longer than {longest_name}"))
        if attributes and any(len(name) + len(value) > LONGEST for name, value in attributes.items()):
            self.refuse(_("an attribute longer than {longest} letters"))
        node = Node(tag if tag.isupper() else tag.upper(), attributes or _NOTHING, line)
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node
        self.stack.append(node)
        self.texts.clear()
        self.length = 0

    def end(self, _tag: str) -> None:
        node = self.stack.pop()
        node.closed = True
        if self.texts:
            node.text = "".join(self.texts).strip()
            self.texts.clear()
            self.length = 0
            if node.text:
                self.counts[node.tag] = self.counts.get(node.tag, 0) + 1

    def characters(self, text: str) -> None:
        self.texts.append(text)
        self.length += len(text)
        if self.length > LONGEST and text.strip():
            self.refuse(_("an element with more than {longest} letters"))

    def refuse(self, what: str) -> None:
        words = what.format(most=MOST, deepest=DEEPEST, longest=LONGEST, longest_name=LONGEST_NAME)
        raise FormatError(
            _("{what}; that is no file of results").format(what=words),
            _("line {line}").format(line=self.parser.CurrentLineNumber),
        )

    def entity(self, *_arguments: object) -> None:
        raise FormatError(
            _("the file declares entities of its own, which are not read for safety"),
            _("line {line}").format(line=self.parser.CurrentLineNumber),
        )


def parse_xml(text: str) -> Tree:
    """The tree of a text. Where the text breaks off or is not well formed, all that came before, and the fault.

    Raises FormatError where there is no element at all, and for anything dangerous.

    >>> tree = parse_xml("<a><b>x</b><c")
    >>> tree.root.value("B"), tree.root.closed, tree.fault_line
    ('x', False, 1)
    """
    builder = _Builder()
    fault, line = "", 0
    try:
        data = text.encode("utf-8", "replace")
        for place in range(0, max(len(data), 1), _PART):
            builder.parser.Parse(data[place : place + _PART], place + _PART >= len(data))
            tick(min(place + _PART, len(data)), len(data))
    except expat.ExpatError as problem:
        fault, line = expat.ErrorString(problem.code), problem.lineno
    if builder.root is None:
        raise FormatError(_("there is no XML element in the file"), _("line {line}").format(line=max(line, 1)))
    return Tree(builder.root, fault, line, builder.counts)
