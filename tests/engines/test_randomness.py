"""Draws that can be checked: fixed by the seed, fair, and different in every respect that should make a difference."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given, strategies as some

from engines.randomness import CommittedRandom, derive_salt, hash_seed
from tests.engines import fairness

SEED = bytes(range(32))


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert hash_seed(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_draw_is_what_the_format_page_says() -> None:
    text = b'["draw","m1",["aa","bb"],3,0]'
    number = int.from_bytes(hmac.new(SEED, text, hashlib.sha256).digest()[:16], "big")
    assert CommittedRandom(SEED, "m1", ("aa", "bb"), 3).below(6) == number % 6


def test_draws_do_not_depend_on_what_was_drawn_for_other_entries() -> None:
    first = [CommittedRandom(SEED, "m", (), 5).below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    one = CommittedRandom(SEED, "m", (), 5)
    assert len({one.below(10**9) for _ in range(20)}) == 20


@pytest.mark.parametrize(
    "other",
    [
        CommittedRandom(bytes(32), "m", ("a", "b"), 1),
        CommittedRandom(SEED, "n", ("a", "b"), 1),
        CommittedRandom(SEED, "m", ("ab", ""), 1),
        CommittedRandom(SEED, "m", ("b", "a"), 1),
        CommittedRandom(SEED, "m", ("a", "b"), 2),
    ],
)
def test_seed_match_nonces_and_entry_all_matter(other: CommittedRandom) -> None:
    assert CommittedRandom(SEED, "m", ("a", "b"), 1).below(1 << 64) != other.below(1 << 64)


@given(some.integers(1, 1 << 64), some.integers(0, 1000))
def test_a_draw_is_below_its_bound(n: int, entry: int) -> None:
    draws = CommittedRandom(SEED, "m", (), entry)
    assert all(0 <= draws.below(n) < n for _ in range(3))


def test_draws_are_fair_over_entries_matches_and_nonces() -> None:
    tables = fairness.tables(8_000)
    assert {one.rolls for one in tables} == {8_000, 4_000}
    for one in tables:
        assert 0.0001 < one.p < 0.9999, one


@pytest.mark.parametrize(
    ("chi", "degrees", "p"),
    [(3.841, 1, 0.05), (11.070, 5, 0.05), (20.515, 5, 0.001), (4.351, 5, 0.5), (124.342, 100, 0.05), (0, 7, 1.0)],
)
def test_the_chances_of_chi_squared_values_are_those_of_the_printed_tables(chi: float, degrees: int, p: float) -> None:
    assert fairness.upper_tail(chi, degrees) == pytest.approx(p, abs=2e-4)


def test_a_loaded_die_is_found() -> None:
    drawn = fairness.drawn_by_matches(6, 20_000)
    loaded = [5 if roll == 0 and at % 8 == 0 else roll for at, roll in enumerate(drawn)]
    assert fairness._even("loaded", loaded, 6).p < 1e-6


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_a_senseless_bound_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="a draw needs"):
        CommittedRandom(SEED, "m", (), 1).below(n)


def test_every_entry_has_its_own_salt() -> None:
    assert len({derive_salt(SEED, match, entry) for match in ("a", "b") for entry in range(10)}) == 20
