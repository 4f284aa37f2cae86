"""First part of the slow implementation (`slow.py`): Soldiers, what gives them what, questions and fights.

Every rule is a generator that yields `Wait` whenever somebody has to act, and is sent the
notation of what was done. Spaces are (zone, column); cards are the records of the TOML files.
"""

import tomllib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "engines" / "incursion_point_zero" / "data"


def cards(name: str, key: str) -> dict[str, dict[str, Any]]:
    records = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))[name[:-1] if name != "incursions" else "card"]
    return {record[key]: record for record in records}


SOLDIERS, GAMERS = cards("soldiers", "class"), cards("gamers", "handle")
LOCATIONS, INCURSIONS = cards("locations", "id"), cards("incursions", "id")
TALENTS = {record["talent"]["id"]: record["talent"] for record in GAMERS.values() if "talent" in record}
SPACES = [(zone, column) for zone in (1, 2, 3, 4) for column in (1, 2, 3, 4, 5)]
Space = tuple[int, int]


@dataclass
class Wait:
    """Who is to act (None: the referee) and what is legal (None: a squad, a deal), or how many dice to roll."""

    seat: int | None
    legal: set[str] | None = None
    dice: int = 0


Story = Generator[Wait, str, Any]


def write(space: Space) -> str:
    return f"Z{space[0]}-{space[1]}"


def read(text: str) -> Space:
    return int(text[1]), int(text[3])


def steps(one: Space, other: Space) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def touch(one: Space, other: Space) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


@dataclass(eq=False)
class Soldier:
    name: str
    gamer: Mapping[str, Any] | None  # the record of a Gamer
    side: int
    at: Space | None = None
    hidden: bool = False
    dead: bool = False
    damage: int = 0
    gear: list[str] = field(default_factory=list)
    spent: set[str] = field(default_factory=set)

    @property
    def card(self) -> dict[str, Any]:
        return SOLDIERS[self.name]

    @property
    def abilities(self) -> list[dict[str, Any]]:
        talent = self.gamer.get("talent") if self.gamer else None
        return self.card["skills"] + ([talent] if talent else [])

    @property
    def seen(self) -> bool:
        return self.at is not None and not self.hidden


class End(Exception):
    """Somebody has won."""


class Fights:
    def __init__(self) -> None:
        self.squads: list[list[Soldier]] = [[], []]
        self.map: dict[Space, str] = {}
        self.face_down: dict[Space, str] = {}
        self.loot: list[tuple[Space, str]] = []
        self.missile: Space | None = None
        self.missile_space: Space | None = None
        self.round = 0
        self.active: Soldier | None = None
        self.boosts: list[dict[str, Any]] = []
        self.shields: list[tuple[Soldier, Soldier, int]] = []
        self.moves = 0
        self.stopped = self.attacked = False

    def everyone(self) -> list[Soldier]:
        return self.squads[0] + self.squads[1]

    def foes(self, one: Soldier) -> list[Soldier]:
        return self.squads[1 - one.side]

    def meets(self, one: Soldier, record: Mapping[str, Any], target: Soldier | None) -> bool:
        when = record.get("when", "always")
        if when == "adjacent":
            return bool(target and one.at and target.at and steps(one.at, target.at) <= 1)
        if when == "wounded":
            return bool(target and target.damage)
        return when == "always" or bool(one.at and f"zone{one.at[0]}" == when)

    def giving(self, one: Soldier, word: str, target: Soldier | None = None) -> Iterator[Mapping[str, Any]]:
        """Every record that gives a Soldier a word at the moment."""
        for record in one.abilities:
            passive = record["kind"] == "passive" and record.get("scope", "self") == "self"
            awake = one.seen or (one is self.active and word in ("move", "range", "third"))
            if passive and awake and record["effect"] == word and self.meets(one, record, target):
                yield record
        if one is self.active:
            yield from (r for r in self.boosts if r["effect"] == word and self.meets(one, r, target))
        here = LOCATIONS[self.map[one.at]].get("bullet") if one.at in self.map else None
        if here and here["when"] == "there" and here["effect"] == word and word != "third":
            yield here
        for ally in self.squads[one.side]:
            if ally is not one and ally.seen and one.at and ally.at and steps(ally.at, one.at) <= 1:
                for record in ally.abilities:
                    aura = record["kind"] == "passive" and record.get("scope") == "allies"
                    if aura and record["effect"] == word and self.meets(ally, record, target):
                        yield record
        yield from (INCURSIONS[c] for c in one.gear if INCURSIONS[c]["effect"] == word and word != "heal")

    def sum(self, one: Soldier, word: str, target: Soldier | None = None) -> int:
        return sum(record.get("n", 1) for record in self.giving(one, word, target))

    def reaches(self, one: Soldier, target: Soldier) -> bool:
        assert one.at
        assert target.at
        return steps(one.at, target.at) <= one.card["range"] + self.sum(one, "range", target)

    def safe(self, one: Soldier, which: str) -> bool:
        return any(record.get("which") in (which, "always") for record in self.giving(one, "no_free"))

    def places(self, one: Soldier, space: Space) -> int:
        bullet = (LOCATIONS[self.map[space]].get("bullet") if space in self.map else None) or {"when": ""}
        roomy = bullet["when"] == "there" and bullet["effect"] == "third"
        return 3 if roomy or list(self.giving(one, "third")) else 2

    def count(self, space: Space, also_hidden: bool) -> int:
        return sum(one.at == space and (also_hidden or not one.hidden) for one in self.everyone())

    def fits(self, one: Soldier, space: Space) -> bool:
        return self.count(space, one.side == 1) < self.places(one, space)

    def ground(self, space: Space) -> bool:
        return space in self.map or any(touch(space, other) for other in self.map)

    def next_to(self, space: Space) -> list[Space]:
        return [other for other in SPACES if steps(space, other) == 1 and self.ground(other)]

    def usable(self, one: Soldier, moment: str) -> list[dict[str, Any]]:
        return [r for r in one.abilities if r["kind"] == "interrupt" and r["moment"] == moment]

    def ask(self, one: Soldier, record: Mapping[str, Any], target: Soldier | None = None) -> Story:
        if not one.seen or record["id"] in one.spent or not self.meets(one, record, target):
            return False
        answer = yield Wait(one.side, {"interrupt yes", "interrupt no"})
        if answer == "interrupt yes":
            one.spent.add(record["id"])
        return answer == "interrupt yes"

    def throw(self, one: Soldier, target: Soldier, more: int) -> Story:
        dice = one.gamer["stats"][one.card["focus"]] if one.gamer else 3
        faces = yield from self.dice(dice + self.sum(one, "dice", target) + more)
        faces = yield from self.again(faces, self.sum(one, "reroll", target))
        for record in self.usable(one, "rolled"):
            if 0 in faces and (yield from self.ask(one, record, target)):
                faces = yield from self.again(faces, record.get("n", 1))
        return sum(faces)

    def dice(self, n: int) -> Story:
        return [int(face) for face in (yield Wait(None, None, n)).split()[1:]]

    def again(self, faces: list[int], n: int) -> Story:
        blanks = [at for at, face in enumerate(faces) if not face][:n]
        if blanks:
            for at, face in zip(blanks, (yield from self.dice(len(blanks))), strict=True):
                faces[at] = face
        return faces

    def before_roll(self, one: Soldier, target: Soldier, counter: bool) -> Story:
        """Extra dice, extra damage and whether a counterattack is stopped, by interrupts."""
        dice = damage = 0
        for record in self.usable(one, "attack"):
            stops = record["effect"] == "no_counter"
            if stops and not counter:
                continue
            if (yield from self.ask(one, record, target)):
                counter = counter and not stops
                dice += record.get("n", 1) if record["effect"] == "dice" else 0
                damage += record.get("n", 1) if record["effect"] == "damage" else 0
        return dice, damage, counter

    def attack(self, one: Soldier, target: Soldier) -> Story:
        counter = not list(self.giving(one, "no_counter", target)) and self.reaches(target, one)
        dice, damage, counter = yield from self.before_roll(one, target, counter)
        other_dice = other_damage = 0
        if counter:
            other_dice, other_damage, _ = yield from self.before_roll(target, one, False)
        hits = yield from self.throw(one, target, dice)
        blows = [(target, hits + one.card["base"] + damage + self.sum(one, "damage", target))]
        if counter:
            hits = yield from self.throw(target, one, other_dice)
            blows.append((one, hits + target.card["base"] + other_damage + self.sum(target, "damage", one)))
        yield from self.hurt(blows)

    def free_attack(self, one: Soldier, target: Soldier, base: int) -> Story:
        dice, damage, _ = yield from self.before_roll(one, target, False)
        hits = yield from self.throw(one, target, dice)
        total = hits + damage + self.sum(one, "damage", target) + (one.card["base"] if base else 0)
        yield from self.hurt([(target, total)])

    def hurt(self, blows: Iterable[tuple[Soldier, int]]) -> Story:  # noqa: C901
        left = []
        for victim, amount in blows:
            guard = sum(n for _, whom, n in self.shields if whom is victim)
            amount -= self.sum(victim, "shield") + guard
            if amount > 0:
                left.append([victim, amount])
        for victim, _ in left:
            self.uncover(victim)
        for blow in left:
            victim = blow[0]
            for helper in [victim, *(ally for ally in self.squads[victim.side] if ally is not victim)]:
                for record in self.usable(helper, "hit"):
                    near = helper.at and victim.at and steps(helper.at, victim.at) <= 1
                    reaches = helper is victim or (record.get("scope") == "adjacent" and near)
                    if blow[1] > 0 and reaches and (yield from self.ask(helper, record)):
                        blow[1] = max(0, blow[1] - record.get("n", 1))
        for victim, amount in left:
            victim.damage += amount
        for victim, _ in left:
            if victim.damage >= victim.card["hp"]:
                self.kill(victim)
        self.look()

    def kill(self, one: Soldier) -> None:
        one.at, one.dead, one.damage, one.gear = None, True, 0, []
        self.shields = [s for s in self.shields if one not in s[:2]]
        if one is self.active:
            self.boosts = []

    def look(self) -> None:
        """Strike wins when the missile is face up and no Terrorist is there."""
        if self.missile and not any(one.seen and one.at == self.missile for one in self.squads[1]):
            raise End(0)

    def uncover(self, one: Soldier) -> None:
        if one.hidden:
            one.hidden = False
            assert one.at
            del self.face_down[one.at]
