"""Dispatch of actions by phase, and who is to act."""

from engines.common import NO_SEATS, ONE_SEAT, forfeit_outcome, seats_to_submit
from engines.contract import IllegalAction, RandomSource
from engines.i18n import mark, translate as _
from engines.incursion_point_zero import actions, game_flow, map_building, match_setup, state as states, validation
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.state import ORDER, State

FACES, SYMBOLS = 6, 3  # Faces of a die, and how many of them have the symbol (IP-1).


def to_act(state: State) -> frozenset[int]:
    """Return the seats whose clocks run."""
    phase = state.phase
    if phase == states.PLAY:
        if state.rolling:
            return NO_SEATS
        return ONE_SEAT[ORDER[state.place] >> 2 if state.ask is None else state.ask[0]]
    if phase == states.PLACE:
        return ONE_SEAT[map_building.side_to_place(state.setup)]
    if phase in (states.DROP, states.LAY):
        return ONE_SEAT[1]
    if phase == states.SQUADS:
        return seats_to_submit(state.setup.squads)
    return NO_SEATS


def can_undo(before: State, seat: int, after: State) -> bool:
    """Return whether an action revealed no card and no Soldier; dice and questions end the sequence anyway."""
    nothing_revealed = (before.down, before.lairs, before.shown) == (after.down, after.lairs, after.shown)
    return before.phase != states.PLAY or nothing_revealed


def chance(state: State, stream: RandomSource) -> Action | None:
    """Return the referee's next action, None if there is none."""
    if state.rolling:
        return actions.roll_action(tuple([int(stream.below(FACES) < SYMBOLS) for _ in range(state.rolling)]))
    if state.phase == states.GAMERS:
        return match_setup.deal_gamers(state, stream)
    return map_building.deal(state, stream) if state.phase == states.DEAL else None


def apply_referee_action(state: State, action: Action) -> State:
    """Return the state after an action of the referee."""
    match state.phase, action.verb:
        case states.PLAY, "roll" if state.rolling and len(action.parts) == state.rolling:
            return game_flow.apply_roll(state, action.parts)
        case states.GAMERS, "gamers":
            return match_setup.take_gamers(state, action)
        case states.DEAL, "deal":
            return map_building.take_hand(state, action)
    raise IllegalAction("not-the-referees", _("The referee can't do this now."))


def apply_player_action(state: State, seat: int, action: Action) -> State:
    """Return the state after an action of a seat to act."""
    match state.phase, action.verb:
        case states.PLACE, "place":
            return map_building.place(state, *action.parts)
        case states.PLACE, "discard":
            return map_building.discard(state, *action.parts)
        case states.LAY, "lay":
            after = match_setup.lay(state, *action.parts)
            return game_flow.begin_play(after) if after.phase == states.PLAY else after
        case states.DROP, "drop":
            return match_setup.drop(state, *action.parts)
        case states.SQUADS, "squad":
            return match_setup.submit_squad(state, seat, action.parts)
        case states.PLAY, _:
            validation.raise_illegal_reason(state, action)
    raise IllegalAction("wrong-phase", _(_EXPECTED_MESSAGES[state.phase]))


_EXPECTED_MESSAGES = {
    states.SQUADS: mark("Submit your squad now: four classes in the order in which they will act."),
    states.PLACE: mark("Place a Location now, for example place Chapel Z1-5."),
    states.DROP: mark("Drop Incursion cards for the missing Locations now, for example drop Crate."),
    states.LAY: mark("Lay Incursion cards now, for example lay Missile Z3-2."),
}


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Return the state after a forfeit: the other side wins; if both forfeit, it is a double forfeit (IP-21)."""
    return state._replace(phase=states.OVER, outcome=forfeit_outcome(seats, reason), rolling=0, ask=None, legal=())
