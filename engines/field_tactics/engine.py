"""Field Tactics: hidden-rank armies for two (rulings FT-1 to FT-16, site/rules/en.md)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random

from engines.common import FORFEIT_REASONS, check_booleans, check_int_range, merge_options
from engines.contract import BadOption, Engine, IllegalAction, Json, Options, RandomSource, Seat, View
from engines.field_tactics import actions, log_lines, rules, state as states, view as views
from engines.field_tactics.actions import ADVANTAGE, PASS, SEATS, Action, Choice, Move, Setup
from engines.field_tactics.move_generation import legal_moves, legal_outside_play, random_setup
from engines.field_tactics.state import PLAY, State
from engines.field_tactics.validation import out_of_turn
from engines.field_tactics.view_types import FieldTacticsView
from engines.i18n import Message, mark

DEFAULTS: Options = {"advantage": None, "tank_beats_engineer": False, "quiet_turn_limit": 100}
QUIET_TURN_LIMITS = range(1, 1001)


class FieldTactics(Engine[State, Action]):
    """The engine; see `engines.contract.Engine` for its methods."""

    key = "field-tactics"
    version = 1
    name = "Field Tactics"
    seat_names: Sequence[str] = (mark("Red"), mark("Blue"))
    seat_counts: Sequence[int] = (2,)
    has_open_chance = True
    advantage_values: Sequence[str] = SEATS
    view_type: type[View] = FieldTacticsView
    reasons: Mapping[str, str] = {
        "base": mark("A leader has reached the enemy base."),
        "last-piece": mark("One side lost its last movable piece."),
        "both-last-pieces": mark("Both sides lost their last movable piece in one battle; the advantage decides."),
        "duel": mark("Decided by the tie-breaker: one side won a duel or the other had no piece left to duel with."),
        "duel-all-tied": mark("All duels were tied; the advantage decides."),
        "stalled": mark("The game stalled: the side with more leaders wins or, if equal, with more movable pieces."),
        **FORFEIT_REASONS,
    }
    to_act = staticmethod(rules.to_act)
    forfeit = staticmethod(rules.forfeit)
    view = staticmethod(views.view)
    open_view = staticmethod(partial(views.view, viewer=None, is_open=True))
    describe_end = staticmethod(log_lines.describe_end)
    dump = staticmethod(states.dump)
    load = staticmethod(states.load)
    decode = staticmethod(actions.decode)

    def options(self, data: Mapping[str, Json]) -> Options:
        chosen = merge_options(self.name, DEFAULTS, data)
        if chosen["advantage"] not in (None, *SEATS):
            raise BadOption("advantage", "The option advantage must be red, blue or null (chosen at random).")
        check_booleans(chosen, "tank_beats_engineer")
        check_int_range(chosen, QUIET_TURN_LIMITS, "quiet_turn_limit")
        return chosen

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", "Field Tactics needs 2 seats.")
        choice = options["advantage"]
        advantage = SEATS.index(choice) if isinstance(choice, str) else None
        return states.new(states.Terms(options, advantage, None), states.DRAW if advantage is None else states.CHOOSE)

    def turn(self, state: State) -> Json:
        return [state.phase, state.turn]

    def legal(self, state: State, seat: Seat) -> Iterable[Action] | None:
        """Return all actions of a seat that is to act; None for a set-up, empty for a seat that is not to act."""
        if state.phase == PLAY:
            if seat != state.seat:
                return ()
            return legal_moves(state.blue, state.red, 1) if seat else legal_moves(state.red, state.blue, 0)
        return legal_outside_play(state, seat) if seat in rules.to_act(state) else ()

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        return random_setup(seat, rng) if state.phase == states.SETUP else super().sample(state, seat, rng)

    def chance(self, state: State, stream: RandomSource) -> Action | None:
        if state.phase == states.DRAW:
            return ADVANTAGE[stream.below(2)]
        return PASS if state.phase == states.PASS else None

    def apply(self, state: State, actor: Seat | None, action: Action) -> State:
        if state.phase == PLAY and actor == state.seat and type(action) is Move:
            return rules.apply_move(state, actor, action)
        if state.phase == states.OVER:
            raise IllegalAction("match-over", "The match is over.")
        if actor is None:
            return rules.apply_referee_action(state, action)
        if actor not in rules.to_act(state):
            raise out_of_turn(state, actor)
        return rules.apply_player_action(state, actor, action)

    def opened(self, state: State, viewer: Seat | None) -> bool:
        return state.phase == states.PASS  # Its pass tells that a side cannot move (FT-12).

    def secret(self, state: State, actor: Seat | None, action: Action) -> bool:
        """Return True for set-ups and duel choices (FT-4, FT-15)."""
        return isinstance(action, Setup) or (isinstance(action, Choice) and action.kind == "duel")

    def describe(self, state: State, actor: Seat | None, action: Action, viewer: Seat | None) -> Message:
        return log_lines.describe(state, actor, action, viewer, lambda: self.apply(state, actor, action))

    def note(self, state: State, actor: Seat | None, action: Action) -> str:
        return log_lines.note(state, action, lambda: self.apply(state, actor, action))

    def encode(self, action: Action) -> str:
        return action.text
