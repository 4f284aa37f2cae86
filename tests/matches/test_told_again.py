"""A stored log line, said again in German, is what the game itself would have said in German."""

from __future__ import annotations

import json
from random import Random

import pytest

from engines import registry
from engines.i18n import to_stored, translate_stored
from matches.catalogues import use_language

OPTIONS = {"zero-day": {"advanced": True}, "incursion-point-zero": {}}
STEPS = 150


class Chance:
    """A stream of draws that need not be fair."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        return self.rng.randrange(n)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("game", OPTIONS)
def test_a_log_line_told_again_is_the_line_that_the_game_says_in_german(game: str) -> None:
    rng = Random(3)
    engine = registry.get(game)
    state = engine.start(engine.options(OPTIONS[game]), engine.seat_counts[0])
    for _ in range(STEPS):
        if engine.outcome(state) is not None:
            break
        actor, action = None, engine.chance(state, Chance(rng))
        if action is None:
            actor = min(engine.to_act(state))
            action = engine.sample(state, actor, rng)
        for viewer in (None, 0, 1):
            line = engine.describe(state, actor, action, viewer)
            kept = json.loads(json.dumps(to_stored(line)))
            with use_language("de"):
                assert translate_stored(kept) == engine.describe(state, actor, action, viewer) != line
        state = engine.apply(state, actor, action)


def test_what_is_turned_up_is_called_as_on_its_card() -> None:
    from engines.incursion_point_zero.cards import INCURSIONS
    from engines.incursion_point_zero.log_lines import REVEAL_MESSAGES

    names = {card.id: card.name for card in INCURSIONS.values()}
    assert {card: text.removesuffix(" on {space}.") for card, text in REVEAL_MESSAGES.items()} == names
