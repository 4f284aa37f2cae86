"""What a hint says of an action: every action of every game, and never more than its seat may know."""

from itertools import islice
from random import Random

import pytest

from engines import bots, play, registry
from engines.action_previews import preview_action
from engines.bots import bot_action
from engines.randomness import UnverifiedRandom
from tests.engines.games import GAMES
from tests.thorough import WHOLE

SEEDS = range(12 if WHOLE else 3)


def positions(key: str, seed: int):  # type: ignore[no-untyped-def]
    """Positions of a match between greedy bots, each with a seat that is to act and what the bot would do."""
    engine = registry.get(key)
    rng = Random(f"{key} {seed}")
    options = GAMES[key].options[seed % len(GAMES[key].options)]
    seats = engine.seat_counts[seed % len(engine.seat_counts)]
    position, draws = play.begin(engine, options, seats), UnverifiedRandom(rng)
    while position.outcome is None:
        by, do = None, play.referee_action(engine, position, draws)
        if do is None:
            by = rng.choice(sorted(play.to_act(engine, position)))
            do = bot_action(engine, position, by, rng.choice(bots.policies(key)[:2]), rng)
            yield engine, position, by, do, rng
        position = play.advance(engine, position, by, do)


@pytest.mark.parametrize("key", registry.keys())
def test_every_action_is_said_in_a_sentence_and_alike_in_worlds_that_look_alike_to_its_seat(key: str) -> None:
    told = compared = 0
    for seed in SEEDS:
        for engine, at, seat, do, rng in islice(positions(key, seed), 1000 if WHOLE else 60):
            text = preview_action(engine, at.state, seat, do)
            assert text[0].isupper()
            assert text.endswith(".")
            told += 1
            other = GAMES[key].another(at.state, seat, rng)
            if other is None or other == at.state:
                continue
            listed = engine.legal(at.state, seat)
            for also in [do] if listed is None else [do, *(engine.encode(action) for action in list(listed)[:5])]:
                assert preview_action(engine, at.state, seat, also) == preview_action(engine, other, seat, also)
                compared += 1
    assert told > 5 * len(SEEDS)
    assert compared > 2 or registry.get(key).is_open


def test_what_is_kept_from_the_others_is_told_to_the_seat_that_chooses_it() -> None:
    engine, told = registry.get("zero-day"), set[str]()
    for _unused, at, seat, do, _unused in positions("zero-day", 0):
        verb = do.split()[0]
        if verb in ("credentials", "stack"):
            listed = [engine.encode(action) for action in engine.legal(at.state, seat) or ()]
            choices = [text for text in listed if text.startswith(verb)]
            assert len({preview_action(engine, at.state, seat, text) for text in choices}) == len(choices)
            told.add(preview_action(engine, at.state, seat, do).partition(" on ")[0].rstrip("0123456789, .?"))
    assert told >= {"Admin names the credentials", "Admin stacks card"}
