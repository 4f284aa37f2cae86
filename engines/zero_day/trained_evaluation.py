"""The trained evaluation: weights for what a position has, for the search bot's other adapter.

The Admin is compared with each Hacker. A pair's position is described by facts such as "the Admin has 4 credits" or
"Progress has 3 cards". Each fact has a weight that always counts, and one for the moment: whose turn it is and how much
of it is left, so that positions in the middle of a turn are valued rightly too. The sum is the log odds of the Admin.
What a Hacker expects of its next hack is derived from what it may know (`inference`), never from the credentials.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import exp, inf
from pathlib import Path

from engines.search_adapter import SearchAdapter
from engines.training_plan import Features, TrainingPlan, Weights, load_weights, number_kinds, zero_weights
from engines.zero_day import inference, search_adapter, state as states, trained_priors
from engines.zero_day.board import CENTRAL, GROUND, SPOT_COUNT, TILES, count_steps
from engines.zero_day.cards import (
    ALL_KEYS,
    ALL_TYPES,
    BOOSTER,
    EVE,
    KEYS,
    OPERATION_OF,
    OPERATIONS,
    RULES,
    TYPES,
    VIRUSES,
    members,
)
from engines.zero_day.search_adapter import Policy
from engines.zero_day.state import ACTED, FAR, WAIVED, State, keys_on
from engines.zero_day.trained_priors import DANGERS, FACE_COUNT, TrainedPriors, find_level, index_face

_RACE = 12  # Tokens to go that the tables are for; other goals are scaled to it.
_MOST_CREDITS, _MOST_PROXIES, _MOST_ROUNDS = 12, 6, 6
_NOW = 6  # Stands for an N that wins.
_BLIND = (0.4,) * KEYS  # Chances of keys that were named anew.
_STEPS = 6  # Facts about expected matches are a sixth apart.
_SCRAMBLE = OPERATION_OF["Scramble"]
_TYPES_OF = tuple([at for at, name in enumerate(TYPES) if kind.type in (name, ALL_TYPES)] for kind in OPERATIONS)

_SIZES = {
    "one": 1,
    "admin_to_go": _RACE + 1,
    "hacker_to_go": _RACE + 1,
    "race": (_RACE + 1) ** 2,
    "admin_credits": _MOST_CREDITS + 1,
    "hacker_credits": _MOST_CREDITS + 1,
    "proxies": _MOST_PROXIES + 1,
    "protection": RULES.protection_cap + 1,
    "admin_wait": SPOT_COUNT + 1,  # spots until the next turn
    "hacker_wait": SPOT_COUNT + 1,
    "order": 8,
    "admin_tile": FACE_COUNT,
    "hacker_tile": FACE_COUNT,
    "boost": 3,
    "cards": 7 * len(OPERATIONS),
    "now": _NOW + 1,  # N of the best progress that can be resolved: now, with one card more, and with two
    "soon": _NOW + 1,
    "later": _NOW + 1,
    "unpaid": _NOW + 1,
    "stacked": 8,
    "scramble": 12,
    "matches": 4 * _STEPS,
    "matches_protected": 4 * (RULES.protection_cap + 1),
    "may_win": 2,
    "place": 16,
    "hand": KEYS + 1,
    "virus": 2 * len(VIRUSES),
    "tile_action": len(TILES) + 1,
    "token": 27,
    "rounds": _MOST_ROUNDS + 1,
    "answer": 8,
    "choice": len(OPERATIONS),
    "next": FAR + WAIVED + 1,
}
"""Numbers of weights by kind of fact."""
_AT = number_kinds(_SIZES)
_SLOPE = sum(_SIZES.values())  # The index of the expected matches, the only number that is not 0 or 1.
_SIZE = _SLOPE + 1
MOMENTS = (
    *("admin_start", "two_actions_left", "one_action_left", "no_action_left"),
    *("hacker_start", "move", "free", "init", "protect", "another_hacker", "between"),
)
"""The moments that have weights of their own, in addition to "always"."""
_GROUPS = dict.fromkeys(("always", *MOMENTS), _SIZE)
_HACKER_MOMENT = {states.START: 4, states.MOVE: 5, states.FREE: 6, states.INIT: 7, states.PROTECT: 8}


def _create_distances(seats: int) -> tuple[int, ...]:
    """Return the steps of each place from the Central, at most two."""
    near = GROUND[seats].near[CENTRAL]
    return tuple(0 if place == CENTRAL else 1 if near >> place & 1 else 2 for place in range(len(GROUND[seats].near)))


_STEPS_FROM_CENTRAL = {seats: _create_distances(seats) for seats in GROUND}


def find_moment(state: State, hacker: int) -> int:
    """Return the index of the moment."""
    phase = state.phase
    if phase in (states.ACT, states.CHOICE, states.SCRAMBLE, states.PEEK):
        return 3 - min(2, state.turn.left)
    if phase not in _HACKER_MOMENT:
        return 10
    if phase == states.START and not state.seat:
        return 0
    return _HACKER_MOMENT[phase] if state.seat == hacker else 9


def describe(state: State, hacker: int) -> tuple[list[int], float]:
    """Return the indexes of the facts about the Admin and one Hacker, and the matches that its next hack may have."""
    goal = state.table.goal
    to_go = [min(_RACE, -(-max(0, goal - state.score[seat]) * _RACE // goal)) for seat in (0, hacker)]
    facts = [
        _AT["one"],
        _AT["admin_to_go"] + to_go[0],
        _AT["hacker_to_go"] + to_go[1],
        _AT["race"] + (_RACE + 1) * to_go[0] + to_go[1],
        _AT["admin_credits"] + min(_MOST_CREDITS, state.credits[0]),
        _AT["hacker_credits"] + min(_MOST_CREDITS, state.credits[hacker]),
        _AT["proxies"] + min(_MOST_PROXIES, state.proxies[hacker]),
        _AT["protection"] + state.protection,
        _AT["rounds"] + max(0, min(_MOST_ROUNDS, int(str(state.table.options["round_limit"])) - state.round)),
    ]
    facts += _describe_track(state, hacker)
    tokens, scrambles = _describe_operations(state, goal - state.score[0], facts)
    matches = _expect_matches(state, hacker)
    level = find_level(matches, DANGERS)
    left = goal - state.score[hacker]
    facts += (
        _AT["matches"] + min(4 * _STEPS - 1, int(matches * _STEPS)),
        _AT["matches_protected"] + (RULES.protection_cap + 1) * level + state.protection,
        _AT["scramble"] + 4 * scrambles + level,
    )
    if matches >= left - 0.3:
        facts.append(_AT["may_win"] + (matches >= left + 0.5))
    facts += _describe_hacker(state, hacker, tokens)
    return facts, min(matches, left)


def _describe_track(state: State, hacker: int) -> Iterator[int]:
    """Yield the facts about both tokens on the initiative track and the tiles there."""
    marker, waits = state.marker, []
    for seat in (0, hacker):
        spot, name = state.spots[seat], "hacker" if seat else "admin"
        wait = 0 if spot < 0 else count_steps(marker, spot)
        waits.append(wait)
        yield _AT[f"{name}_wait"] + wait
        if spot < 0 or not state.tiles or (state.seat == seat and wait == SPOT_COUNT and not state.turn.tile):
            continue
        waived = WAIVED & (state.turn.flags if state.seat == seat else state.carry[seat])
        yield _AT[f"{name}_tile"] + index_face(state.tiles[spot], inf if waived else state.credits[seat])
    yield _AT["order"] + 4 * (state.spots[0] > marker) + 2 * (state.spots[hacker] > marker) + (waits[0] < waits[1])


def _describe_operations(state: State, left: int, facts: list[int]) -> tuple[list[int], int]:
    """Add facts; return the most cards that a token of each type endangers, and whether Scramble is ready, 0 to 2."""
    credits, stacks = state.credits[0], state.stacks
    boost = OPERATIONS[BOOSTER].values[stacks[BOOSTER].bit_count()]
    tokens, best = [0, 0, 0], {"now": 0, "soon": 0, "later": 0, "unpaid": 0}
    stacked = scrambles = 0
    for operation in state.operations:
        kind, cards = OPERATIONS[operation], stacks[operation].bit_count()
        stacked += cards
        facts.append(_AT["cards"] + 7 * operation + cards)
        for token in _TYPES_OF[operation] if cards else ():
            tokens[token] = max(tokens[token], cards)
        if kind.effect == "progress":
            values = [kind.values[min(cards + extra + boost, kind.limit)] for extra in range(3)]
            if not cards:
                values[0] = 0
            names = ("now", "soon", "later") if credits >= kind.cost else ("unpaid",)
            for name, value in zip(names, values, strict=False):
                best[name] = max(best[name], value)
        elif operation == _SCRAMBLE and credits >= kind.cost:
            scrambles = max(0, min(2, cards - 1))
    facts += [_AT[name] + (_NOW if value >= left else value) for name, value in best.items()]
    facts += (_AT["boost"] + boost, _AT["stacked"] + min(7, stacked))
    return tokens, scrambles


def _expect_matches(state: State, hacker: int) -> float:
    """Return the matches that the Hacker may expect of its best hack, by what it knows."""
    chances = _BLIND if state.phase == states.SCRAMBLE else inference.chances_from_state(state, hacker)
    hand = state.hands[hacker]
    free = sorted(chances if hand == ALL_KEYS else [chances[key] for key in members(hand)])
    return sum(free[-RULES.keys - keys_on(state, hacker, EVE).bit_count() :])


def _describe_hacker(state: State, hacker: int, tokens: list[int]) -> Iterator[int]:
    """Yield the facts about the pawn, the keys, the viruses and what the Hacker is about to do."""
    place, acting, phase = state.at[hacker], state.seat == hacker, state.phase
    steps = 3 if place < 0 else _STEPS_FROM_CENTRAL[state.table.seats][place]
    yield _AT["place"] + 4 * steps + 2 * (state.credits[hacker] >= RULES.hack) + (state.central > 0)
    yield _AT["hand"] + state.hands[hacker].bit_count()
    yield _AT["next"] + state.carry[hacker]
    for virus in range(len(VIRUSES)) if state.installed[hacker] else ():
        if copies := keys_on(state, hacker, virus).bit_count():
            yield _AT["virus"] + 2 * virus + (copies > 1)
    if phase == states.CHOICE:
        yield _AT["choice"] + state.current_choice.operation
    if phase == states.PROTECT and acting:
        yield _AT["answer"] + min(7, state.unanswered.match)
    if place < 0:
        return
    is_free = acting and phase == states.FREE
    if is_free:
        yield _AT["tile_action"] + (len(TILES) if state.turn.flags & ACTED else state.table.tiles[place])
    near = GROUND[state.table.seats].near[place] & state.neutral
    for token, at in enumerate(state.tokens):
        if at >= 0:
            reach = 2 if is_free and at == place else near >> at & 1
            yield _AT["token"] + 9 * token + 3 * reach + (2 if tokens[token] >= 3 else tokens[token] > 0)


def features(state: State) -> list[Features]:
    """Return the features of a position of two players for the Admin."""
    if state.table.seats > 2 or not state.round:
        return []
    facts, matches = describe(state, 1)
    row = [*((fact, 1.0) for fact in facts), (_SLOPE, matches)]
    start = _SIZE * (1 + find_moment(state, 1))
    return [[*row, *((start + index, value) for index, value in row)]]


class TrainedEvaluation:
    """The evaluation: the weights of each moment with those that always count."""

    def __init__(self, weights: Weights) -> None:
        always = weights["always"]
        self._weights = [tuple(base + more for base, more in zip(always, weights[moment], strict=True)) for moment in MOMENTS]

    def lead(self, state: State, hacker: int) -> float:
        """Return the log odds of the Admin against one Hacker."""
        weights = self._weights[find_moment(state, hacker)]
        facts, matches = describe(state, hacker)
        return sum([weights[fact] for fact in facts]) + weights[_SLOPE] * matches

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's chance to win; a Hacker who has left has none."""
        odds = [1.0]
        for hacker in range(1, state.table.seats):
            odds.append(0.0 if state.gone >> hacker & 1 else exp(-max(-30.0, min(30.0, self.lead(state, hacker)))))
        total = sum(odds)
        return tuple(odd / total for odd in odds)


def build_adapter(weights: Weights) -> SearchAdapter:
    """Return the search bot's adapter with a trained evaluation, and with trained priors once there are any."""
    adapter = replace(search_adapter.ADAPTER, evaluate=TrainedEvaluation(weights).evaluate)
    if weights["actions"] == trained_priors.START:
        return adapter
    policy = Policy(TrainedPriors(weights["actions"]).score_actions, spread=1.0, noise=_NOISE)
    settings = replace(adapter.settings, plies=_PLIES)
    return replace(adapter, candidates=policy.candidates, rollout=policy.rollout, settings=settings)


_PLIES, _NOISE = 2, (0.12, 0.36)  # Of rollouts. The noise is the search bot's, on the scale of the priors.
PLAN = TrainingPlan(
    file=Path(__file__).parent / "data" / "weights.json",
    about="Weights of engines/zero_day/trained_evaluation.py and trained_priors.py, which explain their groups.",
    groups=_GROUPS,
    features=features,
    build=build_adapter,
    start={**zero_weights(_GROUPS), "actions": trained_priors.START},
    action_groups={"actions": trained_priors.SIZE},
    action_features=trained_priors.action_features,
    action_key=trained_priors.action_key,
    options=({}, {}, {"advanced": True}, {"first_game": True}),
    seats=(2,),
    opening=0,
    noise=0.1,
    penalty=10.0,
    step=8,
)
TRAINED = build_adapter(load_weights(PLAN.file, PLAN.all_groups))
