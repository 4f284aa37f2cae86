"""Previews of actions, from a seat's own view (`engines.action_previews`)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Seat
from engines.i18n import mark, translate as _

_HACK_SENTENCES = {
    "hack": mark("{side} hacks the credentials with the keys {keys}."),
    "hack unused": mark("{side} hacks the unused cards with the keys {keys}."),
    "repeat": mark("{side} hacks the credentials again with the keys {keys}."),
    "repeat unused": mark("{side} hacks the unused cards again with the keys {keys}."),
}


def preview(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str | None:
    """Return a preview: what the log keeps from the others, without the result of a hack, which the Admin reports later."""
    verb = words[0]
    if verb == "credentials":
        return _("{side} names the credentials {cards}.", side=side, cards=", ".join(words[1:]))
    if verb == "stack":
        return _("{side} stacks card {card} on {operation}.", side=side, card=words[2], operation=words[1])
    if verb not in ("hack", "repeat"):
        return None
    keys = words[1 : words.index("trudy")] if "trudy" in words else words[1:]
    key_names = [word for word in keys if word != "unused"]
    return _(_HACK_SENTENCES[f"{verb} unused" if "unused" in words else verb], side=side, keys=", ".join(key_names))
