"""The keys that header, entries and closing line of a record may hold, and the fault of a line that holds others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.words import marked, say, told

LONGEST_FAULT = 400
"""Characters of a fault's sentence, which may quote the record."""


class BadRecord(ValueError):
    """A record that is not one: `line` (from 1) and what is wrong there, in one sentence."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(say("line {line}: {fault}", line=line, fault=quotable(text)))
        self.line = line


def quotable(text: str) -> str:
    """Return the text as one printable line of at most `LONGEST_FAULT` characters, whatever it quotes."""
    cut = text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 1]}…"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in cut)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a line: what it must be, whether it must be there."""

    meets: Callable[[Any], bool]
    wanted: str
    needed: bool = True


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 63


def _is_clock(value: Any) -> bool:
    """Milliseconds left of one seat: a number, null without a clock, or several named numbers."""
    return value is None or _is_number(value) or (isinstance(value, dict) and all(map(_is_number, value.values())))


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and set(value) <= set("0123456789abcdef")


def _is_list(value: Any, of: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(of, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_nonce(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 64 and value.isprintable()


def _is_outcome(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict)
        and sorted(value) == ["ranks", "reason"]
        and _is_list(value["ranks"], _is_number)
        and _is_text(value["reason"])
    )


def _is_control(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_number(number) and number >= 0 for number in value.values())


def _is_player(value: Any) -> bool:
    """A player of a site; `name` and its `salt` are there together or not at all."""
    return (
        isinstance(value, dict)
        and all(map(_is_text, value.values()))
        and {"id", "sealed"} <= set(value) <= {"id", "sealed", "name", "salt", "bot"}
        and ("name" in value) == ("salt" in value)
    )


def _is_event(value: Any) -> bool:
    """The event that a match belongs to, null where it belongs to none."""
    return value is None or (
        isinstance(value, dict) and sorted(value) == ["id", "name", "place"] and all(map(_is_text, value.values()))
    )


_HASH = Key(_is_hex, marked("a hash in lower-case hex"), needed=False)
HEADER = {
    "format": Key(_is_text, marked("a text")),
    "game": Key(_is_text, marked("a text")),
    "version": Key(_is_number, marked("a whole number")),
    "options": Key(lambda value: isinstance(value, dict), marked("an object")),
    "seats": Key(_is_number, marked("a whole number")),
    "match": Key(_is_text, marked("a text"), needed=False),
    "nonces": Key(lambda value: _is_list(value, _is_text), marked("a list of texts"), needed=False),
    "commitment": _HASH,
    "control": Key(_is_control, marked("an object of whole numbers"), needed=False),
    "began": Key(_is_number, marked("a whole number of milliseconds"), needed=False),
}
SITE_HEADER = {
    "site": Key(lambda value: _is_text(value) and bool(value), marked("a text")),
    "players": Key(lambda value: _is_list(value, _is_player), marked("a list of players")),
    "event": Key(_is_event, marked("null or an object with id, name and place")),
    "match": Key(_is_text, marked("a text")),
}
ENTRY = {
    "n": Key(_is_number, marked("a whole number")),
    "by": Key(lambda value: value is None or _is_number(value), marked("a seat number or null")),
    "do": Key(_is_text, marked("a text"), needed=False),
    "note": Key(_is_text, marked("a text"), needed=False),
    "at": Key(_is_number, marked("a whole number of milliseconds"), needed=False),
    "left": Key(lambda value: _is_list(value, _is_clock), marked("a list of milliseconds"), needed=False),
    "lag": Key(
        lambda value: _is_number(value) and value > 0, marked("a whole number of milliseconds above 0"), needed=False
    ),
    "judged": Key(_is_number, marked("a whole number of milliseconds"), needed=False),
    "sealed": _HASH,
    "prev": _HASH,
    "hash": _HASH,
}
SITE_ENTRY = {"nonce": Key(_is_nonce, marked("1 to 64 printable characters"), needed=False)}
CLOSING = {
    "outcome": Key(_is_outcome, marked("null or an object with ranks and reason")),
    "seed": _HASH,
    "public_key": Key(lambda value: value is None or _is_hex(value), marked("null or lower-case hex"), needed=False),
    "signature": Key(lambda value: value is None or _is_hex(value), marked("null or lower-case hex"), needed=False),
    "key_id": _HASH,
}
SITE_CLOSING = {"signed_at": Key(_is_number, marked("a whole number of milliseconds"), needed=False)}


def want(item: Mapping[str, Any], at: int, keys: Mapping[str, Key]) -> None:
    for name, key in keys.items():
        if name not in item:
            if key.needed:
                raise BadRecord(at, say("the key {key} is missing", key=repr(name)))
        elif not key.meets(item[name]):
            raise BadRecord(at, say("the key {key} needs {wanted}", key=repr(name), wanted=told(key.wanted)))
    if unknown := sorted(set(item) - set(keys)):
        raise BadRecord(at, say("the key {key} is unknown", key=repr(unknown[0][:40])))
