"""Words for people, in the language they read.

Texts are written in English in the code and looked up in a gettext catalogue. The language is a context
variable, so that two requests in one process may use two languages.
"""

from __future__ import annotations

import gettext as _gettext
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LANGUAGES", "N_", "current_language", "gettext", "language", "ngettext"]

LANGUAGES = ("en", "ru")
_LOCALES = Path(__file__).parent / "locales"
_current: ContextVar[str] = ContextVar("overtrick_language", default="en")


@cache
def _catalogue(key: str) -> _gettext.NullTranslations:
    return _gettext.translation("overtrick", _LOCALES, languages=[key], fallback=key == "en")


def current_language() -> str:
    """The language in force, `en` unless `language` says otherwise."""
    return _current.get()


@contextmanager
def language(key: str) -> Iterator[None]:
    """Speak another language inside a `with` block.

    >>> with language("ru"):
    ...     current_language()
    'ru'
    """
    if key not in LANGUAGES:
        raise ValueError(f"no language {key!r}; known: {', '.join(LANGUAGES)}")
    token = _current.set(key)
    try:
        yield
    finally:
        _current.reset(token)


def N_(message: str) -> str:  # noqa: N802  (the name that catalogue tools know)
    """The message as it is, marked for the catalogue: it is looked up later, when it is printed.

    >>> N_("board")
    'board'
    """
    return message


def gettext(message: str) -> str:
    """The message in the language in force."""
    return _catalogue(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The message in the form that the count wants (Russian has three)."""
    return _catalogue(_current.get()).ngettext(singular, plural, count)
