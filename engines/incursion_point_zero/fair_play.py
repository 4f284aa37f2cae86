"""Fair play: what Strike knows of the face-down cards, and what an action is worth if they are these.

A world is the card by space. The Terrorists see every card.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from engines.fair_play.adapter import FairPlay
from engines.incursion_point_zero import view as views
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import INCURSIONS, KIND, MISSILE
from engines.incursion_point_zero.heuristics import score_actions
from engines.incursion_point_zero.search_adapter import make_determinizer
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import PLAY, STRIKE, State

_SPREAD = 12.0  # Scores this far apart differ by the factor e in how often they are chosen.
_STEP = 1.0  # Worth of a step towards the missile.
_FOUND = 3.0  # Of turning it up.
_WORTH_BY_KIND = {"soldier": -1.5, "equipment": 0.7, "blank": 0.0, "missile": _FOUND}
_HAZARD = -0.5  # Of each point of damage.


class SeenSpaces:
    """Strike's view has everything that it has seen, so nothing else needs to be remembered."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def observe(self, before: State, by: int | None, action: Action, after: State) -> None:
        pass

    def draw(self, state: State, listed: Sequence[Action], rng: Random, count: int) -> Sequence[bytes]:
        legal = [action.text for action in listed]
        determinize = make_determinizer(self.seat, views.view(state, self.seat), legal)
        return [determinize(rng).setup.cards for _ in range(count)]


def values(state: State, seat: int, listed: Sequence[Action], cards: bytes) -> list[float]:
    """Return what a step gains on the way to the missile, and what the card is worth that it turns up."""
    missile, down = cards.find(MISSILE), state.down
    row = DISTANCE[missile]

    def turn_up(space: int, on_it: bool) -> float:
        if not down >> space & 1:
            return 0.0
        card = cards[space]
        kind = KIND[card]
        if kind == "hazard":
            return _HAZARD * INCURSIONS[card].damage if on_it else 0.0
        return _WORTH_BY_KIND[kind] if on_it or kind == "missile" else 0.0

    result = []
    for action in listed:
        verb, parts = action.verb, action.parts
        if verb == "move":
            result.append(_STEP * (row[parts[1]] - row[parts[2]]) + turn_up(parts[2], True))
        elif verb == "enter":
            result.append(-_STEP * row[parts[1]] + turn_up(parts[1], True))
        elif verb == "reveal" and parts[0] is not None:
            result.append(turn_up(parts[0], False))
        elif verb == "skill" and parts[2] == "space":
            result.append(turn_up(parts[3], False))
        else:
            result.append(0.0)
    return result


def _is_judged(state: State, seat: int, listed: Sequence[Action]) -> bool:
    return state.phase == PLAY and seat == STRIKE and len(listed) > 1 and bool(state.down)


def _scores(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    return [score / _SPREAD for score in score_actions(state, seat, listed)]


def _glimpse(true: State, drawn: State, seat: int) -> State:
    """Return the drawn position with the missile where it is."""
    cards = bytearray(drawn.setup.cards)
    place, drawn_place = true.setup.cards.find(MISSILE), drawn.setup.cards.find(MISSILE)
    cards[drawn_place], cards[place] = cards[place], MISSILE
    lairs = tuple(drawn_place if space == place else space for space in drawn.lairs)
    return drawn._replace(setup=drawn.setup._replace(cards=bytes(cards)), lairs=lairs)


def _reveal(state: State, seat: int) -> State:
    """Return the position in which Strike sees the missile."""
    if state.phase != PLAY:
        return state
    return state._replace(shown=True, down=state.down & ~(1 << state.setup.cards.find(MISSILE)))


FAIR_PLAY = FairPlay(
    seats=lambda count: (STRIKE,),
    is_judged=_is_judged,
    scores=_scores,
    truth=lambda state: state.setup.cards,
    values=values,
    memory=SeenSpaces,
    glimpse=_glimpse,
    reveal=_reveal,
    calibration=Path(__file__).parent / "data" / "fair_play.toml",
    is_set_up=lambda state: state.phase != PLAY,
)
