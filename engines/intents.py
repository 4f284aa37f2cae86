"""What an action would do, said before it is made: for hints.

`describe` tells what came of an action, and that may be a secret until it is made: who wins a battle, what lies under a
card, what a hack matched. An intent is made from the seat's own view, and from the state only in ways that do not touch
what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines import play
from engines.api import Json, Seat
from engines.field_tactics.pieces import CODES
from engines.field_tactics.pieces import NAMES as PIECES
from engines.incursion_point_zero.cards import CARD_OF, INCURSIONS
from engines.registry import AnyEngine
from engines.zero_order.tokens import TABLES

_PIECE = dict(zip(CODES, PIECES, strict=True))
_FUNCTION = {function.code: function.name for function in TABLES.functions}
_Tell = Callable[[str, Mapping[str, Any], Seat, list[str]], str | None]


def intent(engine: AnyEngine, state: Any, seat: Seat, text: str) -> str:
    """A sentence for a legal action of a seat that is to act. Worlds that look alike to the seat give the same one."""
    view: Json = engine.view(state, seat)
    assert isinstance(view, Mapping)
    told = _TELL[engine.key](engine.seat_names[seat], view, seat, text.split())
    return told or play.describe(engine, play.Position(state, None), seat, text, seat)


def _open(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> None:
    """Nothing is hidden in this game: what happened may be told before it happens."""


def _field_tactics(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
    if view["phase"] == "choose":
        return f"{side} says that {words[-1].capitalize()} moves first."
    if view["phase"] == "setup":
        return f"{side} hands in this set-up, own back row first."
    squares = view["squares"]
    if view["phase"] == "duel":
        return f"{side} sends the {_PIECE[squares[words[0]][1]]} on {words[0]} into the duel."
    source, target = words[0].split("-")
    mover = _PIECE[squares[source][1]]
    if target in squares:
        return f"{side}'s {mover} on {source} attacks the piece on {target}."
    return f"{side}'s {mover} moves from {source} to {target}."


def _zero_order(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """Only the teams are secret: what is said of one may not tell the other."""
    if words[0] != "team":
        return None
    names = [_FUNCTION[code] for code in words[1:]]
    return f"{side} hands in a team: {', '.join(names[:-1])} and {names[-1]}."


def _zero_day(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """What a hack matches is told by the Admin afterwards; all else that an act does is open."""
    verb = words[0]
    if verb not in ("hack", "repeat"):
        return None
    at = "the unused cards" if "unused" in words else "the credentials"
    keys = words[1 : words.index("trudy")] if "trudy" in words else words[1:]
    named = [word for word in keys if word != "unused"]
    again = " again" if verb == "repeat" else ""
    return f"{side} hacks {at}{again} with the keys {', '.join(named)}."


def _incursion(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
    """What lies under a card, and what the dice bring, nobody knows before."""
    the = f"The {side}" if not side.startswith("The") else side
    verb, rest = words[0], words[1:]
    plain = _INCURSION.get(verb)
    if plain is not None:
        return plain(the, "" if seat else "s", *rest)
    question = view["question"] or {}
    soldier = question.get("soldier", "Soldier")
    if verb == "interrupt":
        return f"The {soldier} uses {question['ability']}." if rest == ["yes"] else f"The {soldier} holds back."
    if verb == "free":
        other = question["other"]
        return f"The {soldier} makes a Free Attack on the {other}." if rest == ["yes"] else f"The {soldier} lets it go."
    return f"{the}: no card is turned up." if rest == ["no"] else f"The card on {rest[0]} is turned up."


def _lay(the: str, ending: str, card: str, space: str) -> str:
    return f"{the} lay{ending} the {_card(card)} on {space}."


def _card(name: str) -> str:
    card = INCURSIONS[CARD_OF[name]] if name in CARD_OF else None
    return name if card is None else card.name


def _class(member: str) -> str:
    return member.partition(":")[0]


def _skill(the: str, ending: str, soldier: str, ability: str, target: str = "") -> str:
    return f"The {soldier} uses {ability}{' on ' + target if target else ''}."


_INCURSION: Mapping[str, Callable[..., str]] = {
    "squad": lambda the, ending, *team: f"{the} hand{ending} in a squad: {', '.join(_class(one) for one in team)}.",
    "place": lambda the, ending, location, space: f"{the} place{ending} {location} on {space}.",
    "discard": lambda the, ending, location: f"{the} can place nothing and discard{ending} {location}.",
    "drop": lambda the, ending, card: f"{the} drop{ending} the {_card(card)}.",
    "lay": _lay,
    "enter": lambda the, ending, soldier, space: f"The {soldier} enters on {space}.",
    "move": lambda the, ending, soldier, space, goal: f"The {soldier} moves from {space} to {goal}.",
    "attack": lambda the, ending, soldier, target: f"The {soldier} attacks the {target}.",
    "skill": _skill,
    "use": lambda the, ending, soldier, card: f"The {soldier} uses the {_card(card)}.",
    "pass": lambda the, ending, soldier: f"The {soldier} ends its activation.",
}
_TELL: Mapping[str, _Tell] = {
    "field-tactics": _field_tactics,
    "incursion-point-zero": _incursion,
    "order-and-chaos": _open,
    "zero-day": _zero_day,
    "zero-order": _zero_order,
}
