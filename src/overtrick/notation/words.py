"""The letters and words of bridge in each language, and which of the English ones may stand beside them.

A language's own words come first. English words are understood in every language too, but never where the language
has given the same letter another meaning of the same kind (German C is Coeur, French O is Ouest). Kinds are kept apart:
Dutch S is schoppen behind a level and South where a seat is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Doubling, Seat, Strain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["LANGUAGES", "Language", "Words", "language_words"]

T = TypeVar("T")


class Words(Generic[T]):
    """Words of one kind, found at any place of a normalised text."""

    __slots__ = ("by_word", "lengths")

    def __init__(self, by_word: Mapping[str, T]) -> None:
        self.by_word = dict(by_word)
        self.lengths = tuple(sorted({len(word) for word in by_word}, reverse=True))

    def at(self, text: str, place: int) -> list[tuple[T, int]]:
        """Every word that begins there, longest first, each with the place behind it.

        >>> Words({"x": 1, "xx": 2}).at("4sxx", 2)
        [(2, 4), (1, 3)]
        """
        return [
            (self.by_word[text[place : place + length]], place + length)
            for length in self.lengths
            if text[place : place + length] in self.by_word
        ]


@dataclass(frozen=True, slots=True)
class Language:
    """All that the grammar needs of one language; words are in small letters."""

    key: str
    strains: Words[Strain]
    seats: Words[Seat]
    doublings: Words[Doubling]
    by: Words[bool]
    made: Words[bool]
    passes: frozenset[str]
    not_played: frozenset[str]
    example: str


_STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
_DOUBLINGS = (Doubling.DOUBLED, Doubling.REDOUBLED)
_SIGNS: dict[str, Strain] = {
    sign: strain for strain, signs in zip(_STRAINS, ("♣♧", "♦♢", "♥♡❤", "♠♤", ""), strict=True) for sign in signs
}

# Within a kind, alternatives are separated by commas; kinds with several members (strains C D H S NT,
# seats N E S W, double and redouble) by semicolons.
_TABLE: dict[str, dict[str, str]] = {
    "en": {
        "strains": "c,club,clubs; d,diamond,diamonds; h,heart,hearts; s,spade,spades; "
        "n,nt,nts,notrump,notrumps,no-trump,no-trumps,no trump,no trumps",
        "seats": "n,north; e,east; s,south; w,west",
        "doublings": "x,*,dbl,dble,double,doubled; xx,**,rdbl,rdble,redouble,redoubled",
        "by": "by",
        "passes": "p,ap,pass,passed,all pass,allpass,all passed,passed out,pass out,passout",
        "not_played": "np,n/p,not played,notplayed,no play",
        "example": "4SX N +1",
    },
    "ru": {
        "strains": "т,тр,треф,трефа,трефы; б,буб,бубна,бубны,бубен; ч,черв,черва,червы,червей; п,пик,пика,пики; "
        "бк,без козыря,без козырей",
        "seats": "с,север; в,восток; ю,юг; з,запад",
        "doublings": "к,контра,кон,кон.; рк,реконтра,рек,рек.",
        "by": "",
        "passes": "пас,все пас,общий пас",
        "not_played": "не играли,не играно,не сыграно",
        "example": "4ПХ С +1",
    },
    "de": {
        "strains": "t,tr,treff; k,ka,karo; c,co,coeur,cœur; p,pi,pik; sa,sans atout",
        "seats": "n,nord; o,ost; s,süd,sued; w,west",
        "doublings": "kontra; rekontra",
        "by": "von,durch",
        "passes": "passe,pass,alle passen",
        "not_played": "nicht gespielt",
        "example": "4PX N +1",
    },
    "fr": {
        "strains": "t,tr,trèfle,trefle,trèfles,trefles; k,ca,carreau,carreaux; c,co,coeur,cœur,coeurs,cœurs; "
        "p,pi,pique,piques; sa,sans atout,sans-atout",
        "seats": "n,nord; e,est; s,sud; o,ouest",
        "doublings": "contré,contre; surcontré,surcontre",
        "by": "par",
        "passes": "passe,passe général,passe general",
        "not_played": "non joué,non joue",
        "example": "4PX N +1",
    },
    "nl": {
        "strains": "k,kl,klaver,klaveren; r,ru,ruiten; h,ha,harten; s,sch,schoppen; sa,z,sans,sans atout,zonder troef",
        "seats": "n,noord; o,oost; z,zuid; w,west",
        "doublings": "doublet,gedoubleerd; redoublet,geredoubleerd",
        "by": "door",
        "made": "c,contract",
        "passes": "pas,rondpas,rond pas",
        "not_played": "niet gespeeld",
        "example": "4SX N +1",
    },
    "pl": {
        "strains": "t,tr,trefl,trefle; k,ka,karo,kara; c,ki,kier,kiery; p,pi,pik,piki; ba,bez atu",
        "seats": "n,północ; e,wschód; s,południe; w,zachód",
        "doublings": "ktr,kontra; rktr,rekontra",
        "by": "przez",
        "passes": "pas,pasy,4 pasy,cztery pasy",
        "not_played": "nie grano",
        "example": "4PX N +1",
    },
    "it": {
        "strains": "f,fi,fiori; q,qu,quadri; c,cu,cuori; p,pi,picche; sa,senza,senza atout",
        "seats": "n,nord; e,est; s,sud; o,ovest",
        "doublings": "contrato,contro; surcontrato,surcontro",
        "by": "da",
        "passes": "passo,passano tutti",
        "not_played": "non giocato",
        "example": "4PX N +1",
    },
    "tr": {
        "strains": "sinek; karo; kör,kor,kupa; pik,maça; sa,zon,sanzatu",
        "seats": "kuzey; doğu; güney; batı,bati",
        "doublings": "kontr; sürkontr",
        "by": "",
        "passes": "pas",
        "not_played": "oynanmadı",
        "example": "4SX N +1",
    },
    "da": {
        "strains": "k,kl,klør; r,ru,ruder; h,hj,hjerter,hjerte; s,sp,spar; u,ut,grand,uden trumf",
        "seats": "n,nord; ø,øst; s,syd; v,vest",
        "doublings": "dobler,doblet; redobler,redoblet",
        "by": "af",
        "passes": "pas",
        "not_played": "ikke spillet",
        "example": "4SX N +1",
    },
    "no": {
        "strains": "k,kl,kløver; r,ru,ruter; h,hj,hjerter; s,sp,spar; ut,grand,uten trumf",
        "seats": "n,nord; ø,øst; s,sør,syd; v,vest",
        "doublings": "doblet; redoblet",
        "by": "av",
        "passes": "pass",
        "not_played": "ikke spilt",
        "example": "4SX N +1",
    },
    "sv": {
        "strains": "k,kl,klöver; r,ru,ruter; h,hj,hjärter; s,sp,spader; ut,sang,sans,grand",
        "seats": "n,nord,norr; ö,öst,öster; s,syd,söder; v,väst,väster",
        "doublings": "dubblat,dubblad; redubblat,redubblad",
        "by": "av",
        "passes": "pass",
        "not_played": "ej spelad,inte spelad",
        "example": "4SX N +1",
    },
}

LANGUAGES = tuple(_TABLE)
"""Keys of the languages that results can be written in."""

_SAME_LANGUAGE = {"nb": "no", "nn": "no", "se": "sv", "dk": "da"}

# Cyrillic letters that look like Latin ones. People mix the keyboards; the mixed word counts as the Russian one
# unless the Latin letters already mean something of the same kind (Latin C behind a level stays clubs).
_LOOK_ALIKE = dict(zip("аверкмност", "abepkmhoct", strict=True)) | {"в": "b", "е": "e", "р": "p"}


def language_words(key: str) -> Language:
    """The words of a language; region marks such as `ru-RU` are passed over.

    Raises ConditionsError for a language that is not in the table.

    >>> language_words("de_AT").seats.by_word["o"]
    <Seat.EAST: 'E'>
    >>> language_words("fr").seats.by_word["o"]
    <Seat.WEST: 'W'>
    """
    return _language(key)


@lru_cache(maxsize=64)
def _language(key: str) -> Language:
    short = key.strip().casefold().replace("_", "-").split("-")[0]
    short = _SAME_LANGUAGE.get(short, short)
    if short not in _TABLE:
        raise ConditionsError(
            _("no notation in language {key}; known: {known}").format(key=repr(key), known=", ".join(LANGUAGES))
        )
    own = _TABLE[short]
    return Language(
        key=short,
        strains=Words(_SIGNS | _merged(short, "strains", _STRAINS)),
        seats=Words(_merged(short, "seats", tuple(Seat))),
        doublings=Words(_merged(short, "doublings", _DOUBLINGS)),
        by=Words(dict.fromkeys((*_split(own["by"]), "by"), True)),
        made=Words(dict.fromkeys(_split(own.get("made", "")), True)),
        passes=_every_pass(),
        not_played=frozenset(_split(own["not_played"])) | frozenset(_split(_TABLE["en"]["not_played"])),
        example=own["example"],
    )


@lru_cache(maxsize=1)
def _every_pass() -> frozenset[str]:
    """The words for a pass in all languages: none of them means anything else in another."""
    return frozenset(word for own in _TABLE.values() for word in _split(own["passes"]))


def _split(text: str) -> tuple[str, ...]:
    return tuple(word for word in (piece.strip() for piece in text.split(",")) if word)


def _merged(key: str, kind: str, members: tuple[T, ...]) -> dict[str, T]:
    own = _words(_TABLE[key][kind], members)
    english = _words(_TABLE["en"][kind], members)
    mixed = _mixed(own) if key == "ru" else {}
    return mixed | english | own


def _words(text: str, members: Iterable[T]) -> dict[str, T]:
    return {word: member for member, words in zip(members, text.split(";"), strict=True) for word in _split(words)}


def _mixed(own: dict[str, Any]) -> dict[str, Any]:
    """Short Russian words with some letters typed on the Latin keyboard."""
    return {
        "".join(letters): value
        for word, value in own.items()
        if len(word) <= 4
        for letters in product(*((letter, _LOOK_ALIKE.get(letter, letter)) for letter in word))
    }
