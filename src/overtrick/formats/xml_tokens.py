"""The whole tags of XML, their attributes, and text with its references resolved."""

from __future__ import annotations

import re

__all__ = ["ATTRIBUTE", "CONTROL", "TAG", "plain_text"]

TAG = re.compile(
    r"<(/?)([^\W\d][\w.:-]*+)((?:\s++[^\W\d][\w.:-]*+\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+(/?)>",
)
"""A whole tag: slash of an end, name, attributes, slash of an empty element."""

ATTRIBUTE = re.compile(r"([^\W\d][\w.:-]*+)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
"""An attribute: its name, and its value in either kind of quotation marks."""

CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
"""A letter that XML does not have."""

_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(?:([0-9]{1,7})|x([0-9A-Fa-f]{1,6})));")
_LETTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def plain_text(text: str) -> tuple[str, bool]:
    """A text with its references resolved, and whether it is sound; what is no reference stays as it is.

    >>> plain_text("Bo &amp; Ek"), plain_text("Bo & Ek")
    (('Bo & Ek', True), ('Bo & Ek', False))
    """
    sound = CONTROL.search(text) is None
    if not sound:
        text = CONTROL.sub("\ufffd", text)
    if "&" not in text:
        return text, sound
    plain, count = _REFERENCE.subn(_letter, text)
    return plain, sound and count == text.count("&")


def _letter(found: re.Match[str]) -> str:
    if found[1]:
        return _LETTERS[found[1]]
    number = int(found[2]) if found[2] else int(found[3], 16)
    letter = chr(number) if 0 < number < 0x110000 else "\ufffd"
    return "\ufffd" if CONTROL.match(letter) else letter
