"""The tree of an XML text, and how it grows within hard limits, whoever finds the tags."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _
from overtrick.model.reading import Problem, Severity

__all__ = ["DEEPEST", "LONGEST", "LONGEST_NAME", "MOST", "Growth", "Node", "Tree"]

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
    """An element: name in capitals, attributes, text, children, its line, and whether its end was seen.

    `broken` says that the tags or the text of this very element were damaged and had to be mended.
    """

    __slots__ = ("attributes", "broken", "children", "closed", "line", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node] = []
        self.text = ""
        self.line = line
        self.closed = False
        self.broken = False

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

    def spoilt(self, spare: Container[str] = ()) -> bool:
        """Whether this element or one within it is broken, apart from those of the names that may be."""
        return self.broken or any(child.spoilt(spare) for child in self.children if child.tag not in spare)


@dataclass(slots=True)
class Tree:
    """The root, and where and why the text is not well formed; `fault` is empty for a sound file.

    `texts` counts by name the elements that hold text. `mended` are the lines where the text was damaged and the
    reading went on; where there are none, it ended at the fault.
    """

    root: Node
    fault: str = ""
    fault_line: int = 0
    texts: dict[str, int] = field(default_factory=dict)
    mended: list[int] = field(default_factory=list)

    def told(self) -> list[Problem]:
        """What is to be told of the damage.

        >>> [str(problem) for problem in Tree(Node("A", {}, 1)).told()]
        []
        """
        if not self.fault:
            return []
        if not self.mended:
            text = _("the file breaks off or is damaged here ({fault}); what follows is not read")
            return [Problem(_line(self.fault_line), Severity.ERROR, text.format(fault=self.fault))]
        text = _("the XML is damaged here; the reading goes on behind it")
        return [Problem(_line(line), Severity.WARNING, text) for line in self.mended]


def _line(number: int) -> str:
    return _("line {line}").format(line=number)


class Growth:
    """A tree that grows by starts, ends and text. Raises FormatError where it grows beyond what a file of results is.

    >>> growth = Growth()
    >>> growth.start("a", {}, 1), growth.characters("x"), growth.end()
    (None, None, None)
    >>> growth.root.tag, growth.root.text
    ('A', 'x')
    """

    __slots__ = ("count", "counts", "length", "root", "stack", "texts")

    def __init__(self) -> None:
        self.stack: list[Node] = []
        self.texts: list[str] = []
        self.counts: dict[str, int] = {}
        self.root: Node | None = None
        self.count = 0
        self.length = 0

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """An element begins within the one that is open."""
        self.count += 1
        if self.count > MOST or len(self.stack) >= DEEPEST:
            self.refuse(_("more than {most} elements") if self.count > MOST else _("more than {deepest} levels"), line)
        if len(tag) > LONGEST_NAME or len(attributes) > LONGEST_NAME:
            self.refuse(_("a name or a list of attributes longer than {longest_name}"), line)
        if attributes and any(len(name) + len(value) > LONGEST for name, value in attributes.items()):
            self.refuse(_("an attribute longer than {longest} letters"), line)
        node = Node(tag if tag.isupper() else tag.upper(), attributes or _NOTHING, line)
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node
        self.stack.append(node)
        self.texts.clear()
        self.length = 0

    def end(self) -> None:
        """The element that is open ends."""
        node = self.stack.pop()
        node.closed = True
        if self.texts:
            node.text = "".join(self.texts).strip()
            self.texts.clear()
            self.length = 0
            if node.text:
                self.counts[node.tag] = self.counts.get(node.tag, 0) + 1

    def characters(self, text: str) -> None:
        """Text within the element that is open."""
        self.texts.append(text)
        self.length += len(text)
        if self.length > LONGEST and text.strip():
            self.refuse(_("an element with more than {longest} letters"), self.stack[-1].line if self.stack else 1)

    def refuse(self, what: str, line: int) -> None:
        """Raise the error for a file that is too large in some way."""
        words = what.format(most=MOST, deepest=DEEPEST, longest=LONGEST, longest_name=LONGEST_NAME)
        raise FormatError(_("{what}; that is no file of results").format(what=words), _line(line))

    def entity(self, line: int) -> None:
        """Raise the error for a file that declares entities."""
        raise FormatError(_("the file declares entities of its own, which are not read for safety"), _line(line))
