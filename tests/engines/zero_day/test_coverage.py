"""Every operation, virus, tile and special rule is used in random play; one that is not is a failure."""

from collections import Counter
from functools import cache

import pytest

from tests.engines.zero_day import features

AT_MOST = 400  # games
_RARE = (1597, 224)  # games with a repeat for which a Trudy leaves, and with Purge of Matilda


WANTED = features.EVERY


@cache
def counted() -> Counter[str]:
    counts: Counter[str] = Counter()
    for number in (*_RARE, *range(AT_MOST)):
        options = {"advanced": True} if number % 2 else {}
        for before, by, do, after in features.game(2 + number % 3, options, f"coverage of {number}"):
            counts.update(features.of(before, by, do, after))
        if not WANTED - set(counts):
            break
    return counts


@pytest.mark.prove
def test_every_feature_appears_in_random_play() -> None:
    counts = counted()
    assert not set(counts) - WANTED
    assert sorted(feature for feature in WANTED if not counts[feature]) == []
