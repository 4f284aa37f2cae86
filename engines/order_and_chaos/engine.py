"""Order & Chaos: area control for two in the open (rulings OC-1 to OC-21, site/rules/en.md)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.common import FORFEIT_REASONS, TUNED, check_booleans, check_int_range, check_rules, merge_options
from engines.contract import BadOption, Engine, IllegalAction, Json, Options, RandomSource, Seat, View
from engines.i18n import Message, mark
from engines.order_and_chaos import actions, log_lines, rules, state as states, view
from engines.order_and_chaos.actions import TIME, Action, Move
from engines.order_and_chaos.board import CONSTANTS
from engines.order_and_chaos.state import State
from engines.order_and_chaos.validation import out_of_turn
from engines.order_and_chaos.view_types import OrderAndChaosView

DEFAULTS: Options = {"classroom": False, **{name: limit[0] for name, limit in CONSTANTS.limits.items()}}


class OrderAndChaos(Engine[State, Action]):
    """The engine; see `engines.contract.Engine` for its methods."""

    key = "order-and-chaos"
    name = "Order & Chaos"
    seat_names: Sequence[str] = (mark("Order"), mark("Chaos"))
    seat_counts: Sequence[int] = (2,)
    has_open_chance = True
    is_open = True
    draws = True
    timed_actions = frozenset({TIME.text})
    view_type: type[View] = OrderAndChaosView
    reasons: Mapping[str, str] = {
        "occupation": mark("One side has three chessmen in matching triangles of the enemy territory."),
        "blocked": mark("Three chessmen of one side are stuck in the grave."),
        "quiet": mark("Too many turns in which nothing happened; points decide."),
        "repetition": mark("The same position occurred too often; points decide."),
        "turn-limit": mark("The match has reached its turn limit; points decide."),
        "classroom": mark("Time is up in this classroom match; points decide."),
        **FORFEIT_REASONS,
    }
    to_act = staticmethod(rules.to_act)
    forfeit = staticmethod(rules.forfeit)
    describe_end = staticmethod(log_lines.describe_end)
    dump = staticmethod(states.dump)
    decode = staticmethod(actions.decode)

    def __init__(self, version: int = states.VERSION) -> None:
        self.version = version

    def options(self, data: Mapping[str, Json]) -> Options:
        defaults = DEFAULTS if self.version < 5 else {**DEFAULTS, "rules": TUNED}
        chosen = merge_options(self.name, defaults, data)
        check_booleans(chosen, "classroom")
        for name, (_, minimum, maximum) in CONSTANTS.limits.items():
            check_int_range(chosen, range(minimum, maximum + 1), name)
        check_rules(chosen)
        return chosen

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", "Order & Chaos needs 2 seats.")
        return states.new(options, self.version)

    def load(self, saved: Any) -> State:
        return states.load(saved, self.version)

    def turn(self, state: State) -> Json:
        return state.turn

    def allows_takeback(self, before: State, seat: Seat, after: State) -> bool:
        return True  # Nothing is hidden or drawn.

    def legal(self, state: State, seat: Seat) -> Iterable[Action] | None:
        """Return all actions of a seat; only `pass` if it has no legal move (OC-3), none if it is not to act."""
        return () if seat != state.seat or seat not in rules.to_act(state) else rules.legal_actions(state, seat)

    def chance(self, state: State, stream: RandomSource) -> Action | None:
        """Return the end of a classroom match that no clock has ended (OC-14); nothing is drawn in this game."""
        return TIME if state.outcome is None and state.is_time_due else None

    def time_limit(self, options: Options) -> int | None:
        """Return the milliseconds from the first turn after which the referee does `time`; None for turn clocks."""
        return CONSTANTS.classroom.milliseconds if options["classroom"] else None

    def apply(self, state: State, actor: Seat | None, action: Action) -> State:
        if state.outcome is not None:
            raise IllegalAction("match-over", "The match is over.")
        if actor is None:
            return rules.apply_referee_action(state, action, self.version)
        if actor != state.seat:
            raise out_of_turn(actor)
        if type(action) is Move and not state.options["classroom"]:
            return rules.apply_move(state, actor, action)
        return rules.apply_player_action(state, actor, action)

    def view(self, state: State, viewer: Seat | None) -> OrderAndChaosView:
        return view.view(state, viewer, rules.compute_penalty(state, self.version))

    def describe(self, state: State, actor: Seat | None, action: Action, viewer: Seat | None) -> Message:
        return log_lines.describe(action, self.apply(state, actor, action))

    def note(self, state: State, actor: Seat | None, action: Action) -> str:
        if action is TIME:
            return ""
        last = self.apply(state, actor, action).last
        return "" if last is None else log_lines.note(last)

    def encode(self, action: Action) -> str:
        return action.text
