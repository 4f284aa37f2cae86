"""Every operation, virus, tile and special rule is used in random play; one that is not is a failure."""

from __future__ import annotations

from collections import Counter

from tests.engines.zero_day import features

AT_MOST = 400  # games


def test_every_feature_appears_in_random_play() -> None:
    counts: Counter[str] = Counter()
    for number in range(AT_MOST):
        options = {"advanced": True} if number % 2 else {}
        for before, by, do, after in features.game(2 + number % 3, options, f"coverage of {number}"):
            counts.update(features.of(before, by, do, after))
        if not features.EVERY - set(counts):
            break
    assert not set(counts) - features.EVERY
    missing = sorted(feature for feature in features.EVERY if not counts[feature])
    assert missing == []
