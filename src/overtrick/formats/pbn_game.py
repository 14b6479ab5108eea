"""One PBN game, understood strictly: its board, cards, auction and result, and everything in it that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from overtrick.errors import FormatError
from overtrick.formats.pbn_auction import Auction
from overtrick.formats.pbn_play import Finding
from overtrick.formats.pbn_record import comments_of, notes_of, read_tricks, read_tricks_table
from overtrick.formats.pbn_sections import SectionItem, read_auction, read_play, read_section, unused_notes
from overtrick.formats.pbn_text import PbnGame, PbnTag, plain_tokens
from overtrick.formats.pbn_values import (
    KNOWN_TAGS,
    ROUND,
    RUBBERS,
    UNKNOWN,
    SideScore,
    check_rubber,
    read_board,
    read_contract,
    read_date,
    read_deal,
    read_percentage,
    read_points,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
)
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.outcome import BareScore, Missing, Outcome, PassedOut, Played
from overtrick.model.reading import Severity
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["GameFacts", "GameReader", "Tell"]

Tell = Callable[[int, Severity, str], None]
"""What takes a finding: the line, how bad, and the words."""

Value = TypeVar("Value")


@dataclass(slots=True)
class GameFacts:
    """What a game says. `refused` is the reason why its result cannot stand."""

    board: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    contract: Contract | PassedOut | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    auction: Auction | None = None
    record: TableRecord | None = None
    dummy: TrickTable | None = None
    score: SideScore | None = None
    lead: str = ""
    outcome: Outcome = field(default_factory=Missing)
    remark: str = ""
    refused: str = ""
    guessed: bool = False


@dataclass(slots=True)
class GameReader:
    """Reads one game. `values` are its tags by small name after inheritance."""

    game: PbnGame
    values: Mapping[str, str]
    tell: Tell
    unknown: set[str]
    broken: set[str] = field(default_factory=set)
    facts: GameFacts = field(default_factory=GameFacts)
    tricks: Finding | None = None
    calls: tuple[Call, ...] = ()
    comments: list[str] = field(default_factory=list)
    stopped: bool = False

    def read(self) -> GameFacts:
        """The facts of the game; findings have gone to `tell`."""
        self.forms()
        facts = self.facts
        facts.board = self.value("board", read_board)
        self.setting()
        facts.deal = self.value("deal", read_deal)
        self.other_values()
        self.result()
        self.sections()
        facts.outcome = self.outcome()
        facts.record = self.record()
        facts.dummy = self.double_dummy()
        if self.broken & {"board", "contract", "declarer", "result"} and not facts.refused:
            facts.refused = _("the result of this game cannot be read")
        return facts

    def line(self, name: str) -> int:
        """The line of a tag, or of the game."""
        tag = self.game.first(name)
        return tag.line if tag else self.game.line

    def warn(self, line: int, text: str) -> None:
        """A finding that loses nothing."""
        self.tell(line, Severity.WARNING, text)

    def value(self, name: str, read: Callable[[str], Value]) -> Value | None:
        """A value as `read` understands it; what it refuses is told."""
        text = self.values.get(name)
        if text is None:
            return None
        try:
            return read(text)
        except FormatError as fault:
            self.broken.add(name)
            self.tell(self.line(name), Severity.WARNING, f"{name.capitalize()}: {fault}")
            return None

    def forms(self) -> None:
        """Tags that are there twice, unknown, without quotes or cut off, and text that belongs to no tag."""
        seen: set[str] = set()
        section = False
        bad = [tag for tag in self.game.tags if tag.fault]
        if bad:
            words = {
                "unquoted": _("the value of tag {tag} has no quotes ({count} such tags in this game)"),
                "empty": _("tag {tag} has no value ({count} such tags in this game)"),
                "cut": _("tag {tag} breaks off ({count} such tags in this game)"),
            }[bad[0].fault]
            self.warn(bad[0].line, words.format(tag=bad[0].name, count=len(bad)))
        for tag in self.game.tags:
            key = tag.key
            if key in seen and key != "note":
                self.warn(tag.line, _("tag {tag} is there twice; the first one stands").format(tag=tag.name))
            seen.add(key)
            if key not in KNOWN_TAGS and key not in self.unknown:
                self.unknown.add(key)
                text = _("tag {tag} is not one of PBN").format(tag=tag.name)
                self.tell(tag.line, Severity.NOTE, text)
            if key == "note" and not section:
                self.warn(tag.line, _("a note without an auction or play before it"))
            section = section or key in ("auction", "play")
            if tag.body != "\n":
                self.stray(tag)

    def stray(self, tag: PbnTag) -> None:
        """Text behind a tag that has no section."""
        if tag.fault == "cut" or not tag.body.strip():
            return
        if tag.key in ("auction", "play") or tag.key.endswith("table") or tag.key not in KNOWN_TAGS:
            return
        for token, line in plain_tokens(tag.body):
            text = _("{found} is not PBN; it is passed over").format(found=repr(token[:40]))
            self.warn(tag.line + line, text)
            return

    def setting(self) -> None:
        """Dealer and vulnerability: what the tags say wins, the number only fills gaps."""
        facts = self.facts
        facts.dealer = self.value("dealer", read_seat)
        told = self.value("vulnerable", read_vulnerability)
        if told:
            facts.vulnerability, plain = told
            if not plain:
                text = _("{found} is not how PBN writes a vulnerability").format(found=repr(self.values["vulnerable"]))
                self.warn(self.line("vulnerable"), text)
        facts.guessed = bool(self.broken & {"dealer", "vulnerable"})
        kinds = {self.values.get(name, "").strip().casefold() for name in ("competition", "scoring")}
        if facts.board is None or kinds & RUBBERS:
            return  # such games have a vulnerability of their own
        board = Board.numbered(facts.board, dealer=facts.dealer, vulnerability=facts.vulnerability)
        if not board.agrees_with_number:
            own = Board.numbered(facts.board)
            text = _(
                "board {board} says dealer {dealer}, vulnerable {vulnerable}; its number says {own_dealer}, "
                "{own_vulnerable}. What the file says stands"
            ).format(
                board=facts.board,
                dealer=board.dealer.value,
                vulnerable=board.vulnerability.value,
                own_dealer=own.dealer.value,
                own_vulnerable=own.vulnerability.value,
            )
            self.warn(self.line("dealer"), text)

    def other_values(self) -> None:
        """Tags that the event does not need, but that can be wrong."""
        told = self.value("date", read_date)
        if told and not told[1]:
            self.tell(self.line("date"), Severity.NOTE, _("PBN writes a date as year.month.day"))
        number = self.values.get("round", "").strip()
        if number not in UNKNOWN and not ROUND.fullmatch(number):
            self.warn(self.line("round"), _("{found} is no round").format(found=repr(number[:40])))
        self.value("optimumscore", lambda text: read_score(text, None, sided=True))

    def result(self) -> None:
        """Contract and declarer by their tags."""
        facts = self.facts
        told = self.value("contract", read_contract)
        if told:
            facts.contract, plain = told
            if not plain:
                text = _("{found} is not how PBN writes a contract").format(found=repr(self.values["contract"]))
                self.warn(self.line("contract"), text)
        facts.declarer = self.value("declarer", read_seat)
        if isinstance(facts.contract, Contract) and facts.contract.declarer:
            facts.declarer = facts.declarer or facts.contract.declarer

    def sections(self) -> None:
        """Auction and play, each with the notes that follow it."""
        items: list[SectionItem] = []
        notes: list[PbnTag] = []
        open_section = False
        for tag in self.game.tags:
            if tag.key in ("auction", "play") and tag is self.game.first(tag.key):
                if open_section:
                    unused_notes(items, notes, self.warn)
                items, notes, open_section = read_section(tag, self.warn, play=tag.key == "play"), [], True
                self.comments.append(tag.body)
                if tag.key == "auction":
                    self.auction(tag, items)
                else:
                    self.settle()
                    self.play(tag, items)
            elif tag.key == "note":
                notes.append(tag)
                self.comments.append(tag.body)
        if open_section:
            unused_notes(items, notes, self.warn)
        self.settle()

    def notes(self, tag: PbnTag) -> dict[str, str]:
        """The notes that follow a section, by their number."""
        behind = self.game.tags[self.game.tags.index(tag) + 1 :]
        ended = next((place for place, one in enumerate(behind) if one.key == "play"), len(behind))
        return notes_of(one.value for one in behind[:ended] if one.key == "note")

    def auction(self, tag: PbnTag, items: list[SectionItem]) -> None:
        """The auction, and whether it goes with the contract."""
        first = self.value("auction", read_seat)
        if first is None:
            return
        if self.facts.dealer is None:
            self.warn(tag.line, _("an auction without a dealer"))
        dealer = self.facts.dealer or (Board.numbered(self.facts.board).dealer if self.facts.board else None)
        auction, said = read_auction(tag, first, dealer, items, self.warn)
        self.facts.auction = auction
        if said is None:
            text = _("the calls do not go by turns from the dealer on; they are not kept with the event")
            self.tell(tag.line, Severity.NOTE, text)
        else:
            notes = self.notes(tag)
            self.calls = tuple(Call(call, notes.get(number, "") if number else None) for call, number in said)
        self.compare(tag, auction, irregular=any(item.irregular for item in items))

    def compare(self, tag: PbnTag, auction: Auction, *, irregular: bool) -> None:
        """The contract by the tags against that of the auction."""
        facts = self.facts
        if not auction.ended or facts.contract is None or auction.faults:
            return
        ours = facts.contract if isinstance(facts.contract, Contract) else None
        plain = replace(ours, declarer=None) if ours else None
        if plain != (replace(auction.contract, declarer=None) if auction.contract else None):
            text = _("the auction leads to {auction}, the file says {contract}; the file stands").format(
                auction=auction.contract or "Pass", contract=ours or "Pass"
            )
            self.warn(tag.line, text)
            return
        declarer = auction.contract.declarer if auction.contract else None
        marked = self.values.get("declarer", "").startswith("^")
        if declarer is None or facts.declarer is None or irregular:
            return
        if (declarer is facts.declarer) is marked:
            text = _("the auction makes {auction} declarer, the file says {declarer}; the file stands").format(
                auction=declarer.value, declarer=self.values["declarer"]
            )
            self.warn(tag.line, text)

    def play(self, tag: PbnTag, items: list[SectionItem]) -> None:
        """The play, and whether it goes with the cards."""
        facts = self.facts
        first = self.value("play", read_seat)
        missing = [
            name
            for name, there in (("Deal", facts.deal), ("Declarer", facts.declarer), ("Contract", facts.contract))
            if not there
        ]
        if missing:
            self.warn(tag.line, _("a play without {tags}").format(tags=", ".join(missing)))
        if first is None or not isinstance(facts.contract, Contract):
            return
        if facts.declarer and facts.declarer.next is not first and facts.declarer.side is first.side:
            self.warn(tag.line, _("{seat} leads against the own side").format(seat=first.value))
        facts.lead, self.tricks = read_play(first, facts.contract.strain, items, facts.deal, self.warn)
        self.stopped = any(word == "*" for word, _line in plain_tokens(tag.body))
        if not self.tricks.whole:
            text = _("cards behind one that nobody saw, or led out of turn, are not kept with the event")
            self.tell(tag.line, Severity.NOTE, text)

    def record(self) -> TableRecord | None:
        """Bidding and play for the event: a play that was stopped with a result told is a claim."""
        cards = self.tricks.order if self.tricks else ()
        stopped = self.stopped and len(cards) < 52 and bool(self.tricks and self.tricks.whole)
        claim = self.facts.tricks if stopped and isinstance(self.facts.outcome, Played) else None
        record = TableRecord(self.calls, cards, claim, comments_of(self.comments))
        return None if record == TableRecord() else record

    def double_dummy(self) -> TrickTable | None:
        """The tricks of DoubleDummyTricks, otherwise those of OptimumResultTable."""
        digits = self.value("doubledummytricks", read_tricks)
        tag = self.game.first("optimumresulttable")
        if tag is None or not tag.body.strip():
            return digits
        try:
            table = read_tricks_table(tag)
        except FormatError as fault:
            self.warn(tag.line, str(fault))
            return digits
        if digits and table and any(one != other for one, other in zip(digits.tricks, table.tricks, strict=True)):
            self.warn(tag.line, _("OptimumResultTable and DoubleDummyTricks differ; DoubleDummyTricks stands"))
        return digits or table

    def settle(self) -> None:
        """Contract and declarer from the auction where the tags do not tell."""
        facts = self.facts
        auction = facts.auction
        if auction is None or not auction.ended or auction.faults:
            return
        if facts.contract is None and "contract" not in self.broken:
            facts.contract = auction.contract or PassedOut()
        if facts.declarer is None and auction.contract and "declarer" not in self.broken:
            facts.declarer = auction.contract.declarer

    def outcome(self) -> Outcome:
        """What the board came to: played, passed out, points alone, or not known."""
        facts = self.facts
        side = facts.declarer.side if facts.declarer else None
        facts.tricks = self.value("result", lambda text: read_result(text, side))
        facts.score = self.value("score", lambda text: read_score(text, side))
        for name in ("scoreimp", "scoremp"):
            self.value(name, lambda text: read_score(text, side))
        self.value("scorepercentage", lambda text: read_percentage(text, side))
        self.value("scorerubber", check_rubber)
        result = self.values.get("result", "").strip()
        points = read_points(facts.score)
        if points is not None and points % 10:
            points = None
        if isinstance(facts.contract, PassedOut):
            if facts.declarer or result not in UNKNOWN | {"0"}:
                self.warn(self.line("contract"), _("a passed-out board has no declarer and no result"))
            return PassedOut()
        if facts.contract is None:
            if result.isdigit() and "declarer" in self.values and facts.declarer is None:
                self.warn(self.line("result"), _("a result without declarer and contract"))
            return Missing() if points is None else BareScore(points)
        contract = replace(facts.contract, declarer=facts.declarer)
        if facts.tricks is not None and facts.declarer:
            if self.tricks and not result.startswith("^") and not self.tricks.allows(facts.declarer.side, facts.tricks):
                self.warn(self.line("result"), _("{tricks} tricks do not go with the play").format(tricks=facts.tricks))
            return Played(contract, facts.tricks)
        known = f"{contract} {facts.declarer.value if facts.declarer else '?'}"
        if facts.board is not None and "outcome" not in self.values:
            text = _("{contract} without its declarer or result").format(contract=known)
            self.tell(self.line("contract"), Severity.NOTE, text)
        facts.remark = f"{known} {'?' if facts.tricks is None else facts.tricks}"
        return Missing() if points is None else BareScore(points)
