"""Search adapter: random assignment of the unseen pieces, candidates, rollouts and what a step reveals."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.field_tactics import bot, squares, state as states
from engines.field_tactics.actions import MOVE_OF, Setup, decode
from engines.field_tactics.heuristics import SURVIVAL, VALUES, count_left, evaluate, score_actions
from engines.field_tactics.pieces import BLUE, FLAG, KIND, KIND_OF, LEADER, MOVABLE
from engines.field_tactics.state import PLAY, Duel, LastMove, State, Terms
from engines.search_adapter import Group, SearchAdapter, SearchSettings, compute_priors

TEMPERATURE = 30.0  # Of priors: a move better by this much is e times likelier.
_SAMPLED = 4  # Moves that a rollout compares.
_MOBILE = tuple(kind for kind in range(1, BLUE + 1) if MOVABLE[kind])


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that draws a random state with this view for the seat."""
    base = build_known_state(view)
    if view["phase"] in ("choose", "setup"):
        return lambda rng: complete_setup_state(base, seat, view, rng)
    hidden = [squares.CELL_OF[name] for name, (_, code) in view["squares"].items() if code is None]
    counts = count_left(KIND_OF[code] for code in view["lost"][1 - seat])
    possible = {square: kinds for square in hidden if (kinds := possible_kinds(seat, square, view)) is not None}
    tight = sorted(possible, key=lambda square: (len(possible[square]), square))
    free = [square for square in hidden if square not in possible]

    def determinize(rng: Random) -> State:
        board = bytearray(base.board)
        bag = list(counts)
        for square in tight:
            kind = _draw_kind(bag, possible[square], rng)
            bag[kind] -= 1
            board[square] = kind + BLUE * (1 - seat)
        unplaced = [kind for kind, count in enumerate(bag) for _ in range(count)]
        rng.shuffle(unplaced)
        for square, kind in zip(free, unplaced, strict=False):
            board[square] = kind + BLUE * (1 - seat)
        return complete_state(base, seat, view, bytes(board), rng)

    return determinize


def build_known_state(view: Mapping[str, Any]) -> State:
    """Return the known part of a state from a view, without unseen pieces."""
    board = bytearray(squares.CELLS)
    for name, (owner, code) in view["squares"].items():
        board[squares.CELL_OF[name]] = KIND_OF[code] + BLUE * owner if code else 0
    empty = states.new(Terms(view["options"], view["advantage"], view["first"]), view["phase"])
    outcome = view["outcome"]
    return empty._replace(
        board=bytes(board),
        seat=view["to_act"][0] if view["to_act"] else 0,
        turn=view["turn"],
        quiet=view["quiet"],
        lost=(bytes(KIND_OF[code] for code in view["lost"][0]), bytes(KIND_OF[code] for code in view["lost"][1])),
        last=None if view["last"] is None else _parse_last(view["last"]),
        duels=tuple(
            Duel(squares.CELL_OF[duel["red"]], squares.CELL_OF[duel["blue"]], duel["result"], *_parse_destroyed(duel))
            for duel in view["duels"]
        ),
        outcome=outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"]),
    )


def _parse_last(data: Mapping[str, Any]) -> LastMove:
    seat, lost = data["by"], _parse_destroyed(data)
    return LastMove(seat, MOVE_OF[f"{data['from']}-{data['to']}"], data["battle"] or "", lost[seat], lost[1 - seat])


def _parse_destroyed(data: Mapping[str, Any]) -> tuple[int, int]:
    """Return the kinds of Red's and Blue's piece that a battle destroyed, 0 for none."""
    return KIND_OF.get(data["revealed"]["0"], 0), KIND_OF.get(data["revealed"]["1"], 0)


def possible_kinds(seat: int, square: int, view: Mapping[str, Any]) -> frozenset[int] | None:
    """Return the kinds that an unseen piece can be; None if it may be any that is left."""
    kinds = None if square in squares.LAIRS[1 - seat] else frozenset(_MOBILE)
    last = view["last"]
    if last is None or squares.CELL_OF[last["to"]] != square:
        return kinds
    if last["by"] != seat:
        needs = MOVE_OF[f"{last['from']}-{last['to']}"].needs[1 - seat]  # Only these kinds can have made the move.
        kinds = frozenset(kind for kind in _MOBILE if needs[kind + BLUE * (1 - seat)] >= 0)
    fallen = last["revealed"][str(seat)]
    if fallen is None or KIND_OF[fallen] == FLAG:  # A flag has the strength of the piece behind it.
        return kinds
    table = states.BATTLE_TABLES[bool(view["options"]["tank_beats_engineer"])][KIND_OF[fallen]]
    stronger = frozenset(kind for kind in _MOBILE if table[kind] == "x")
    possible = stronger if kinds is None else stronger & kinds
    return possible or kinds


def _draw_kind(bag: list[int], among: frozenset[int], rng: Random) -> int:
    """Draw a kind from the bag for a piece that has advanced; kinds that survive battles are likelier."""
    kinds = [kind for kind in sorted(among) if bag[kind]] or [kind for kind in _MOBILE if bag[kind]]
    return rng.choices(kinds, [bag[kind] * (0.1 + SURVIVAL[kind]) for kind in kinds])[0]


def complete_state(base: State, seat: int, view: Mapping[str, Any], board: bytes, rng: Random) -> State:
    """Return the state with all pieces on the board and the opponent's duel choice if submitted."""
    hands: list[Any] = [None, None]
    if view["phase"] == "duel":
        if view["choice"] is not None:
            hands[seat] = squares.CELL_OF[view["choice"]]
        if view["ready"][1 - seat]:
            movable = [at for at in squares.SQUARES if board[at] and (board[at] > BLUE) != seat and MOVABLE[board[at]]]
            hands[1 - seat] = rng.choice(movable)
    return base._replace(
        board=board,
        red=squares.side_bits(board, 0),
        blue=squares.side_bits(board, 1),
        forces=squares.count_forces(board),
        hands=(hands[0], hands[1]),
    )


def complete_setup_state(base: State, seat: int, view: Mapping[str, Any], rng: Random) -> State:
    """Return the state before the play, with the seat's set-up and a random one of the opponent, each if submitted."""
    hands: list[bytes | None] = [None, None]
    if view["ready"][1 - seat]:
        hands[1 - seat] = _random_preset(rng).kinds
    if view["ready"][seat]:
        hands[seat] = bytes(base.board[cell] - BLUE * seat for cell in squares.HOMES[seat])
    first = base.terms.first
    empty = bytes(squares.CELLS)
    return base._replace(board=empty, hands=(hands[0], hands[1]), seat=base.seat if first is None else first)


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return moves with priors relative to the best; other actions with equal priors."""
    if listed is None:
        return [(_random_preset(rng), 0.5)]
    if state.phase != PLAY:
        duel = listed[0].kind == "duel"
        return [(action, VALUES[KIND[state.board[action.value]]] / 100.0 if duel else 0.5) for action in listed]
    return compute_priors(listed, score_actions(state, seat, listed), TEMPERATURE)


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """Return the best scored of a few moves."""
    if listed is None:
        return _random_preset(rng)
    if state.phase != PLAY or len(listed) == 1:
        return rng.choice(listed)
    sampled = [listed[int(rng.random() * len(listed))] for _ in range(_SAMPLED)]
    board = state.board
    sampled += [move for move in listed if board[move.dst]]
    scores = score_actions(state, seat, sampled)
    return sampled[scores.index(max(scores))]


def _random_preset(rng: Random) -> Setup:
    setup = decode(bot.choose_setup(rng))
    assert isinstance(setup, Setup)
    return setup


def shortcut(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str | None:
    """Return one of the greedy bot's presets for a set-up, and choose to move first."""
    return bot.choose(seat, view, legal, rng) if view["phase"] in ("choose", "setup") else None


def observation(state: State, seat: int) -> tuple[Any, ...] | None:
    """Return which pieces a battle revealed."""
    last = state.last
    return (last.result, last.attacker, last.defender) if last is not None and last.result else None


def groups(state: State, seat: int, listed: list[Any]) -> list[Group]:
    """Return the kind of the moving piece with each move; quiet moves of pieces other than leaders count as equal."""
    if state.phase != PLAY:
        return [(action, 0) for action in listed]
    board = state.board
    kinds = [KIND[piece] if board[move.dst] or LEADER[piece] else 0 for move in listed if (piece := board[move.src])]
    return list(zip(listed, kinds, strict=True))


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    groups=groups,
    settings=SearchSettings(iterations=1200, plies=0),
)
