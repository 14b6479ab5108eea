"""XML that is not well formed: a tokeniser that takes anything, and the tree that was most likely meant.

What is no tag is text. A tag with a damaged letter is known by the names of the file and by the elements that are open.
What is left open ends with the next element of its name, or with what it stands in. Every element that was damaged is
marked `broken`, so that its reader can refuse the record that it belongs to. Time grows with the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from overtrick.errors import FormatError
from overtrick.formats.xml_names import Names, alike
from overtrick.formats.xml_node import LONGEST_NAME, Growth, Node, Tree
from overtrick.formats.xml_tokens import ATTRIBUTE, CONTROL, TAG, plain_text
from overtrick.i18n import gettext as _

__all__ = ["mend_xml"]

_NAME = re.compile(r"[^\W\d][\w.:-]*+")
_ASIDE = re.compile(r"<!--(?:(?!<!--).)*?-->|<\?[^<>]*?\?>", re.DOTALL)
_DECLARED = re.compile(r"<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)\b[^<>]*+[\[>]?")
_LITERAL = re.compile(r"<!\[CDATA\[([^\]]*+(?:\](?!\]>)[^\]]*+)*+)\]\]>")
_CUT_END = re.compile(r"</?([\w.:-]*+)>([\w.:-]++)>")  # a last tag in which a letter has become a `>`
_LOST_START = re.compile(r"\s*+([^\s<>/=\"']++)([^<>]*+)>")
_MARKUP = re.compile(r"<[/!?A-Za-z_]")
_REACH = 4_000  # letters in which a damaged tag has its end
_MOST_TOLD = 1_000
_NESTING = frozenset(("EVENT",))  # may stand within one of its own name


def mend_xml(text: str, words: AbstractSet[str] = frozenset(), *, fault: str = "", line: int = 1) -> Tree:
    """The tree of a damaged text; `words` are names of elements that are known beforehand.

    `fault` and `line` are what a strict reader says, and where; they stand in the tree.

    Raises FormatError where there is no element at all, and for what a sound text is refused for.

    >>> tree = mend_xml("<a><row><b>1</b></rox><row><b>2</row><row><b>3</b></row></a>")
    >>> [(row.value("B"), row.spoilt()) for row in tree.root.all("ROW")]
    [('1', True), ('2', True), ('3', False)]
    """
    mender = _Mender(text, words)
    root = mender.read()
    return Tree(root, fault or _("not well formed"), line, mender.growth.counts, mender.mended or [line])


class _Mender:
    def __init__(self, text: str, words: AbstractSet[str]) -> None:
        self.text = text
        self.names = Names(text, words)
        self.growth = Growth()
        self.line = 1
        self.mended: list[int] = []
        self.ended = False
        self.literals = True  # whether one may still end

    def read(self) -> Node:
        """All of the text, tag by tag."""
        text, place = self.text, 0
        while not self.ended:
            at = text.find("<", place)
            self.words(text[place : at if at >= 0 else len(text)])
            if at < 0:
                break
            place = self.markup(at)
        if self.growth.root is None:
            raise FormatError(_("there is no XML element in the file"), _("line {line}").format(line=self.line))
        return self.growth.root

    def pass_over(self, start: int, end: int) -> int:
        self.line += self.text.count("\n", start, end)
        return end

    def broke(self, node: Node | None) -> None:
        """Remember that something was damaged here, in that element."""
        if node is not None:
            node.broken = True
        if len(self.mended) < _MOST_TOLD and self.line not in self.mended[-1:]:
            self.mended.append(self.line)

    @property
    def top(self) -> Node | None:
        return self.growth.stack[-1] if self.growth.stack else None

    def words(self, chunk: str) -> None:
        """Text between two tags, in which a tag may be hidden that has lost its first letter."""
        if not chunk:
            return
        if ">" in chunk:
            chunk = self.lost_start(chunk)
            before = self.lost_end(chunk)
            if before is not None:
                chunk = chunk[before:]
        self.say(chunk)
        self.line += chunk.count("\n")

    def say(self, chunk: str) -> None:
        plain, sound = plain_text(chunk)
        if self.top is None:
            if plain.strip():
                self.broke(None)
            return
        if not sound:
            self.broke(self.top)
        self.growth.characters(plain)

    def lost_start(self, chunk: str) -> str:
        """Begin the element whose tag has no `<` any more; what is left of the text."""
        found = _LOST_START.match(chunk)
        if found is None:
            return chunk
        word, rest = found[1].upper(), found[2]
        name = next((one for one in (word[1:], word) if one in self.names.known), "")
        if not name or self.is_open(name):
            return chunk
        self.line += chunk.count("\n", 0, found.end())
        self.start(name, rest, broken=True)
        return chunk[found.end() :]

    def lost_end(self, chunk: str) -> int | None:
        """End the element whose last tag has no `<` any more; where the text behind it begins."""
        at, end = chunk.rfind("/"), chunk.rfind(">")
        name = chunk[at + 1 : end].strip().upper() if 0 <= at < end < at + LONGEST_NAME else ""
        if not name or not self.is_open(name):
            return None
        self.say(chunk[:at])
        self.line += chunk.count("\n", 0, end + 1)
        self.close_to(name, broken=True)
        return end + 1

    def markup(self, at: int) -> int:
        """What begins with `<` there; where it ends."""
        text = self.text
        found = TAG.match(text, at)
        if found:
            slash, name, attributes, empty = found.groups()
            broken = CONTROL.search(found[0]) is not None
            if slash and (end := self.cut_end(at, name.upper())):
                return end
            if slash:
                self.end(name.upper())
            else:
                self.start(name.upper(), attributes, empty=bool(empty), broken=broken, sound=True)
            return self.pass_over(at, found.end())
        if text.startswith("<![CDATA[", at) and self.literals:
            self.literals = text.find("]]>", at) >= 0
        if self.literals and (found := _LITERAL.match(text, at)):
            if self.top is not None:
                self.growth.characters(CONTROL.sub("\ufffd", found[1]))
            return self.pass_over(at, found.end())
        if found := _ASIDE.match(text, at):
            return self.pass_over(at, found.end())
        found = _DECLARED.match(text, at)
        if found:
            if found[1] == "ENTITY":
                self.growth.entity(self.line)
            return self.pass_over(at, found.end())
        return self.damaged(at)

    def damaged(self, at: int) -> int:
        """A `<` that begins no whole tag: a tag with a fault in it, or a letter of the text."""
        text = self.text
        if end := self.cut_end(at, ""):
            return end
        reach = min(at + _REACH, len(text))
        shut, following = text.find(">", at + 1, reach), _MARKUP.search(text, at + 1, reach)
        follows = following.start() if following else -1
        called = _NAME.match(text, follows + 1) if following else None
        if called and "=" in text[at : max(at, shut)] and not self.is_name(called[0].upper()):
            follows = -1  # no tag begins there
        if 0 <= follows < shut and text.count('"', at, follows) % 2 and text.count('"', at, shut) % 2 == 0:
            follows = -1  # it stands in an attribute
        if shut < 0 and follows < 0 and reach == len(text):
            self.broke(None)
            return self.pass_over(at, reach)  # cut off within a tag
        whole = shut >= 0 and not 0 <= follows < shut
        end = shut if whole else follows if follows >= 0 else reach
        if self.faulty(text[at + 1 : end]):
            return self.pass_over(at, end + whole)
        self.broke(self.top)
        if self.top is not None:
            self.growth.characters("<")
        return at + 1

    def cut_end(self, at: int, name: str) -> int:
        """End the element whose last tag has a `>` too many; where that tag ends, or 0 where there is none."""
        found = None if name in self.names.known or self.is_open(name) else _CUT_END.match(self.text, at, at + _REACH)
        if found is None:
            return 0
        opened = self.open_like(f"{found[1]}?{found[2]}"[:LONGEST_NAME].upper(), found[2][:LONGEST_NAME].upper())
        if not opened:
            return 0
        self.close_to(opened, broken=True)
        return self.pass_over(at, found.end())

    def faulty(self, inner: str) -> bool:
        """Take the inside of a damaged tag for what it was most likely; whether it can be one."""
        first = re.split(r"[\s>]", inner[1:], maxsplit=1)[0]
        word = (inner[:1] + first)[:LONGEST_NAME].upper()  # its first letter may be the damaged one
        called = _NAME.match(inner.removeprefix("/"))
        name = called[0].upper() if called else ""
        if inner[:1] == "/" and (opened := self.open_like(name, word[1:], inner[1:LONGEST_NAME].strip().upper())):
            self.close_to(opened, broken=True)
            return True
        if self.is_open(word[1:]) and name not in self.names.known:
            self.close_to(word[1:], broken=True)
            return True
        meant = name if name in self.names.known else self.names.near(word) or self.names.near(inner.strip().upper())
        if not meant and "=" in inner:  # the blank before the first attribute is lost
            ends = range(min(len(word), len(name)) - 1, 0, -1)
            meant = next((word[:end] for end in ends if word[:end] in self.names.known), "")
            word = word[: len(meant) + 1]
        if not meant or inner[:1] == "/":
            return False
        self.start(meant, inner[len(word) :], empty=inner.endswith("/"), broken=True)
        return True

    def is_name(self, word: str) -> bool:
        """Whether a word is a name that is known, or nearly one."""
        return word in self.names.known or bool(self.names.near(word))

    def is_open(self, name: str) -> bool:
        return any(node.tag == name for node in self.growth.stack)

    def open_like(self, *names: str) -> str:
        """The innermost open element that has one of the names, or nearly so, or begins so."""
        for node in reversed(self.growth.stack):
            if any(node.tag == name or alike(node.tag, name) for name in names):
                return node.tag
        top = self.top
        return top.tag if top and names[0].startswith(top.tag) else ""

    def start(
        self, name: str, attributes: str, *, empty: bool = False, broken: bool = False, sound: bool = False
    ) -> None:
        """An element begins, after all have ended that cannot hold it."""
        if self.growth.root is not None and not self.growth.stack:
            self.broke(None)
            self.ended = True  # another document
            return
        if sound and self.is_open(name) and self.growth.texts[-1:] == ["<"]:  # whose slash is another `<`
            self.growth.texts.pop()
            self.close_to(name, broken=True)
            return
        if name not in self.names.known:
            if sound and not empty and self.is_open(name[1:]):
                self.close_to(name[1:], broken=True)
                return
            top = self.top
            if sound and not empty and top and top.tag.endswith(name):  # a `<` stands within its last tag
                self.close_to(top.tag, broken=True)
                return
            near = self.names.near(name)
            name, broken = near or name, broken or bool(near)
        if name not in _NESTING and self.is_open(name):
            self.close_to(name, broken=True)
        elif (top := self.top) and not top.children and self.is_leaf(top):
            self.close_to(top.tag, broken=True)
        found = [(key, plain_text(one or other)) for key, one, other in ATTRIBUTE.findall(attributes)]
        values = {key: value for key, (value, _sound) in reversed(found)}
        self.growth.start(name, values, self.line)
        if broken or len(values) < len(found) or not all(fine for _key, (_value, fine) in found):
            self.broke(self.top)
        if empty:
            self.growth.end()

    def is_leaf(self, node: Node) -> bool:
        """Whether an open element holds text, and so no elements."""
        if node.tag in self.names.holders:
            return False
        return node.tag in self.names.leaves or (len(self.growth.stack) > 2 and any(map(str.strip, self.growth.texts)))

    def end(self, name: str) -> None:
        """A whole tag ends an element: the innermost, or one further out, or one whose name is damaged."""
        top = self.top
        if top is None:
            self.broke(None)
        elif top.tag == name:
            self.growth.end()
        elif alike(top.tag, name) and not (name in self.names.known and top.tag in self.names.known):
            top.tag = self.names.better(top.tag, name)
            self.close_to(top.tag, broken=True)
        elif self.is_open(name):
            self.close_to(name, broken=True)
        elif name not in self.names.known and (opened := self.open_like(name)):
            self.close_to(opened, broken=True)
        elif name not in self.names.known and (meant := self.names.near(name)) and meant[1:] == name:
            self.start(meant, "", broken=True)
        elif name in self.names.known and top.tag not in self.names.known:
            self.close_to(top.tag, broken=True)
        else:
            self.broke(top)

    def close_to(self, name: str, *, broken: bool) -> None:
        """End the innermost open element of that name, and all within it."""
        while self.growth.stack:
            node = self.growth.stack[-1]
            if broken:
                self.broke(node)
            self.growth.end()
            if node.tag == name:
                return
