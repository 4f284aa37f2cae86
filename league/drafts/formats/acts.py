"""What can be done in a draft. The log of acts with their moments is the truth; everything else is folded from it.

In JSON an act is `{"is": tag, ...its fields}`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, dataclass_transform

from engines.words import marked, say, told
from league.drafts.formats.codec import encode
from matches.refusals import Refused


@dataclass_transform(frozen_default=True)
class Act:
    """The base of all acts; each is a frozen dataclass."""

    tag: ClassVar[str]

    def __init_subclass__(cls, tag: str) -> None:
        cls.tag = tag
        dataclass(frozen=True)(cls)


class Take(Act, tag="pick"):
    """The team takes a card at its price: any of the pool, or in a deck draft one of an open row."""

    team: int
    card: int


class Draw(Act, tag="draw"):
    """The team draws from the top of a deck (counted from 0) till a card comes that fits its roster; those that do not
    are laid open."""

    team: int
    deck: int


class Nominate(Act, tag="nominate"):
    """The team puts a card up and opens with a bid of its own."""

    team: int
    card: int
    bid: int


class Bid(Act, tag="bid"):
    """`lot` says which, so that a bid which comes late is never taken for one on the next."""

    team: int
    lot: int
    amount: int


class Seal(Act, tag="seal"):
    """A sealed bid in place of the team's earlier one on that card; an amount of None takes it back."""

    team: int
    round: int
    card: int
    amount: int | None = None


class Pass(Act, tag="pass"):
    """The team gives up its turn, a lot, its nominations, or says that its sealed bids are complete."""

    team: int


class Queue(Act, tag="queue"):
    """The cards that autopick is to try first, best first. Nobody else sees them."""

    team: int
    cards: tuple[int, ...]


class Auto(Act, tag="auto"):
    """Autopick on or off for a team, by its player or by the organiser; everybody sees it."""

    team: int
    on: bool


class Skip(Act, tag="skip"):
    """The organiser moves the turn that runs to the end; in an auction the next team nominates."""


class Force(Act, tag="force"):
    """The organiser gives a card to a team, for its next turn where there are turns, at the least price if none is
    given. The roster stays legal."""

    team: int
    card: int
    price: int | None = None


class Undo(Act, tag="undo"):
    """The organiser takes back one pick by its number; later ones stand."""

    pick: int


class Order(Act, tag="order"):
    """The organiser says who has the turns that are left, first one first; in an auction, who nominates."""

    teams: tuple[int, ...]


class Pause(Act, tag="pause"):
    """The organiser stops the clocks."""


class Resume(Act, tag="resume"):
    """The organiser lets the clocks run again."""


class Credit(Act, tag="credit"):
    """Time for the team whose turn runs, after a lost connection or by the organiser's grace."""

    team: int
    ms: int


class Flag(Act, tag="flag"):
    """The deadline fell: autopick, the turn marked overdue, the lot sold, or the sealed bids opened."""


class End(Act, tag="end"):
    """The organiser ends the draft. With a roster below its minimum only if `unfinished` says so."""

    unfinished: bool = False


KINDS: dict[str, type[Any]] = {one.tag: one for one in Act.__subclasses__()}
ORGANISERS = (Skip, Force, Undo, Order, Pause, Resume, Credit, End)
"""Acts of the organiser; Flag is the clock's, the others are the named team's (Auto also the organiser's)."""
TIMED = (Take, Draw, Nominate, Bid, Seal, Pass)
"""Acts of a team that have to come before its deadline and not in a pause."""
_WANTED = {bool: marked("true or false"), int: marked("a whole number"), tuple[int, ...]: marked("a list")}


def dump(act: Act) -> dict[str, Any]:
    return {"is": act.tag, **encode(act)}


def load(data: Mapping[str, Any] | Any) -> Act:
    """Refused (`bad-act`, with the field) if the JSON is no act."""
    kind = KINDS.get(str(data.get("is"))) if isinstance(data, Mapping) else None
    if kind is None:
        raise Refused("bad-act", say("An act is one of {kinds}.", kinds=", ".join(KINDS)), "is")
    given, known = {name: value for name, value in data.items() if name != "is"}, fields(kind)
    if unknown := given.keys() - {one.name for one in known}:
        raise _bad(min(unknown), say("no such field; it has {fields}", fields=", ".join(one.name for one in known)))
    for one in known:
        if one.name in given:
            given[one.name] = _checked(one.name, one.type, given[one.name])
        elif one.default is MISSING:
            raise _bad(one.name, say("a value"))
    made: Act = kind(**given)
    return made


def _checked(name: str, kind: Any, value: Any) -> Any:
    if kind == int | None:
        return value if value is None else _checked(name, int, value)
    if kind == tuple[int, ...] and isinstance(value, list):
        return tuple(_checked(name, int, one) for one in value)
    if type(value) is not kind:
        raise _bad(name, told(_WANTED[kind]))
    return value


def _bad(field: str, wanted: str) -> Refused:
    return Refused("bad-act", say("{field}: give {wanted}.", field=field, wanted=wanted), field)
