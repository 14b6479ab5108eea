"""A deal of the home table, as written on a sheet: who declared what, how it went, and honours."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from overtrick.errors import InputError, NotationError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Seat, Side, Strain
from overtrick.score.home.hands import check_cards, true_honours
from overtrick.tables.laws import LawCode

__all__ = ["HomeDeal", "Honour", "check_honours", "deal_from", "parse_deal"]

_SIDE_WORDS = {"we": Side.NS, "they": Side.EW, "мы": Side.NS, "они": Side.EW}
_SEATS = {seat.value.casefold(): seat for seat in Seat} | {seat.name.casefold(): seat for seat in Seat}
_HONOUR_WORDS = ("hon", "hons", "honour", "honours", "honor", "honors", "онёры", "онеры")
_GOULASH_WORDS = ("goulash", "гуляш")
_WORDS = {Side.NS: "We", Side.EW: "They"}


@dataclass(frozen=True, slots=True)
class Honour:
    """Honours claimed: by a hand or, where the hand is not named, by a side; 100 or 150 points."""

    holder: Seat | Side
    points: int

    @property
    def side(self) -> Side:
        """The side that scores them.

        >>> Honour(Seat.WEST, 100).side
        <Side.EW: 'EW'>
        """
        return self.holder if isinstance(self.holder, Side) else self.holder.side

    def __str__(self) -> str:
        """As written on a sheet.

        >>> str(Honour(Seat.NORTH, 100)), str(Honour(Side.EW, 150))
        ('hon N 100', 'hon They 150')
        """
        who = _WORDS[self.holder] if isinstance(self.holder, Side) else self.holder.value
        return f"hon {who} {self.points}"


@dataclass(frozen=True, slots=True)
class HomeDeal:
    """One deal: what was played or that all passed, the side that declared, honours, and how it was dealt.

    `cards` are the four hands in the notation of PBN where they are known; honours are then checked against them.
    `won` is a side that is said to have completed a game with this deal: checked, never believed.
    """

    outcome: Played | PassedOut
    side: Side | None = None
    honours: tuple[Honour, ...] = ()
    goulash: bool = False
    remark: str = ""
    cards: str = ""
    won: Side | None = None

    def __post_init__(self) -> None:
        if isinstance(self.outcome, PassedOut):
            if self.honours:
                raise RecordError(_("a passed-out deal has no trumps and no honours"))
            return
        declarer = self.outcome.contract.declarer
        if declarer is None and self.side is None:
            raise RecordError(_("{result}: who played it? Add N, E, S or W, or We or They").format(result=self.outcome))
        if declarer is not None and self.side not in (None, declarer.side):
            raise RecordError(
                _("{result} was played by the other side, not by {side}").format(
                    result=self.outcome, side=_WORDS[self.side or Side.NS]
                )
            )
        check_cards(self.cards)

    @property
    def declaring(self) -> Side | None:
        """The side that declared; `None` when all passed.

        >>> parse_deal("4H W =").declaring
        <Side.EW: 'EW'>
        """
        if isinstance(self.outcome, PassedOut):
            return None
        declarer = self.outcome.contract.declarer
        return declarer.side if declarer else self.side

    @property
    def result(self) -> str:
        """What was played, without honours.

        >>> parse_deal("2nt we +1").result
        '2NT We +1'
        """
        if isinstance(self.outcome, PassedOut) or self.outcome.contract.declarer or self.side is None:
            return str(self.outcome)
        over = f"{self.outcome.over:+d}" if self.outcome.over else "="
        return f"{self.outcome.contract} {_WORDS[self.side]} {over}"

    def __str__(self) -> str:
        """The deal as written on a sheet; it reads back as the same value.

        >>> str(parse_deal("6♦ E =  honours east 150 # at last"))
        '6D E = hon E 150 # at last'
        """
        parts = [self.result, *map(str, self.honours)]
        if self.goulash:
            parts.append("goulash")
        if self.won:
            parts.append(f"game {_WORDS[self.won]}")
        if self.cards:
            parts.append(f"cards {self.cards}")
        if self.remark:
            parts.append(f"# {self.remark}")
        return " ".join(parts)


def parse_deal(text: str) -> HomeDeal:
    """Read a deal as written by hand: result, then honours, `goulash`, `game We`, cards, and a remark behind `#`.

    The declarer is a hand or We or They. Raises NotationError where the text cannot be read and RecordError where
    it cannot be true.

    >>> deal = parse_deal("2NT N =+1 hon We 150")
    >>> deal.result, deal.honours[0].points
    ('2NT N +1', 150)
    >>> parse_deal("pass").declaring is None
    True
    """
    body, _mark, remark = text.partition("#")
    body, cards = _cut_cards(body)
    words = body.split()
    found: list[tuple[Seat | Side | None, int]] = []
    won: Side | None = None
    rest: list[str] = []
    goulash = False
    place = 0
    while place < len(words):
        word = words[place].casefold().strip(",;:")
        if word in _HONOUR_WORDS:
            holder, points, place = _honour(words, place + 1, text)
            found.append((holder, points))
            continue
        if word == "game":
            if won is not None:
                raise NotationError(
                    _("a deal completes one game at most, and here two are claimed: {text!r}").format(text=text), text
                )
            won = _SIDE_WORDS.get(words[place + 1].casefold()) if place + 1 < len(words) else None
            if won is None:
                raise NotationError(_("after 'game' comes We or They: {text!r}").format(text=text), text)
            place += 2
            continue
        goulash = goulash or word in _GOULASH_WORDS
        if word not in _GOULASH_WORDS:
            rest.append(words[place])
        place += 1
    outcome, side = _outcome(rest, text)
    declarer = outcome.contract.declarer if isinstance(outcome, Played) else None
    declaring = side or (declarer.side if declarer else Side.NS)  # a deal without any side is refused below
    honours = tuple(Honour(holder or declaring, points) for holder, points in found)
    return HomeDeal(outcome, side, honours, goulash, remark.strip(), cards, won)


def deal_from(deal: HomeDeal | Played | PassedOut | str) -> HomeDeal:
    """A deal from whatever describes it: text, a typed outcome, or a deal.

    >>> deal_from("1NT S =") == deal_from(deal_from("1NT S =").outcome)
    True
    """
    if isinstance(deal, HomeDeal):
        return deal
    if isinstance(deal, (Played, PassedOut)):
        return HomeDeal(deal)
    if isinstance(deal, str):
        return parse_deal(deal)
    raise InputError(_("{deal!r} is not a deal; write it such as '4H W ='").format(deal=deal))


def check_honours(deal: HomeDeal, code: LawCode) -> None:
    """Refuse honours that cannot be true: wrong points for the strain, two hands, or not what the cards show.

    >>> from overtrick.tables.laws import law
    >>> check_honours(parse_deal("3NT N = hon N 100"), law("rubber-1993"))
    Traceback (most recent call last):
    ...
    overtrick.errors.RecordError: honours at no-trump are four aces in one hand, 150 points, not 100
    """
    if isinstance(deal.outcome, PassedOut):
        return
    strain = deal.outcome.contract.strain
    for honour in deal.honours:
        if strain is Strain.NOTRUMP and honour.points != code.honours_aces:
            raise RecordError(
                _("honours at no-trump are four aces in one hand, {points} points, not {found}").format(
                    points=code.honours_aces, found=honour.points
                )
            )
        if honour.points not in (code.honours_four, code.honours_five):
            raise RecordError(
                _("honours of {found} do not exist; four in one hand are {four}, all five {five}").format(
                    found=honour.points, four=code.honours_four, five=code.honours_five
                )
            )
    if len(deal.honours) > 1 and strain is Strain.NOTRUMP:
        raise RecordError(
            _("honours that cannot both be true: only one hand can hold all four aces: {claims}").format(
                claims=", ".join(map(str, deal.honours))
            )
        )
    if len(deal.honours) > 1:
        raise RecordError(
            _("honours that cannot both be true: only one hand can hold four of the five honours: {claims}").format(
                claims=", ".join(map(str, deal.honours))
            )
        )
    if deal.cards:
        _against_cards(deal, strain, code)


def _against_cards(deal: HomeDeal, strain: Strain, code: LawCode) -> None:
    found = true_honours(deal.cards, strain)
    for honour in deal.honours:
        points = 0
        if found is not None and honour.holder in (found[0], found[0].side):
            points = _worth(found[1], strain, code)
        if points != honour.points:
            shown = (
                _("the cards show {points} in the hand of {seat}").format(
                    points=_worth(found[1], strain, code), seat=found[0].value
                )
                if found
                else _("the cards show none in any one hand")
            )
            raise RecordError(_("{claim}: {shown}").format(claim=honour, shown=shown))


def _worth(cards: int, strain: Strain, code: LawCode) -> int:
    if strain is Strain.NOTRUMP:
        return code.honours_aces
    return code.honours_five if cards == 5 else code.honours_four


def _cut_cards(body: str) -> tuple[str, str]:
    found = re.search(r"(?:cards\s+)?\"?\b([NESW]:\S+(?:\s+\S+){3})\"?", body)
    if not found:
        return body, ""
    return body[: found.start()] + " " + body[found.end() :], found.group(1).rstrip('"')


def _holder(word: str) -> Seat | Side | None:
    key = word.casefold().strip(",;:")
    return _SIDE_WORDS.get(key) or _SEATS.get(key)


def _honour(words: list[str], place: int, text: str) -> tuple[Seat | Side | None, int, int]:
    """Who and how many in either order, and the place of the next word; nobody named is `None`."""
    holder: Seat | Side | None = None
    points: int | None = None
    while place < len(words):
        word = words[place].strip(",;:")
        if points is None and word.isascii() and word.isdigit() and len(word) <= 5:
            points = int(word)
        elif holder is None and (who := _holder(word)) is not None:
            holder = who
        else:
            break
        place += 1
    if points is None:
        raise NotationError(_("after 'hon' comes a hand or a side, and 100 or 150: {text!r}").format(text=text), text)
    return holder, points, place


def _outcome(words: list[str], text: str) -> tuple[Played | PassedOut, Side | None]:
    from overtrick.notation.result import parse

    side: Side | None = None
    plain: list[str] = []
    for word in words:
        named = _SIDE_WORDS.get(word.casefold().strip(",;:"))
        if named is not None and side is None:
            side = named
            plain.append("N" if named is Side.NS else "E")
        else:
            plain.append(word)
    joined = re.sub(r"=\s*(?=[+\-−–]\s*\d)", "", " ".join(plain))
    entry = parse(joined)
    outcome = entry.ns
    if not isinstance(outcome, (Played, PassedOut)):
        raise NotationError(
            _("{text!r} is not a deal played at the table; write it such as '4H W ='").format(text=text), text
        )
    if side is not None and isinstance(outcome, Played):
        return replace(outcome, contract=replace(outcome.contract, declarer=None)), side
    return outcome, None
