"""Why a total or a place that a file states does not follow, and what totals tell of single lines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from overtrick.desk.agreement import Claim, claims, shown
from overtrick.desk.board_reasons import Reason
from overtrick.desk.refused import Refused
from overtrick.desk.sheets import BoardKey, Identity, Sheet, sheets_of
from overtrick.desk.total_groups import board_less, boards_more, gaps, line_more
from overtrick.i18n import gettext as _
from overtrick.model.event import Line
from overtrick.model.outcome import Awarded, Outcome, Unit
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event

__all__ = ["Totals", "not_known", "place_reason", "refused_reason"]

_UNITS = {"matchpoints": Unit.MATCHPOINTS, "percent": Unit.PERCENT, "imps": Unit.IMPS, "butler": Unit.IMPS}
_KINDS = ("total", "percent")


def not_known(text: str = "") -> Reason:
    """That no reason was found, with what is known all the same."""
    return Reason("unexplained", text or _("no reason was found"))


def refused_reason(refused: Refused) -> Reason:
    """That a record which could not be read may be what is lacking."""
    text = _("a record that could not be read may belong to it ({problem})")
    return Reason("refused-line", text.format(problem=refused.text))


class Totals:
    """The totals and percentages that a file states, against its own lines.

    `lines` are the reasons already found for numbers of lines, by their keys.
    """

    def __init__(
        self, standing: Standing, found: list[Claim], lines: dict[tuple[str, ...], Reason], refused: Refused
    ) -> None:
        self.standing = standing
        self.refused = refused
        self.claims = [claim for claim in found if claim.kind in _KINDS]
        self.wrong_lines = {claim.key for claim in found if claim.kind == "line" and not claim.agrees}
        self.sheets = sheets_of(standing, found)
        self.wrong = [claim for claim in self.claims if not claim.agrees]
        self.most = max((sheet.seated for sheet in self.sheets.values()), default=0)
        short = dict.fromkeys((key[1], key[2], key[3]) for key, one in lines.items() if one.key == "line-missing")
        self.reasons = self._reasons(list(short)) if self.wrong else {}

    def _reasons(self, short: list[BoardKey]) -> dict[tuple[str, ...], Reason]:
        reasons, come_to = self._from_lines()
        for kind in _KINDS:
            if self.refused.count:
                break
            left = [claim for claim in self.wrong if claim.kind == kind and claim.key not in reasons]
            reasons |= line_more(self.standing, self.sheets, left, short)
            for twice in (False, True):
                left = [claim for claim in left if claim.key not in reasons]
                reasons |= board_less(self.sheets, left, twice=twice)
            left = [claim for claim in left if claim.key not in reasons]
            reasons |= boards_more(self.standing, self.sheets, left)
        for claim in self.wrong:
            if claim.key not in reasons:
                reasons[claim.key] = self._rest(claim, come_to.get(claim.key))
        return reasons

    def _rest(self, claim: Claim, come_to: Fraction | None) -> Reason:
        """What is known of a total that does not follow from any lines."""
        sheet = self._sheet(claim)
        if self.refused.count and self._may_lack(sheet):
            return refused_reason(self.refused)
        if sheet.seated < self.most:
            text = _("no reason was found; the file has {count} boards of theirs, and {most} of others")
            return not_known(text.format(count=sheet.seated, most=self.most))
        if 2 * len(self.wrong) > len(self.claims) and (missing := gaps(self.standing)):
            return not_known(_("no reason was found; the file has no line of {boards}").format(boards=missing))
        if come_to is None or not all(entry.stated for entry in sheet.entries.values()):
            return not_known()
        text = _("the lines of the file come to {found}")
        return Reason("stale-total", text.format(found=shown(come_to)))

    def _may_lack(self, sheet: Sheet) -> bool:
        """Whether a refused record may be one of this contestant, or have been compared with one of its lines."""
        if self.refused.boards is None:
            return True
        boards = {int(board[2]) for board in sheet.boards()}
        altered = {int(entry.key[3]) for entry in sheet.entries.values() if entry.altered}
        return any(board not in boards or board in altered for board in self.refused.boards)

    def _from_lines(self) -> tuple[dict[tuple[str, ...], Reason], dict[tuple[str, ...], Fraction]]:
        """Which totals follow from the lines as the file states them, and what these come to otherwise.

        Another rule for unequal boards must make two totals follow.
        """
        reasons: dict[tuple[str, ...], Reason] = {}
        come_to: dict[tuple[str, ...], Fraction] = {}
        own = self.standing.conditions.unequal_boards
        worth = {
            key: entry.worth + entry.altered for sheet in self.sheets.values() for key, entry in sheet.entries.items()
        }
        for rule in dict.fromkeys((own, "percentage", "factor", "none")):
            good: dict[tuple[str, ...], Claim] = {}
            for exact in (True, False):
                found = _with_lines_of_file(self.standing, worth if exact else None, rule)
                for claim in self.wrong:
                    other = found.get(claim.key)
                    if other is None or other.found is None:
                        continue
                    come_to.setdefault(claim.key, other.found)
                    slack = self._sheet(claim).off(claim.kind) if exact else Fraction(0)
                    if abs(claim.stated - other.found) <= Fraction(1, 2 * 10**claim.places) + slack:
                        good.setdefault(claim.key, claim)
            if rule == own or len(good) > 1:
                for key, claim in good.items():
                    reasons.setdefault(key, self._as_stated(claim, rule))
        return reasons, come_to

    def _as_stated(self, claim: Claim, rule: str) -> Reason:
        sheet = self._sheet(claim)
        boards = sorted({int(key[3]) for key in sheet.entries if key in self.wrong_lines})
        if boards:
            text = _("it follows from the lines as the file states them; those that do not follow are on {boards}")
            text = text.format(boards=", ".join(_("board {board}").format(board=number) for number in boards))
        else:
            text = _("it follows from the lines as the file rounds them")
        if rule != self.standing.conditions.unequal_boards:
            text = _("{text}, with {settings}").format(text=text, settings=f"unequal-boards={rule}")
        return Reason("from-lines", text)

    def _sheet(self, claim: Claim) -> Sheet:
        return self.sheets.get(_identity(claim), Sheet())

    def line_reason(self, claim: Claim) -> Reason | None:
        """What the totals prove of a line: that they count the number stated, or the one that follows."""
        for total in self.claims:
            sheet = self.sheets.get(_identity(total))
            entry = sheet.entries.get(claim.key) if sheet else None
            if sheet is None or entry is None or not entry.altered:
                continue
            if total.agrees:
                other = sheet.comes_to(total.kind, entry.altered, Fraction(0))
                if other is not None and not replace(total, found=other).agrees:
                    text = _("the total that the file states for {name} counts {found}")
                    return Reason("edited-line", text.format(name=total.key[3], found=shown(claim.found)))
            elif self.reasons[total.key].key == "from-lines":
                text = _("the total that the file states for {name} counts it so")
                return Reason("assigned-line", text.format(name=total.key[3]))
        return None


def _identity(claim: Claim) -> Identity:
    return claim.key[1], claim.key[2], claim.key[3]


def _with_lines_of_file(
    standing: Standing, worth: dict[tuple[str, ...], Fraction] | None, rule: str
) -> dict[tuple[str, ...], Claim]:
    """The totals once the lines are worth what the file states, or exactly so much as they are `worth`."""
    sessions = []
    for session in standing.event.sessions:
        sections = []
        for section in session.sections:
            place = ("line", session.key, section.key)
            travellers = tuple(
                replace(
                    traveller,
                    lines=tuple(
                        _line_as_stated(line, (*place, str(traveller.board.number), str(index)), worth)
                        for index, line in enumerate(traveller.lines)
                    ),
                )
                for traveller in section.travellers
            )
            sections.append(replace(section, travellers=travellers))
        sessions.append(replace(session, sections=tuple(sections)))
    event = replace(standing.event, sessions=tuple(sessions))
    found = score_event(event, replace(standing.conditions, line_rounding="exact", unequal_boards=rule))
    return {one.key: one for one in claims(found)}


def _line_as_stated(line: Line, key: tuple[str, ...], worth: dict[tuple[str, ...], Fraction] | None) -> Line:
    stated = line.stated
    if stated is None:
        return line
    unit = _UNITS.get(stated.unit, Unit.IMPS)
    if worth is not None and unit is Unit.PERCENT:
        unit = Unit.MATCHPOINTS

    def outcome(side: Side, number: Fraction | None, own: Outcome) -> Outcome:
        if worth is not None:
            number = worth.get((*key, side.value))
        if number is None or (unit is Unit.PERCENT and not 0 <= number <= 100):
            return own
        return Awarded(number, unit)

    return replace(
        line,
        ns_outcome=outcome(Side.NS, stated.ns, line.ns_outcome),
        ew_outcome=outcome(Side.EW, stated.ew, line.ew_outcome),
    )


def place_reason(standing: Standing, claim: Claim, refused: Refused) -> Reason:
    """Whether equals were given different places, or the place follows from the totals that the file states."""
    own = _place(standing, claim)
    rivals = [place for place in standing.places if _one_list(standing, place, own)]
    equal = [place for place in rivals if place.place == own.place]
    if len(equal) > 1 and own.place <= claim.stated < own.place + len(equal):
        text = _("{count} contestants are equal, and the file does not let them share the place")
        return Reason("tie-not-shared", text.format(count=len(equal)))
    numbers = [_stated(place) for place in rivals]
    mine = _stated(own)
    known = mine is not None and all(number is not None for number in numbers)
    better = sum(number > mine for number in numbers if number is not None and mine is not None)
    same = sum(number == mine for number in numbers)
    if known and better < claim.stated <= better + same:
        return Reason("from-totals", _("it follows from the totals that the file states"))
    if refused.count:
        return refused_reason(refused)
    if known:
        text = _("by the totals that the file states it is {place}")
        return Reason("stale-place", text.format(place=better + 1))
    return not_known()


def _place(standing: Standing, claim: Claim) -> Place:
    return next(
        place
        for place in standing.places
        if (place.section, place.direction.value if place.direction else "", place.contestant.key) == claim.key[1:]
    )


def _one_list(standing: Standing, one: Place, other: Place) -> bool:
    together = standing.conditions.ranking != "sections" or one.section == other.section
    return together and one.direction == other.direction


def _stated(place: Place) -> Fraction | None:
    who = place.contestant
    return who.stated_total if who.stated_percent is None else who.stated_percent
