"""Zero Order: a hex token battle for two (rulings ZO-1 to ZO-29, site/rules/en.md)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from engines.common import FORFEIT_REASONS, TUNED, check_booleans, check_int_range, check_rules, merge_options
from engines.contract import BadOption, Engine, IllegalAction, Json, Options, RandomSource, Seat, View
from engines.i18n import mark
from engines.zero_order import actions, log_lines, match_setup, practice, rules, state as states, view as views
from engines.zero_order.actions import Action
from engines.zero_order.move_generation import legal_actions
from engines.zero_order.state import DRAW, OVER, TEAM, State
from engines.zero_order.tokens import STARTS, codes, valid_teams
from engines.zero_order.validation import out_of_turn
from engines.zero_order.view_types import ZeroOrderView

DEFAULTS: Options = {"start": "best_team_wins", "levels": 3, "joined_map": False, "quiet_turn_limit": 60, "turn_limit": 400}
LIMITS = range(1, 1001)


class ZeroOrder(Engine[State, Action]):
    """The engine; see `engines.contract.Engine` for its methods."""

    key = "zero-order"
    name = "Zero Order"
    seat_names: Sequence[str] = (mark("White"), mark("Grey"))
    seat_counts: Sequence[int] = (2,)
    has_open_chance = True
    draws = True
    view_type: type[View] = ZeroOrderView
    reasons: Mapping[str, str] = {
        "decimation": mark("One side has no unit left."),
        "both-empty": mark("Neither side has a unit left."),
        "glitched-out": mark("A Glitch was used beside the opponent's Delete: the game is glitched out."),
        "glitch-deleted": mark("A Glitch was deleted."),
        "404-ed": mark("One side ended its turn with its Error beside an Active Delete."),
        "disarmament": mark("Every unit of one side is held by the other."),
        "repetition": mark("The same position occurred for the third time."),
        "quiet": mark("Too many turns in a row without a defeat, an import, an export or a new hold."),
        "stuck": mark("Neither side can do anything."),
        "turn-limit": mark("The match has reached its turn limit."),
        **FORFEIT_REASONS,
    }
    to_act = staticmethod(rules.to_act)
    forfeit = staticmethod(rules.forfeit)
    view = staticmethod(views.view)
    open_view = staticmethod(partial(views.view, viewer=None, is_open=True))
    describe = staticmethod(log_lines.describe)
    describe_end = staticmethod(log_lines.describe_end)
    dump = staticmethod(states.dump)
    skip_dummy = staticmethod(practice.skip_dummy)
    practice_units = practice.FUNCTION_NAMES
    practice_places = practice.PLACES
    encode = staticmethod(actions.encode)
    decode = staticmethod(actions.decode)

    def __init__(self, version: int = states.VERSION) -> None:
        self.version = version

    def options(self, data: Mapping[str, Json]) -> Options:
        defaults = DEFAULTS if self.version < 4 else {**DEFAULTS, "rules": TUNED}
        chosen = merge_options(self.name, defaults, data)
        start, levels = chosen["start"], chosen["levels"]
        if not isinstance(start, str) or start not in STARTS:
            raise BadOption("start", "The option start must be one of {starts}.", starts=", ".join(STARTS))
        if type(levels) is not int or levels not in (1, 2, 3):
            raise BadOption("levels", "The option levels must be 1, 2 or 3.")
        if not valid_teams(start, levels):
            raise BadOption("levels", "The team selection {start} needs units above level {level}.", start=start, level=levels)
        check_booleans(chosen, "joined_map")
        check_int_range(chosen, LIMITS, "quiet_turn_limit", "turn_limit")
        check_rules(chosen)
        return chosen

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", "Zero Order needs 2 seats.")
        return states.new(states.to_terms(options, self.version), TEAM if STARTS[str(options["start"])].chosen else DRAW)

    def turn(self, state: State) -> Json:
        return [state.turn, state.seat, "" if state.phase in states.BATTLE else state.phase]

    def can_undo(self, before: State, seat: Seat, after: State) -> bool:
        return True  # Nothing is hidden or drawn; a secret team ends the turn.

    def allows_takeback(self, before: State, seat: Seat, after: State) -> bool:
        return before.phase != TEAM  # Once both teams are known nothing is hidden.

    def legal(self, state: State, seat: Seat) -> Iterable[Action] | None:
        """Return all actions of a seat that is to act; None for a team, empty for a seat that is not to act."""
        return legal_actions(state) if seat in rules.to_act(state) else ()

    def opened(self, state: State, viewer: Seat | None) -> Any:
        """Return both teams, once both are submitted (ZO-2)."""
        return None if state.phase == "team" else state.teams

    def is_forced(self, state: State, seat: Seat, only: Action) -> bool:
        return not (
            only is actions.END and rules.is_exposed(state.board, state.seat)
        )  # A player who is about to lose may still undo.

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        if state.phase == TEAM:
            return actions.team_action(rng.choice(state.terms.teams))
        return super().sample(state, seat, rng)

    def chance(self, state: State, stream: RandomSource) -> Action | None:
        """Return the drawn teams, White's first, uniformly from all valid ones."""
        if state.phase != DRAW:
            return None
        valid = state.terms.teams
        return actions.team_action(valid[stream.below(len(valid))])

    def apply(self, state: State, actor: Seat | None, action: Action) -> State:
        if state.phase == OVER:
            raise IllegalAction("match-over", "The match is over.")
        if actor is None:
            return rules.apply_referee_action(state, action)
        if actor not in rules.to_act(state):
            raise out_of_turn(state, actor)
        return rules.apply_player_action(state, actor, action)

    def secret(self, state: State, actor: Seat | None, action: Action) -> bool:
        """Return True for a chosen team; both are shown when both are submitted (ZO-2)."""
        return actor is not None and action.verb == "team"

    def note(self, state: State, actor: Seat | None, action: Action) -> str:
        """Return the units set aside by a deployment (ZO-4): `aside grey DE PU`, with `, ` between the sides."""
        if action.verb != "unit" or actor is None:
            return ""
        aside = match_setup.functions_set_aside(state, self.apply(state, actor, action), action)
        rows = [f"aside {name} {' '.join(codes(mask))}" for name, mask in zip(states.SEATS, aside, strict=True) if mask]
        return ", ".join(rows)

    def load(self, saved: Any) -> State:
        return states.load(saved, self.version)

    def practice(self, units: Sequence[practice.Unit]) -> State:
        """Return a practice position for White. Raises BadOption."""
        return practice.practice_state(states.to_terms(self.options(practice.OPTIONS), self.version), units)
