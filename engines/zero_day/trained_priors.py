"""The trained priors of actions: which ones the search tries first, from weights and from what the seat knows.

The heuristic score of an action is its first feature; to begin with, nothing else counts. The other features say what
the action is and when it is chosen: the third card on Progress, with two actions left, with 4 credits. A spot on the
initiative track is described by how long it makes the player wait, by its tile and by who has a turn before.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property

from engines.training_plan import Features, number_kinds
from engines.zero_day import heuristics, inference, search_adapter, state as states
from engines.zero_day.actions import Action
from engines.zero_day.board import CENTRAL, FACES, GROUND, SPOT_COUNT, TILES, count_steps
from engines.zero_day.cards import KEYS, OPERATIONS, VIRUSES, members
from engines.zero_day.state import ACTED, State, keys_on

_SPREAD = 2.5  # Scores this far apart differ by the factor e to begin with, as for the search bot.
_LIMIT = 8.0  # Of the first feature, either way.
_VERBS = (
    *("init", "token", "tile", "virus", "end", "stack", "resolve", "scan", "purge", "swap", "jack-in", "jump", "jack-out"),
    *("credits", "tile-action", "install", "uninstall", "deny", "hack", "repeat", "protect", "credentials"),
)
_VERB_AT = {verb: at for at, verb in enumerate(_VERBS)}
_LEVELS = (1, 3, 5, 7, 10)  # Credits of a seat, and expected matches of a hack, are counted by level.
DANGERS = (1.7, 2.3, 3.1)
_CARDS, _LEFT, _MOST_MATCHES = 7, 3, 11
_FACE_KINDS = ("gain", "pay", "unpaid", "bonus", "blank", "admin", "pointer")
FACE_COUNT = 4 * len(_FACE_KINDS)
_BY_OPERATION = {
    "cards": len(OPERATIONS) * _CARDS,
    "left": len(OPERATIONS) * _LEFT,
    "level": len(OPERATIONS) * (len(_LEVELS) + 1),
    "danger": len(OPERATIONS) * (len(DANGERS) + 1),
}
_SIZES = {
    "score": len(_VERBS),
    "verb": len(_VERBS) * 4,  # by the Admin's actions left, or by what a Hacker has done in its turn
    "verb_level": len(_VERBS) * (len(_LEVELS) + 1),
    "wait": 4 * (SPOT_COUNT + 1),
    "face": 2 * FACE_COUNT,
    "before": 8,  # opponents who have a turn before the own next one
    **{f"stack_{name}": size for name, size in _BY_OPERATION.items()},
    **{f"resolve_{name}": size for name, size in _BY_OPERATION.items()},
    "tile": len(TILES) * (len(_LEVELS) + 1),
    "place": 8,
    "install": len(VIRUSES) * 3,
    "install_hand": KEYS + 1,
    "install_rest": 6,  # credits that are left after it
    "deny": len(OPERATIONS) * _CARDS,
    "hack": 2 * (_MOST_MATCHES + 1),
    "hack_wins": 16,
    "virus": len(VIRUSES) * 2,
    "exchange": 12,
    "protect": 4 * 8,
    "protect_left": 4 * 8,
}
"""Numbers of weights by kind of feature."""
_AT = number_kinds(_SIZES)
SIZE = sum(_SIZES.values())
START = (1.0,) * _SIZES["score"] + (0.0,) * (SIZE - _SIZES["score"])
"""The weights to begin with: the search bot's priors."""
_FACE_AT = [(4 * _FACE_KINDS.index(face.kind) + face.amount, face.amount * (face.kind == "pay")) for face in FACES]
_UNPAID = 4 * (_FACE_KINDS.index("unpaid") - _FACE_KINDS.index("pay"))


def find_level(value: float, limits: Sequence[float]) -> int:
    """Return how many of the limits a value reaches."""
    return sum(value >= limit for limit in limits)


def index_face(face: int, credits: float) -> int:
    """Return the index of a side of an initiative tile for a player with these credits, below FACE_COUNT."""
    at, price = _FACE_AT[face]
    return at + _UNPAID if price > credits else at


class _Describer:
    """The features of the actions of one position; each is 1 and given by the index of its weight."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.level = find_level(state.credits[seat], _LEVELS)
        if seat:
            self.when, self.danger = 2 * (state.phase == states.FREE) + bool(state.turn.flags & ACTED), 0
        else:
            self.when, self.danger = min(3, state.turn.left), find_level(heuristics.danger(state), DANGERS)

    @cached_property
    def chances(self) -> tuple[float, ...]:
        return inference.chances_from_state(self.state, self.seat)

    def describe(self, action: Action) -> list[int]:
        """Return the features other than the first."""
        verb, describer = _VERB_AT[action.verb], self._describers.get(action.verb)
        found = [_AT["verb"] + 4 * verb + self.when, _AT["verb_level"] + (len(_LEVELS) + 1) * verb + self.level]
        return [*found, *describer(self, *action.args)] if describer else found

    def _spot(self, spot: int) -> list[int]:
        state, marker, admin = self.state, self.state.marker, self.seat == 0
        wait = count_steps(marker, spot)
        others = state.spots[1:] if admin else state.spots[:1]
        after = sum(other >= 0 and count_steps(marker, other) > wait for other in others)
        waits = _AT["wait"] + (SPOT_COUNT + 1) * (2 * admin + (self.when > 0)) + wait
        return [waits, self._face(state.tiles[spot]), _AT["before"] + 4 * admin + min(3, after)]

    def _face(self, face: int) -> int:
        return _AT["face"] + FACE_COUNT * (self.seat > 0) + index_face(face, self.state.credits[self.seat])

    def _tile(self, spot: int | None = None) -> list[int]:
        return [] if spot is None else [self._face(self.state.tiles[spot])]

    def _stack(self, operation: int, card: int) -> list[int]:
        return self._operation("stack", operation)

    def _resolve(self, operation: int) -> list[int]:
        return self._operation("resolve", operation)

    def _operation(self, verb: str, operation: int) -> list[int]:
        return [
            _AT[f"{verb}_cards"] + _CARDS * operation + self.state.stacks[operation].bit_count(),
            _AT[f"{verb}_left"] + _LEFT * operation + max(0, min(_LEFT - 1, self.state.turn.left - 1)),
            _AT[f"{verb}_level"] + (len(_LEVELS) + 1) * operation + self.level,
            _AT[f"{verb}_danger"] + (len(DANGERS) + 1) * operation + self.danger,
        ]

    def _place(self, place: int, sybil: int | None = None) -> list[int]:
        near = GROUND[self.state.table.seats].near[CENTRAL] >> place & 1
        return [
            _AT["tile"] + (len(_LEVELS) + 1) * self.state.table.tiles[place] + self.level,
            _AT["place"] + 4 * near + 2 * (place in self.state.tokens) + (sybil is not None),
        ]

    def _install(self, virus: int, key: int) -> list[int]:
        state, seat = self.state, self.seat
        return [
            _AT["install"] + 3 * virus + min(2, keys_on(state, seat, virus).bit_count()),
            _AT["install_hand"] + state.hands[seat].bit_count(),
            _AT["install_rest"] + max(0, min(5, state.credits[seat] - VIRUSES[virus].credits)),
        ]

    def _deny(self, operation: int) -> list[int]:
        return [_AT["deny"] + _CARDS * operation + self.state.stacks[operation].bit_count()]

    def _hack(self, keys: int, unused: int, trudys: int) -> list[int]:
        matches = sum([self.chances[key] for key in members(keys)])
        if unused:
            matches = keys.bit_count() - matches
        wins = matches >= self.state.table.goal - self.state.score[self.seat] - 0.3
        return [
            _AT["hack"] + (_MOST_MATCHES + 1) * unused + min(_MOST_MATCHES, int(2 * matches)),
            _AT["hack_wins"] + 8 * unused + 2 * min(3, trudys.bit_count()) + wins,
        ]

    def _virus(self, virus: int, way: int = 0) -> list[int]:
        return [_AT["virus"] + 2 * virus + way]

    def _exchange(self, count: int = 0, paid: int = 0, plus: int | None = None) -> list[int]:
        return [] if plus is None else [_AT["exchange"] + 6 * plus + 3 * paid + min(2, count)]

    def _protect(self, by: int | None = None) -> list[int]:
        hack, answer = self.state.unanswered, 3 if by is None else by % 3
        left = self.state.table.goal - self.state.score[hack.seat]
        return [_AT["protect"] + 8 * answer + min(7, hack.match), _AT["protect_left"] + 8 * answer + max(0, min(7, left))]

    _describers: Mapping[str, Callable[..., list[int]]] = {
        "init": _spot,
        "tile": _tile,
        "stack": _stack,
        "resolve": _resolve,
        "jack-in": _place,
        "jump": _place,
        "install": _install,
        "deny": _deny,
        "hack": _hack,
        "repeat": _hack,
        "virus": _virus,
        "tile-action": _exchange,
        "protect": _protect,
    }


def action_features(state: State, seat: int, listed: Sequence[Action]) -> list[Features]:
    """Return the features of each action."""
    describer, scores = _Describer(state, seat), heuristics.score_actions(state, seat, listed)
    return [
        [(_AT["score"] + _VERB_AT[action.verb], _limit(score)), *((fact, 1.0) for fact in describer.describe(action))]
        for action, score in zip(listed, scores, strict=True)
    ]


def action_key(state: State, seat: int, action: Action) -> Hashable:
    """Return what an action does: the same for equal cards, and for hacks with equally likely keys."""
    if action.verb not in ("hack", "repeat"):
        return search_adapter.find_use(action)
    chances, (keys, unused, trudys) = inference.chances_from_state(state, seat), action.args
    return action.verb, unused, trudys.bit_count(), round(sum([chances[key] for key in members(keys)]), 3)


def _limit(score: float) -> float:
    return max(-_LIMIT, min(_LIMIT, score / _SPREAD))


class TrainedPriors:
    """Scores of actions by weights."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = tuple(weights)
        self._slopes = dict(zip(_VERBS, weights, strict=False))

    def score_actions(self, state: State, seat: int, listed: Sequence[Action]) -> list[float]:
        """Return the weighted sum of the features of each action; the softmax of them are the priors."""
        describer, weights, slopes = _Describer(state, seat), self._weights, self._slopes
        scores = heuristics.score_actions(state, seat, listed)
        return [
            slopes[action.verb] * _limit(score) + sum([weights[fact] for fact in describer.describe(action)])
            for action, score in zip(listed, scores, strict=True)
        ]
