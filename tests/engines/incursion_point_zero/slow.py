"""Incursion Point: Zero once more, written from the rulings as one long story. It shares no code with the engine.

`story` is a generator that yields `Wait` whenever somebody has to act, is sent the notation of what was done, and
returns who won. Spaces are (zone, column); cards are the records of the TOML files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "engines" / "incursion_point_zero" / "data"


def cards(name: str, key: str) -> dict[str, dict[str, Any]]:
    records = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))[name[:-1] if name != "incursions" else "card"]
    return {record[key]: record for record in records}


SOLDIERS, GAMERS = cards("soldiers", "class"), cards("gamers", "handle")
LOCATIONS, INCURSIONS = cards("locations", "id"), cards("incursions", "id")
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
    gamer: str
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
        talent = GAMERS[self.gamer].get("talent") if self.gamer else None
        return self.card["skills"] + ([talent] if talent else [])

    @property
    def seen(self) -> bool:
        return self.at is not None and not self.hidden


class End(Exception):
    """Somebody has won."""


class Match:
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
        self.stopped = self.attacked = self.acted = False

    # ---------------------------------------------------------------- lookups

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
        if here and here["when"] == "there" and here["effect"] == word:
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
        bullet = LOCATIONS[self.map[space]].get("bullet") if space in self.map else None
        if bullet and bullet["when"] == "there" and bullet["effect"] == "third":
            return 3
        return 3 if list(self.giving(one, "third")) else 2

    def count(self, space: Space, also_hidden: bool) -> int:
        return sum(one.at == space and (also_hidden or not one.hidden) for one in self.everyone())

    def fits(self, one: Soldier, space: Space) -> bool:
        return self.count(space, one.side == 1) < self.places(one, space)

    def ground(self, space: Space) -> bool:
        return space in self.map or any(touch(space, other) for other in self.map)

    def next_to(self, space: Space) -> list[Space]:
        return [other for other in SPACES if steps(space, other) == 1 and self.ground(other)]

    # -------------------------------------------------------------- questions

    def usable(self, one: Soldier, moment: str, target: Soldier | None = None) -> list[dict[str, Any]]:
        return [r for r in one.abilities if r["kind"] == "interrupt" and r["moment"] == moment]

    def ask(self, one: Soldier, record: Mapping[str, Any], target: Soldier | None = None) -> Story:
        if not one.seen or record["id"] in one.spent or not self.meets(one, record, target):
            return False
        answer = yield Wait(one.side, {"interrupt yes", "interrupt no"})
        if answer == "interrupt yes":
            one.spent.add(record["id"])
            return True
        return False

    # ----------------------------------------------------------------- combat

    def throw(self, one: Soldier, target: Soldier, more: int) -> Story:
        dice = GAMERS[one.gamer]["stats"][one.card["focus"]] if one.gamer else 3
        faces = yield from self.dice(dice + self.sum(one, "dice", target) + more)
        faces = yield from self.again(faces, self.sum(one, "reroll", target))
        for record in self.usable(one, "rolled"):
            if 0 in faces and (yield from self.ask(one, record, target)):
                faces = yield from self.again(faces, record.get("n", 1))
        return sum(faces)

    def dice(self, n: int) -> Story:
        rolled = yield Wait(None, None, n)
        return [int(face) for face in rolled.split()[1:]]

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

    # ---------------------------------------------------------------- cards

    def uncover(self, one: Soldier) -> None:
        if one.hidden:
            one.hidden = False
            assert one.at
            del self.face_down[one.at]

    def explode(self, space: Space, damage: int) -> Story:
        near = [one for one in self.everyone() if one.at and steps(one.at, space) <= 1]
        yield from self.hurt([(one, damage) for one in near])

    def turn_up(self, one: Soldier, space: Space) -> Story:  # noqa: C901
        card = self.face_down[space]
        if card in SOLDIERS:
            hidden = next(other for other in self.squads[1] if other.name == card)
            self.uncover(hidden)
            if not self.safe(one, "reveal"):
                yield from self.free_attack(hidden, one, 0)
            return
        del self.face_down[space]
        record = INCURSIONS[card]
        if card == "Missile":
            self.missile = space
            self.look()
        elif record["kind"] == "equipment":
            one.gear.append(card)
        elif record["kind"] == "hazard" and record["area"] == "revealer":
            yield from self.hurt([(one, record["damage"])])
        elif record["kind"] == "hazard":
            yield from self.explode(space, record["damage"])
        bullet = LOCATIONS[self.map[space]].get("bullet", {"when": ""})
        if one.at != space or bullet["when"] != "reveal":
            return
        if bullet["effect"] == "heal":
            one.damage -= min(one.damage, bullet["n"])
        else:
            around = {f"reveal {write(s)}" for s in self.face_down if steps(s, space) <= bullet["n"]}
            if around:
                answer = yield Wait(0, around | {"reveal no"})
                if answer != "reveal no":
                    yield from self.from_afar(read(answer.split()[1]))

    def from_afar(self, space: Space) -> Story:
        card = self.face_down[space]
        if card in SOLDIERS:
            self.uncover(next(other for other in self.squads[1] if other.name == card))
            return
        del self.face_down[space]
        record = INCURSIONS[card]
        if card == "Missile":
            self.missile = space
            self.look()
        elif record["kind"] == "equipment":
            self.loot.append((space, card))
        elif record["kind"] == "hazard" and record["area"] == "adjacent":
            yield from self.explode(space, record["damage"])

    # --------------------------------------------------------------- movement

    def step(self, one: Soldier, goal: Space) -> Story:  # noqa: C901
        self.moves -= 1
        if one.side == 0:
            lurking = [foe for foe in self.squads[1] if foe.hidden and foe.at == goal]
            if lurking and self.count(goal, True) >= self.places(one, goal):
                self.uncover(lurking[0])
                self.stopped = True
                return
        src = one.at
        here = [foe for foe in self.foes(one) if src and foe.seen and foe.at == src]
        for foe in here:
            for record in self.usable(foe, "depart"):
                if (yield from self.ask(foe, record, one)):
                    self.stopped = True
                    return
        for foe in here:
            if one.at == src and foe.at == src and not self.safe(one, "leave"):
                answer = yield Wait(foe.side, {"free yes", "free no"})
                if answer == "free yes":
                    yield from self.free_attack(foe, one, 0)
        if one.dead:
            return
        one.at = goal
        self.look()
        known = [foe for foe in self.foes(one) if foe.seen and foe.at == goal]
        fresh = self.face_down.get(goal) if one.side == 0 else None
        if one.side == 0 and goal in self.face_down:
            self.stopped = True
            yield from self.turn_up(one, goal)
        if one.at == goal and one.side == 0:
            one.gear += [card for space, card in self.loot if space == goal]
            self.loot = [lying for lying in self.loot if lying[0] != goal]
        if one.at == goal and any(foe.seen and foe.at == goal for foe in self.foes(one)):
            self.stopped = True
        for foe in self.foes(one):
            for record in self.usable(foe, "arrival"):
                near = one.at == goal and foe.at and steps(foe.at, goal) <= 1
                if near and foe.name != fresh and (yield from self.ask(foe, record, one)):
                    yield from self.free_attack(foe, one, record.get("n", 1))
        yield from self.rush(one, goal, known)

    def rush(self, one: Soldier, goal: Space, known: Sequence[Soldier]) -> Story:
        for record in one.abilities:
            if record["kind"] != "passive" or record["effect"] != "free_attack":
                continue
            targets = [foe for foe in known if foe.at == goal and self.meets(one, record, foe)]
            if one.at != goal or not targets:
                continue
            target = targets[0]
            if len(targets) > 1:
                answer = yield Wait(one.side, {f"attack {one.name} {foe.name}" for foe in targets})
                target = next(foe for foe in targets if foe.name == answer.split()[2])
            yield from self.free_attack(one, target, record.get("n", 1))

    # ------------------------------------------------------------ activations

    def entries(self, one: Soldier) -> list[Space]:
        zone = 1 if one.side == 0 else 4
        free = [s for s in SPACES if s[0] == zone and self.ground(s) and self.fits(one, s)]
        return [s for s in free if s in self.map] or free

    def cooldowns(self, one: Soldier) -> set[str]:
        found = set()
        for record in one.abilities:
            effect, scope, n = record["effect"], record.get("scope", "self"), record.get("n", 1)
            if record["kind"] != "cooldown" or record["id"] in one.spent or not self.meets(one, record, None):
                continue
            if effect == "move" and (self.attacked or self.stopped):
                continue
            if self.attacked and effect not in ("heal", "reveal", "shield", "no_free", "move"):
                continue
            text = f"skill {one.name} {record['id']}"
            if effect == "reveal":
                near = [s for s in self.face_down if one.seen and one.at and steps(one.at, s) <= n]
                found |= {f"{text} {write(s)}" for s in near}
            elif effect in ("heal", "shield"):
                team = [one] if scope == "self" else self.squads[one.side]
                near_by = [a for a in team if a is one or (a.seen and one.at and a.at and steps(a.at, one.at) <= 1)]
                near_by = [a for a in near_by if a.damage or effect == "shield"]
                found |= {text if scope == "self" else f"{text} {ally.name}" for ally in near_by}
            else:
                found.add(text)
        return found

    def options(self, one: Soldier) -> set[str]:
        walking = self.moves > 0 and not self.stopped
        found = self.cooldowns(one) if one.at or (walking and self.entries(one)) else set()
        if one.at is None and walking:
            found |= {f"enter {one.name} {write(s)}" for s in self.entries(one)}
        if one.at is not None:
            goals = [s for s in self.next_to(one.at) if walking and self.fits(one, s)]
            found |= {f"move {one.name} {write(one.at)} {write(s)}" for s in goals}
            if not self.attacked:
                seen = [foe for foe in self.foes(one) if foe.seen and self.reaches(one, foe)]
                found |= {f"attack {one.name} {foe.name}" for foe in seen}
        if one.damage:
            found |= {f"use {one.name} {card}" for card in one.gear if INCURSIONS[card]["effect"] == "heal"}
        return found

    def may_seem_free(self, one: Soldier) -> bool:
        """Whether Strike could think that a Terrorist has something to do."""
        if one.side == 0:
            return False
        if one.hidden:
            return True
        if self.moves <= 0 or self.stopped:
            return False
        goals = self.next_to(one.at) if one.at else [s for s in SPACES if s[0] == 4 and self.ground(s)]
        return any(self.count(s, False) < self.places(one, s) for s in goals)

    def activate(self, one: Soldier) -> Story:
        self.active, self.boosts = one, []
        self.shields = [shield for shield in self.shields if shield[0] is not one]
        self.moves = 2 + self.sum(one, "move")
        self.stopped = self.attacked = False
        one.damage -= min(one.damage, self.sum(one, "heal"))
        while not one.dead:
            options = self.options(one)
            if not options and not self.may_seem_free(one):
                return
            verb, _, *rest = (yield Wait(one.side, options | {f"pass {one.name}"})).split()
            if verb == "pass":
                return
            if verb in ("move", "attack", "skill"):
                self.uncover(one)
            yield from self.do(one, verb, rest)

    def do(self, one: Soldier, verb: str, rest: list[str]) -> Story:
        if verb in ("enter", "move"):
            yield from self.step(one, read(rest[-1]))
        elif verb == "attack":
            self.attacked, self.moves = True, 0
            yield from self.attack(one, next(foe for foe in self.foes(one) if foe.name == rest[0]))
            if not one.dead:
                self.stopped = False
                self.moves = self.sum(one, "move_after")
        elif verb == "use":
            one.gear.remove(rest[0])
            one.damage -= min(one.damage, INCURSIONS[rest[0]]["n"])
        else:
            yield from self.announce(one, *rest)

    def announce(self, one: Soldier, wanted: str, target: str = "") -> Story:
        record = next(r for r in one.abilities if r["id"] == wanted)
        one.spent.add(wanted)
        for foe in self.foes(one):
            for other in self.usable(foe, "skill"):
                if (yield from self.ask(foe, other)):
                    return
        n, effect = record.get("n", 1), record["effect"]
        ally = next((a for a in self.squads[one.side] if a.name == target), one)
        if effect == "reveal":
            yield from self.from_afar(read(target))
        elif effect == "heal":
            ally.damage -= min(ally.damage, n)
        elif effect == "move":
            self.moves += n
        elif effect == "shield":
            self.shields.append((one, ally, n))
        else:
            self.boosts.append(record)

    def rounds(self) -> Story:
        for self.round in range(1, 7):
            for side, due in ((0, (3, 5)), (1, (4,))):
                for one in self.squads[side]:
                    early = any(record["effect"] == "early" for record in one.abilities)
                    if self.round in due or (early and self.round + 1 in due):
                        one.dead = False
            for pair in zip(*self.squads, strict=True):
                for one in pair:
                    if not one.dead:
                        yield from self.activate(one)
        raise End(1)

    # ----------------------------------------------------------------- set-up

    def build(self, hands: list[list[str]]) -> Story:
        seat = 0
        while any(hands):
            seat = seat if hands[seat] else 1
            hand = hands[seat]
            options = self.placings(hands, seat)
            text = yield Wait(seat, options or {f"discard {card}" for card in hand})
            verb, card, *space = text.split()
            hand.remove(card)
            if verb == "place":
                self.map[read(space[0])] = card
            seat = 1 - seat

    def placings(self, hands: list[list[str]], seat: int) -> set[str]:
        if not self.map:
            good = [card for card in hands[0] if self.allows(card, (1, 5))]
            return {f"place {card} Z1-5" for card in good or hands[0]}
        pairs = [(card, s) for card in hands[seat] for s in SPACES if self.free(s, seat) and self.allows(card, s)]
        empty = [zone for zone in (1, 2, 3, 4) if all(space[0] != zone for space in self.map)]
        if not hands[0] and seat == 1 and len(hands[1]) <= len(empty):
            pairs = [pair for pair in pairs if pair[1][0] == empty[0]] or pairs
        return {f"place {card} {write(space)}" for card, space in pairs}

    def free(self, space: Space, seat: int) -> bool:
        near = any(touch(space, other) for other in self.map)
        return space not in self.map and near and (seat == 1 or space[0] < 4)

    def allows(self, card: str, space: Space) -> bool:
        place = LOCATIONS[card].get("place", {})
        kinds = [LOCATIONS[other]["kind"] for at, other in self.map.items() if steps(at, space) == 1]
        return (
            space[0] in place.get("zones", (1, 2, 3, 4))
            and ("edge" not in place or space[1] in (1, 5))
            and ("beside" not in place or place["beside"] in kinds)
            and ("apart" not in place or place["apart"] not in kinds)
        )

    def cover(self) -> Story:
        left = [card for card, record in INCURSIONS.items() for _ in range(record["count"]) if card != "Soldier"]
        for _ in range(13 - len(self.map)):
            blanks = {card for card in left if INCURSIONS[card]["kind"] == "blank"}
            text = yield Wait(1, {f"drop {card}" for card in blanks or set(left) - {"Missile"}})
            left.remove(text.split()[1])
        left += [one.name for one in self.squads[1]]
        while left:
            options = set()
            for card in set(left):
                for space in set(self.map) - set(self.face_down):
                    rest = [s for s in set(self.map) - set(self.face_down) - {space} if s[0] > 1]
                    fine = space[0] > 1 if card == "Missile" else "Missile" not in left or bool(rest)
                    options |= {f"lay {card} {write(space)}"} if fine else set()
            _, card, text = (yield Wait(1, options)).split()
            left.remove(card)
            self.face_down[read(text)] = card
            if card == "Missile":
                self.missile_space = read(text)
        for one in self.squads[1]:
            one.at = next(space for space, card in self.face_down.items() if card == one.name)
            one.hidden = True


def story(match: Match, deal: bool) -> Story:
    """A whole match; `deal` where Gamers are dealt."""
    for _ in range(2 if deal else 0):
        yield Wait(None)
    for side in (0, 1):
        squad = yield Wait(side)
        for member in squad.split()[1:]:
            name, _, handle = member.partition(":")
            match.squads[side].append(Soldier(name, handle, side))
    hands = []
    for _ in range(2):
        hands.append((yield Wait(None)).split()[2:])
    yield from match.build(hands)
    yield from match.cover()
    try:
        yield from match.rounds()
    except End as end:
        return end.args[0]


class Told:
    """A match as far as it has been told."""

    def __init__(self, deal: bool, done: Sequence[str] = ()) -> None:
        self.deal, self.done = deal, list(done)
        self.match = Match()
        self.winner: int | None = None
        self.wait: Wait | None = None
        self._story = story(self.match, deal)
        self._send(None)
        for text in done:
            self._send(text)

    def _send(self, text: str | None) -> None:
        try:
            self.wait = next(self._story) if text is None else self._story.send(text)
        except StopIteration as end:
            self.wait, self.winner = None, end.value

    def do(self, text: str) -> None:
        self.done.append(text)
        self._send(text)

    def perft(self, depth: int) -> int:
        """Leaves of the tree below; a roll or an end is a leaf."""
        if depth == 0 or self.wait is None or self.wait.seat is None:
            return 1
        assert self.wait.legal is not None, "perft needs a listed position"
        return sum(Told(self.deal, [*self.done, text]).perft(depth - 1) for text in self.wait.legal)
