"""Incursion Point: Zero once more, written from the rulings as one long story. It shares no code with the engine.

`story` is a generator that yields `Wait` whenever somebody has to act, is sent the notation of what was done, and
returns who won. Soldiers, questions and fights are in `slow_combat.py`; here are the set-up, cards, moves and rounds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engines.incursion_point_zero.slow_combat import (
    GAMERS,
    INCURSIONS,
    LOCATIONS,
    SOLDIERS,
    SPACES,
    TALENTS,
    End,
    Fights,
    Soldier,
    Space,
    Story,
    Wait,
    read,
    steps,
    touch,
    write,
)


class Match(Fights):
    def turn_up(self, one: Soldier, space: Space) -> Story:
        hidden = yield from self.open(space, one)
        if hidden:
            if not self.safe(one, "reveal"):
                yield from self.free_attack(hidden, one, 0)
            return
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
                    yield from self.open(read(answer.split()[1]), None)

    def open(self, space: Space, one: Soldier | None) -> Story:
        """Turn a card up where a Soldier arrives or, with None, from afar. Return the Soldier that hid under it."""
        card = self.face_down[space]
        if card in SOLDIERS:
            hidden = next(other for other in self.squads[1] if other.name == card)
            self.uncover(hidden)
            return hidden
        del self.face_down[space]
        record = INCURSIONS[card]
        if card == "Missile":
            self.missile = space
            self.look()
        elif record["kind"] == "equipment" and one:
            one.gear.append(card)
        elif record["kind"] == "equipment":
            self.loot.append((space, card))
        elif record["kind"] == "hazard" and record["area"] == "adjacent":
            near = [other for other in self.everyone() if other.at and steps(other.at, space) <= 1]
            yield from self.hurt([(other, record["damage"]) for other in near])
        elif record["kind"] == "hazard" and one:
            yield from self.hurt([(one, record["damage"])])
        return None

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
        lurking = [foe for foe in self.foes(one) if foe.hidden]
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
                if near and foe not in lurking and (yield from self.ask(foe, record, one)):
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
            if verb in ("enter", "move"):
                yield from self.step(one, read(rest[-1]))
            elif verb == "attack":
                self.attacked, self.moves = True, 0
                yield from self.attack(one, next(foe for foe in self.foes(one) if foe.name == rest[0]))
                if not one.dead:
                    self.stopped, self.moves = False, self.sum(one, "move_after")
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
            yield from self.open(read(target), None)
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


def own_gamers(rosters: Any) -> dict[str, dict[str, Any]]:
    """The cards of an option as records like those of the default set, by handle."""
    found = {}
    for card in [entry for side in (rosters or {}).values() for entry in side if isinstance(entry, dict)]:
        talent = {"talent": TALENTS[card["talent"]]} if card["talent"] else {}
        found[card["handle"]] = {"stats": card["stats"], **talent}
    return found


def story(match: Match, gamers: Mapping[str, Any], deal: bool) -> Story:
    """A whole match; `deal` where Gamers are dealt."""
    for _ in range(2 if deal else 0):
        yield Wait(None)
    for side in (0, 1):
        squad = yield Wait(side)
        for member in squad.split()[1:]:
            name, _, handle = member.partition(":")
            match.squads[side].append(Soldier(name, gamers[handle] if handle else None, side))
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

    def __init__(self, options: Mapping[str, Any], done: Sequence[str] = ()) -> None:
        self.options, self.done = options, list(done)
        self.match = Match()
        self.winner: int | None = None
        self.wait: Wait | None = None
        rosters = options.get("rosters")
        deal = options.get("gamers", True) and rosters is None
        self._story = story(self.match, {**GAMERS, **own_gamers(rosters)}, deal)
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
        return sum(Told(self.options, [*self.done, text]).perft(depth - 1) for text in self.wait.legal)
