"""An event as the XML of NZ Scorer: results with matchpoints in tenths, and the scores of the pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from xml.sax.saxutils import quoteattr

from overtrick.formats.write_worth import Worths, decimal, only_sections, plain
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Section, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, Missing, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_nzscorer"]

_METHODS = {"matchpoints": "MP", "cross-imps": "IMP", "butler": "BUTLER"}
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DIRECTIONS = {Side.NS: "N", Side.EW: "E", None: "H"}
_PHANTOM = "-9999"


def dumps_nzscorer(event: Event, *, standing: Standing | None = None) -> str:
    """The event as such a file. Awards stand with the matchpoints that they are worth, where these are known.

    Raises FormatError for several sessions and for an individual event.

    >>> dumps_nzscorer(Event("Tuesday", method="matchpoints")).splitlines()[1]
    '<session club="" field_scoring="false" scoring_type="MP" event_name="Tuesday" event_date="">'
    """
    worths = Worths(standing)
    sections = only_sections(event, "NZ Scorer")
    session = event.sessions[0].key if event.sessions else ""
    method = standing.conditions.method if standing else event.method or ""
    head = {
        "club": event.club,
        "field_scoring": "false",
        "scoring_type": _METHODS.get(method, ""),
        "event_name": event.name,
        "event_date": _date(event.date),
    }
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<session{_attributes(head)}>", "  <sections>"]
    lines += [f"    <section{_attributes(_section(section))}/>" for section in sections]
    lines += ["  </sections>", "  <board_results>"]
    for section in sections:
        lines.append(f"    <brsection{_attributes({'id': section.key})}>")
        lines.extend(f"      <result{_attributes(one)}/>" for one in _results(session, section, worths, method))
        lines.append("    </brsection>")
    lines += ["  </board_results>", "  <scores>"]
    for section in sections:
        lines.append(f"    <scsection{_attributes({'id': section.key})}>")
        lines.extend(f"      <pair{_attributes(_pair(section.key, who, worths))}/>" for who in section.contestants)
        lines.append("    </scsection>")
    return "\n".join([*lines, "  </scores>", "</session>", ""])


def _attributes(values: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(plain(value))}" for name, value in values.items())


def _date(text: str) -> str:
    found = _ISO.fullmatch(text)
    return f"{found[3]}/{found[2]}/{found[1]}" if found else text


def _section(section: Section) -> dict[str, str]:
    handicap = any(who.handicap for who in section.contestants)
    return {"sectid": section.key, "handicap": "true" if handicap else "false"}


def _pair(section: str, who: Contestant, worths: Worths) -> dict[str, str]:
    """Half of the handicap is added to the percentage, so twice what the model has is written."""
    place = worths.place(section, who.direction, who)
    total = decimal(worths.total(section, who))
    percent = decimal(worths.percent(section, who))
    values = {f"player_name_{index}": player.name for index, player in enumerate(who.players[:3], 1)}
    values |= {
        "match_points": f"{total}/{decimal(place.available)}" if place and place.available else total,
        "place": worths.rank(section, who),
        "dir": _DIRECTIONS[who.direction],
        "no": who.key,
    }
    values |= {f"nzb_no_{index}": player.number or "0" for index, player in enumerate(who.players[:3], 1)}
    return values | {"res": percent, "raw_score": percent, "handicap": decimal(2 * who.handicap)}


def _results(session: str, section: Section, worths: Worths, method: str) -> Iterator[dict[str, str]]:
    for traveller in section.travellers:
        number = traveller.board.number
        for line in traveller.lines:
            found = _outcome(line, worths.line(session, section.key, number, line), method)
            if found is None:
                continue
            head = {"tab": line.table, "bd": str(number), "rnd": line.round, "ns": line.ns or "0", "ew": line.ew or "0"}
            yield head | found | {"lead": line.lead}


def _outcome(line: Line, worth: Stated, method: str) -> dict[str, str] | None:
    """The attributes that tell what happened; None where nothing is known."""
    entry = Entry(line.ns_outcome, line.ew_outcome)
    outcome = entry.ns if entry.ns == entry.ew else None
    if isinstance(outcome, Missing):
        return None
    known = worth.unit in ("matchpoints", "imps")
    mp = {"mp_ns": _tenths(worth.ns) if known else "", "mp_ew": _tenths(worth.ew) if known else ""}
    score = "" if worth.points is None else str(worth.points)
    if isinstance(entry.ns, SitOut) or isinstance(entry.ew, SitOut):
        sides = (("mp_ns", entry.ns), ("mp_ew", entry.ew))
        return {"dec": "", "cont": "", "res": "", "score": score} | {
            name: _PHANTOM if isinstance(one, SitOut) else mp[name] for name, one in sides
        }
    if isinstance(outcome, Played):
        return _played(outcome, score) | mp
    if isinstance(outcome, PassedOut):
        return {"dec": "", "cont": "N P", "res": "", "score": score} | mp
    if isinstance(outcome, BareScore):
        return {"dec": "", "cont": "", "res": "", "score": str(outcome.points)} | mp
    if isinstance(outcome, NotPlayed):
        return {"dec": "", "cont": "", "res": "", "score": ""} | mp
    given = _given(entry, method)
    if given is None and known and worth.ns is not None and worth.ew is not None:
        given = worth.ns, worth.ew
    if given:
        numbers = {"mp_ns": _tenths(given[0]), "mp_ew": _tenths(given[1])}
        return {"dec": "", "cont": "", "res": "", "score": "Adj"} | numbers
    return {"dec": "", "cont": write_or_missing(entry), "res": "", "score": ""} | mp


def _played(played: Played, score: str) -> dict[str, str]:
    contract = played.contract
    bare = str(Contract(contract.level, contract.strain))
    over = f"{played.over:+d}" if played.over else "="
    return {
        "dec": contract.declarer.value if contract.declarer else "",
        "cont": f"{bare[0]} {bare[1:]} {contract.doubling.text.lower()}".strip(),
        "res": over,
        "score": score,
    }


def _given(entry: Entry, method: str) -> tuple[Fraction, Fraction] | None:
    """Matchpoints or IMPs that a director gave to both sides."""
    ns, ew = entry.ns, entry.ew
    unit = Unit.IMPS if method in ("cross-imps", "butler") else Unit.MATCHPOINTS
    if not isinstance(ns, Awarded) or not isinstance(ew, Awarded) or not ns.unit is ew.unit is unit:
        return None
    if not isinstance(ns.value, Fraction) or not isinstance(ew.value, Fraction):
        return None
    return ns.value, ew.value


def _tenths(number: Fraction | None) -> str:
    return decimal(None if number is None else 10 * number)
