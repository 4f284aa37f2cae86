"""Which part of the rules judges an action in each phase, and who is to act."""

from __future__ import annotations

from random import Random

from engines.contract import IllegalAction, Outcome, RandomSource
from engines.incursion_point_zero import actions, flow, laying, mapping, refusals, squads
from engines.incursion_point_zero import state as states
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.state import State
from engines.incursion_point_zero.tables import ORDER
from engines.words import marked, say, told

_NOBODY: frozenset[int] = frozenset()
_ONE = (frozenset({0}), frozenset({1}))
_BOTH = frozenset({0, 1})
FACES, SYMBOLS = 6, 3  # of a die, and how many of them bear the symbol (IP-1)


def to_act(state: State) -> frozenset[int]:
    """Whose clocks run."""
    phase = state.phase
    if phase == states.PLAY:
        if state.rolling:
            return _NOBODY
        return _ONE[ORDER[state.place] >> 2 if state.ask is None else state.ask[0]]
    if phase == states.PLACE:
        return _ONE[mapping.placer(state.setup)]
    if phase in (states.DROP, states.LAY):
        return _ONE[1]
    if phase == states.SQUADS:
        strike, terrorists = state.setup.squads
        return _BOTH if strike is None and terrorists is None else _ONE[0] if strike is None else _ONE[1]
    return _NOBODY


def told_nothing(before: State, after: State) -> bool:
    """Whether an action turned up no card and no Soldier; dice and questions to the other side end a stretch anyway."""
    if before.phase != states.PLAY:
        return True
    return (before.down, before.lairs, before.shown) == (after.down, after.lairs, after.shown)


def legal(state: State, seat: int) -> tuple[Action, ...] | list[Action] | None:
    """All actions of a seat; None for a squad, empty for a seat that is not to act."""
    if seat not in to_act(state):
        return ()
    if state.phase == states.PLAY:
        return state.legal
    if state.phase == states.PLACE:
        return mapping.legal(state.setup)
    return None if state.phase == states.SQUADS else laying.legal(state)


def sample(state: State, seat: int, rng: Random) -> Action:
    listed = legal(state, seat)
    return squads.sample(state.setup, seat, rng) if listed is None else rng.choice(listed)


def chance(state: State, stream: RandomSource) -> Action | None:
    if state.phase == states.PLAY:
        if not state.rolling:
            return None
        return actions.roll([int(stream.below(FACES) < SYMBOLS) for _ in range(state.rolling)])
    if state.phase == states.GAMERS:
        return squads.deal_gamers(state, stream)
    return mapping.deal(state, stream) if state.phase == states.DEAL else None


def by_referee(state: State, action: Action) -> State:
    match state.phase, action.verb:
        case states.PLAY, "roll" if state.rolling and len(action.parts) == state.rolling:
            return flow.roll(state, action.parts)
        case states.GAMERS, "gamers":
            return squads.take_gamers(state, action)
        case states.DEAL, "deal":
            return mapping.take(state, action)
    raise IllegalAction("not-the-referees", say("This is not for the referee to do now."))


def by_player(state: State, seat: int, action: Action) -> State:
    match state.phase, action.verb:
        case states.PLACE, "place":
            return mapping.place(state, *action.parts)
        case states.PLACE, "discard":
            return mapping.discard(state, *action.parts)
        case states.LAY, "lay":
            return laying.lay(state, *action.parts)
        case states.DROP, "drop":
            return laying.drop(state, *action.parts)
        case states.SQUADS, "squad":
            return squads.hand_in(state, seat, action.parts)
        case states.PLAY, _:
            raise refusals.why_not(state, action)
    raise IllegalAction("wrong-phase", told(_EXPECTED[state.phase]))


_EXPECTED = {
    states.SQUADS: marked("The squads come now: four classes in the order in which they will act."),
    states.PLACE: marked("A Location is to be placed now, as in place Chapel Z1-5."),
    states.DROP: marked("Incursion cards for missing Locations are to be dropped now, as in drop Crate."),
    states.LAY: marked("Incursion cards are to be laid now, as in lay Missile Z3-2."),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", say("There is no such seat."))
    if state.phase == states.SQUADS:
        text = say("Your squad was accepted and is final; the other side is to act.")
        return IllegalAction("already-submitted", text)
    return IllegalAction("not-your-turn", say("It is not your turn."))


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """The other side wins; both at once is a double forfeit for the league to rule on (IP-21)."""
    outcome = Outcome((2, 2), "double-forfeit")
    if len(seats) == 1:
        outcome = Outcome((2, 1) if 0 in seats else (1, 2), reason)
    return state._replace(phase=states.OVER, outcome=outcome, rolling=0, ask=None, legal=())
