"""Every function, every way to come by it, every special rule and every end is met in random play."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from engines import play
from tests.engines.zero_order import features, lockstep
from tests.engines.zero_order.scenes import ENGINE, units
from tests.engines.zero_order.worlds import OPTIONS

# What needs rare neighbours is met in the crowded positions; units set aside are played by hand in test_turns.py.
RARE = features.COPIED | features.STACKED | {"formation FI moves", "formation GR moves", "combo of three"}
RARE |= {"stack defeated", "acts without a move", "only end", "disarmament"}
WANTED = features.FUNCTIONS | features.STARTS | RARE | ((features.SPECIAL | features.ENDS) - {"units set aside"})


@cache
def in_matches() -> Counter[str]:
    met: Counter[str] = Counter()
    for number in range(120):
        options = OPTIONS[number % len(OPTIONS)]
        rng = Random(f"cover {number}")
        position = play.begin(ENGINE, options, 2)
        for by, do, after in play.play_randomly(ENGINE, options, 2, rng):
            met.update(features.of(position.state, by, do, after.state))
            position = after
    return met


@pytest.mark.prove
def test_random_matches_meet_every_function_rule_and_end() -> None:
    met = in_matches()
    wanted = WANTED - RARE - features.COPIED - features.STACKED
    assert not sorted(wanted - set(met)), f"never met: {sorted(wanted - set(met))}"


@cache
def in_crowds() -> Counter[str]:
    met: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for number in range(500):
        rng = Random(f"crowded coverage {number}")
        state = lockstep.crowd(rng)
        for _ in range(60):
            if ENGINE.outcome(state) is not None:
                break
            texts = sorted(lockstep.legal(state))
            acting = [text for text in texts if ":" in text]
            text = rng.choice(texts)
            if acting and rng.random() < 0.7:  # the least used word of the least used unit
                text = min(rng.sample(acting, len(acting)), key=lambda text: tried[_kind(state, text)])
                tried[_kind(state, text)] += 1
            after = ENGINE.apply(state, state.seat, ENGINE.decode(text))
            met.update(features.of(state, state.seat, text, after))
            state = after
    return met


def counted() -> Counter[str]:
    return in_matches() + in_crowds()


@pytest.mark.prove
def test_crowded_positions_meet_every_copied_and_stacked_function() -> None:
    met = in_crowds()
    wanted = features.FUNCTIONS | RARE
    assert not sorted(wanted - set(met)), f"never met: {sorted(wanted - set(met))}"


def _kind(state: object, text: str) -> str:
    """The word and the unit that uses it."""
    word, name = text.split(":")[0].split()
    return f"{word} {units(state)[name].upper()}"
