"""The clock against a naive one on random traces. `make prove` tries a million of them."""

from __future__ import annotations

import pytest

from matches.clock import Clock
from tests.matches.clock_traces import Disagreement, check

CHUNK = 1_000


@pytest.mark.parametrize("first", range(0, 3_000, CHUNK))
def test_the_clock_agrees_with_the_naive_one(first: int) -> None:
    assert sum(check(seed) for seed in range(first, first + CHUNK)) > CHUNK


@pytest.mark.parametrize(
    ("broken", "change"),
    [
        ("lag_compensation", lambda clock, seat, at, lag: min(lag, 1000)),
        ("skip", lambda clock, began, ended: clock),
        ("hold", lambda clock, at: clock),
    ],
)
def test_a_clock_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch, broken: str, change: object) -> None:
    monkeypatch.setattr(Clock, broken, change)
    with pytest.raises(Disagreement):
        any(check(seed) < 0 for seed in range(400))
