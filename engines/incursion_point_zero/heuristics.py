"""Heuristics for the search: evaluation of positions and scores of actions for either side.

Strike's actions are scored by what it sees: the places of the missile and hidden Soldiers count for the Terrorists
only. Set-ups are chosen without looking ahead; randomness makes them unpredictable.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import exp
from random import Random

from engines.incursion_point_zero import match_setup
from engines.incursion_point_zero.actions import CLASS_OFFSET, Action
from engines.incursion_point_zero.cards import CLASSES, GAMERS, KIND, LOCATIONS, MISSILE, SIDE_CLASSES, SOLDIERS, SQUAD, Gamer
from engines.incursion_point_zero.spaces import ANCHOR, DISTANCE, ZONE, spaces_in
from engines.incursion_point_zero.state import ATTACKED, DROP, LAY, ORDER, ROUNDS, STRIKE, UNITS, Setup, State

_ALARM_DISTANCE = 3  # Steps between Strike and the missile at which Terrorists come out to guard it.
_GUARDS_NEEDED = 2  # Terrorists that fill the missile's space.
_HEAL_FROM = 3  # Damage from which healing is worthwhile.
MAX_CANDIDATES = 6  # Gamers considered for a squad.
_TALENT_WORTH = 0.5
_CLASS_NOISE = 4.0  # Random noise on the classes' worth, so that every class is used.
_LAY_NOISE = 3.0  # ... and on the steps from the space that is best for a card.


def score_actions(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    """Return a score for each action; a difference of 10 is a clear preference."""
    scorer = _ActionScorer(state, seat)
    return [scorer.score(action) for action in listed]


class _ActionScorer:
    """Scores for a side's actions of one decision in play."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.unit = state, seat, ORDER[state.place]
        self.tables, self.units = state.known_tables, state.known_tables.units
        self.missile = state.setup.cards.find(MISSILE) if state.shown or seat else -1
        self.attacked = bool(state.did & ATTACKED)
        self.own = range(SQUAD, 2 * SQUAD) if seat else range(SQUAD)
        self.enemies = range(SQUAD) if seat else range(SQUAD, 2 * SQUAD)
        # Strike's distance to the missile, and its goals: the missile once it is found, otherwise the face-down cards
        # where it may lie.
        if seat:
            row = DISTANCE[self.missile]
            self.alarm = min([row[at] for at in state.at[:SQUAD] if at >= 0], default=99)
        elif self.missile < 0:
            down = spaces_in(state.down)
            self.goals = [at for at in down if ZONE[at] > 1] or down or [0]
        else:
            self.goals = [self.missile]

    def where(self, unit: int) -> int:
        at = self.state.at[unit]
        return at if at >= 0 or unit < SQUAD else self.state.lairs[unit - SQUAD]

    def is_lurking(self, unit: int) -> bool:
        """Return whether it is hidden and Strike is not yet near enough to come out."""
        return unit >= SQUAD and self.state.lairs[unit - SQUAD] >= 0 and self.alarm > _ALARM_DISTANCE

    def score(self, action: Action) -> float:
        scorer = _SCORERS.get(action.verb)
        return scorer(self, *action.parts) if scorer else 0.0

    def answer(self, yes: bool) -> float:
        """Score an answer: yes, except for spending a strong shield on little damage."""
        ask = self.state.ask
        assert ask is not None, "an answer belongs to a question"
        if ask[1] == "interrupt" and ask[4] == "hit":
            victim, amount = ask[5], ask[6]
            worth = amount >= 2 or self.state.marks[victim] + amount >= self.units[victim].hp
            return 12.0 if worth == yes else 0.0
        return 12.0 if yes else 0.0

    def attack(self, at: int, other_at: int) -> float:
        """Score the expected damage, more for a kill and for an enemy that guards the missile."""
        target = self.tables.unit_of[other_at]
        if self.state.ask is not None:
            return float(self.state.marks[target])
        me, enemy = self.units[self.unit], self.units[target]
        damage = me.base + me.dice / 2
        remaining_hp = enemy.hp - self.state.marks[target]
        worth = 18.0 + min(damage, remaining_hp) + (8.0 if damage >= remaining_hp else 0.0) - 0.2 * remaining_hp
        if self.seat == STRIKE:
            if self.missile >= 0 and self.state.at[target] == self.missile:
                worth += 40.0
            return worth
        worth += 6.0 / (1 + DISTANCE[self.state.at[target]][self.missile])
        return worth - 30.0 if self.is_lurking(self.unit) and damage < remaining_hp else worth

    def go(self, src: int, goal: int) -> float:
        if self.seat:
            return self.guard(src, goal)
        state = self.state
        if src >= 0 and self.is_well_placed(src):
            return -4.0
        goals = self.goals
        row = DISTANCE[goal]
        after = min([row[space] for space in goals])
        before = min([DISTANCE[src][space] for space in goals]) if src >= 0 else 9
        crowd = sum([state.at[unit] == goal for unit in range(SQUAD)])
        leaves = sum([state.at[unit] == src for unit in self.enemies]) if src >= 0 else 0
        late = 1.0 + state.round / ROUNDS
        bonus = 40.0 if state.down >> goal & 1 and (ZONE[goal] > 1 or self.missile >= 0) else 0.0
        if self.missile >= 0 and goal != self.missile:
            bonus = 0.0
        return 12.0 * late * (before - after) + bonus + 2.0 * ZONE[goal] - 3.0 * crowd - 8.0 * leaves + 3.0

    def is_well_placed(self, src: int) -> bool:
        """Return whether it is near a guarded missile, where shooting is better than moving about."""
        if self.missile < 0 or not self.guards():
            return False
        return DISTANCE[src][self.missile] <= max(1, self.units[self.unit].range - 1)

    def guards(self, but: int = -1) -> int:
        return sum([self.state.at[unit] == self.missile for unit in range(SQUAD, 2 * SQUAD) if unit != but])

    def guard(self, src: int, goal: int) -> float:
        """Score staying hidden until Strike comes near, then filling the missile's space."""
        if self.is_lurking(self.unit):
            return -12.0
        if src == self.missile:
            return -50.0
        after = DISTANCE[goal][self.missile]
        before = DISTANCE[src][self.missile] if src >= 0 else after + 1
        need = 30.0 if self.guards(self.unit) < _GUARDS_NEEDED else 3.0
        return need * (before - after) - 0.1 * after + 1.0

    def heal(self, unit: int) -> float:
        return 60.0 if self.state.marks[unit] >= _HEAL_FROM else -8.0

    def skill(self, at: int, name: str, kind: str, target: int) -> float:
        state = self.state
        ability = next(candidate for candidate in self.units[self.unit].abilities if candidate.id == name)
        if ability.effect == "heal":
            return self.heal(self.tables.unit_of[target] if kind == "soldier" else self.unit)
        if self.is_lurking(self.unit):
            return -12.0
        if kind == "space":
            return 45.0 + 3.0 * ZONE[target]
        place, reach = self.where(self.unit), self.units[self.unit].range
        near = place >= 0 and any(
            state.at[enemy] >= 0 and DISTANCE[place][state.at[enemy]] <= reach + 1 for enemy in self.enemies
        )
        if ability.effect == "move":
            return -3.0 if near else 20.0
        if ability.effect == "shield":  # It lasts, so it may wait for what else there is to do.
            return 12.0 if near else -8.0
        return 22.0 if near and not self.attacked else -8.0


_SCORERS: Mapping[str, Callable[..., float]] = {
    "attack": _ActionScorer.attack,
    "move": lambda scorer, at, src, dst: scorer.go(src, dst),
    "enter": lambda scorer, at, space: scorer.go(-1, space),
    "interrupt": _ActionScorer.answer,
    "free": _ActionScorer.answer,
    "reveal": lambda scorer, space: 0.0 if space is None else 5.0 * ZONE[space],
    "skill": _ActionScorer.skill,
    "use": lambda scorer, at, card: scorer.heal(scorer.unit),
}


def evaluate(state: State) -> tuple[float, ...]:
    """Return both sides' chances from time, space and hit points; the weights were fitted to self-play."""
    if state.tables is None:
        return 0.5, 0.5
    time = ((ROUNDS - state.round) * UNITS + UNITS - state.place) / (ROUNDS * UNITS)
    missile = state.setup.cards.find(MISSILE)
    base = 4.19 + 6.16 * time + _score_strike(state, missile, time)
    theirs, guarding = _score_terrorists(state, missile)
    base += theirs
    if state.shown:
        base -= 1.76 if guarding else 0.0
        odds = base + 0.84 * time - guarding * (0.2 - 0.1 * time)
    else:
        down = state.down.bit_count() / 5
        odds = base + down * (1.39 - 1.82 * time) - 0.6 * DISTANCE[ANCHOR][missile]
    strike = 1.0 / (1.0 + exp(-odds))
    return strike, 1.0 - strike


def _score_strike(state: State, missile: int, time: float) -> float:
    """Return the worth of Strike's Soldiers to Strike: their hit points and how near they are to the missile."""
    score = 0.0
    for unit, profile in enumerate(state.known_tables.units[:SQUAD]):
        at = state.at[unit]
        if at >= 0:
            distance = DISTANCE[missile][at]
            score += 0.053 * (profile.hp - state.marks[unit]) - 0.31 - (0.1 - 0.08 * time) * distance / SQUAD
            score += 0.57 - 0.52 * time if distance <= 2 else 0.0
        elif state.dead >> unit & 1:
            score -= 0.28
    return score


def _score_terrorists(state: State, missile: int) -> tuple[float, int]:
    """Return the living Terrorists' worth to Strike, and the hit points of those on the missile's space."""
    score, guarding, units = 0.0, 0, state.known_tables.units
    for unit in range(SQUAD, UNITS):
        at, hp = state.at[unit], units[unit].hp - state.marks[unit]
        if state.dead >> unit & 1:
            score -= 0.27
            continue
        score -= 0.092 * hp
        if state.lairs[unit - SQUAD] >= 0:
            score -= 0.64
        elif at >= 0 and DISTANCE[missile][at] <= 2:
            score -= 0.46
            guarding += hp if at == missile else 0
    return score, guarding


def choose_squad(
    setup: Setup, seat: int, rng: Random, worths: Sequence[float] = (0.0,) * len(CLASSES), noise: float = _CLASS_NOISE
) -> Action:
    """Return four of the side's classes and the Gamers that give them about the most dice, in a random order.

    `worths` of classes are in dice.
    """
    mood = {at: worths[at] + noise * rng.random() for at in SIDE_CLASSES[seat]}
    numbers = setup.rosters[seat] if setup.options["gamers"] else ()
    roster = tuple((number, (GAMERS + setup.own)[number]) for number in numbers)
    best = max(_best_squads(seat, roster), key=lambda option: option[0] + sum(mood[at] for at, _ in option[1]))[1]
    return match_setup.to_action(setup, tuple(rng.sample(best, SQUAD)))


@lru_cache(64)
def _best_squads(seat: int, roster: tuple[tuple[int, Gamer], ...]) -> list[tuple[float, tuple[tuple[int, int], ...]]]:
    """Return for each four classes the best Gamers, with the number of their dice."""
    cards = dict(roster)
    gamers = sorted(cards, key=lambda number: best_stat(cards[number]))[-MAX_CANDIDATES:]
    options = []
    for four in combinations(SIDE_CLASSES[seat], SQUAD):
        if not gamers:
            options.append((0.0, tuple((at, -1) for at in four)))
            continue
        lineups = [tuple(zip(four, order, strict=True)) for order in permutations(gamers, SQUAD)]
        options.append(max((sum(dice_worth(at, cards[gamer]) for at, gamer in lineup), lineup) for lineup in lineups))
    return options


def dice_worth(at: int, gamer: Gamer) -> float:
    """Return the worth of a Gamer's dice and Talent for a class."""
    return gamer.stats[SOLDIERS[at].focus] + _TALENT_WORTH * (gamer.talent is not None)


def best_stat(gamer: Gamer) -> int:
    """Return a Gamer's best stat that any class uses."""
    return max(gamer.stats[soldier.focus] for soldier in SOLDIERS)


def choose_in_setup(state: State, seat: int, listed: Sequence[Action], rng: Random, lay_noise: float = _LAY_NOISE) -> Action:
    """Return one of the listed ways to place a Location, or to drop or lay a card."""
    if state.phase == DROP or listed[0].verb == "discard":
        return rng.choice(listed)
    if state.phase == LAY:
        missile = state.setup.cards.find(MISSILE)
        return max(listed, key=lambda action: _score_lay(action, missile) + lay_noise * rng.random())
    return max(listed, key=lambda action: _score_placement(seat, *action.parts) + 2.0 * rng.random())


def _score_placement(seat: int, at: int, space: int) -> float:
    """Score a placement: Strike keeps the map compact, the Terrorists extend it; helpful Locations stay close."""
    distance = DISTANCE[ANCHOR][space]
    helps = LOCATIONS[at].bullet is not None
    return (distance + 0.5 * helps) if seat != STRIKE else (-distance + 0.3 * helps)


def _score_lay(action: Action, missile: int) -> float:
    """Score a lay: the missile rather far off, the Soldiers rather near it, hazards on the way."""
    card, space = map(int, action.parts)
    if card == MISSILE:
        return 1000.0 + DISTANCE[ANCHOR][space]
    distance = DISTANCE[missile][space] if missile >= 0 else 0
    if card >= CLASS_OFFSET:
        return 500.0 - 1.5 * distance
    return 100.0 - distance if KIND[card] == "hazard" else float(distance)
