"""Heuristics for the search: scores of actions for either side, and evaluation of positions.

A score of 3 is about the worth of a token. A Hacker's actions are scored by what it may know (`inference`), never by
the credentials; the Admin knows them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp
from random import Random
from typing import ClassVar

from engines.zero_day import admin_actions, inference, state as states
from engines.zero_day.actions import Action
from engines.zero_day.board import CENTRAL, FACES, GROUND, TILES, count_steps
from engines.zero_day.cards import BOOSTER, KEYS, MATILDA, OPERATIONS, RULES, VIRUSES, members
from engines.zero_day.state import State, keys_on, stacked_cards

_FAIL = -30.0  # For a tile that cannot be paid.
_NEVER = -30.0
_DELAY_COST = 0.4  # For each spot that delays the next turn.
_PER_ACTION = 1.0  # The usual worth of an Admin's action.
_PER_CREDIT = 0.4
_NEEDED, _FULL = 8, RULES.cap + 2  # Credits that the Admin works with, and all that it can use.
_WORTHS = tuple(0.9 * min(n, _NEEDED) + 0.3 * max(0, n - _NEEDED) for n in range(_FULL + 1))  # Worth of n credits.
_INSTALLED = {"Alice": 4.0, "Bob": 2.0, "Eve": 5.0, "Oscar": 5.0, "Mallory": 4.0, "Walter": 4.0, "Trudy": 3.0}
_INSTALLED |= {"Carol": 0.5, "Matilda": 2.0, "Dave": 3.0, "Victor": 1.5, "Sybil": 2.0}
_FACE = tuple((face.kind, float(face.amount)) for face in FACES)
_BLIND_MATCHES = 1.6  # Expected matches of four keys when nothing is known.
_ADMIN_FIRST = -0.18  # The Admin's base value.
_LASTING = {"Alice": 0.8, "Bob": 0.1, "Eve": 0.3, "Oscar": 0.3, "Mallory": 0.1, "Walter": 0.15, "Trudy": 0.05}
_LASTING |= {"Carol": 0.1, "Matilda": 0.1, "Dave": 0.8, "Victor": 0.0, "Sybil": 0.05}
_LASTS = tuple(_LASTING[virus.name] for virus in VIRUSES)
_PROGRESS = 3  # Credits for Progress.
_RACE_TOKENS = 12  # Tokens that the weights below assume.


def operation_worth(state: State, operation: int, n: int) -> float:
    """Return the worth of an operation to the Admin with N, without its price; tokens count 2.2, credits 0.4."""
    return _WORTH_BY_EFFECT[OPERATIONS[operation].effect](state, n) if n else 0.0


def _credits_worth(state: State, n: int) -> float:
    """Return the worth of credits for the Admin: the first ones pay for Progress."""
    have = state.credits[0]
    return _WORTHS[min(have + n, _FULL)] - _WORTHS[min(have, _FULL)]


def _toll_worth(state: State, n: int) -> float:
    return 0.3 * sum(min(n, credits) for credits in state.credits[1:])


def danger(state: State) -> float:
    """Return the expected number of matching keys in the best next hack of any Hacker (four keys), at least 1.6."""
    highest = 1.6
    for seat in range(1, state.table.seats):
        if not state.gone >> seat & 1:
            highest = max(highest, sum(sorted(inference.chances_from_state(state, seat))[-RULES.keys :]))
    return highest


def _scan_worth(state: State, n: int) -> float:
    """Return the worth of blocking the Central: a hack of every Hacker that could still come this round."""
    coming = sum(spot > state.marker for spot in state.spots[1:])
    return 0.1 * n + (2.0 * coming if 0 < state.central <= n else 0.0)


_WORTH_BY_EFFECT: Mapping[str, Callable[[State, int], float]] = {
    "credits": _credits_worth,
    "progress": lambda state, n: 60.0 if n >= state.table.goal - state.score[0] else 2.2 * n,
    "scramble": lambda state, n: 2.4 * (danger(state) - 1.6) - 0.3 * stacked_cards(state).bit_count(),
    "boost": lambda state, n: 0.0,
    "eject": lambda state, n: 1.6 * sum(place >= 0 for place in state.at),
    "scan": _scan_worth,
    "purge": lambda state, n: 1.0 * sum(keys.bit_count() for keys in state.installed),
    "protection": lambda state, n: 1.1 * max(0, min(n, RULES.protection_cap - state.protection)),
    "shell": lambda state, n: 0.8 * min(n, KEYS - RULES.credentials - stacked_cards(state).bit_count()),
    "optimize": lambda state, n: 0.5,
    "tax": _toll_worth,
    "toll": lambda state, n: _toll_worth(state, n) + _credits_worth(state, n),
}


def plan_operations(state: State) -> dict[int, tuple[float, float]]:
    """Return for every open operation the worth of one more card and of resolving it now, per action."""
    boost = OPERATIONS[BOOSTER].values[state.stacks[BOOSTER].bit_count()]
    spare = admin_actions.unused_cards(state).bit_count()
    plans = {}
    for operation in state.operations:
        if operation == BOOSTER:
            continue
        kind, have = OPERATIONS[operation], state.stacks[operation].bit_count()
        price = _PER_CREDIT * kind.cost
        worth = [
            operation_worth(state, operation, kind.values[min(cards + boost, kind.limit)]) - price
            for cards in range(have, min(kind.limit, have + spare) + 1)
        ]
        value_now = worth[0] if have else -9.0
        delay = 0.0 if state.credits[0] >= kind.cost else 0.7  # The credits must be found first.
        later = [(worth[extra] - delay) / (extra + 1) for extra in range(1, len(worth))]
        gain = max((worth[extra] - value_now - _PER_ACTION * extra for extra in range(1, len(worth))), default=0.0)
        plans[operation] = (max(later, default=-9.0), value_now - 0.7 * max(0.0, gain) if have else -9.0)
    return plans


def score_actions(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    """Return a score for each action."""
    scorer = _HackerScorer(state, seat) if seat else _AdminScorer(state, seat)
    return [scorer.score(action) for action in listed]


class _Scorer:
    """Scores for both sides. `scorers` are by verb and take an action's numbers; other verbs score 0."""

    scorers: ClassVar[Mapping[str, Callable[..., float]]]

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.credits, self.ground = state.credits[seat], GROUND[state.table.seats]

    def score(self, action: Action) -> float:
        scorer = self.scorers.get(action.verb)
        return scorer(self, *action.args) if scorer else 0.0

    def spot(self, spot: int) -> float:
        """Score a spot by how soon its turn comes, and less so by its tile; a tile that can't be paid scores very low."""
        return self.face(self.state.tiles[spot]) - _DELAY_COST * count_steps(self.state.marker, spot)

    def face(self, face: int) -> float:
        kind, amount = _FACE[face]
        if kind == "pay":
            return -0.8 * amount if self.credits >= amount else _FAIL
        return 0.8 * amount if kind == "gain" else 1.0 if kind == "bonus" else 0.0


class _AdminScorer(_Scorer):
    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.plans = plan_operations(state) if state.phase in (states.ACT, states.CHOICE) else {}

    def stack(self, operation: int) -> float:
        if operation != BOOSTER:
            return 3.0 * self.plans[operation][0]
        gains = [
            operation_worth(self.state, target, OPERATIONS[target].values[min(cards + 1, OPERATIONS[target].limit)])
            - operation_worth(self.state, target, OPERATIONS[target].values[cards])
            for target in self.state.operations
            if target != BOOSTER and (cards := self.state.stacks[target].bit_count())
        ]
        return 1.5 * sum(gains)

    def hidden(self, card: int) -> int:
        """Return how many Hackers do not know yet that a card is unused."""
        return sum(
            not any(entry.seat == seat and entry.cards >> card & 1 for entry in self.state.seen)
            for seat in range(1, self.state.table.seats)
        ) + card / 100 > 1  # fmt: skip

    def protect(self, by: int | None = None) -> float:
        hack = self.state.unanswered
        remaining = self.state.table.goal - self.state.score[hack.seat]
        if by is None:
            return -40.0 if hack.match >= remaining else 0.0
        return 1.5 * hack.match - 1.5 if by < 0 else -4.0

    def token(self, place: int) -> float:
        """Score a token's place: as far from Hackers as possible, so that Deny costs them turns."""
        near = sum(bool(place == at or self.ground.near[at] >> place & 1) for at in self.state.at[1:] if at >= 0)
        return (-2.0 if place == CENTRAL else 1.0 if self.ground.edge >> place & 1 else 0.0) - 1.5 * near

    def scan(self, place: int) -> float:
        """Score a scan by the pawns that Hackers could jump to."""
        state, ground = self.state, self.ground
        near = sum(bool(ground.near[at] >> place & 1) for at in state.at[1:] if at >= 0)
        outside = sum(at < 0 for at in state.at[1:]) if ground.edge >> place & 1 else 0
        return 1.0 + near + outside + (4.0 if place == CENTRAL and state.central <= state.current_choice.left else 0.0)

    def swap(self, spot_a: int, spot_b: int) -> float:
        """Score a swap by the better tile on the earlier spot."""
        marker = self.state.marker
        first, second = sorted((spot_a, spot_b), key=lambda spot: (spot <= marker, spot))
        gain = self.face(self.state.tiles[second]) - self.face(self.state.tiles[first])
        return 0.3 * max(-5.0, min(5.0, gain)) - 1.0

    def purge(self, virus: int) -> float:
        seats = range(1, self.state.table.seats)
        return 2.0 * sum(keys_on(self.state, hacker, virus).bit_count() for hacker in seats)

    scorers = {
        "init": lambda self, spot: self.spot(spot) - (8.0 if self.state.turn.left else 0.0),
        "stack": lambda self, operation, card: self.stack(operation) - 0.02 * self.hidden(card),
        "resolve": lambda self, operation: 3.0 * self.plans[operation][1],
        "tile": lambda self, spot=None: 0.0 if spot is None else self.face(self.state.tiles[spot]),
        "protect": protect,
        "token": lambda self, kind, place: self.token(place),
        "scan": scan,
        "purge": purge,
        "swap": swap,
    }


class _HackerScorer(_Scorer):
    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.proxies = state.proxies[seat]

    @cached_property
    def chances(self) -> tuple[float, ...]:
        return inference.chances_from_state(self.state, self.seat)

    def tile(self, place: int) -> float:
        """Return the value of standing on a tile now."""
        tile = TILES[self.state.table.tiles[place]]
        if tile.action == "hack":
            return 8.0 if self.credits >= RULES.hack else -1.0
        near = 1.5 if self.ground.near[CENTRAL] >> place & 1 else 0.0
        need = 1.5 if self.credits < 6 else 0.6
        gain = max(0, tile.credits - self.credits) if tile.action == "fill" else tile.credits
        token = 1.0 if place in self.state.tokens else 0.0
        return near + need * gain + 0.5 * tile.proxies + token

    def exchange(self, count: int, paid: int, plus: int) -> float:
        """Score an exchange in the Slum: credits up to the price of a hack, otherwise a little of each."""
        credits = self.credits + (count if paid else -count) + (plus == 0)
        proxies = self.proxies + (-count if paid else count) + (plus == 1)
        return 5.0 + 1.2 * min(credits, 6) + 0.3 * min(credits, 10) + 0.8 * min(proxies, 3) - 0.1 * count

    def install(self, virus: int, key: int) -> float:
        card = VIRUSES[virus]
        copies = keys_on(self.state, self.seat, virus).bit_count()
        spare = self.credits - card.credits >= 2 and self.state.hands[self.seat].bit_count() > 6
        if not spare or copies > 1:
            return _NEVER
        remaining = (self.state.table.goal - self.state.score[self.seat]) / self.state.table.goal
        return _INSTALLED[card.name] * remaining * (0.5 if copies else 1.0) - 3.0 * self.chances[key]

    def deny(self, operation: int) -> float:
        """Score Deny: worth its price if it takes much from the Admin."""
        price = self.state.stacks[operation].bit_count()
        n = admin_actions.current_n(self.state, operation)
        harm = 0.8 * price + 0.7 * (operation_worth(self.state, operation, n) if operation != BOOSTER else 1.0)
        return 3.0 + 2.0 * min(harm, 9.0) - 1.2 * price - (6.0 if self.credits - price < 1 else 0.0)

    def hack(self, keys: int, unused: int, trudys: int) -> float:
        """Score a hack by its expected matches, less the Trudys that leave."""
        likely = [self.chances[key] for key in members(keys)]
        matches = sum(likely)
        if unused:
            unstacked = 1.0 - sum(stack.bit_count() for stack in self.state.stacks) / (KEYS - RULES.credentials)
            matches = unstacked * sum(1.0 - chance for chance in likely)
        remaining = self.state.table.goal - self.state.score[self.seat]
        return 4.0 + 5.0 * min(matches, remaining) - 2.0 * trudys.bit_count()

    def virus(self, virus: int, way: int = 1) -> float:
        """Score a virus: Alice and Bob first; Matilda and Carol only for a Hacker who needs them for its hack."""
        if VIRUSES[virus].name in ("Alice", "Bob"):
            return 20.0
        if virus == MATILDA:
            return -6.0 if way else 9.0 if self.credits < RULES.hack else 1.0 if self.proxies > 4 else -6.0
        return -4.0

    scorers = {
        "init": _Scorer.spot,
        "hack": hack,
        "repeat": hack,
        "jump": lambda self, place, sybil=None: 4.0 + self.tile(place) - (0.0 if sybil is None else 3.0),
        "jack-in": lambda self, place: 4.0 + self.tile(place),
        "tile-action": lambda self, *exchange: self.exchange(*exchange) if exchange else 8.0,
        "install": install,
        "uninstall": lambda self, virus, key: 0.0 if self.state.hands[self.seat].bit_count() < RULES.keys else _NEVER,
        "deny": deny,
        "jack-out": lambda self: -6.0,
        "credits": lambda self: 4.0 if self.credits < RULES.jack_in + 1 else -2.0,
        "tile": lambda self, spot=None: 1.0 + (0.0 if spot is None else self.face(self.state.tiles[spot])),
        "virus": virus,
    }


def limit_hacks(state: State, seat: int, listed: Sequence[Action], maximum: int, rng: Random) -> list[Action]:
    """Return the list with only the likeliest hacks of each kind, breaking ties at random."""
    kinds: dict[tuple[object, ...], list[Action]] = {}
    result = []
    for action in listed:
        if action.verb in ("hack", "repeat"):
            kinds.setdefault((action.verb, action.args[1], action.args[2].bit_count()), []).append(action)
        else:
            result.append(action)
    if kinds:
        worth = _expected_matches(inference.chances_from_state(state, seat))
        for (_, unused, _), hacks in kinds.items():
            rng.shuffle(hacks)
            hacks.sort(key=lambda action: worth[action.args[0]], reverse=not unused)
            result += hacks[:maximum]
    return result


@lru_cache(512)
def _expected_matches(chances: tuple[float, ...]) -> list[float]:
    """Return the expected number of matching keys of each set of keys; the index is the bit set."""
    sums = [0.0]
    for chance in chances:
        sums += [total + chance for total in sums]
    return sums


def evaluate(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win the race for tokens; the weights were fitted to self-play (log odds)."""
    strengths = [_evaluate_admin(state), *(_evaluate_hacker(state, seat) for seat in range(1, state.table.seats))]
    maximum = max(strengths)
    odds = [exp(strength - maximum) for strength in strengths]
    total = sum(odds)
    return tuple(odd / total for odd in odds)


def _evaluate_admin(state: State) -> float:
    score = _RACE_TOKENS * state.score[0] / state.table.goal
    value = _ADMIN_FIRST + 0.23 * score + 0.0186 * score * score
    credits = state.credits[0]
    value += 0.14 * min(credits, RULES.cap) + (0.15 if credits >= _PROGRESS else 0.0) + 0.16 * state.protection
    if state.seat == 0:
        value += 0.16 * state.turn.left
    for operation in state.operations:
        cards = state.stacks[operation].bit_count()
        if not cards:
            continue
        kind = OPERATIONS[operation]
        if kind.effect == "progress":
            value += 0.03 * cards + (0.2 * admin_actions.current_n(state, operation) if credits >= kind.cost else 0.0)
        else:
            value += (0.22 if kind.effect in ("credits", "toll") else 0.1) * cards
    return value


def _evaluate_hacker(state: State, seat: int) -> float:
    if state.gone >> seat & 1:
        return -20.0
    score = _RACE_TOKENS * state.score[seat] / state.table.goal
    credits = state.credits[seat]
    value = 0.27 * score + 0.0115 * score * score
    value += 0.1 * min(credits, RULES.cap) + (0.14 if credits >= RULES.hack else 0.0) + 0.02 * min(state.proxies[seat], 6)
    chances = inference.chances_from_state(state, seat)
    free = sorted([chances[key] for key in members(state.hands[seat])])
    value += 0.6 * (sum(free[-RULES.keys :]) - _BLIND_MATCHES)
    if state.installed[seat]:
        missing = 1.0 - state.score[seat] / state.table.goal
        value += missing * sum(keys_on(state, seat, virus).bit_count() * _LASTS[virus] for virus in range(len(VIRUSES)))
    if state.at[seat] >= 0:
        value += 0.42
    return value
