"""Incursion Point: Zero: a squad fight for a hidden missile (rulings IP-n: site/rules/en.md)."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from engines.common import FORFEIT_REASONS, check_booleans, merge_options
from engines.contract import BadOption, Engine, IllegalAction, Json, Options, Seat, View
from engines.i18n import Message, mark, translate as _
from engines.incursion_point_zero import (
    actions,
    game_flow,
    gamers,
    log_lines,
    match_setup,
    reference,
    rules,
    state as states,
    view as views,
)
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.move_generation import legal_actions
from engines.incursion_point_zero.state import Setup, State
from engines.incursion_point_zero.validation import out_of_turn
from engines.incursion_point_zero.view_types import IncursionPointZeroView

DEFAULTS: Options = {"gamers": True, "rosters": None}
_SEALED = ("squad", "deal", "drop", "lay")


class IncursionPointZero(Engine[State, Action]):
    """The engine; see `engines.contract.Engine` for its methods."""

    key = "incursion-point-zero"
    name = "Incursion Point: Zero"
    seat_names: Sequence[str] = (mark("Strike Team"), mark("Terrorists"))
    seat_counts: Sequence[int] = (2,)
    view_type: type[View] = IncursionPointZeroView
    has_rosters = True
    reasons: Mapping[str, str] = {
        "secured": mark("The missile was found, with no Terrorist in its space."),
        "held": mark("The Terrorists held the missile to the end of the last round."),
        **FORFEIT_REASONS,
    }
    to_act = staticmethod(rules.to_act)
    chance = staticmethod(rules.chance)
    can_undo = staticmethod(rules.can_undo)
    forfeit = staticmethod(rules.forfeit)
    view = staticmethod(views.view)
    reference = staticmethod(reference.reference)
    describe_end = staticmethod(log_lines.describe_end)
    dump = staticmethod(states.dump)
    decode = staticmethod(actions.decode)

    def __init__(self, version: int = states.VERSION) -> None:
        self.version = version

    def options(self, data: Mapping[str, Json]) -> Options:
        chosen = merge_options(self.name, DEFAULTS, data)
        check_booleans(chosen, "gamers")
        gamers.check_rosters(chosen["rosters"])
        if chosen["rosters"] is not None and not chosen["gamers"]:
            raise BadOption("rosters", _("Rosters can't be set for a match without Gamers."))
        return chosen

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", _("Incursion Point: Zero needs 2 seats."))
        sides, own = gamers.number_gamers(options["rosters"])
        phase = states.GAMERS if options["gamers"] and options["rosters"] is None else states.SQUADS
        return states.new(Setup(options, sides, own=own, version=self.version), phase)

    def turn(self, state: State) -> Json:
        return [state.phase, state.setup.turn, state.round, state.place]

    def legal(self, state: State, seat: Seat) -> Iterable[Action] | None:
        """Return all actions of a seat that is to act; None for a squad, empty for a seat that is not to act."""
        return legal_actions(state) if seat in rules.to_act(state) else ()

    def is_forced(self, state: State, seat: Seat, only: Action) -> bool:
        """Return True for answers and the last card to lay; other steps depend on hidden hands and Soldiers (IP-19)."""
        return state.phase == states.LAY or (state.phase == states.PLAY and state.ask is not None)

    def sample(self, state: State, seat: Seat, rng: Random) -> Action:
        listed = self.legal(state, seat)
        if listed is not None:
            return rng.choice(list(listed))
        return match_setup.to_action(state.setup, match_setup.draw_squad(state.setup, seat, rng))

    def apply(self, state: State, actor: Seat | None, action: Action) -> State:
        if state.phase == states.OVER:
            raise IllegalAction("match-over", _("The match is over."))
        if actor is None:
            return rules.apply_referee_action(state, action)
        if actor not in rules.to_act(state):
            raise out_of_turn(state, actor)
        if action in state.legal:
            return game_flow.apply_action(state, action)
        return rules.apply_player_action(state, actor, action)

    def open_view(self, state: State) -> IncursionPointZeroView:
        return views.view(state, None, everything=True)

    def secret(self, state: State, actor: Seat | None, action: Action) -> bool:
        """Return True for squads, hands of Locations and Incursion cards."""
        return action.verb in _SEALED

    def describe(self, state: State, actor: Seat | None, action: Action, viewer: Seat | None) -> Message:
        return log_lines.describe(state, actor, action, viewer, lambda: self.apply(state, actor, action))

    def note(self, state: State, actor: Seat | None, action: Action) -> str:
        return log_lines.note(state, action, lambda: self.apply(state, actor, action))

    def load(self, saved: Any) -> State:
        return game_flow.refresh_legal_actions(states.load(saved, self.version))

    def encode(self, action: Action) -> str:
        return action.text
