"""The formats that other packages offer. A fault in one of them is told and stays there: it harms no other format."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from overtrick.errors import FormatError, OvertrickError
from overtrick.formats.kind import Format
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Reading

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["offered"]


@dataclass(frozen=True, slots=True)
class _Guarded:
    """A reader or writer of another package; a fault of its own becomes one that Overtrick knows."""

    key: str
    call: Callable[..., Any]
    wanted: type

    def __call__(self, *values: Any, **named: Any) -> Any:
        try:
            made = self.call(*values, **named)
        except OvertrickError:
            raise
        except (Exception, SystemExit) as fault:
            text = _("the package that offers the format {key} fails: {kind}: {fault}")
            raise FormatError(text.format(key=self.key, kind=type(fault).__name__, fault=str(fault)[:200])) from fault
        if not isinstance(made, self.wanted) or (isinstance(made, Reading) and not isinstance(made.event, Event)):
            text = _("the package that offers the format {key} fails: {wanted} is wanted, found {found}")
            raise FormatError(text.format(key=self.key, wanted=self.wanted.__name__, found=type(made).__name__))
        return made


@dataclass(frozen=True, slots=True)
class _Sniff:
    """How a format of another package is recognised; where that fails, the file is not of this format."""

    key: str
    call: Callable[[Any], bool]

    def __call__(self, content: Any) -> bool:
        try:
            return bool(self.call(content))
        except (Exception, SystemExit) as fault:  # noqa: BLE001  (whatever another package raises)
            _warn(_("format {name} of another package fails to recognise files: {fault}"), self.key, fault)
            return False


def offered(group: str, taken: Collection[str]) -> tuple[Format, ...]:
    """The formats under an entry point group, guarded. Left out with a warning is what cannot be loaded, what is no
    `Format`, and a key that is `taken`, that stands twice or that is not small letters.

    >>> offered("overtrick.no-such-group", ())
    ()
    """
    from importlib.metadata import entry_points

    found: dict[str, Format] = {}
    for point in entry_points(group=group):
        for one in _loaded(point):
            if one.key in taken or one.key in found:
                _warn(_("format {name} of another package is left out: {fault}"), point.name, _("its key is taken"))
            else:
                found[one.key] = _guarded(one)
    return tuple(found.values())


def _loaded(point: EntryPoint) -> Iterator[Format]:
    try:
        one = point.load()
    except (Exception, SystemExit) as fault:  # noqa: BLE001  (whatever the import of another package raises)
        _warn(_("format {name} of another package cannot be loaded: {fault}"), point.name, fault)
        return
    if not isinstance(one, Format):
        reason = _("it is {kind} and no Format").format(kind=type(one).__name__)
    elif not all(isinstance(text, str) for text in (one.key, one.name, one.source, one.suffix)):
        reason = _("its key, name, source and suffix must be text")
    elif not one.key or one.key != one.key.strip().casefold():
        reason = _("its key must be small letters")
    else:
        yield one
        return
    _warn(_("format {name} of another package is left out: {fault}"), point.name, reason)


def _guarded(one: Format) -> Format:
    def guard(call: Callable[..., Any] | None, wanted: type) -> Any:
        return None if call is None else _Guarded(one.key, call, wanted)

    def sniff(call: Callable[[Any], bool] | None) -> Any:
        return None if call is None else _Sniff(one.key, call)

    return replace(
        one,
        sniff=sniff(one.sniff),
        read=guard(one.read, Reading),
        sniff_data=sniff(one.sniff_data),
        read_data=guard(one.read_data, Reading),
        read_many=guard(one.read_many, Reading),
        read_event=guard(one.read_event, Reading),
        rewrite=guard(one.rewrite, str),
        rewrite_parts=guard(one.rewrite_parts, Iterator),
        stream=guard(one.stream, Iterator),
        write=guard(one.write, str),
        write_data=guard(one.write_data, bytes),
        editions=tuple((name, guard(writer, str)) for name, writer in one.editions),
    )


def _warn(text: str, name: str, fault: object) -> None:
    warnings.warn(text.format(name=name, fault=str(fault)[:200]), stacklevel=4)
