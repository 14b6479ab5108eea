"""House rules of rubber and Chicago: each agreed choice as a named setting with its values and its source."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Self

from overtrick.errors import ConditionsError
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["ChicagoRules", "HouseRules", "RubberRules", "home_rules"]

_LAW = "law"


def _rule(
    default: str, *, help: str, cite: str, among: tuple[str, ...] = (), number: bool = False, shown: str = ""
) -> Any:
    """A setting: closed choice (`among`), a number of points (`number`), or both; `shown` stands for a long choice."""
    return field(
        default=default, metadata={"help": help, "cite": cite, "among": among, "number": number, "shown": shown}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Settings that rubber and Chicago share. The value `law` means: as the code of laws says."""

    honours: str = _rule(
        "yes", help=N_("whether honours score"), cite="Law 80 of rubber; many clubs leave them out", among=("yes", "no")
    )
    overtricks: str = _rule(
        "counted",
        help=N_("whether undoubled overtricks score"),
        cite="London clubs leave them out at high stakes",
        among=("counted", "ignored"),
    )
    undertricks: str = _rule(
        _LAW, help=N_("undertricks by the key of another code of laws, such as rubber-1935"), cite="house rule"
    )
    made_doubled: str = _rule(
        _LAW,
        help=N_("points for making a doubled or redoubled contract"),
        cite="house rule",
        among=(_LAW,),
        number=True,
    )

    @classmethod
    def table(cls) -> tuple[tuple[str, str, str, str, str], ...]:
        """Name, default, values, help and source of each setting, for `overtrick list settings`.

        >>> [row[0] for row in RubberRules.table()][:2]
        ['honours', 'overtricks']
        """
        return tuple(
            (_key(item), str(item.default), _values(item), _(item.metadata["help"]), item.metadata["cite"])
            for item in fields(cls)
        )

    def with_settings(self, settings: dict[str, str]) -> Self:
        """The same rules with some settings changed, each given as text; unknown names or values: ConditionsError.

        >>> ChicagoRules().with_settings({"part-scores": "party"}).part_scores
        'party'
        """
        known = {_key(item): item for item in fields(self)}
        changes: dict[str, Any] = {}
        for name, text in settings.items():
            key = str(name).strip().casefold().replace("_", "-").replace(" ", "-")
            if key not in known:
                raise ConditionsError(
                    _("there is no setting {name!r}; known: {known}").format(name=name, known=", ".join(known))
                )
            changes[known[key].name] = _checked(known[key], str(text).strip().casefold())
        return replace(self, **changes)

    def changed(self) -> tuple[tuple[str, str], ...]:
        """The settings that are not the default, in order.

        >>> RubberRules(honours="no").changed()
        (('honours', 'no'),)
        """
        return tuple(
            (_key(item), str(getattr(self, item.name)))
            for item in fields(self)
            if getattr(self, item.name) != item.default
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberRules(HouseRules):
    """House rules of rubber bridge.

    >>> RubberRules().with_settings({"rubber-in-two": "750"}).rubber_in_two
    '750'
    """

    rubber_in_two: str = _rule(
        _LAW, help=N_("bonus for a rubber of two games to none"), cite="Law 79 of rubber", among=(_LAW,), number=True
    )
    rubber_in_three: str = _rule(
        _LAW, help=N_("bonus for a rubber of two games to one"), cite="Law 79 of rubber", among=(_LAW,), number=True
    )
    unfinished_game: str = _rule(
        _LAW,
        help=N_("bonus for the only game when the rubber is stopped"),
        cite="Law 80 of rubber",
        among=(_LAW,),
        number=True,
    )
    unfinished_part: str = _rule(
        _LAW,
        help=N_("bonus for the only part-score when the rubber is stopped"),
        cite="Law 80 of rubber",
        among=(_LAW,),
        number=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChicagoRules(HouseRules):
    """The variants of four-deal bridge.

    >>> ChicagoRules().vulnerable, ChicagoRules(part_scores="party").each_part_bonus
    ('dealer', 50)
    """

    vulnerable: str = _rule(
        "dealer",
        help=N_("who is vulnerable on deals 2 and 3: the dealer's side or the opponents"),
        cite="ACBL Chicago; London clubs the opponents",
        among=("dealer", "opponents"),
    )
    part_scores: str = _rule(
        "carry",
        help=N_("part-scores carry on to the next deal, or each deal stands alone (party)"),
        cite="ACBL Chicago; party scoring",
        among=("carry", "party"),
    )
    each_part: str = _rule(
        "plain",
        help=N_("points for every part-score made; plain: none when part-scores carry, 50 at party scoring"),
        cite="ACBL Chicago; party scoring",
        among=("plain",),
        number=True,
    )
    last_part: str = _rule(
        "plain",
        help=N_("points for a part-score on the last deal; plain: 100 when part-scores carry, else as on any deal"),
        cite="ACBL Chicago; party scoring",
        among=("plain",),
        number=True,
    )
    pass_out: str = _rule(
        "redeal",
        help=N_("a passed-out deal: dealt again, dealt again as a goulash, or counts as one of the deals"),
        cite="ACBL Chicago; house rule",
        among=("redeal", "goulash", "counts"),
    )
    wheels: str = _rule(
        "1",
        help=N_("wheels on one sheet: a number, or any"),
        cite="house rule",
        among=("any", *map(str, range(1, 100))),
        shown="any, 1, 2...",
    )
    length: str = _rule("4", help=N_("deals in a wheel"), cite="house rule; four by custom", among=("4", "5"))
    first_dealer: str = _rule(
        "n", help=N_("the dealer of the first deal"), cite="cut for the deal", among=("n", "e", "s", "w")
    )

    @property
    def each_part_bonus(self) -> int:
        """Points for a part-score on any deal."""
        if self.each_part != "plain":
            return int(self.each_part)
        return 50 if self.part_scores == "party" else 0

    @property
    def last_part_bonus(self) -> int:
        """Points for a part-score on the last deal, in place of those for any deal."""
        if self.last_part != "plain":
            return int(self.last_part)
        return self.each_part_bonus if self.part_scores == "party" else 100


def home_rules() -> dict[str, Any]:
    """All house rules as plain values, for a scorer that is not written in Python, such as the page for the phone.

    For each form of the game a list of settings (name, default, closed choice, whether a number will do, help); and
    under `parts` what Chicago gives a part-score on any deal and on the last, where the house agreed nothing.

    >>> home_rules()["parts"]["party"], home_rules()["rubber"][0]["among"]
    ([50, 50], ['yes', 'no'])
    """
    found: dict[str, Any] = {"parts": {}}
    for form, rules in (("rubber", RubberRules), ("chicago", ChicagoRules)):
        found[form] = [
            {
                "name": _key(item),
                "default": item.default,
                "among": list(item.metadata["among"]),
                "number": item.metadata["number"],
                "help": item.metadata["help"],
            }
            for item in fields(rules)
        ]
    for way in ("carry", "party"):
        chosen = ChicagoRules(part_scores=way)
        found["parts"][way] = [chosen.each_part_bonus, chosen.last_part_bonus]
    return found


def _key(item: Field[Any]) -> str:
    return item.name.replace("_", "-")


def _values(item: Field[Any]) -> str:
    if item.metadata["shown"]:
        return str(item.metadata["shown"])
    values = ", ".join(item.metadata["among"])
    if item.metadata["number"]:
        return f"{values}, 0, 1, 2..." if values else "0, 1, 2..."
    return values or "key of a code"


def _checked(item: Field[Any], text: str) -> str:
    among: tuple[str, ...] = item.metadata["among"]
    if item.metadata["number"] and text.isascii() and text.isdigit() and len(text) <= 6:
        return text.lstrip("0") or "0"
    if among and text not in among:
        raise ConditionsError(
            _("{name} cannot be {text!r}; it can be {values}").format(name=_key(item), text=text, values=_values(item))
        )
    return text
