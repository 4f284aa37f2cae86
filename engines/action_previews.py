"""Descriptions of what an action would do, shown before it is made (hints).

`describe` tells what an action caused, which may be secret until it is made: who wins a battle, what lies under a card,
what a hack matched. A preview is made from the seat's own view, and uses the state only where it cannot reveal what the
seat may not know.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engines import play
from engines.common import format_list
from engines.contract import Json, Seat
from engines.field_tactics.pieces import CODES, NAMES as PIECES
from engines.i18n import mark, translate as _
from engines.incursion_point_zero.cards import CARD_OF, INCURSIONS
from engines.registry import AnyEngine
from engines.zero_order.tokens import TABLES

_PIECE_NAMES = dict(zip(CODES, PIECES, strict=True))
_FUNCTION_NAMES = {function.code: function.name for function in TABLES.functions}


def preview_action(engine: AnyEngine, state: Any, seat: Seat, text: str) -> str:
    """Return a preview of a legal action of a seat to act. It is the same for all states with the same view."""
    view: Json = engine.view(state, seat)
    assert isinstance(view, Mapping)
    preview = _PREVIEWS.get(engine.key)
    sentence = preview and preview(_(engine.seat_names[seat]), view, seat, text.split())
    return sentence or play.describe(engine, play.Position(state, None), seat, text, seat)


def _preview_field_tactics(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
    if view["phase"] == "choose":
        return _("{side} decides: {first} moves first.", side=side, first=_(words[-1].capitalize()))
    if view["phase"] == "setup":
        return _("{side} submits this set-up, own back row first.", side=side)
    squares = view["squares"]
    if view["phase"] == "duel":
        piece = _(_PIECE_NAMES[squares[words[0]][1]])
        return _("{side} sends the {piece} on {square} into the duel.", side=side, piece=piece, square=words[0])
    src, dst = words[0].split("-")
    mover = _(_PIECE_NAMES[squares[src][1]])
    if dst in squares:
        return _("{side}'s {piece} on {src} attacks the piece on {dst}.", side=side, piece=mover, src=src, dst=dst)
    return _("{side}'s {piece} moves from {src} to {dst}.", side=side, piece=mover, src=src, dst=dst)


def _preview_zero_order(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """Return a preview without revealing a team, which is the only secret."""
    if words[0] != "team":
        return None
    return _("{side} submits a team: {units}.", side=side, units=format_list([_FUNCTION_NAMES[code] for code in words[1:]]))


_HACK_SENTENCES = {
    "hack": mark("{side} hacks the credentials with the keys {keys}."),
    "hack unused": mark("{side} hacks the unused cards with the keys {keys}."),
    "repeat": mark("{side} hacks the credentials again with the keys {keys}."),
    "repeat unused": mark("{side} hacks the unused cards again with the keys {keys}."),
}


def _preview_zero_day(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """Return a preview. Only the result of a hack is unknown, because the Admin reports it afterwards."""
    verb = words[0]
    if verb not in ("hack", "repeat"):
        return None
    keys = words[1 : words.index("trudy")] if "trudy" in words else words[1:]
    key_names = [word for word in keys if word != "unused"]
    return _(_HACK_SENTENCES[f"{verb} unused" if "unused" in words else verb], side=side, keys=", ".join(key_names))


def _preview_incursion(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
    """Return a preview without revealing face-down cards or dice."""
    verb, *args = words
    if verb == "squad":
        return _(_TEAM[seat], soldiers=", ".join(entry.partition(":")[0] for entry in args))
    if verb == "skill":
        message = _USES_ON if args[2:] else _USES
        return _(message, **dict(zip(("soldier", "ability", "target"), args, strict=False)))
    if verb in _INCURSION_SENTENCES:
        names, *messages = _INCURSION_SENTENCES[verb]
        params = dict(zip(names.split(), args, strict=True))
        if params.get("card") in CARD_OF:
            params["card"] = _(INCURSIONS[CARD_OF[params["card"]]].name)
        return _(messages[seat % len(messages)], **params)
    question = view["question"] or {}
    soldier = question.get("soldier", "Soldier")
    if verb == "interrupt":
        if args == ["yes"]:
            return _(_USES, soldier=soldier, ability=question["ability"])
        return _("The {soldier} holds back.", soldier=soldier)
    if verb == "free":
        if args == ["yes"]:
            other = question["other"]
            return _("The {soldier} makes a Free Attack on the {other}.", soldier=soldier, other=other)
        return _("The {soldier} makes no Free Attack.", soldier=soldier)
    if args == ["no"]:
        return _(_NOT_TURNED[seat])
    return _("The card on {space} is turned up.", space=args[0])


_USES = mark("The {soldier} uses {ability}.")
_USES_ON = mark("The {soldier} uses {ability} on {target}.")
_TEAM = (mark("The Strike Team submits a squad: {soldiers}."), mark("The Terrorists submit a squad: {soldiers}."))
_NOT_TURNED = (mark("The Strike Team turns up no card."), mark("The Terrorists turn up no card."))
_INCURSION_SENTENCES: Mapping[str, tuple[str, ...]] = {
    "place": (
        "location space",
        mark("The Strike Team places {location} on {space}."),
        mark("The Terrorists place {location} on {space}."),
    ),
    "discard": (
        "location",
        mark("The Strike Team can place nothing and discards {location}."),
        mark("The Terrorists can place nothing and discard {location}."),
    ),
    "drop": ("card", mark("The Strike Team drops the {card}."), mark("The Terrorists drop the {card}.")),
    "lay": (
        "card space",
        mark("The Strike Team lays the {card} on {space}."),
        mark("The Terrorists lay the {card} on {space}."),
    ),
    "enter": ("soldier space", mark("The {soldier} enters on {space}.")),
    "move": ("soldier space goal", mark("The {soldier} moves from {space} to {goal}.")),
    "attack": ("soldier target", mark("The {soldier} attacks the {target}.")),
    "use": ("soldier card", mark("The {soldier} uses the {card}.")),
    "pass": ("soldier", mark("The {soldier} ends its activation.")),
}
"""By verb: what its words name, and the sentence, or one sentence per seat."""
_PREVIEWS: Mapping[str, Callable[[str, Mapping[str, Any], Seat, list[str]], str | None]] = {
    "field-tactics": _preview_field_tactics,
    "incursion-point-zero": _preview_incursion,
    "zero-day": _preview_zero_day,
    "zero-order": _preview_zero_order,
}
"""Preview functions by game; games without hidden information use `describe`."""
