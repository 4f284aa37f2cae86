"""Random play reaches every card, ability, Location, question and way of ending."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from engines import play
from tests.engines.incursion_point_zero.features import EVERYTHING, shown, watched
from tests.engines.incursion_point_zero.worlds import DEFAULT_SET, ENGINE

MATCHES = 800
WANTED = EVERYTHING


@cache
def counted() -> Counter[str]:
    table: Counter[str] = Counter()
    with watched() as passive:
        for number in range(MATCHES):
            options = DEFAULT_SET[0 if number % 2 else number // 2 % len(DEFAULT_SET)]
            for _, do, position in play.play_randomly(ENGINE, options, 2, Random(f"cover {number}")):
                table.update(shown(position.state, do))
    table.update(passive)
    return table


@pytest.mark.prove
def test_everything_there_is_appears_in_random_play() -> None:
    table = counted()
    assert {word for word in WANTED if not table[word]} == set(), sorted(table.items(), key=lambda item: item[1])
