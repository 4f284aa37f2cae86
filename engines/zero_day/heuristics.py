"""Heuristics for the search: scores of actions for either side, and evaluation of positions.

A score of 3 is about the worth of a token. A Hacker's actions are scored by what it may know (`inference`), never by
the credentials; the Admin knows them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp
from random import Random
from typing import ClassVar

from engines.zero_day import admin_actions, inference
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.board import CENTRAL, FACES, GROUND, TILES
from engines.zero_day.cards import BOOSTER, KEYS, MATILDA, OPERATIONS, TERMS, VIRUSES, members
from engines.zero_day.state import State, on_virus, stacked

_FAIL = -30.0  # For a tile that cannot be paid.
_NEVER = -30.0
_AFAR = 0.4  # For each spot that delays the next turn.
_PER_ACTION = 1.0  # The usual worth of an Admin's action.
_PER_CREDIT = 0.4
_NEEDED, _FULL = 8, TERMS.cap + 2  # Credits that the Admin works with, and all that it can use.
_PURSE = tuple(0.9 * min(n, _NEEDED) + 0.3 * max(0, n - _NEEDED) for n in range(_FULL + 1))  # Worth of n credits.
_INSTALLED = {"Alice": 4.0, "Bob": 2.0, "Eve": 5.0, "Oscar": 5.0, "Mallory": 4.0, "Walter": 4.0, "Trudy": 3.0}
_INSTALLED |= {"Carol": 0.5, "Matilda": 2.0, "Dave": 3.0, "Victor": 1.5, "Sybil": 2.0}
_FACE = tuple((face.kind, float(face.amount)) for face in FACES)
_BLIND = 1.6  # Expected matches of four keys when nothing is known.
_ADMIN_FIRST = -0.18  # The Admin's base value.
_LASTING = {"Alice": 0.8, "Bob": 0.1, "Eve": 0.3, "Oscar": 0.3, "Mallory": 0.1, "Walter": 0.15, "Trudy": 0.05}
_LASTING |= {"Carol": 0.1, "Matilda": 0.1, "Dave": 0.8, "Victor": 0.0, "Sybil": 0.05}
_LASTS = tuple(_LASTING[virus.name] for virus in VIRUSES)
_PAYS = 3  # Credits for Progress.
_RACE = 12  # Tokens that the weights below assume.


def use(state: State, operation: int, n: int) -> float:
    """Return the worth of an operation to the Admin with N, without its price; tokens count 2.2, credits 0.4."""
    return _USES[OPERATIONS[operation].effect](state, n) if n else 0.0


def _earned(state: State, n: int) -> float:
    """Return the worth of credits for the Admin: the first ones pay for Progress."""
    have = state.credits[0]
    return _PURSE[min(have + n, _FULL)] - _PURSE[min(have, _FULL)]


def _tolled(state: State, n: int) -> float:
    return 0.3 * sum(min(n, credits) for credits in state.credits[1:])


def danger(state: State) -> float:
    """Return the highest number of matches that a Hacker can expect of its next four keys."""
    found = 1.6
    for seat in range(1, state.table.seats):
        if not state.gone >> seat & 1:
            found = max(found, sum(sorted(inference.chances_of(state, seat))[-TERMS.keys :]))
    return found


def _scanned(state: State, n: int) -> float:
    """Return the worth of blocking the Central: a hack of every Hacker that could still come this round."""
    coming = sum(spot > state.marker for spot in state.spots[1:])
    return 0.1 * n + (2.0 * coming if 0 < state.central <= n else 0.0)


_USES: Mapping[str, Callable[[State, int], float]] = {
    "credits": _earned,
    "progress": lambda state, n: 60.0 if n >= state.table.goal - state.score[0] else 2.2 * n,
    "scramble": lambda state, n: 2.4 * (danger(state) - 1.6) - 0.3 * stacked(state).bit_count(),
    "boost": lambda state, n: 0.0,
    "eject": lambda state, n: 1.6 * sum(place >= 0 for place in state.at),
    "scan": _scanned,
    "purge": lambda state, n: 1.0 * sum(keys.bit_count() for keys in state.installed),
    "protection": lambda state, n: 1.1 * max(0, min(n, TERMS.protection_cap - state.protection)),
    "shell": lambda state, n: 0.8 * min(n, KEYS - TERMS.credentials - stacked(state).bit_count()),
    "optimize": lambda state, n: 0.5,
    "tax": _tolled,
    "toll": lambda state, n: _tolled(state, n) + _earned(state, n),
}


def plans(state: State) -> dict[int, tuple[float, float]]:
    """Return for every open operation the worth of one more card and of resolving it now, per action."""
    boost = OPERATIONS[BOOSTER].values[state.stacks[BOOSTER].bit_count()]
    spare = admin_actions.spare(state).bit_count()
    found = {}
    for operation in state.operations:
        if operation == BOOSTER:
            continue
        kind, have = OPERATIONS[operation], state.stacks[operation].bit_count()
        price = _PER_CREDIT * kind.cost
        worth = [
            use(state, operation, kind.values[min(cards + boost, kind.limit)]) - price
            for cards in range(have, min(kind.limit, have + spare) + 1)
        ]
        now = worth[0] if have else -9.0
        late = 0.0 if state.credits[0] >= kind.cost else 0.7  # The credits must be found first.
        more = [(worth[extra] - late) / (extra + 1) for extra in range(1, len(worth))]
        gain = max((worth[extra] - now - _PER_ACTION * extra for extra in range(1, len(worth))), default=0.0)
        found[operation] = (max(more, default=-9.0), now - 0.7 * max(0.0, gain) if have else -9.0)
    return found


def score_actions(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    """Return a score for each action."""
    scorer = _Hacker(state, seat) if seat else _Admin(state, seat)
    return [scorer.score(action) for action in listed]


class _Side:
    """Scores for both sides. `scorers` are by verb and take an action's numbers; other verbs score 0."""

    scorers: ClassVar[Mapping[str, Callable[..., float]]]

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.credits, self.ground = state.credits[seat], GROUND[state.table.seats]

    def score(self, action: Action) -> float:
        scorer = self.scorers.get(action.verb)
        return scorer(self, *action.args) if scorer else 0.0

    def spot(self, spot: int) -> float:
        """Score a spot: an early turn is worth more than its tile, unless that cannot be paid."""
        marker = self.state.marker
        away = spot - marker if spot > marker else spot - marker + 10
        return self.face(self.state.tiles[spot]) - _AFAR * away

    def face(self, face: int) -> float:
        kind, amount = _FACE[face]
        if kind == "pay":
            return -0.8 * amount if self.credits >= amount else _FAIL
        return 0.8 * amount if kind == "gain" else 1.0 if kind == "bonus" else 0.0


class _Admin(_Side):
    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.plans = plans(state) if state.phase in (states.ACT, states.CHOICE) else {}

    def stack(self, operation: int) -> float:
        if operation != BOOSTER:
            return 3.0 * self.plans[operation][0]
        others = [
            use(self.state, other, OPERATIONS[other].values[min(cards + 1, OPERATIONS[other].limit)])
            - use(self.state, other, OPERATIONS[other].values[cards])
            for other in self.state.operations
            if other != BOOSTER and (cards := self.state.stacks[other].bit_count())
        ]
        return 1.5 * sum(others)

    def hidden(self, card: int) -> int:
        """Return how many Hackers do not know yet that a card is unused."""
        return sum(
            not any(shown.seat == seat and shown.cards >> card & 1 for shown in self.state.seen)
            for seat in range(1, self.state.table.seats)
        ) + card / 100 > 1  # fmt: skip

    def protect(self, by: int | None = None) -> float:
        made = self.state.unanswered
        left = self.state.table.goal - self.state.score[made.seat]
        if by is None:
            return -40.0 if made.match >= left else 0.0
        return 1.5 * made.match - 1.5 if by < 0 else -4.0

    def token(self, place: int) -> float:
        """Score a token's place: as far from Hackers as possible, so that Deny costs them turns."""
        near = sum(bool(place == at or self.ground.near[at] >> place & 1) for at in self.state.at[1:] if at >= 0)
        return (-2.0 if place == CENTRAL else 1.0 if self.ground.edge >> place & 1 else 0.0) - 1.5 * near

    def scan(self, place: int) -> float:
        """Score a scan by the pawns that Hackers could jump to."""
        state, ground = self.state, self.ground
        near = sum(bool(ground.near[at] >> place & 1) for at in state.at[1:] if at >= 0)
        outside = sum(at < 0 for at in state.at[1:]) if ground.edge >> place & 1 else 0
        return 1.0 + near + outside + (4.0 if place == CENTRAL and state.central <= state.resolved.left else 0.0)

    def swap(self, one: int, other: int) -> float:
        """Score a swap by the better tile on the earlier spot."""
        marker = self.state.marker
        first, second = sorted((one, other), key=lambda spot: (spot <= marker, spot))
        gain = self.face(self.state.tiles[second]) - self.face(self.state.tiles[first])
        return 0.3 * max(-5.0, min(5.0, gain)) - 1.0

    def purge(self, virus: int) -> float:
        seats = range(1, self.state.table.seats)
        return 2.0 * sum(on_virus(self.state, hacker, virus).bit_count() for hacker in seats)

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


class _Hacker(_Side):
    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.proxies = state.proxies[seat]

    @cached_property
    def chances(self) -> tuple[float, ...]:
        return inference.chances_of(self.state, self.seat)

    def tile(self, place: int) -> float:
        """Return the value of standing on a tile now."""
        tile = TILES[self.state.table.tiles[place]]
        if tile.action == "hack":
            return 8.0 if self.credits >= TERMS.hack else -1.0
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
        copies = on_virus(self.state, self.seat, virus).bit_count()
        spare = self.credits - card.credits >= 2 and self.state.hands[self.seat].bit_count() > 6
        if not spare or copies > 1:
            return _NEVER
        left = (self.state.table.goal - self.state.score[self.seat]) / self.state.table.goal
        return _INSTALLED[card.name] * left * (0.5 if copies else 1.0) - 3.0 * self.chances[key]

    def deny(self, operation: int) -> float:
        """Score Deny: worth its price if it takes much from the Admin."""
        price = self.state.stacks[operation].bit_count()
        n = admin_actions.worth(self.state, operation)
        harm = 0.8 * price + 0.7 * (use(self.state, operation, n) if operation != BOOSTER else 1.0)
        return 3.0 + 2.0 * min(harm, 9.0) - 1.2 * price - (6.0 if self.credits - price < 1 else 0.0)

    def hack(self, keys: int, unused: int, trudys: int) -> float:
        """Score a hack by its expected matches, less the Trudys that leave."""
        likely = [self.chances[key] for key in members(keys)]
        matches = sum(likely)
        if unused:
            lying = 1.0 - sum(stack.bit_count() for stack in self.state.stacks) / (KEYS - TERMS.credentials)
            matches = lying * sum(1.0 - chance for chance in likely)
        left = self.state.table.goal - self.state.score[self.seat]
        return 4.0 + 5.0 * min(matches, left) - 2.0 * trudys.bit_count()

    def virus(self, virus: int, way: int = 1) -> float:
        """Score a virus: Alice and Bob first; Matilda and Carol only for a Hacker who needs them for its hack."""
        if VIRUSES[virus].name in ("Alice", "Bob"):
            return 20.0
        if virus == MATILDA:
            return -6.0 if way else 9.0 if self.credits < TERMS.hack else 1.0 if self.proxies > 4 else -6.0
        return -4.0

    scorers = {
        "init": _Side.spot,
        "hack": hack,
        "repeat": hack,
        "jump": lambda self, place, sybil=None: 4.0 + self.tile(place) - (0.0 if sybil is None else 3.0),
        "jack-in": lambda self, place: 4.0 + self.tile(place),
        "tile-action": lambda self, *exchange: self.exchange(*exchange) if exchange else 8.0,
        "install": install,
        "uninstall": lambda self, virus, key: 0.0 if self.state.hands[self.seat].bit_count() < TERMS.keys else _NEVER,
        "deny": deny,
        "jack-out": lambda self: -6.0,
        "credits": lambda self: 4.0 if self.credits < TERMS.jack_in + 1 else -2.0,
        "tile": lambda self, spot=None: 1.0 + (0.0 if spot is None else self.face(self.state.tiles[spot])),
        "virus": virus,
    }


def fewer_hacks(state: State, seat: int, listed: Sequence[Action], most: int, rng: Random) -> list[Action]:
    """Return the list with only the likeliest hacks of each kind, breaking ties at random."""
    kinds: dict[tuple[object, ...], list[Action]] = {}
    rest = []
    for action in listed:
        if action.verb in ("hack", "repeat"):
            kinds.setdefault((action.verb, action.args[1], action.args[2].bit_count()), []).append(action)
        else:
            rest.append(action)
    if kinds:
        worth = _sums(inference.chances_of(state, seat))
        for (_, unused, _), hacks in kinds.items():
            rng.shuffle(hacks)
            hacks.sort(key=lambda action: worth[action.args[0]], reverse=not unused)
            rest += hacks[:most]
    return rest


@lru_cache(512)
def _sums(chances: tuple[float, ...]) -> list[float]:
    """Return by set of keys the expected matches."""
    sums = [0.0]
    for chance in chances:
        sums += [found + chance for found in sums]
    return sums


def evaluate(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win the race for tokens; the weights were fitted to self-play (log odds)."""
    strengths = [_admin(state), *(_hacker(state, seat) for seat in range(1, state.table.seats))]
    most = max(strengths)
    odds = [exp(strength - most) for strength in strengths]
    total = sum(odds)
    return tuple(odd / total for odd in odds)


def _admin(state: State) -> float:
    score = _RACE * state.score[0] / state.table.goal
    found = _ADMIN_FIRST + 0.23 * score + 0.0186 * score * score
    credits = state.credits[0]
    found += 0.14 * min(credits, TERMS.cap) + (0.15 if credits >= _PAYS else 0.0) + 0.16 * state.protection
    if state.seat == 0:
        found += 0.16 * state.turn.left
    for operation in state.operations:
        cards = state.stacks[operation].bit_count()
        if not cards:
            continue
        kind = OPERATIONS[operation]
        if kind.effect == "progress":
            found += 0.03 * cards + (0.2 * admin_actions.worth(state, operation) if credits >= kind.cost else 0.0)
        else:
            found += (0.22 if kind.effect in ("credits", "toll") else 0.1) * cards
    return found


def _hacker(state: State, seat: int) -> float:
    if state.gone >> seat & 1:
        return -20.0
    score = _RACE * state.score[seat] / state.table.goal
    credits = state.credits[seat]
    found = 0.27 * score + 0.0115 * score * score
    found += (
        0.1 * min(credits, TERMS.cap) + (0.14 if credits >= TERMS.hack else 0.0) + 0.02 * min(state.proxies[seat], 6)
    )
    chances = inference.chances_of(state, seat)
    free = sorted([chances[key] for key in members(state.hands[seat])])
    found += 0.6 * (sum(free[-TERMS.keys :]) - _BLIND)
    if state.installed[seat]:
        left = 1.0 - state.score[seat] / state.table.goal
        found += left * sum(on_virus(state, seat, virus).bit_count() * _LASTS[virus] for virus in range(len(VIRUSES)))
    if state.at[seat] >= 0:
        found += 0.42
    return found
