"""Who the pairs of saved connector messages are: players by seat, and the movement or the results that name pairs."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeAlias

from overtrick.errors import RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.bdc_codes import said, whole
from overtrick.formats.bdc_plan import MOST, Plan
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.event import Contestant, Player
from overtrick.model.reading import Severity
from overtrick.model.terms import Side

__all__ = ["Seats"]

_Seat: TypeAlias = tuple[str, str, int, int, int]  # session, section, table, round, direction
_Table: TypeAlias = tuple[str, str, int, int]
_Pair: TypeAlias = tuple[str, str, str, Side | None]  # session, section, number, direction


class Seats:
    """Players by number, and who sat where; a later record for the same seat replaces the earlier one."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.taken: dict[_Seat, Player] = {}
        self.faults: list[tuple[str, str]] = []

    def add_player(self, record: Mapping[str, Any]) -> None:
        """A player by number.

        >>> seats = Seats()
        >>> seats.add_player({"PlayerNumber": "7", "FirstName": "Eva", "LastName": "Lind"})
        >>> seats.names
        {'7': 'Eva Lind'}
        """
        if number := said(record, "PlayerNumber"):
            self.names[number] = _name(record)

    def add_seat(self, session: str, record: Mapping[str, Any], where: str) -> None:
        """Who sat down, or that the seat was emptied; a record that cannot be is kept in `faults`."""
        try:
            table = whole(record, "TableNumber", 1, MOST)
            turn = max(1, whole(record, "RoundNumber", 0, MOST))
            seat = (session, said(record, "SectionLetters"), table, turn, whole(record, "Direction", 1, 4))
        except RecordError as fault:
            self.faults.append((where, str(fault)))
            return
        player = Player(_name(record), said(record, "PlayerNumber"))
        if record.get("IsRemoval") is True or not (player.name or player.number):
            self.taken.pop(seat, None)
        else:
            self.taken[seat] = player

    def enter(self, draft: Draft, plan: Plan) -> None:
        """Pairs with their players into the draft; one list or two is what the file says, or what the seats show."""
        met = _met(draft, plan)
        self._tell(draft, set(met))
        found = self._pairs(met)
        if draft.event.winners is not None:
            for place in plan.sections:
                draft.contestants.setdefault(place, [])
        if not found and not plan.meetings:
            return
        if draft.event.winners is None:
            two = _two_fields(met)
            draft.event = replace(draft.event, winners=2 if two else 1)
            words = (
                _("two winners, which is a guess by the seats")
                if two
                else _("one winner, which is a guess by the seats")
            )
            draft.note(_("whole file"), Severity.NOTE, words)
        two = draft.event.winners == 2
        joined: dict[_Pair, dict[int, Player]] = {}
        for (session, section, _table, _turn), pairs in met.items():
            draft.contestants.setdefault((session, section), [])
            for key, side in zip(pairs, Side, strict=True):
                if key:
                    known = joined.setdefault((session, section, key, side if two else None), {})
                    for index, player in found.get((session, section, key, side), {}).items():
                        known.setdefault(index, player)
        for (session, section, key, direction), players in sorted(joined.items(), key=_order):
            who = Contestant(key, direction, tuple(players[index] for index in sorted(players)))
            draft.contestants[session, section].append((who, _("pair {key}").format(key=key)))

    def enter_teams(self, draft: Draft, plan: Plan, matches: Mapping[tuple[str, str], tuple[str, str]]) -> None:
        """Teams with their players into each match; `matches` tells session and section of the file for each."""
        self._tell(draft, set(plan.meetings))
        teams: dict[tuple[str, str, str], dict[Player, None]] = {}
        for seat in sorted(self.taken, key=lambda one: one[3]):
            meeting = plan.meetings.get(seat[:4])
            if meeting is not None:
                team = meeting.team_ns if seat[4] in (1, 3) else meeting.team_ew
                teams.setdefault((*seat[:2], str(team)), {}).setdefault(self._player(seat))
        for place, (session, letters) in matches.items():
            rows = [row.line for row in draft.rows if (row.session, row.section) == place]
            for key in dict.fromkeys(key for line in rows for key in (line.ns, line.ew)):
                if players := teams.get((session, letters, key)):
                    who = Contestant(key, players=tuple(players))
                    draft.contestants.setdefault(place, []).append((who, _("team {key}").format(key=key)))

    def _pairs(self, met: Mapping[_Table, tuple[str, str]]) -> dict[tuple[str, str, str, Side], dict[int, Player]]:
        """Pairs by section, key and side with their players by seat, as they sat first."""
        found: dict[tuple[str, str, str, Side], dict[int, Player]] = {}
        for seat in sorted(self.taken, key=lambda one: one[3]):
            session, section, table, turn, direction = seat
            pair = met.get((session, section, table, turn))
            side = Side.NS if direction in (1, 3) else Side.EW
            key = pair[0 if side is Side.NS else 1] if pair else ""
            if key:
                found.setdefault((session, section, key, side), {}).setdefault((direction - 1) // 2, self._player(seat))
        return found

    def _player(self, seat: _Seat) -> Player:
        player = self.taken[seat]
        return player if player.name else replace(player, name=self.names.get(player.number, ""))

    def _tell(self, draft: Draft, met: AbstractSet[_Table]) -> None:
        """Tell of seats that cannot be, and of people who cannot be put to a pair."""
        for where, fault in self.faults:
            draft.note(where, Severity.WARNING, _("{fault}; the seat is left out").format(fault=fault))
        lost = [self._player(seat) for seat in self.taken if seat[:4] not in met]
        if lost:
            names = ", ".join(sorted({one.name or one.number for one in lost}))[:200]
            words = _("neither movement nor results say which pairs these are: {names}").format(names=names)
            draft.note(_("players"), Severity.WARNING, words)
        idle = set(self.names) - {player.number for player in self.taken.values()}
        if idle:
            words = ngettext(
                "{count} player is known by number and sits nowhere in this file",
                "{count} players are known by number and sit nowhere in this file",
                len(idle),
            ).format(count=len(idle))
            draft.note(_("players"), Severity.NOTE, words)


def _name(record: Mapping[str, Any]) -> str:
    return " ".join(part for part in (said(record, "FirstName"), said(record, "LastName")) if part)


def _met(draft: Draft, plan: Plan) -> dict[_Table, tuple[str, str]]:
    """Who met at a table in a round: by the movement, else by the first result there."""
    met: dict[_Table, tuple[str, str]] = {}
    for (session, section, table, turn), one in plan.meetings.items():
        met[session, section, table, turn] = (str(one.ns or ""), str(one.ew or ""))
    for row in draft.rows:
        place = (row.session, row.section, int(row.line.table), int(row.line.round))
        met.setdefault(place, (row.line.ns, row.line.ew))
    return met


def _two_fields(met: Mapping[_Table, tuple[str, str]]) -> bool:
    """Whether no number sits both ways, or one number sits both ways in one round."""
    whole_time: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
    by_round: dict[tuple[str, str, int], tuple[set[str], set[str]]] = {}
    for (session, section, _table, turn), (ns, ew) in met.items():
        if not ns or not ew:
            continue
        for both in (
            whole_time.setdefault((session, section), (set(), set())),
            by_round.setdefault((session, section, turn), (set(), set())),
        ):
            both[0].add(ns)
            both[1].add(ew)
    apart = all(ns.isdisjoint(ew) for ns, ew in whole_time.values())
    return apart or any(ns & ew for ns, ew in by_round.values())


def _order(item: tuple[_Pair, object]) -> tuple[bool, int, str]:
    """North-South first, then by number."""
    _session, _section, key, direction = item[0]
    return direction is Side.EW, len(key), key
