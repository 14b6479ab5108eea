"""The reason of each figure on a home score sheet, in words."""

from __future__ import annotations

from itertools import groupby

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.sheet import Reason, Sheet, SheetEntry
from overtrick.model.terms import Doubling, Side

__all__ = ["reason_word", "why", "why_entry"]


def reason_word(entry: SheetEntry) -> str:
    """The reason in a word or two, as one writes it beside the figure.

    >>> reason_word(SheetEntry(1, 1, Side.NS, 60, True, Reason.CONTRACT, result="2H N ="))
    '2H'
    """
    if entry.reason is Reason.CONTRACT:
        return entry.result.partition(" ")[0]
    return {
        Reason.OVERTRICKS: _("overtricks"),
        Reason.SMALL_SLAM: _("small slam"),
        Reason.GRAND_SLAM: _("grand slam"),
        Reason.MADE_DOUBLED: _("doubled, made"),
        Reason.UNDERTRICKS: _("undertricks"),
        Reason.HONOURS: _("honours"),
        Reason.GAME: _("game"),
        Reason.PART_SCORE: _("part-score"),
        Reason.RUBBER: _("rubber"),
        Reason.UNFINISHED_GAME: _("unfinished: game"),
        Reason.UNFINISHED_PART: _("unfinished: part"),
        Reason.BROUGHT: _("brought"),
    }[entry.reason]


def why(sheet: Sheet, number: int) -> str:
    """Why figure `number` of the sheet is what it is. Raises RecordError when there is no such figure."""
    for entry in sheet.entries:
        if entry.number == number:
            return why_entry(sheet, entry)
    raise RecordError(
        _("there is no figure {number}; the sheet has {count}").format(number=number, count=len(sheet.entries))
    )


def why_entry(sheet: Sheet, entry: SheetEntry) -> str:
    """One sentence: the figure, who gets it and where it stands, how it comes about, and its law.

    >>> entry = SheetEntry(3, 2, Side.NS, 100, False, Reason.OVERTRICKS, "Law 81", "2HX N +1", (100,), Doubling.DOUBLED)
    >>> sheet = Sheet("rubber", "rubber-1993", ("We", "They"), (), (entry,), False)
    >>> why_entry(sheet, entry)
    '100 to We, above the line: 1 × 100 for overtricks, doubled, not vulnerable. Deal 2, 2HX N +1. Law 81'
    """
    words = ("We", "They")
    plain = (_("We"), _("They"))
    place = list(Side).index(entry.side)
    name = sheet.names[place]
    head = (_("{points} to {side}, below the line") if entry.below else _("{points} to {side}, above the line")).format(
        points=entry.points, side=plain[place] if name in ("", words[place]) else name
    )
    parts = [f"{head}: {_how(entry)}"]
    if entry.deal and entry.result:
        parts.append(_("Deal {deal}, {result}").format(deal=entry.deal, result=entry.result))
    if entry.article:
        parts.append(entry.article)
    return ". ".join(parts)


def _how(entry: SheetEntry) -> str:
    doubling = {
        Doubling.UNDOUBLED: _("undoubled"),
        Doubling.DOUBLED: _("doubled"),
        Doubling.REDOUBLED: _("redoubled"),
    }[entry.doubling]
    vulnerable = _("vulnerable") if entry.vulnerable else _("not vulnerable")
    steps = _steps(entry.steps)
    if entry.reason is Reason.CONTRACT:
        text = _("{steps} for the odd tricks bid, {doubling}").format(steps=steps, doubling=doubling)
        if entry.carried:
            text += _("; with {carried} carried that makes {sum}").format(
                carried=entry.carried, sum=entry.carried + entry.points
            )
        return text
    return _sentence(entry.reason).format(
        steps=steps,
        doubling=doubling,
        vulnerable=vulnerable,
        holder=entry.holder or _("one hand"),
        lost=entry.games,
    )


def _sentence(reason: Reason) -> str:
    return {
        Reason.OVERTRICKS: _("{steps} for overtricks, {doubling}, {vulnerable}"),
        Reason.UNDERTRICKS: _("{steps} for undertricks of the opponents, {doubling}, {vulnerable}"),
        Reason.SMALL_SLAM: _("small slam bid and made, {vulnerable}"),
        Reason.GRAND_SLAM: _("grand slam bid and made, {vulnerable}"),
        Reason.MADE_DOUBLED: _("a {doubling} contract made"),
        Reason.HONOURS: _("honours in {holder}"),
        Reason.GAME: _("game completed, {vulnerable} on this deal"),
        Reason.PART_SCORE: _("a part-score made that completes no game"),
        Reason.RUBBER: _("the rubber won by two games to {lost}"),
        Reason.UNFINISHED_GAME: _("play stopped with the only game of an unfinished rubber"),
        Reason.UNFINISHED_PART: _("play stopped with the only part-score of an unfinished game"),
        Reason.BROUGHT: _("stood on the sheet that was taken over"),
    }[reason]


def _steps(steps: tuple[int, ...]) -> str:
    """The tricks one by one, equal ones together: 1 × 100 + 2 × 200."""
    runs = [(value, len(list(group))) for value, group in groupby(steps)]
    return " + ".join(f"{count} × {value}" for value, count in runs)
