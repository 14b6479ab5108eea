"""The first line of a table of text: its code page, what stands between its cells, and the names of its columns."""

from __future__ import annotations

import codecs
import csv
import gzip
from dataclasses import dataclass
from pathlib import Path

from overtrick.bulk.form import FORM, form_name
from overtrick.errors import ConditionsError, FormatError
from overtrick.i18n import gettext as _

__all__ = ["Head", "head_of", "packed"]

_MOST = 65_536  # bytes; no first line is longer
_BETWEEN = ",;\t|"
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_NEEDED = {column.name for column in FORM if column.needed == "yes"}


@dataclass(frozen=True, slots=True)
class Head:
    """What a table of text tells of itself; `names` are as they stand there, without quotation marks."""

    encoding: str
    delimiter: str
    names: tuple[str, ...]

    @property
    def of_form(self) -> bool:
        """Whether all columns are there without which nothing is an archive.

        >>> Head("utf-8", ";", ("Event", " board", "NS", "EW")).of_form
        True
        """
        return {form_name(name) for name in self.names} >= _NEEDED


def head_of(path: Path, encoding: str | None = None) -> Head:
    """The head of a table of text; `encoding` is its code page where it does not say, else it is UTF-8.

    Between the cells stands what makes the most of the form's columns out of the first line. Raises ConditionsError for
    a code page that is not known, FormatError for text in another, OSError for a file that cannot be opened.
    """
    with gzip.open(path) if packed(path) else path.open("rb") as file:
        data = file.read(_MOST)
    page = next((name for mark, name in _MARKS if data.startswith(mark)), encoding or "utf-8")
    try:
        text = codecs.getincrementaldecoder(page)("replace").decode(data)
    except UnicodeError:  # of pages in which not every byte can be replaced
        raise FormatError(_("the file is not written in {name}").format(name=page), str(path)) from None
    except LookupError:
        raise ConditionsError(
            _("there is no code page {name}; known are utf-8, cp1252, cp1251 and so on").format(name=repr(page))
        ) from None
    line = next((one for one in text.removeprefix("\ufeff").splitlines() if one.strip()), "")
    cells = {mark: _cells(line, mark) for mark in _BETWEEN}
    known = {column.name for column in FORM}
    best = max(_BETWEEN, key=lambda mark: len({form_name(name) for name in cells[mark]} & known))
    return Head(page, best, cells[best])


def packed(path: Path) -> bool:
    """Whether a table of text is packed, by its name."""
    return path.suffix.casefold() == ".gz"


def _cells(line: str, between: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=between), ()))
    except csv.Error:  # a cell without an end
        return ()
