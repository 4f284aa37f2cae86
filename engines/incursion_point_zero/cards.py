"""Soldiers, Gamers, Locations and Incursion cards, read from `data/*.toml` and checked on load (C-8).

Cards are numbers: a Soldier class by its place in soldiers.toml, a Gamer and a Location likewise. An Incursion card
is 1 + its place among the kinds that are no Soldiers; the four Soldier cards follow; 0 is no card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.data_files import load_toml
from engines.incursion_point_zero.effects import (
    Ability,
    BadCard,
    Bullet,
    ability,
    bullet,
    check_word,
    number,
    one_of,
    table,
    text,
)

FOLDER = Path(__file__).parent / "data"
SIDES = ("strike", "terrorists")
_SIDE_WORDS = ("strike", "terrorist")
STATS = ("wisdom", "awareness", "synergy", "dexterity", "xfactor")
FOCUSES = ("wisdom", "synergy", "dexterity")
GENRES = ("FPS", "MOBA", "CCG")
SQUAD = 4
SETTING = 13  # Incursion cards, and Locations at most
HANDS = (6, 7)  # Locations drawn by each side
DECKS = 4  # of Gamers, by salary


@dataclass(frozen=True, slots=True)
class Soldier:
    name: str
    side: int
    focus: str
    range: int
    base: int
    hp: int
    skills: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Gamer:
    handle: str
    name: str
    genre: str
    salary: int
    stats: Mapping[str, int]
    talent: Ability | None
    flavour: str

    def __hash__(self) -> int:
        return hash(self.handle)


@dataclass(frozen=True, slots=True)
class Location:
    """`zones`, `edge`, `beside` and `apart` are the placement restriction; empty or False where there is none."""

    id: str
    kind: str
    zones: tuple[int, ...]
    edge: bool
    beside: str
    apart: str
    bullet: Bullet | None
    flavour: str


@dataclass(frozen=True, slots=True)
class Incursion:
    """`kind` is missile, hazard, equipment or blank; `effect` is an equipment's word."""

    id: str
    name: str
    count: int
    kind: str
    damage: int
    wide: bool
    effect: str
    n: int
    forbidden_zones: tuple[int, ...]
    text: str


def _raw(folder: Path, name: str, key: str) -> list[tuple[Any, str]]:
    """The records of a file with where they stand; BadCard where it is no list of tables."""
    content = load_toml(folder / name, BadCard)
    if set(content) != {key} or not isinstance(content[key], list):
        raise BadCard(f"{name}: {key}: a list of {key}s, and nothing else, is needed")
    return [(entry, f"{name}: {key}[{at}]") for at, entry in enumerate(content[key])]


def _different(names: list[str], what: str) -> None:
    for name in names:
        if not name.isascii() or any(letter in " :[]," for letter in name):
            raise BadCard(f"{what}: {name!r} cannot be written in the notation")
    folded = [name.lower() for name in names]
    if twice := sorted({name for name in folded if folded.count(name) > 1}):
        raise BadCard(f"{what}: {twice[0]!r} stands twice")


def soldiers(folder: Path = FOLDER) -> tuple[Soldier, ...]:
    keys = {"class", "side", "focus", "range", "base", "hp", "skills"}
    found = []
    for raw, where in _raw(folder, "soldiers.toml", "soldier"):
        entry = table(raw, where, keys)
        skills = entry.get("skills")
        if not isinstance(skills, list) or len(skills) != 2:
            raise BadCard(f"{where}.skills: two skills are needed")
        side = text(entry, "side", where)
        if side not in _SIDE_WORDS:
            raise BadCard(f"{where}.side: {side!r} is neither strike nor terrorist")
        focus = text(entry, "focus", where)
        if focus not in FOCUSES:
            raise BadCard(f"{where}.focus: {focus!r} is none of {', '.join(FOCUSES)}")
        read = tuple(ability(skill, f"{where}.skills[{at}]") for at, skill in enumerate(skills))
        _strike_only(side, read, where)
        reach, base = [number(entry, where, key, None, range(21)) for key in ("range", "base")]
        hp = number(entry, where, "hp", None, range(1, 21))
        found.append(Soldier(text(entry, "class", where), _SIDE_WORDS.index(side), focus, reach, base, hp, read))
    _different([soldier.name for soldier in found], "soldiers.toml: soldier.class")
    for at, name in enumerate(SIDES):
        if sum(soldier.side == at for soldier in found) < SQUAD:
            raise BadCard(f"soldiers.toml: soldier.side: {name} needs at least {SQUAD} classes")
    return tuple(found)


def _strike_only(side: str, skills: tuple[Ability, ...], where: str) -> None:
    for at, skill in enumerate(skills):
        if skill.effect == "reveal" and side != "strike":
            raise BadCard(f"{where}.skills[{at}].effect: only Strike can reveal")
    _different([skill.id for skill in skills], f"{where}.skills.id")


def gamers(folder: Path = FOLDER) -> tuple[Gamer, ...]:
    keys = {"handle", "name", "genre", "salary", "stats", "talent", "flavour"}
    found = []
    for raw, where in _raw(folder, "gamers.toml", "gamer"):
        entry = table(raw, where, keys)
        stats = table(entry.get("stats"), f"{where}.stats", set(STATS))
        genre = text(entry, "genre", where)
        if genre not in GENRES:
            raise BadCard(f"{where}.genre: {genre!r} is none of {', '.join(GENRES)}")
        if ("talent" in entry) == ("flavour" in entry):
            raise BadCard(f"{where}.talent: either a talent or a flavour text is needed")
        talent = ability(entry["talent"], f"{where}.talent") if "talent" in entry else None
        if talent is not None and talent.effect == "reveal":
            raise BadCard(f"{where}.talent.effect: reveal is for Strike's Skills, and a Gamer may play on either side")
        found.append(
            Gamer(
                text(entry, "handle", where),
                text(entry, "name", where),
                genre,
                number(entry, where, "salary", None, range(1, 11)),
                {stat: number(stats, f"{where}.stats", stat, None, range(1, 6)) for stat in STATS},
                talent,
                text(entry, "flavour", where) if talent is None else "",
            )
        )
    _different([gamer.handle for gamer in found], "gamers.toml: gamer.handle")
    if len(found) < 2 * DECKS or len(found) % DECKS:
        raise BadCard(f"gamers.toml: gamer: {DECKS} decks of the same size, two Gamers or more, are needed")
    return tuple(found)


def locations(folder: Path = FOLDER) -> tuple[Location, ...]:
    found = []
    for raw, where in _raw(folder, "locations.toml", "location"):
        entry = table(raw, where, {"id", "kind", "place", "bullet", "flavour"})
        place = table(entry.get("place", {}), f"{where}.place", {"zones", "edge", "beside", "apart"})
        if place.get("edge", True) is not True:
            raise BadCard(f"{where}.place.edge: true is needed, or no such key")
        found.append(
            Location(
                text(entry, "id", where),
                text(entry, "kind", where),
                _zones(place.get("zones", []), f"{where}.place.zones"),
                "edge" in place,
                text(place, "beside", f"{where}.place") if "beside" in place else "",
                text(place, "apart", f"{where}.place") if "apart" in place else "",
                bullet(entry["bullet"], f"{where}.bullet") if "bullet" in entry else None,
                text(entry, "flavour", where),
            )
        )
    _different([location.id for location in found], "locations.toml: location.id")
    kinds = {location.kind for location in found}
    for at, location in enumerate(found):
        for word in filter(None, (location.beside, location.apart)):
            if word not in kinds:
                raise BadCard(f"locations.toml: location[{at}].place: there is no Location of the kind {word!r}")
    if len(found) < sum(HANDS):
        raise BadCard(f"locations.toml: location: at least {sum(HANDS)} are needed")
    return tuple(found)


def _zones(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or any(type(zone) is not int or zone not in range(1, 5) for zone in value):
        raise BadCard(f"{where}: a list of zones from 1 to 4 is needed")
    return tuple(value)


def incursions(folder: Path = FOLDER) -> tuple[Incursion, ...]:
    """Return the kinds that are no Soldiers."""
    found, total = [], 0
    for raw, where in _raw(folder, "incursions.toml", "card"):
        keys = {"id", "name", "count", "kind", "damage", "area", "effect", "n", "forbidden_zones", "text"}
        entry = table(raw, where, keys)
        kind = text(entry, "kind", where)
        count = number(entry, where, "count", None, range(1, SETTING + 1))
        total += count
        if kind == "soldier":
            if count != SQUAD:
                raise BadCard(f"{where}.count: there is one card for each of the {SQUAD} Soldiers")
            continue
        if kind not in ("missile", "hazard", "equipment", "blank"):
            raise BadCard(f"{where}.kind: {kind!r} is none of soldier, missile, hazard, equipment, blank")
        found.append(_incursion(entry, kind, count, where))
    _different([card.id for card in found], "incursions.toml: card.id")
    if total != SETTING:
        raise BadCard(f"incursions.toml: card.count: the counts must add up to {SETTING}, not {total}")
    if [card.count for card in found if card.kind == "missile"] != [1]:
        raise BadCard("incursions.toml: card.kind: exactly one missile is needed")
    return tuple(found)


def _incursion(entry: Mapping[str, Any], kind: str, count: int, where: str) -> Incursion:
    effect = ""
    if kind == "equipment":
        effect = text(entry, "effect", where)
        check_word(effect, "equipment", where)
    hazard = kind == "hazard"
    return Incursion(
        text(entry, "id", where),
        text(entry, "name", where),
        count,
        kind,
        number(entry, where, "damage", None, range(1, 21)) if hazard else 0,
        hazard and one_of(entry, "area", ("revealer", "adjacent"), where) == "adjacent",
        effect,
        number(entry, where) if effect else 0,
        _zones(entry.get("forbidden_zones", []), f"{where}.forbidden_zones"),
        text(entry, "text", where),
    )


SOLDIERS, GAMERS, LOCATIONS = soldiers(), gamers(), locations()
CLASSES = tuple(soldier.name for soldier in SOLDIERS)
CLASS_OF = {name: at for at, name in enumerate(CLASSES)}
SIDE_CLASSES = tuple(tuple(at for at, soldier in enumerate(SOLDIERS) if soldier.side == side) for side in (0, 1))
HANDLES = tuple(gamer.handle for gamer in GAMERS)
GAMER_OF = {handle: at for at, handle in enumerate(HANDLES)}
LOCATION_IDS = tuple(location.id for location in LOCATIONS)
LOCATION_OF = {name: at for at, name in enumerate(LOCATION_IDS)}

_SKILL_IDS = {skill.id for soldier in SOLDIERS for skill in soldier.skills}
for _gamer in GAMERS:
    if _gamer.talent is not None and _gamer.talent.id in _SKILL_IDS:
        raise BadCard(f"gamers.toml: gamer.talent.id: {_gamer.talent.id!r} is the id of a Skill")
_KINDS = incursions()
INCURSIONS: tuple[Incursion | None, ...] = (None, *_KINDS, *(None,) * SQUAD)  # by card number
FIRST_SOLDIER_CARD = 1 + len(_KINDS)
CARD_IDS = ("", *(card.id for card in _KINDS))
CARD_OF = {name: at for at, name in enumerate(CARD_IDS) if name}
PLAIN = tuple(range(1, FIRST_SOLDIER_CARD))  # the cards that are no Soldiers
COUNTS = (0, *(card.count for card in _KINDS))
KIND = ("", *(card.kind for card in _KINDS), *("soldier",) * SQUAD)
MISSILE = KIND.index("missile")
EQUIPPED = {card: kind for card, kind in enumerate(INCURSIONS) if kind is not None and kind.kind == "equipment"}
SALARY_DECKS = tuple(
    tuple(sorted(range(len(GAMERS)), key=lambda at: -GAMERS[at].salary)[first : first + len(GAMERS) // DECKS])
    for first in range(0, len(GAMERS), len(GAMERS) // DECKS)
)
_different([*CLASSES, *CARD_IDS[1:]], "soldiers.toml: soldier.class, incursions.toml: card.id")
