"""Zero Day: an Admin against one to three Hackers (rulings ZD-1 to ZD-32, site/rules/en.md)."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from engines.common import TUNED, check_booleans, check_int_range, check_rules, merge_options
from engines.contract import BadOption, Engine, Json, Options, Seat, View
from engines.i18n import Message, mark, translate as _
from engines.zero_day import actions, log_lines, match_setup, move_generation, rules, state as states, view as views
from engines.zero_day.actions import Action
from engines.zero_day.state import State
from engines.zero_day.view_types import ZeroDayView

DEFAULTS: Options = {"advanced": False, "first_game": False, "round_limit": 25}
ROUND_LIMITS = range(1, 101)


class ZeroDay(Engine[State, Action]):
    """The engine; see `engines.contract.Engine` for its methods."""

    key = "zero-day"
    name = "Zero Day"
    seat_names: Sequence[str] = log_lines.SEAT_NAMES
    seat_counts: Sequence[int] = (2, 3, 4)
    view_type: type[View] = ZeroDayView
    reasons: Mapping[str, str] = {
        "progress": mark("The Admin has enough progress to win."),
        "info": mark("A Hacker has enough info to win."),
        "round-limit": mark("The last round is over. The most tokens win, and the Admin wins a tie with a Hacker."),
        "time": mark("Time has run out."),
        "resigned": mark("Decided by resignation."),
        "disqualified": mark("Decided by disqualification."),
        "no-show": mark("A player didn't show up."),
        "double-forfeit": mark("All seats forfeit; the league decides."),
    }
    to_act = staticmethod(rules.to_act)
    chance = staticmethod(match_setup.draw)
    apply = staticmethod(rules.apply)
    can_undo = staticmethod(rules.can_undo)
    forfeit = staticmethod(rules.forfeit)
    view = staticmethod(views.view)
    describe_end = staticmethod(log_lines.describe_end)
    dump = staticmethod(states.dump)
    decode = staticmethod(actions.decode)

    def __init__(self, version: int = states.VERSION) -> None:
        self.version = version

    def options(self, data: Mapping[str, Json]) -> Options:
        defaults = DEFAULTS if self.version < 6 else {**DEFAULTS, "rules": TUNED}
        chosen = merge_options(self.name, defaults, data)
        check_booleans(chosen, "advanced", "first_game")
        check_int_range(chosen, ROUND_LIMITS, "round_limit")
        check_rules(chosen)
        return chosen

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", _("Zero Day needs 2, 3 or 4 seats."))
        return states.new(options, seats, self.version)

    def load(self, saved: Any) -> State:
        return states.load(saved, self.version)

    def turn(self, state: State) -> Json:
        return [state.round, state.marker, state.seat, "" if state.round else state.phase]

    def legal(self, state: State, seat: Seat) -> Iterable[Action] | None:
        """Return all actions of a seat that is to act; empty for one that is not."""
        return move_generation.legal_actions(state) if seat in rules.to_act(state) else ()

    def opened(self, state: State, viewer: Seat | None) -> Any:
        """Return the keys handed to the Admin, or the cards shown to a Hacker (by Deny and Victor)."""
        return (state.pending, state.hacks) if viewer == 0 else [shown for shown in state.seen if shown.seat == viewer]

    def is_forced(self, state: State, seat: Seat, only: Action) -> bool:
        return state.phase != states.FREE  # What a Hacker can install or hack with depends on hidden keys.

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        return rng.choice(move_generation.legal_actions(state))

    def open_view(self, state: State) -> ZeroDayView:
        return views.view(state, None, everything=True)

    def secret(self, state: State, actor: Seat | None, action: Action) -> bool:
        """Return True for credentials, stacked cards, keys, what Victor saw and use of tokens (ZD-17)."""
        return action.public != action.text

    def describe(self, state: State, actor: Seat | None, action: Action, viewer: Seat | None) -> Message:
        """Return the same line for everybody."""
        return log_lines.describe(state, rules.apply(state, actor, action), actor, action)

    def note(self, state: State, actor: Seat | None, action: Action) -> str:
        return log_lines.note(state, rules.apply(state, actor, action), action)

    def encode(self, action: Action) -> str:
        return action.text
