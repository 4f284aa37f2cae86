"""The sixteen effects from which every Skill, Talent, Location bullet and piece of equipment is built, checked on load.

docs/rules/incursion-point-zero.md tells what each word does. A record that a word cannot mean is refused on load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engines.data_files import BadData, Text, one_of, whole

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
WHICH = ("leave", "reveal", "always")  # Free Attacks that no_free spares
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
Strength = Annotated[int, whole(0, MOST)]


@dataclass(frozen=True, slots=True)
class Ability:
    """A Skill or Talent."""

    id: Text
    name: Text
    kind: Annotated[str, one_of(*KINDS)]
    effect: str
    text: Text
    n: Strength = 1
    when: Annotated[str, one_of("always", "adjacent", "wounded", *ZONES)] = "always"
    scope: str = "self"
    which: str = ""
    moment: str = ""

    def __post_init__(self) -> None:
        kind, effect = self.kind, self.effect
        check_word(effect, kind, self.which)
        if self.when in ("adjacent", "wounded") and effect not in AIMED:
            raise BadData(f"when: {effect} has no target that could be {self.when}")
        if self.scope not in (scopes := SCOPES.get((kind, effect), ("self",))):
            raise BadData(f"scope: {self.scope!r} is none of {', '.join(scopes)}")
        needed = MOMENTS[effect] if kind == "interrupt" else "arrive" if effect == "free_attack" else ""
        if self.moment != needed:
            raise BadData(f"moment: {needed or 'nothing'!r} is needed for {kind} {effect}")

    @property
    def target(self) -> str:
        """What its notation names: "", "soldier" or "space"."""
        if self.kind != "cooldown":
            return ""
        return "space" if self.effect == "reveal" else "soldier" if self.scope == "adjacent" else ""


@dataclass(frozen=True, slots=True)
class Bullet:
    """What a Location does."""

    when: Annotated[str, one_of("there", "reveal")]
    effect: str
    text: Text
    n: Strength = 1
    which: str = ""

    def __post_init__(self) -> None:
        check_word(self.effect, self.when, self.which)


def check_word(effect: str, kind: str, which: str = "") -> None:
    """Raise BadData unless a word may stand there."""
    if effect not in WORDS:
        raise BadData(f"effect: {effect!r} is none of the words {', '.join(WORDS)}")
    if kind not in WORDS[effect]:
        raise BadData(f"effect: {effect} cannot be {kind}")
    if effect != "no_free" and which:
        raise BadData("which: only no_free has it")
    if effect == "no_free" and which not in WHICH:
        raise BadData(f"which: {which!r} is none of {', '.join(WHICH)}")
