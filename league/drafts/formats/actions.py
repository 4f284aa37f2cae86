"""The actions of a draft. The log of actions with their times is stored; the state is folded from it.

In JSON an action is `{"is": tag, ...its fields}`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, dataclass_transform

from engines.i18n import mark, translate as _
from league.drafts.formats.codec import encode
from matches.errors import ActionError


@dataclass_transform(frozen_default=True)
class Action:
    """The base of all actions, which are frozen dataclasses."""

    tag: ClassVar[str]

    def __init_subclass__(cls, tag: str) -> None:
        cls.tag = tag
        dataclass(frozen=True)(cls)


class Take(Action, tag="pick"):
    """A pick at the card's price: any card of the pool, or in a deck draft one of an open row."""

    team: int
    card: int


class Draw(Action, tag="draw"):
    """A draw from a deck (counted from 0) until a card fits the team's roster; cards that do not fit are laid open."""

    team: int
    deck: int


class Nominate(Action, tag="nominate"):
    """A nomination: the team puts up a card with an opening bid of its own."""

    team: int
    card: int
    bid: int


class Bid(Action, tag="bid"):
    """A bid on lot number `lot`, so that a late bid never counts for the next lot."""

    team: int
    lot: int
    amount: int


class Seal(Action, tag="seal"):
    """A blind bid, which replaces the team's earlier one on that card; an amount of None withdraws it."""

    team: int
    round: int
    card: int
    amount: int | None = None


class Pass(Action, tag="pass"):
    """A team's pass: its turn, a lot, its nominations, or the end of its blind bids."""

    team: int


class Queue(Action, tag="queue"):
    """The cards that autopick tries first, best first; visible only to the team."""

    team: int
    cards: tuple[int, ...]


class Auto(Action, tag="auto"):
    """Autopick on or off for a team, set by its player or the organiser; visible to all."""

    team: int
    on: bool


class Skip(Action, tag="skip"):
    """The organiser's move of the current turn to the end; in an auction the next team nominates."""


class Force(Action, tag="force"):
    """The organiser's gift of a card to a team, by default at the least price; the roster must stay legal.

    It uses the team's next turn where there are turns.
    """

    team: int
    card: int
    price: int | None = None


class Undo(Action, tag="undo"):
    """The organiser's undo of one pick by its number; later picks stay."""

    pick: int


class Order(Action, tag="order"):
    """The organiser's order of the remaining turns, or in an auction of the nominations."""

    teams: tuple[int, ...]


class Pause(Action, tag="pause"):
    """The organiser's stop of the clocks."""


class Resume(Action, tag="resume"):
    """The organiser's restart of the clocks."""


class Credit(Action, tag="credit"):
    """Extra time for the team on turn, after a lost connection or by the organiser."""

    team: int
    ms: int


class Flag(Action, tag="flag"):
    """A deadline that fell: autopick, the turn marked overdue, the lot sold, or the blind bids processed."""


class End(Action, tag="end"):
    """The organiser's end of the draft; rosters below the minimum need `unfinished`."""

    unfinished: bool = False


ACTION_TYPES: dict[str, type[Any]] = {action.tag: action for action in Action.__subclasses__()}
ORGANISER_ACTIONS = (Skip, Force, Undo, Order, Pause, Resume, Credit, End)
"""Actions of the organiser. Flag is the clock's; the others are the named team's (Auto also the organiser's)."""
TIMED_ACTIONS = (Take, Draw, Nominate, Bid, Seal, Pass)
"""Actions of a team that must come before its deadline and not in a pause."""
_WRONG_TYPE = {
    bool: mark("`{name}` must be true or false."),
    int: mark("`{name}` must be a whole number."),
    tuple[int, ...]: mark("`{name}` must be a list of whole numbers."),
}


def dump(action: Action) -> dict[str, Any]:
    """Return the action as JSON."""
    return {"is": action.tag, **encode(action)}


def load(data: Mapping[str, Any] | Any) -> Action:
    """Return the action of this JSON. Raises ActionError("bad-act", with the field) if it is malformed."""
    kind = ACTION_TYPES.get(str(data.get("is"))) if isinstance(data, Mapping) else None
    if kind is None:
        raise ActionError("bad-act", _("`is` must be one of {kinds}.", kinds=", ".join(ACTION_TYPES)), "is")
    values, valid = {name: value for name, value in data.items() if name != "is"}, fields(kind)
    if unknown := values.keys() - {field.name for field in valid}:
        name, known = min(unknown), ", ".join(field.name for field in valid)
        raise ActionError("bad-act", _("Unknown field: `{name}`. Allowed: {fields}.", name=name, fields=known), name)
    for field in valid:
        if field.name in values:
            values[field.name] = _parse_value(field.name, field.type, values[field.name])
        elif field.default is MISSING:
            raise ActionError("bad-act", _("`{name}` is required.", name=field.name), field.name)
    action: Action = kind(**values)
    return action


def _parse_value(name: str, kind: Any, value: Any) -> Any:
    if kind == int | None:
        return value if value is None else _parse_value(name, int, value)
    if kind == tuple[int, ...] and isinstance(value, list):
        return tuple(_parse_value(name, int, item) for item in value)
    if type(value) is not kind:
        raise ActionError("bad-act", _(_WRONG_TYPE[kind], name=name), name)
    return value
