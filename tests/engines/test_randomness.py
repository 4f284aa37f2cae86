"""Draws that can be checked: fixed by the seed, fair, and different in every respect that should make a difference."""

import hashlib
import hmac

import pytest
from hypothesis import given, settings, strategies as some

from engines.randomness import CommittedRandom, derive_salt, hash_seed
from tests.engines import fairness

SEED = bytes(range(32))


def test_a_draw_is_what_the_format_page_says_whatever_was_drawn_for_other_entries() -> None:
    assert hash_seed(SEED) == hashlib.sha256(SEED).hexdigest()
    text = b'["draw","m1",["aa","bb"],3,0]'
    number = int.from_bytes(hmac.new(SEED, text, hashlib.sha256).digest()[:16], "big")
    assert CommittedRandom(SEED, "m1", ("aa", "bb"), 3).below(6) == number % 6
    first = [CommittedRandom(SEED, "m", (), 5).below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    one = CommittedRandom(SEED, "m", (), 5)
    assert len({one.below(10**9) for _ in range(20)}) == 20
    assert len({derive_salt(SEED, match, entry) for match in ("a", "b") for entry in range(10)}) == 20


@pytest.mark.parametrize(
    "other",
    [
        CommittedRandom(bytes(32), "m", ("a", "b"), 1), CommittedRandom(SEED, "n", ("a", "b"), 1),
        CommittedRandom(SEED, "m", ("ab", ""), 1), CommittedRandom(SEED, "m", ("b", "a"), 1),
        CommittedRandom(SEED, "m", ("a", "b"), 2),
    ],
)  # fmt: skip
def test_seed_match_nonces_and_entry_all_matter(other: CommittedRandom) -> None:
    assert CommittedRandom(SEED, "m", ("a", "b"), 1).below(1 << 64) != other.below(1 << 64)


@settings(max_examples=25)
@given(some.integers(1, 1 << 64), some.integers(0, 1000))
def test_a_draw_is_below_its_bound(n: int, entry: int) -> None:
    draws = CommittedRandom(SEED, "m", (), entry)
    assert all(0 <= draws.below(n) < n for _ in range(3))


def test_draws_are_fair_over_entries_matches_and_nonces() -> None:
    tables = fairness.tables(4_000)
    assert {one.rolls for one in tables} == {4_000, 2_000}
    for one in tables:
        assert 0.0001 < one.p < 0.9999, one


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_a_senseless_bound_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="a draw needs"):
        CommittedRandom(SEED, "m", (), 1).below(n)
