"""Gamers and squads: the one-off deal, and the four Soldiers that each side hands in in secret."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.contract import IllegalAction, RandomSource
from engines.incursion_point_zero import actions
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import (
    CLASSES,
    GAMER_OF,
    SALARY_DECKS,
    SIDE_CLASSES,
    SOLDIERS,
    SQUAD,
)
from engines.incursion_point_zero.match_tables import Squad
from engines.incursion_point_zero.state import DEAL, GAMERS, SQUADS, Setup, State
from engines.words import marked, say, told

_OTHER_SIDE = (
    marked("The {soldier} does not fight for the Strike Team."),
    marked("The {soldier} does not fight for the Terrorists."),
)
_NEEDED = marked("The {soldier} needs a Gamer, as in Assault:Panzord.")
_NOT_NEEDED = marked("The {soldier} has no Gamer in this match.")


def deal_gamers(state: State, stream: RandomSource) -> Action:
    """One Gamer out of each salary deck for the side that has none yet."""
    side = int(bool(state.setup.rosters[0]))
    taken = state.setup.rosters[0]
    dealt = []
    for deck in SALARY_DECKS:
        left = [gamer for gamer in deck if gamer not in taken]
        dealt.append(left[stream.below(len(left))])
    return actions.gamers(side, dealt)


def take_gamers(state: State, action: Action) -> State:
    side, dealt = action.parts
    first, second = state.setup.rosters
    decks = [next(at for at, deck in enumerate(SALARY_DECKS) if gamer in deck) for gamer in dealt]
    if side != int(bool(first)) or len(set(decks)) != len(SALARY_DECKS) or set(dealt) & set(first):
        raise IllegalAction("not-the-referees", say("This deal does not fit."))
    setup = state.setup._replace(rosters=(first, dealt) if side else (dealt, second))
    return state._replace(setup=setup, phase=SQUADS if side else GAMERS)


def submit_squad(state: State, seat: int, members: Sequence[tuple[int, str]]) -> State:
    """Keep a squad secret until both are in; then the Locations are dealt."""
    if state.setup.squads[seat] is not None:
        raise IllegalAction("already-submitted", say("Your squad was accepted and is final."))
    squad = tuple((at, _number(state.setup, handle)) for at, handle in members)
    check(state.setup, seat, squad)
    own, other = squad, state.setup.squads[1 - seat]
    squads = (other, own) if seat else (own, other)
    return state._replace(setup=state.setup._replace(squads=squads), phase=SQUADS if other is None else DEAL)


def _number(setup: Setup, handle: str) -> int:
    """The Gamer of a handle, capitals aside; -1 for none."""
    if not handle:
        return -1
    folded, handles = handle.lower(), setup.handles
    for gamer in {**dict.fromkeys(setup.rosters[0]), **dict.fromkeys(setup.rosters[1])}:
        if handles[gamer].lower() == folded:
            return gamer
    if handle not in GAMER_OF:
        raise IllegalAction("malformed", say("There is no Gamer {handle}.", handle=repr(handle)))
    return GAMER_OF[handle]


def squad_action(setup: Setup, squad: Squad) -> Action:
    """The action that hands a squad in."""
    handles = setup.handles
    return actions.squad((at, handles[gamer] if gamer >= 0 else "") for at, gamer in squad)


def check(setup: Setup, seat: int, squad: Squad) -> None:
    """Raise IllegalAction unless the squad is four own classes, each with its own Gamer of the roster."""
    classes = [at for at, _ in squad]
    for at in classes:
        if SOLDIERS[at].side != seat:
            raise IllegalAction("squad-side", told(_OTHER_SIDE[seat], soldier=CLASSES[at]))
        if classes.count(at) > 1:
            raise IllegalAction("squad-twice", say("The {soldier} stands in the squad twice.", soldier=CLASSES[at]))
    for at, gamer in squad:
        if (gamer >= 0) != bool(setup.options["gamers"]):
            message = _NEEDED if gamer < 0 else _NOT_NEEDED
            raise IllegalAction("squad-gamers", told(message, soldier=CLASSES[at]))
        if gamer >= 0 and gamer not in setup.rosters[seat]:
            raise IllegalAction("squad-roster", say("{handle} is not one of your Gamers.", handle=setup.handles[gamer]))
        if gamer >= 0 and [one for _, one in squad].count(gamer) > 1:
            raise IllegalAction(
                "squad-gamer-twice", say("{handle} stands in the squad twice.", handle=setup.handles[gamer])
            )


def drawn(setup: Setup, seat: int, rng: Random) -> Squad:
    """Any allowed squad, all equally likely."""
    classes = rng.sample(SIDE_CLASSES[seat], SQUAD)
    gamers = rng.sample(setup.rosters[seat], SQUAD) if setup.options["gamers"] else [-1] * SQUAD
    return tuple(zip(classes, gamers, strict=True))


def sample(setup: Setup, seat: int, rng: Random) -> Action:
    return squad_action(setup, drawn(setup, seat, rng))
