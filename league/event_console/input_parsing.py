"""Reading what a form or a program sends, as the values that acts take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import QueryDict

from engines.words import say, told
from league.events.rules.rulings import EnteredRow
from matches.refusals import Refused

MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Ask:
    """A value that an act takes: its `name` in forms, in JSON and as an argument. It may be missing if not `needed`."""

    name: str
    read: Callable[[Any, str], object]
    needed: bool = True
    many: bool = False
    words: str = ""


def read(asks: Sequence[Ask], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an act. Refused names the first that is missing, or is not what it should be."""
    made: dict[str, Any] = {}
    for ask in asks:
        value = given.getlist(ask.name) if ask.many and isinstance(given, QueryDict) else given.get(ask.name)
        if value in (None, "", []):
            if ask.needed:
                raise Refused("missing", say("Give {what}.", what=told(ask.words) or ask.name), ask.name)
            continue
        made[ask.name] = ask.read(value, ask.name)
    return made


def number(value: Any, name: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS):
        raise Refused("not-a-number", say("Give a whole number."), name)
    return int(value)


def text(value: Any, name: str) -> str:
    if not isinstance(value, str) or "\x00" in value:
        raise Refused("not-text", say("Give a text."), name)
    return value


def numbers(value: Any, name: str) -> list[int]:
    if not isinstance(value, list):
        raise Refused("not-a-list", say("Give a list of whole numbers."), name)
    return [number(one, name) for one in value]


def days(value: Any, name: str) -> list[str]:
    """Days as texts: a list of them, or one text with commas or spaces between."""
    given = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(given, list):
        raise Refused("not-a-list", say("Give a list of days, each as 2026-12-25."), name)
    return [text(one, name) for one in given]


def halves(value: Any, name: str) -> tuple[int, ...]:
    """Half points, or places, by side: `2-0`, or a list of them."""
    return tuple(numbers(value.split("-") if isinstance(value, str) else value, name))


def yes(value: Any, name: str) -> bool:
    """A box that was checked, or true."""
    if value in (True, False):
        return bool(value)
    if value not in ("on", "1", "true"):
        raise Refused("not-a-flag", say("Say true or false."), name)
    return True


def entered_rows(value: Any, name: str) -> list[EnteredRow]:
    """Rows of results: a list of {pairing_id, result, score}, at a table {pairing_id, places}."""
    if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
        raise Refused("not-a-list", say("Give a list of results, each with pairing_id and result."), name)
    return [_entered_row(row, f"{name}.{at}") for at, row in enumerate(value)]


def _entered_row(row: Mapping[str, Any], name: str) -> EnteredRow:
    if unknown := sorted(set(map(str, row)) - {"pairing_id", "result", "score", "places"}):
        raise Refused("unknown-field", say("Unknown field: {unknown}.", unknown=unknown[0][:40]), name)
    if "pairing_id" not in row:
        raise Refused("missing", say("Give {what}.", what="pairing_id"), f"{name}.pairing_id")
    return EnteredRow(
        number(row["pairing_id"], f"{name}.pairing_id"),
        text(row.get("result") or "", f"{name}.result"),
        halves(row["places"], f"{name}.places") if row.get("places") else (),
        text(row.get("score") or "", f"{name}.score"),
    )


def moment(value: Any, name: str) -> datetime:
    """A moment by ISO 8601; without a zone it is UTC."""
    try:
        made = datetime.fromisoformat(text(value, name))
    except ValueError:
        raise Refused("not-a-moment", say("Give day and time, such as 2026-03-01T18:30."), name) from None
    return made if made.tzinfo else made.replace(tzinfo=UTC)
