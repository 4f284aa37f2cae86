"""What programs send, checked for shape before anybody looks at its meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from rest_framework.request import Request

from engines.words import say
from league.people.models import Player
from league.people.sessions import reader
from matches.refusals import Refused

LARGEST_ID = (1 << 63) - 1


def fields(data: Any, *, needed: Collection[str] = (), others: Collection[str] = ()) -> Mapping[str, Any]:
    """The JSON object that was sent; Refused if it is none, lacks a field, or has one that is not known."""
    if not isinstance(data, dict):
        raise Refused("malformed", say("Send a JSON object."))
    if unknown := sorted(set(data) - {*needed, *others}):
        raise Refused(
            "unknown-field", say("There is no field {unknown} here.", unknown=repr(unknown[0][:40])), unknown[0][:40]
        )
    for name in needed:
        if name not in data:
            raise Refused("missing-field", say("`{name}` is needed.", name=name), name)
    return data


def text(given: Mapping[str, Any], name: str, default: str = "") -> str:
    value = given.get(name, default)
    if not isinstance(value, str):
        raise Refused("malformed", say("`{name}` is a text.", name=name), name)
    return value


def printable(value: str) -> str:
    """A word of an address's query; empty where it could be no name of anything."""
    return value if value.isprintable() and len(value) <= 100 else ""


def truth(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name)
    if not isinstance(value, bool):
        raise Refused("malformed", say("`{name}` is true or false.", name=name), name)
    return value


def day(given: Mapping[str, Any], name: str) -> date:
    try:
        value = date.fromisoformat(text(given, name))
    except ValueError:
        raise Refused("malformed", say("`{name}` is a day, as in 2026-03-01.", name=name), name) from None
    if not 2000 <= value.year < 2200:
        raise Refused("malformed", say("`{name}` has a year from 2000 to 2199.", name=name), name)
    return value


def whole(text: str | None, name: str, *, least: int = 1, most: int = LARGEST_ID) -> int | None:
    """A whole number of an address's query; None where it was not given."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise Refused(
            "malformed",
            say("`{name}` is a whole number from {least} to {most}.", name=name, least=least, most=most),
            name,
        )
    return int(text)


def count(given: Mapping[str, Any], name: str, default: int) -> int:
    """A whole number, not negative, of a JSON object."""
    value = given.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_ID:
        raise Refused("malformed", say("`{name}` is a whole number, not negative.", name=name), name)
    return value


def signed_in(request: Request) -> Player:
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    return person
