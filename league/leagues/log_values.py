"""What an entry of a log holds of its fields, in words: what was chosen, moments, and whether something is so."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from engines.contract import Json
from engines.words import marked_in, retell, say_in, told_in

_STATE = "state of an event"
_CHOSEN: Mapping[str, tuple[str, Collection[str]]] = {
    "status": (
        _STATE,
        (
            marked_in("state of an event", "draft"), marked_in("state of an event", "registration"),
            marked_in("state of an event", "check-in"), marked_in("state of an event", "seeding"),
            marked_in("state of an event", "running"), marked_in("state of an event", "finished"),
            marked_in("state of an event", "archived"), marked_in("state of an event", "cancelled"),
            marked_in("state of an event", "entered"), marked_in("state of an event", "applied"),
            marked_in("state of an event", "waiting"), marked_in("state of an event", "invited"),
            marked_in("state of an event", "withdrawn"),
            marked_in("state of an event", "open"), marked_in("state of an event", "playing"),
            marked_in("state of an event", "paused"), marked_in("state of an event", "review"),
            marked_in("state of an event", "closed"), marked_in("state of an event", "void"),
        ),
    ),
    "registration": (
        _STATE,
        (
            marked_in("state of an event", "open"), marked_in("state of an event", "approval"),
            marked_in("state of an event", "invite"),
        ),
    ),
    "seeding": (
        _STATE,
        (
            marked_in("state of an event", "rating"), marked_in("state of an event", "manual"),
            marked_in("state of an event", "random"),
        ),
    ),
    "role": ("role in a log", (marked_in("role in a log", "organiser"), marked_in("role in a log", "referee"))),
    "ban_unit": ("unit in a log", (marked_in("unit in a log", "days"), marked_in("unit in a log", "events"))),
    "phase": (
        "phase in a log",
        (
            marked_in("phase in a log", "setup"), marked_in("phase in a log", "draft"),
            marked_in("phase in a log", "rounds"), marked_in("phase in a log", "awards"),
            marked_in("phase in a log", "archive"),
        ),
    ),
    "waivers": (
        "waivers in a log",
        (marked_in("waivers in a log", "first-come"), marked_in("waivers in a log", "blind")),
    ),
    "kind": (
        "kind in a log",
        (
            marked_in("kind in a log", "trades"), marked_in("kind in a log", "free-agency"),
            marked_in("kind in a log", "deck"), marked_in("kind in a log", "linear"),
            marked_in("kind in a log", "snake"), marked_in("kind in a log", "auction"),
            marked_in("kind in a log", "blind"),
        ),
    ),
    "order": (
        "order in a log",
        (
            marked_in("order in a log", "random"), marked_in("order in a log", "lottery"),
            marked_in("order in a log", "standings"), marked_in("order in a log", "hand"),
        ),
    ),
    "how": ("how in a log", (marked_in("how in a log", "must"), marked_in("how in a log", "should"))),
    "room": ("room in a log", (marked_in("room in a log", "players"), marked_in("room in a log", "spectators"))),
    "bot": (
        "bot in a log",
        (
            marked_in("bot in a log", "random"), marked_in("bot in a log", "greedy"),
            marked_in("bot in a log", "search"),
        ),
    ),
    "is": (
        "act in a log",
        (
            marked_in("act in a log", "auto"), marked_in("act in a log", "skip"), marked_in("act in a log", "force"),
            marked_in("act in a log", "undo"), marked_in("act in a log", "order"), marked_in("act in a log", "pause"),
            marked_in("act in a log", "resume"), marked_in("act in a log", "credit"), marked_in("act in a log", "end"),
        ),
    ),
}  # fmt: skip
"""By field, the context of its words and the words."""
_RESULTS = {
    "1F-0F": marked_in("result in a log", "1-0 by walkover"),
    "0F-1F": marked_in("result in a log", "0-1 by walkover"),
    "0F-0F": marked_in("result in a log", "nobody came"),
    "": marked_in("result in a log", "no result"),
}
"""By code, results that are not told as they are kept."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")


def readable(values: dict[str, Json] | None) -> dict[str, Json] | None:
    """What an entry holds, with the message of an event's trouble as a sentence."""
    if not values or "trouble" not in values:
        return values
    trouble: Any = values["trouble"]
    return {**values, "trouble": retell(trouble)}


def field_value(name: str, value: object) -> object:
    """As its reader says it; in English, and of all that nobody chose from a list, as it is kept."""
    if isinstance(value, bool):
        return say_in("value in a log", "True") if value else say_in("value in a log", "False")
    if not isinstance(value, str):
        return value
    if name == "result" and value in _RESULTS:
        return told_in("result in a log", _RESULTS[value])
    if _MOMENT.fullmatch(value):
        return f"{datetime.fromisoformat(value).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    context, words = _CHOSEN.get(name, ("", ()))
    return told_in(context, value) if value in words else value
