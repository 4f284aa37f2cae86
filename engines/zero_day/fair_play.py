"""Fair play: what a Hacker knows of the credentials, and what an action is worth if they are these.

A world is two rows of numbers: how far each card is a credential, and how far it lies on no operation and is none. In a
complete position they are 0 or 1, in a mean of worlds probabilities. The Admin sees everything that matters.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from random import Random

from engines.fair_play.adapter import FairPlay
from engines.zero_day import admin_actions, inference, state as states
from engines.zero_day.actions import Action
from engines.zero_day.cards import ALL_KEYS, KEYS
from engines.zero_day.heuristics import score_actions
from engines.zero_day.state import Hack, State

_SPREAD = 2.5  # Scores this far apart differ by the factor e in how often they are chosen.
_WASTED = 0.5  # Matches that a credential's key is worth if it is not spent on a virus.
_HACKS = ("hack", "repeat")

Row = tuple[float, ...]
World = tuple[Row, Row]


class SeenCards:
    """A Hacker's view has everything that it has seen in an era, so nothing else needs to be remembered."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def observe(self, before: State, by: int | None, action: Action, after: State) -> None:
        pass

    def draw(self, state: State, listed: Sequence[Action], rng: Random, count: int) -> Sequence[World]:
        sets, weights = inference.weigh_credentials(state, self.seat)
        stacked = states.stacked_cards(state).bit_count()
        drawn = rng.choices(sets, cum_weights=list(accumulate(weights)), k=count)
        return [_to_world(credentials, _draw_unused(state, credentials, stacked, rng)) for credentials in drawn]


def _draw_unused(state: State, credentials: int, stacked: int, rng: Random) -> int:
    cards = [card for card in range(KEYS + 1) if state.table.cards & ~credentials & 1 << card]
    return sum(1 << card for card in rng.sample(cards, len(cards) - stacked))


@lru_cache(1 << 14)
def _to_world(credentials: int, unused: int) -> World:
    return tuple(float(credentials >> key & 1) for key in range(KEYS)), tuple(float(unused >> key & 1) for key in range(KEYS))


def truth(state: State) -> World:
    """Return which keys are credentials, and which are unused and lie on no operation."""
    return _to_world(state.credentials & ALL_KEYS, admin_actions.unused_cards(state) & ALL_KEYS)


def expect(state: State, seat: int) -> World:
    """Return the probabilities by which a Hacker knows the cards."""
    chances = inference.chances_from_state(state, seat)
    unstacked = 1.0 - states.stacked_cards(state).bit_count() / (state.table.cards.bit_count() - 4)
    return chances, tuple((1.0 - chance) * unstacked for chance in chances)


def pool(state: State, seat: int, partner: int) -> State:
    """Return the position in which the partner's hacks and the cards shown to it are the seat's own."""
    return state._replace(
        hacks=tuple(hack._replace(seat=seat) if hack.seat == partner else hack for hack in state.hacks),
        seen=tuple(shown._replace(seat=seat) if shown.seat == partner else shown for shown in state.seen),
    )


def values(state: State, seat: int, listed: Sequence[Action], world: World) -> list[float]:
    """Return the matching keys of each hack, and what a virus costs that takes a credential's key."""
    credentials, unused = map(_sum_subsets, world)
    result = []
    for action in listed:
        if action.verb in _HACKS:
            result.append((unused if action.args[1] else credentials)[action.args[0]])
        elif action.verb == "install":
            result.append(-_WASTED * credentials[1 << action.args[1]])
        else:
            result.append(0.0)
    return result


@lru_cache(1 << 12)
def _sum_subsets(row: Row) -> list[float]:
    """Return the sum of each set of keys; the index is the bit set."""
    sums = [0.0]
    for value in row:
        sums += [total + value for total in sums]
    return sums


def _is_judged(state: State, seat: int, listed: Sequence[Action]) -> bool:
    return state.phase == states.FREE and any(action.verb in _HACKS for action in listed)


def _scores(state: State, seat: int, listed: Sequence[Action]) -> list[float]:
    return [score / _SPREAD for score in score_actions(state, seat, listed)]


def _glimpse(true: State, drawn: State, seat: int) -> State:
    """Return the drawn position with at least one true credential: the lowest."""
    card = true.credentials & -true.credentials
    if drawn.credentials & card or not drawn.credentials:
        return drawn
    others = drawn.credentials & ~true.credentials
    credentials = drawn.credentials & ~(others & -others) | card
    stacks = tuple(stack & ~credentials for stack in drawn.stacks)
    return drawn._replace(credentials=credentials, stacks=stacks)


def _reveal(state: State, seat: int) -> State:
    """Return the position in which a hack has told the seat the credentials."""
    keys = state.credentials & ALL_KEYS
    told = Hack(seat, keys, False, keys.bit_count(), keys.bit_count(), False, state.era)
    return state._replace(hacks=(*state.hacks, told))


FAIR_PLAY = FairPlay(
    seats=lambda count: range(1, count),
    is_judged=_is_judged,
    scores=_scores,
    truth=truth,
    values=values,
    memory=SeenCards,
    glimpse=_glimpse,
    reveal=_reveal,
    pool=pool,
    expect=expect,
    worlds=64,
    calibration=Path(__file__).parent / "data" / "fair_play.toml",
    tables=(2, 3, 4),
)
