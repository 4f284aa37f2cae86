"""Soldiers, Gamers, Locations and Incursion cards, read from `data/*.toml` and checked on load (C-8).

Cards are numbers: a Soldier class is its index in soldiers.toml, Gamers and Locations likewise. An Incursion card is 1
+ its index among the kinds other than Soldiers; the four Soldier cards follow; 0 is no card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated

from engines.data_files import Check, IndexedWords, Text, check_different, check_that, int_range, load, one_of

FOLDER = Path(__file__).parent / "data"
SIDES = ("strike", "terrorists")
STATS = ("wisdom", "awareness", "synergy", "dexterity", "xfactor")
FOCUSES = ("wisdom", "synergy", "dexterity")
GENRES = ("FPS", "MOBA", "CCG")
SQUAD = 4
INCURSION_COUNT = 13  # Incursion cards, and at most as many Locations
HAND_SIZES = (6, 7)  # Locations drawn by each side
DECK_COUNT = 4  # of Gamers, by salary
Zones = Annotated[tuple[int, ...], Check(lambda zones: set(zones) <= {1, 2, 3, 4}, "must be a list of zones from 1 to 4")]

# The sixteen effects by name, from which every Skill, Talent, Location bullet and piece of equipment is built;
# site/rules/en.md explains them. The values are where each may be used: a kind of ability, a bullet's
# `there` or `reveal`, or equipment. Fields that an effect does not use are refused on load.
EFFECTS = {
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
}
# When an interrupt with this effect is offered.
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
WHICH = ("leave", "reveal", "always")  # Free Attacks that no_free prevents.
# Conditions on a target need an effect that has one.
TARGETED_EFFECTS = {"range", "damage", "dice", "reroll", "no_counter", "free_attack", "hold"}
SCOPES = {
    ("passive", "dice"): ("self", "allies"),
    ("passive", "damage"): ("self", "allies"),
    ("passive", "shield"): ("self", "allies"),
    ("passive", "heal"): ("self", "allies"),
    ("cooldown", "heal"): ("self", "adjacent"),
    ("cooldown", "shield"): ("self", "adjacent"),
    ("interrupt", "shield"): ("self", "adjacent"),
}
Strength = Annotated[int, int_range(0, 4)]


@dataclass(frozen=True, slots=True)
class Ability:
    """A Skill or Talent."""

    id: Text
    name: Text
    kind: Annotated[str, one_of("passive", "cooldown", "interrupt")]
    effect: str
    text: Text
    n: Strength = 1
    when: Annotated[str, one_of("always", "adjacent", "wounded", "zone1", "zone2", "zone3", "zone4")] = "always"
    scope: str = "self"
    which: str = ""
    moment: str = ""

    def __post_init__(self) -> None:
        kind, effect = self.kind, self.effect
        check_effect(effect, kind, self.which)
        aimed = self.when not in ("adjacent", "wounded") or effect in TARGETED_EFFECTS
        check_that(aimed, f"when: {effect} has no target that could be {self.when}")
        scopes = SCOPES.get((kind, effect), ("self",))
        check_that(self.scope in scopes, f"scope: must be one of {', '.join(scopes)}, not {self.scope!r}")
        expected = MOMENTS[effect] if kind == "interrupt" else "arrive" if effect == "free_attack" else ""
        check_that(self.moment == expected, f"moment: must be {expected or 'nothing'!r} for {kind} {effect}")

    @property
    def target(self) -> str:
        """Return what kind of target the notation of the ability names: "" for none, "soldier" or "space"."""
        if self.kind != "cooldown":
            return ""
        return "space" if self.effect == "reveal" else "soldier" if self.scope == "adjacent" else ""


@dataclass(frozen=True, slots=True)
class Bullet:
    """The effect of a Location."""

    when: Annotated[str, one_of("there", "reveal")]
    effect: str
    text: Text
    n: Strength = 1
    which: str = ""

    def __post_init__(self) -> None:
        check_effect(self.effect, self.when, self.which)


def check_effect(effect: str, kind: str, which: str = "") -> None:
    """Raise BadData unless this kind of ability, bullet or card may have the effect."""
    check_that(effect in EFFECTS, f"effect: must be one of {', '.join(EFFECTS)}, not {effect!r}")
    check_that(kind in EFFECTS[effect].split(), f"effect: {effect} cannot be {kind}")
    check_that(effect == "no_free" or not which, "which: only allowed with no_free")
    check_that(effect != "no_free" or which in WHICH, f"which: must be one of {', '.join(WHICH)}, not {which!r}")


def _check_names(names: Iterable[str], key: str) -> None:
    """Raise BadData unless the names are distinct and valid in the notation."""
    names = list(names)
    for name in names:
        plain = name.isascii() and not any(letter in " :[]," for letter in name)
        check_that(plain, f"{key}: {name!r} cannot be written in the notation")
    check_different(names, key)


@dataclass(frozen=True, slots=True)
class Soldier:
    """A class of Soldier."""

    name: Text = field(metadata={"key": "class"})
    letters: Annotated[str, Check(lambda text: len(text) == 3 and text.isupper(), "must be three capitals")]
    side: Annotated[int, IndexedWords(("strike", "terrorist"))]
    focus: Annotated[str, one_of(*FOCUSES)]
    range: Annotated[int, int_range(0, 20)]
    base: Annotated[int, int_range(0, 20)]
    hp: Annotated[int, int_range(1, 20)]
    skills: tuple[Ability, Ability]

    def __post_init__(self) -> None:
        for at, skill in enumerate(self.skills):
            check_that(skill.effect != "reveal" or not self.side, f"skills[{at}].effect: only Strike can reveal")
        _check_names([skill.id for skill in self.skills], "skills.id")


@dataclass(frozen=True, slots=True)
class FormerSoldier:
    """What a class had up to a version of the rules; the rest is as today."""

    name: Text = field(metadata={"key": "class"})
    until: Annotated[int, int_range(1)]
    range: Annotated[int, int_range(0, 20)]
    base: Annotated[int, int_range(0, 20)]
    hp: Annotated[int, int_range(1, 20)]
    skills: tuple[Ability, Ability]


@dataclass(frozen=True, slots=True)
class Soldiers:
    """The data file of Soldiers: the newest ones, and what earlier versions of the rules play with."""

    soldier: tuple[Soldier, ...]
    former: tuple[FormerSoldier, ...] = ()

    def __post_init__(self) -> None:
        _check_names([soldier.name for soldier in self.soldier], "soldier.class")
        check_different([soldier.letters for soldier in self.soldier], "soldier.letters")
        for at, name in enumerate(SIDES):
            classes = sum(soldier.side == at for soldier in self.soldier)
            check_that(classes >= SQUAD, f"soldier.side: {name} needs at least {SQUAD} classes")
        known: dict[str, Ability] = {}
        for skills in [entry.skills for entry in self.soldier] + [entry.skills for entry in self.former]:
            for skill in skills:
                same = known.setdefault(skill.id, skill) == skill
                check_that(same, f"skills.id: {skill.id!r} is the id of two different Skills")
        for entry in self.former:
            check_that(any(entry.name == soldier.name for soldier in self.soldier), f"former.class: unknown: {entry.name!r}")
        check_different([f"{entry.name} {entry.until}" for entry in self.former], "former")

    def find(self, soldier: Soldier, version: int) -> Soldier:
        """Return a Soldier as it is in this version of the rules."""
        rows = [row for row in self.former if row.name == soldier.name and row.until >= version]
        if not rows:
            return soldier
        row = min(rows, key=lambda row: row.until)
        return replace(soldier, range=row.range, base=row.base, hp=row.hp, skills=row.skills)


@dataclass(frozen=True, slots=True)
class Gamer:
    """A Gamer's card."""

    handle: Text
    name: Text
    genre: Annotated[str, one_of(*GENRES)]
    salary: Annotated[int, int_range(1, 10)]
    stats: Mapping[str, Annotated[int, int_range(1, 5)]]
    talent: Ability | None = None
    flavour: str = ""

    def __hash__(self) -> int:
        return hash(self.handle)


@dataclass(frozen=True, slots=True)
class Gamers:
    """The data file of Gamers."""

    gamer: tuple[Gamer, ...]

    def __post_init__(self) -> None:
        for at, gamer in enumerate(self.gamer):
            where, talent = f"gamer[{at}]", gamer.talent
            check_that(set(gamer.stats) == set(STATS), f"{where}.stats: must be exactly {', '.join(STATS)}")
            check_that(bool(talent) != bool(gamer.flavour), f"{where}.talent: must have either a talent or a flavour text")
            reason = "reveal is for Strike's Skills, and a Gamer may play on either side"
            check_that(talent is None or talent.effect != "reveal", f"{where}.talent.effect: {reason}")
        _check_names([gamer.handle for gamer in self.gamer], "gamer.handle")
        even = len(self.gamer) >= 2 * DECK_COUNT and not len(self.gamer) % DECK_COUNT
        check_that(even, f"gamer: must be {DECK_COUNT} decks of the same size with at least two Gamers each")


@dataclass(frozen=True, slots=True)
class Restriction:
    """A placement restriction: all of its conditions must hold."""

    zones: Zones = ()
    edge: Annotated[bool, Check(bool, "must be true or left out")] = False
    beside: str = ""
    apart: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A Location card."""

    id: Text
    kind: Text
    flavour: Text
    place: Restriction = Restriction()
    bullet: Bullet | None = None


@dataclass(frozen=True, slots=True)
class Locations:
    """The data file of Locations."""

    location: tuple[Location, ...]

    def __post_init__(self) -> None:
        _check_names([location.id for location in self.location], "location.id")
        kinds = {location.kind for location in self.location}
        for at, location in enumerate(self.location):
            for kind in filter(None, (location.place.beside, location.place.apart)):
                check_that(kind in kinds, f"location[{at}].place: unknown kind of Location: {kind!r}")
        check_that(len(self.location) >= sum(HAND_SIZES), f"location: must have at least {sum(HAND_SIZES)} Locations")


@dataclass(frozen=True, slots=True)
class Incursion:
    """An Incursion card. `damage` and `area` belong to hazards; `effect` and its strength `n` to equipment."""

    id: Text
    name: Text
    count: Annotated[int, int_range(1, INCURSION_COUNT)]
    kind: Annotated[str, one_of("soldier", "missile", "hazard", "equipment", "blank")]
    text: Text
    damage: Annotated[int, int_range(1, 20)] = 0
    area: Annotated[str, one_of("revealer", "adjacent")] = "revealer"
    effect: str = ""
    n: Strength = 1
    forbidden_zones: Zones = ()

    def __post_init__(self) -> None:
        of_squad = self.kind != "soldier" or self.count == SQUAD
        check_that(of_squad, f"count: must be one card for each of the {SQUAD} Soldiers")
        check_that(self.kind != "hazard" or self.damage, "damage: missing key")
        if self.kind == "equipment":
            check_effect(self.effect, "equipment")

    @property
    def wide(self) -> bool:
        return self.area == "adjacent"


@dataclass(frozen=True, slots=True)
class Incursions:
    """The data file of Incursion cards."""

    card: tuple[Incursion, ...]

    def __post_init__(self) -> None:
        _check_names([row.id for row in self.card], "card.id")
        total, missiles = sum(row.count for row in self.card), [row.count for row in self.card if row.kind == "missile"]
        check_that(total == INCURSION_COUNT, f"card.count: the counts must add up to {INCURSION_COUNT}, not {total}")
        check_that(missiles == [1], "card.kind: must have exactly one missile")


_SOLDIERS = load(Soldiers, FOLDER / "soldiers.toml")
SOLDIERS = _SOLDIERS.soldier  # As they are today; side, focus and letters of a class never change.
GAMERS = load(Gamers, FOLDER / "gamers.toml").gamer
LOCATIONS = load(Locations, FOLDER / "locations.toml").location
CLASSES = tuple(soldier.name for soldier in SOLDIERS)
CLASS_OF = {name: at for at, name in enumerate(CLASSES)}
SIDE_CLASSES = tuple(tuple(at for at, soldier in enumerate(SOLDIERS) if soldier.side == side) for side in (0, 1))
HANDLES = tuple(gamer.handle for gamer in GAMERS)
GAMER_OF = {handle: at for at, handle in enumerate(HANDLES)}
LOCATION_IDS = tuple(location.id for location in LOCATIONS)
LOCATION_OF = {name: at for at, name in enumerate(LOCATION_IDS)}


@cache
def soldiers_of(version: int) -> tuple[Soldier, ...]:
    """Return the Soldiers of a version of the rules."""
    return tuple(_SOLDIERS.find(soldier, version) for soldier in SOLDIERS)


FORMER_SKILLS = {skill.id: skill for row in _SOLDIERS.former for skill in row.skills}
SKILLS = FORMER_SKILLS | {skill.id: skill for soldier in SOLDIERS for skill in soldier.skills}  # Of all versions.
TALENTS = {gamer.talent.id: gamer.talent for gamer in GAMERS if gamer.talent}
_duplicates = SKILLS.keys() & TALENTS
check_that(not _duplicates, f"gamers.toml: gamer.talent.id: {min(_duplicates, default='')!r} is the id of a Skill")
_KINDS = [card for card in load(Incursions, FOLDER / "incursions.toml").card if card.kind != "soldier"]
INCURSIONS = dict(enumerate(_KINDS, 1))  # By card number, without the Soldiers.
PLAIN = tuple(INCURSIONS)
FIRST_SOLDIER_CARD = 1 + len(PLAIN)
CARD_IDS = ("", *(card.id for card in _KINDS))
CARD_OF = {name: at for at, name in enumerate(CARD_IDS) if name}
COUNTS = (0, *(card.count for card in _KINDS))
KIND = ("", *(card.kind for card in _KINDS), *("soldier",) * SQUAD)
MISSILE = KIND.index("missile")
EQUIPMENT = {card: kind for card, kind in INCURSIONS.items() if kind.kind == "equipment"}
SALARY_DECKS = tuple(
    tuple(sorted(range(len(GAMERS)), key=lambda at: -GAMERS[at].salary)[first : first + len(GAMERS) // DECK_COUNT])
    for first in range(0, len(GAMERS), len(GAMERS) // DECK_COUNT)
)
_check_names([*CLASSES, *CARD_IDS[1:]], "soldiers.toml: soldier.class, incursions.toml: card.id")
