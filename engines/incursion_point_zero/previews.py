"""Previews of actions, from a seat's own view (`engines.action_previews`)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Seat
from engines.i18n import mark, translate as _
from engines.incursion_point_zero.cards import CARD_OF, INCURSIONS

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


def preview(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
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
