"""Gamers of the default set and a season's own, as cards that come from outside: their check and reading.

A card, in options, views and imports (`text` may be left out; salary in thousands, stats 1 to 5):

    {"handle": "Nova", "name": "Ada Lind", "genre": "FPS", "salary": 7, "talent": id of a known Talent | null,
     "stats": {"wisdom": 3, "awareness": 2, "synergy": 5, "dexterity": 4, "xfactor": 1}, "text": "Hums."}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engines.contract import Json
from engines.incursion_point_zero.cards import GAMERS, GENRES, HANDLES, STATS, Gamer
from engines.incursion_point_zero.effects import Ability
from engines.words import marked, say, told

HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")  # what the notation can carry
LONGEST = {"name": 60, "text": 200}  # letters
DEAREST = 1_000_000
_KEYS = ("handle", "name", "genre", "salary", "stats", "talent", "text")
_TALENTS: Mapping[str, Ability] = {one.talent.id: one.talent for one in GAMERS if one.talent is not None}
_SPELT = {handle.lower(): handle for handle in HANDLES}


class Error(NamedTuple):
    """What is wrong with a card: a stable code, a sentence, and the field ("stats.wisdom"; "" for the whole card)."""

    code: str
    text: str
    field: str


def known_talents() -> list[dict[str, Json]]:
    """The Talents that a card may name: {"id", "name", "kind", "text"}, without regard to who has them.

    Name and text are English: whoever shows them tells them.
    """
    return [{"id": one.id, "name": one.name, "kind": one.kind, "text": one.text} for one in _TALENTS.values()]


def card(gamer: Gamer) -> dict[str, Json]:
    """A Gamer as a card with all its fields."""
    return {
        "handle": gamer.handle,
        "name": gamer.name,
        "genre": gamer.genre,
        "salary": gamer.salary,
        "stats": dict(gamer.stats),
        "talent": gamer.talent.id if gamer.talent else None,
        "text": gamer.flavour,
    }


def read_card(sound: Mapping[str, Any]) -> Gamer:
    """The Gamer of a card that `check_card` has nothing against."""
    talent = sound["talent"]
    return Gamer(
        sound["handle"],
        sound["name"],
        sound["genre"],
        sound["salary"],
        {stat: sound["stats"][stat] for stat in STATS},
        None if talent is None else _TALENTS[talent],
        sound.get("text", ""),
    )


def check_card(given: Any) -> list[Error]:
    """Everything that is wrong with a card, in the order of its fields; empty for a sound one."""
    if not isinstance(given, Mapping):
        return [Error("not-a-card", say("A Gamer's card is an object with {fields}.", fields=", ".join(_KEYS)), "")]
    found = [_unknown(str(key)) for key in given if key not in _KEYS]
    for key in _KEYS:
        if key in given:
            found += _CHECKS[key](given[key])
        elif key != "text":
            found.append(Error("missing-field", told(_NEEDS[key]), key))
    return found


def _unknown(key: str) -> Error:
    text = say("A Gamer's card has no field {key}; it has {fields}.", key=repr(key[:20]), fields=", ".join(_KEYS))
    return Error("unknown-field", text, "")


def _handle(value: Any) -> list[Error]:
    if not isinstance(value, str) or not HANDLE.fullmatch(value):
        text = say("A handle is 1 to 24 plain letters, digits, dots, hyphens and underscores, a letter or digit first.")
        return [Error("bad-handle", text, "handle")]
    spelt = _SPELT.get(value.lower(), value)
    if spelt != value:
        text = say("The default set has a Gamer {handle}: write the handle so, or choose another.", handle=spelt)
        return [Error("handle-spelling", text, "handle")]
    return []


_LINES = {
    "name": marked("The name is one line of {least} to {most} letters."),
    "text": marked("The text is one line of {least} to {most} letters."),
}


def _text(field: str, least: int) -> Callable[[Any], list[Error]]:
    def check(value: Any) -> list[Error]:
        sound = isinstance(value, str) and value.isprintable() and len(value) <= LONGEST[field]
        if sound and len(value.strip()) >= least:
            return []
        return [Error(f"bad-{field}", told(_LINES[field], least=least, most=LONGEST[field]), field)]

    return check


def _genre(value: Any) -> list[Error]:
    if isinstance(value, str) and value in GENRES:
        return []
    return [Error("bad-genre", say("A genre is one of {genres}.", genres=", ".join(GENRES)), "genre")]


def _salary(value: Any) -> list[Error]:
    if type(value) is int and 1 <= value <= DEAREST:
        return []
    text = say("A salary is a whole number of thousands from 1 to {most}.", most=f"{DEAREST:,}")
    return [Error("bad-salary", text, "salary")]


def _stats(value: Any) -> list[Error]:
    if not isinstance(value, Mapping):
        return [Error("bad-stats", say("The stats are an object with {stats}.", stats=", ".join(STATS)), "stats")]
    found = [_unknown_stat(str(key)) for key in value if key not in STATS]
    for stat in STATS:
        if type(value.get(stat)) is not int or not 1 <= value[stat] <= 5:
            text = say("The stat {stat} is a whole number from 1 to 5.", stat=stat)
            found.append(Error("bad-stat", text, f"stats.{stat}"))
    return found


def _unknown_stat(key: str) -> Error:
    text = say("There is no stat {stat}; the stats are {stats}.", stat=repr(key[:20]), stats=", ".join(STATS))
    return Error("unknown-stat", text, "stats")


def _talent(value: Any) -> list[Error]:
    if value is None or (isinstance(value, str) and value in _TALENTS):
        return []
    talents = ", ".join(_TALENTS)
    if isinstance(value, str):
        text = say("There is no Talent {talent}; the Talents are {talents}.", talent=repr(value[:40]), talents=talents)
    else:
        text = say("A Talent is named by its id, or null; the Talents are {talents}.", talents=talents)
    return [Error("unknown-talent", text, "talent")]


_CHECKS: Mapping[str, Callable[[Any], list[Error]]] = {
    "handle": _handle,
    "name": _text("name", 1),
    "genre": _genre,
    "salary": _salary,
    "stats": _stats,
    "talent": _talent,
    "text": _text("text", 0),
}
_NEEDS = {
    "handle": marked("The card needs a handle."),
    "name": marked("The card needs a name."),
    "genre": marked("The card needs a genre."),
    "salary": marked("The card needs a salary."),
    "stats": marked("The card needs its stats."),
    "talent": marked("The card needs a Talent's id, or null for none."),
}
