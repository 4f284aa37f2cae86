"""The sixteen effects from which every Skill, Talent, Location bullet and piece of equipment is built, checked on load.

docs/rules/incursion-point-zero.md tells what each word does. A record that a word cannot mean is a BadCard on load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Where each word may stand: a kind of ability, a bullet's `there` or `reveal`, or equipment.
WORDS: Mapping[str, frozenset[str]] = {
    word: frozenset(kinds.split())
    for word, kinds in {
        "range": "passive cooldown there equipment",
        "damage": "passive cooldown interrupt there",
        "dice": "passive cooldown interrupt there",
        "reroll": "passive cooldown interrupt there",
        "no_counter": "passive cooldown interrupt",
        "no_free": "passive cooldown there",
        "shield": "passive cooldown interrupt there equipment",
        "heal": "passive cooldown there reveal equipment",
        "move": "passive cooldown there",
        "move_after": "passive cooldown",
        "reveal": "cooldown reveal",
        "free_attack": "passive interrupt",
        "hold": "interrupt",
        "third": "passive there",
        "early": "passive",
        "jam": "interrupt",
    }.items()
}
KINDS = ("passive", "cooldown", "interrupt")
# When an interrupt of a word is asked for.
MOMENTS = {
    "damage": "attack",
    "dice": "attack",
    "no_counter": "attack",
    "reroll": "rolled",
    "shield": "hit",
    "free_attack": "arrival",
    "hold": "depart",
    "jam": "skill",
}
WHICH = ("leave", "reveal", "always")
ZONES = ("zone1", "zone2", "zone3", "zone4")
# Conditions that look at a target need a word that has one.
AIMED = {"range", "damage", "dice", "reroll", "no_counter", "free_attack", "hold"}
SCOPES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("passive", "dice"): ("self", "allies"),
    ("passive", "damage"): ("self", "allies"),
    ("passive", "shield"): ("self", "allies"),
    ("passive", "heal"): ("self", "allies"),
    ("cooldown", "heal"): ("self", "adjacent"),
    ("cooldown", "shield"): ("self", "adjacent"),
    ("interrupt", "shield"): ("self", "adjacent"),
}
MOST = 4
_KEYS = {"id", "name", "kind", "effect", "n", "when", "scope", "which", "moment", "text"}
_BULLET_KEYS = {"when", "effect", "n", "which", "text"}


class BadCard(ValueError):
    """A card file is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class Ability:
    """A Skill or Talent. `target` tells what its notation names: "", "soldier" or "space"."""

    id: str
    name: str
    kind: str
    effect: str
    n: int
    when: str
    scope: str
    which: str
    moment: str
    text: str
    target: str


@dataclass(frozen=True, slots=True)
class Bullet:
    """What a Location does: `when` is "there" or "reveal"."""

    when: str
    effect: str
    n: int
    which: str
    text: str


def ability(raw: Any, where: str) -> Ability:
    """The ability of a record; BadCard where it is wrong."""
    entry = table(raw, where, _KEYS)
    kind, effect, n = text(entry, "kind", where), text(entry, "effect", where), number(entry, where)
    if kind not in KINDS:
        raise BadCard(f"{where}.kind: {kind!r} is none of {', '.join(KINDS)}")
    check_word(effect, kind, where)
    when = one_of(entry, "when", ("always", "adjacent", "wounded", *ZONES), where)
    if when in ("adjacent", "wounded") and effect not in AIMED:
        raise BadCard(f"{where}.when: {effect} has no target that could be {when}")
    scope = one_of(entry, "scope", SCOPES.get((kind, effect), ("self",)), where)
    return Ability(
        text(entry, "id", where),
        text(entry, "name", where),
        kind,
        effect,
        n,
        when,
        scope,
        _which(entry, effect, where),
        _moment(entry, kind, effect, where),
        text(entry, "text", where),
        _target(kind, effect, scope),
    )


def bullet(raw: Any, where: str) -> Bullet:
    """The bullet of a Location; BadCard where it is wrong."""
    entry = table(raw, where, _BULLET_KEYS)
    when, effect = text(entry, "when", where), text(entry, "effect", where)
    if when not in ("there", "reveal"):
        raise BadCard(f"{where}.when: {when!r} is neither there nor reveal")
    check_word(effect, when, where)
    which = _which(entry, effect, where)
    return Bullet(when, effect, number(entry, where), which, text(entry, "text", where))


def check_word(effect: str, kind: str, where: str) -> None:
    if effect not in WORDS:
        raise BadCard(f"{where}.effect: {effect!r} is none of the words {', '.join(WORDS)}")
    if kind not in WORDS[effect]:
        raise BadCard(f"{where}.effect: {effect} cannot be {kind}")


def _target(kind: str, effect: str, scope: str) -> str:
    if kind != "cooldown":
        return ""
    return "space" if effect == "reveal" else "soldier" if scope == "adjacent" else ""


def _which(entry: Mapping[str, Any], effect: str, where: str) -> str:
    if effect != "no_free":
        if "which" in entry:
            raise BadCard(f"{where}.which: only no_free has it")
        return ""
    which = text(entry, "which", where)
    if which not in WHICH:
        raise BadCard(f"{where}.which: {which!r} is none of {', '.join(WHICH)}")
    return which


def _moment(entry: Mapping[str, Any], kind: str, effect: str, where: str) -> str:
    needed = MOMENTS[effect] if kind == "interrupt" else "arrive" if effect == "free_attack" else ""
    if entry.get("moment", "") != needed:
        raise BadCard(f"{where}.moment: {needed or 'nothing'!r} is needed for {kind} {effect}")
    return needed


def table(raw: Any, where: str, keys: set[str]) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise BadCard(f"{where}: a table is needed")
    if unknown := sorted(set(raw) - keys):
        raise BadCard(f"{where}.{unknown[0]}: unknown key")
    return raw


def text(entry: Mapping[str, Any], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise BadCard(f"{where}.{key}: a text is needed")
    return value


def one_of(entry: Mapping[str, Any], key: str, values: tuple[str, ...], where: str) -> str:
    """A text out of `values`, the first of which is the default."""
    value = entry.get(key, values[0])
    if value not in values:
        raise BadCard(f"{where}.{key}: {value!r} is none of {', '.join(values)}")
    return str(value)


def number(
    entry: Mapping[str, Any], where: str, key: str = "n", default: int | None = 1, limits: range = range(MOST + 1)
) -> int:
    value = entry.get(key, default)
    if type(value) is not int or value not in limits:
        raise BadCard(f"{where}.{key}: a whole number from {limits[0]} to {limits[-1]} is needed")
    return value
