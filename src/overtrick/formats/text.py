"""Bytes made text, once and in one place: mark, then UTF-8, then the stated or declared code page, then a guess."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from overtrick.errors import FormatError
from overtrick.i18n import current_language
from overtrick.i18n import gettext as _
from overtrick.model.reading import Problem, Severity

__all__ = ["Decoded", "decode", "exact"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PACKED = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh91AY&SY", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
)
_DOCUMENTS = (
    (b"%PDF-", "PDF"),
    (b"{\\rtf", "RTF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Microsoft Office"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\x89PNG\r\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_WIDTHS = {0b1100: 2, 0b1101: 2, 0b1110: 3, 0b1111: 4}  # bytes of a letter in UTF-8 by the high bits of the first
_ZEROES = 40  # of so many bytes of text one may be zero
_MOST_TOLD = 100
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,60}(?:[.,][0-9]{0,30})?|[.,][0-9]{1,30}|[0-9]{1,60}/[0-9]{1,60})")


@dataclass(frozen=True, slots=True)
class Decoded:
    r"""Text with every line end as `\n`, the code page it was written in, and what had to be guessed."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()
    guessed: bool = False


def decode(data: bytes, *, encoding: str | None = None) -> Decoded:
    r"""The text of a file. `encoding` is the code page that somebody stated; UTF-8 is tried before it.

    A few zero bytes are damage: each is shown as the mark of a letter that cannot be read, and told with its line.

    Raises FormatError for binary data, and for a code page that there is not or that does not fit. What is packed, or
    a document of another kind, is named.

    >>> decode("Łódź".encode()).encoding, decode("Łódź".encode("cp1250"), encoding="cp1250").text
    ('utf-8', 'Łódź')
    >>> decode(b"Mu\xf1oz\r\n").text
    'Muñoz\n'
    """
    decoded = _decoded(data, encoding)
    if "\0" not in decoded.text:
        return decoded
    parts = decoded.text.split("\0")
    if (len(parts) - 1) * _ZEROES > len(decoded.text):
        raise FormatError(_("the file is not text; it holds zero bytes"))
    line, told = 1, []
    for part in parts[:-1][:_MOST_TOLD]:
        line += part.count("\n")
        told.append(_told(line, Severity.WARNING, _("a zero byte, which is no letter; it is shown as \ufffd")))
    return Decoded("\ufffd".join(parts), decoded.encoding, (*decoded.problems, *told), guessed=decoded.guessed)


def _decoded(data: bytes, encoding: str | None) -> Decoded:
    _refuse_packed(data)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return Decoded(_strict(data.removeprefix(mark) if name == "utf-8" else data, name, _("its mark")), name)
    wide = _wide(data, encoding)
    if wide:
        return Decoded(_strict(data, wide, _("what was stated")), wide)
    try:
        return Decoded(_lines(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError as fault:
        start = fault.start
    line = data.count(b"\n", 0, start) + 1
    if _breaks_off(data, start):
        text = _("the file breaks off within a letter")
        return Decoded(_lines(data[:start].decode()), "utf-8", (_told(line, Severity.WARNING, text),))
    if encoding:
        return Decoded(_strict(data, encoding, _("what was stated")), encoding.lower())
    declared = _DECLARED.match(data[:400].lstrip())
    name = declared[1].decode("ascii").lower() if declared else ""
    if name and name not in ("utf-8", "utf8"):
        return Decoded(_strict(data, name, _("its declaration")), name)
    return _guess(data, line)


def _refuse_packed(data: bytes) -> None:
    for mark, name in _PACKED:
        if data.startswith(mark):
            raise FormatError(_("this is a {name} archive; unpack it, and give the files in it").format(name=name))
    for mark, name in _DOCUMENTS:
        if data.startswith(mark):
            raise FormatError(_("this is a {name} file, not one of results").format(name=name))


def _wide(data: bytes, encoding: str | None) -> str:
    """The stated code page where it has two or four bytes a letter; other text holds no zero bytes at all."""
    head = data[:65536]
    if b"\0" not in head:
        return ""
    if encoding and encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32", "utf16", "utf32")):
        return encoding.lower()
    if head.count(b"\0") * _ZEROES <= len(head):
        return ""
    raise FormatError(_("the file is not text; it holds zero bytes"))


def _strict(data: bytes, name: str, reason: str) -> str:
    try:
        return _lines(data.decode(name))
    except LookupError:
        raise FormatError(
            _("there is no code page {name}; known are utf-8, cp1252, cp1251 and so on").format(name=repr(name))
        ) from None
    except UnicodeError as fault:
        place = fault.start if isinstance(fault, UnicodeDecodeError) else 0
        line = data.count(b"\n", 0, place) + 1
        raise FormatError(
            _("the file is not written in {name}, which is {reason}").format(name=name, reason=reason),
            _("line {line}").format(line=line),
        ) from None


def _breaks_off(data: bytes, start: int) -> bool:
    """Whether UTF-8 ends within a letter at `start`, and letters of several bytes before it prove that it is UTF-8."""
    width = _WIDTHS.get(data[start] >> 4, 0)
    tail = data[start + 1 :]
    return len(tail) + 1 < width and all(byte >> 6 == 2 for byte in tail) and not data[:start].isascii()


def _told(line: int, severity: Severity, text: str) -> Problem:
    return Problem(_("line {line}").format(line=line), severity, text)


_PAGES = {"ru": ("cp1251",)}
"""Code pages that are tried first for whoever reads in another language."""


def _guess(data: bytes, line: int) -> Decoded:
    for name in (*_PAGES.get(current_language(), ()), "cp1252", "latin-1"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        note = _("not UTF-8; read as {name}, which is a guess. State the code page if names look wrong").format(
            name=name
        )
        return Decoded(_lines(text), name, (_told(line, Severity.NOTE, note),), guessed=True)
    raise AssertionError("latin-1 takes every byte")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@lru_cache(maxsize=4096)
def exact(text: str) -> Fraction | None:
    """A number with decimal point or comma, or a common fraction, exactly; None for anything else.

    >>> exact("-1,57"), exact("66.67"), exact("2/3"), exact("A60")
    (Fraction(-157, 100), Fraction(6667, 100), Fraction(2, 3), None)
    """
    plain = text.strip().replace("−", "-").replace(" ", "")
    if not _NUMBER.fullmatch(plain):
        return None
    try:
        return Fraction(plain.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        return None
