"""The greedy bot: knows its seat's view and the cards, looks one action ahead, and always uses its abilities."""

from collections.abc import Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

from engines.incursion_point_zero import cards
from engines.incursion_point_zero.gamers import number_gamers, parse_rosters
from engines.incursion_point_zero.heuristics import MAX_CANDIDATES, best_stat, dice_worth
from engines.incursion_point_zero.spaces import DISTANCE, NAMES, SPACE_OF, ZONE

# The worth of a class in the squad, by side; measured by self-play.
_WORTH = {"Sniper": 2.0, "Breacher": 1.5, "Assault": 1.0, "Scout": 1.0, "Heavy": 1.2}
_WORTH |= {"Marksman": 2.0, "Enforcer": 1.5, "Gunner": 1.2, "Saboteur": 1.0, "Guerrilla": 0.8}
_WORTHS = tuple(_WORTH.get(name, 0.0) for name in cards.CLASSES)
_HEALS, _SHIELDS = (
    {ability.id for ability in (cards.SKILLS | cards.TALENTS).values() if ability.effect == effect}
    for effect in ("heal", "shield")
)
_ALARM_DISTANCE = 3  # Steps between Strike and the missile at which Terrorists come out to guard it.
_GUARDS_NEEDED = 2  # Terrorists that fill the missile's space.
_HEAL_FROM = 3  # Damage from which healing is worthwhile.
_CORNER = SPACE_OF["Z4-1"]
_ENTRY = SPACE_OF["Z1-5"]


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return a good action for the seat, in notation; `legal` is None for a squad."""
    if legal is None:
        sides, own_gamers = number_gamers(parse_rosters(view))
        return _choose_squad(seat, [(cards.GAMERS + own_gamers)[number] for number in sides[seat]], rng)
    if len(legal) == 1:
        return legal[0]
    if view["phase"] != "play":
        score = {"place": _score_placement, "drop": lambda *_: 1.0, "lay": _score_lay}[view["phase"]]
        return max(legal, key=lambda text: score(view, seat, text.split()) + 0.5 * rng.random())
    scorer = _ActionScorer(view, seat)
    return max(legal, key=lambda text: scorer.score(text.split()) + 0.01 * rng.random())


def _choose_squad(seat: int, roster: list[cards.Gamer], rng: Random) -> str:
    """Return the action that chooses the best classes and the Gamers that give them the most dice."""
    classes = cards.SIDE_CLASSES[seat]
    if not roster:
        best = max(combinations(classes, cards.SQUAD), key=lambda four: sum(map(_WORTHS.__getitem__, four)) + rng.random())
        return " ".join(["squad", *(cards.CLASSES[at] for at in best)])
    gamers = sorted(roster, key=best_stat)[-MAX_CANDIDATES:]
    fours = [
        tuple(zip(four, order, strict=True))
        for four in combinations(classes, cards.SQUAD)
        for order in permutations(gamers, cards.SQUAD)
    ]
    chosen = max(fours, key=lambda four: sum(_WORTHS[at] + dice_worth(at, gamer) for at, gamer in four))
    return " ".join(["squad", *(f"{cards.CLASSES[at]}:{gamer.handle}" for at, gamer in chosen)])


def _score_placement(view: Mapping[str, Any], seat: int, words: list[str]) -> float:
    """Score a placement: Strike keeps the map compact, the Terrorists extend it to the far corner."""
    if words[0] == "discard":
        return 0.0
    distance = DISTANCE[_ENTRY][SPACE_OF[words[2]]]
    return float(distance if seat else -distance)


def _score_lay(view: Mapping[str, Any], seat: int, words: list[str]) -> float:
    """Score laying a card: the missile far from the entry, Soldiers and hazards near it, other cards far from it."""
    card_name, space = words[1], SPACE_OF[words[2]]
    if cards.KIND[cards.CARD_OF.get(card_name, 0)] == "missile":
        return 1000.0 + DISTANCE[_ENTRY][space] + 0.3 * ZONE[space]
    missile = SPACE_OF.get(view["missile"] or "", _CORNER)
    distance = DISTANCE[missile][space]
    if card_name in cards.CLASSES:
        return 500.0 - 10 * distance
    return 100.0 - distance if cards.KIND[cards.CARD_OF[card_name]] == "hazard" else float(distance)


class _ActionScorer:
    """Scores for the actions of one decision in play."""

    def __init__(self, view: Mapping[str, Any], seat: int) -> None:
        self.view, self.seat = view, seat
        self.soldiers: Mapping[str, Any] = view["soldiers"]
        self.own = {name: soldier for name, soldier in self.soldiers.items() if soldier["side"] == seat}
        self.enemies = {name: soldier for name, soldier in self.soldiers.items() if soldier["side"] != seat}
        self.missile = SPACE_OF.get(view["missile"] or "", -1)
        self.down = [SPACE_OF[name] for name, space in view["spaces"].items() if space["card"] == "down"]
        self.attacked, self.moving = view["turn"]["attacked"], view["turn"]["moving"]
        # Strike's goals: the missile once it is found, otherwise the face-down cards, most of all its likely ones.
        self.goals = [space for space in self.down if ZONE[space] > 1] or self.down or [_ENTRY]
        if self.missile >= 0:
            self.goals = [self.missile]
        # Strike's distance to the missile.
        near = [DISTANCE[SPACE_OF[soldier["at"]]][self.missile] for soldier in self.enemies.values() if soldier["at"]]
        self.alarm = min(near, default=99) if seat else 99

    def score(self, words: list[str]) -> float:
        verb = words[0]
        if verb in ("interrupt", "free"):
            return self._answer(words)
        if verb == "reveal":
            return float(ZONE[SPACE_OF[words[1]]]) if words[1] != "no" else 0.0
        if verb == "attack":
            return self._attack(words[1], words[2])
        if verb in ("skill", "use"):
            return self._skill(words)
        if verb == "pass":
            return 0.0
        return self._score_step(words[1], SPACE_OF[words[-1]], SPACE_OF[words[2]] if verb == "move" else -1)

    def _answer(self, words: list[str]) -> float:
        """Answer yes, except for spending a strong shield on little damage."""
        question = self.view["question"]
        if question.get("moment") == "hit":
            victim = self.soldiers[question["other"]]
            worth = question["amount"] >= 2 or victim["damage"] + question["amount"] >= victim["hp"]
            return float(worth == (words[1] == "yes"))
        return float(words[1] == "yes")

    def _attack(self, name: str, other: str) -> float:
        """Score the expected damage, more for a kill and for an enemy that guards the missile."""
        me, target = self.soldiers[name], self.soldiers[other]
        damage: float = me["base"] + me["dice"] / 2
        remaining_hp = target["hp"] - target["damage"]
        worth: float = 20.0 + min(damage, remaining_hp) + (6.0 if damage >= remaining_hp else 0.0) - 0.2 * remaining_hp
        if self.missile >= 0 and target["at"] == NAMES[self.missile] and not self.seat:
            worth += 50.0
        if self.seat and target["at"]:
            worth += 5.0 / (1 + DISTANCE[SPACE_OF[target["at"]]][self.missile])
            if me["state"] == "hidden" and self.alarm > _ALARM_DISTANCE and damage < remaining_hp:
                worth -= 30.0
        return worth

    def _score_step(self, name: str, goal: int, src: int) -> float:
        if self.seat:
            return self._guard(name, goal, src)
        near = self.missile >= 0 and src >= 0 and DISTANCE[src][self.missile] <= 1
        if self.moving and near and self._guards():  # Next to a guarded missile it shoots instead of moving about.
            return -1.0
        distances_after = [DISTANCE[goal][space] for space in self.goals]
        distances_before = [DISTANCE[src][space] for space in self.goals] if src >= 0 else [9]
        nearer = min(distances_before) - min(distances_after)
        crowd: int = sum(soldier["at"] == NAMES[goal] for soldier in self.own.values())
        return 30.0 * nearer + (40.0 if goal in self.down else 0.0) + ZONE[goal] - 2.0 * crowd + 1.0

    def _guards(self, but: str = "") -> int:
        names = [name for name, row in self.soldiers.items() if row["at"] == NAMES[self.missile] and row["state"] == "map"]
        return sum(self.soldiers[name]["side"] == 1 and name != but for name in names)

    def _guard(self, name: str, goal: int, src: int) -> float:
        """Score staying hidden until Strike comes near, then filling the missile's space."""
        soldier = self.soldiers[name]
        if soldier["state"] == "hidden" and self.alarm > _ALARM_DISTANCE:
            return -5.0
        if src == self.missile:
            return -50.0
        after = DISTANCE[goal][self.missile]
        before = DISTANCE[src][self.missile] if src >= 0 else after + 1
        need = 35.0 if self._guards(name) < _GUARDS_NEEDED else 2.0
        return need * (before - after) - 0.1 * after

    def _skill(self, words: list[str]) -> float:
        name = words[1]
        me = self.soldiers[name]
        if words[0] == "use" or words[2] in _HEALS:
            hurt = self.soldiers[words[3]]["damage"] if len(words) > 3 and words[3] in self.soldiers else me["damage"]
            return 200.0 if hurt >= _HEAL_FROM else -1.0
        if me["state"] == "hidden" and self.alarm > _ALARM_DISTANCE:
            return -5.0
        if len(words) > 3 and words[3] in SPACE_OF:
            return 150.0 + ZONE[SPACE_OF[words[3]]]
        in_reach = any(
            enemy["at"] and me["at"] and DISTANCE[SPACE_OF[me["at"]]][SPACE_OF[enemy["at"]]] <= me["range"]
            for enemy in self.enemies.values()
        )
        return 25.0 if in_reach and (words[2] in _SHIELDS or not self.attacked) else -1.0
