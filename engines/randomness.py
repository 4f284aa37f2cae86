"""Verifiable randomness: commit to a seed, draw from it, reveal it.

Draw k for entry n of a match is HMAC-SHA256 with the server seed as key over the canonical JSON of ["draw", match,
nonces, n, k], with the mix of the nonces sent with moves (`Mix`) appended once there is one. A draw below m takes the
first 16 bytes as a number and is repeated with the next k while the number lies in the last, incomplete block of m. So
no counter is kept between entries.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from random import Random
from typing import NamedTuple

_RANGE = 1 << 128


def hash_seed(seed: bytes) -> str:
    """Return the commitment published before the match: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def derive_salt(seed: bytes, match: str, entry: int) -> str:
    """Return the salt (64 hex digits) that seals a secret entry until the seed is revealed."""
    return _mac(seed, "salt", match, entry).hex()


class Mix(NamedTuple):
    """The nonces sent with moves so far, as hashes.

    A nonce counts only after another seat has sent one: its sender cannot know that one in advance, and so cannot
    influence a draw, even knowing the server's seed.
    """

    settled: str = ""
    """The part used for draws: all nonces except the last sender's since another seat's last one."""
    latest: str = ""
    """All nonces."""
    seat: int = -1
    """The sender of the last one."""

    def after(self, seat: int, nonce: str) -> Mix:
        """Return the mix after a move with a nonce."""
        text = json.dumps([self.latest, seat, nonce], separators=(",", ":"), ensure_ascii=True)
        latest = hashlib.sha256(text.encode()).hexdigest()
        return Mix(self.settled if seat == self.seat else self.latest, latest, seat)


def is_duplicate_name(value: object) -> bool:
    """Return whether this is the name of the draws of a duplicate: `12+13`."""
    numbers = value.split("+") if isinstance(value, str) else []
    if len(numbers) != 2 or not all(text.isascii() and text.isdigit() and len(text) < 20 for text in numbers):
        return False
    return int(numbers[0]) < int(numbers[1]) and value == f"{int(numbers[0])}+{int(numbers[1])}"


def start_draws(
    seed: bytes, match: str, nonces: tuple[str, ...], entry: int, mix: str = "", *, duplicate: str = ""
) -> CommittedRandom:
    """Return the draws of an entry of a match.

    The two matches of a `duplicate` (its name: `12+13`) have the same draws for the same entry. So no nonce enters
    them: each player has every draw from both sides, and no seed favours one of them.
    """
    return CommittedRandom(seed, duplicate, (), entry) if duplicate else CommittedRandom(seed, match, nonces, entry, mix)


class CommittedRandom:
    """The referee's draws for one log entry. `mix` is `Mix.settled` before that entry."""

    def __init__(self, seed: bytes, match: str, nonces: tuple[str, ...], entry: int, mix: str = "") -> None:
        self._seed = seed
        self._about = (match, list(nonces), entry)
        self._mix = (mix,) if mix else ()
        self._drawn = 0

    def below(self, n: int) -> int:
        """Return a uniform integer in range(n). Raises ValueError unless 1 <= n <= 2**64."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"a draw needs 1 <= n <= 2**64, not {n}")
        while True:
            number = int.from_bytes(_mac(self._seed, "draw", *self._about, self._drawn, *self._mix)[:16], "big")
            self._drawn += 1
            if number < _RANGE - _RANGE % n:
                return number % n


def _mac(seed: bytes, *parts: object) -> bytes:
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()


class UnverifiedRandom:
    """Unverifiable draws for simulated games; implements `engines.contract.RandomSource`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, n: int) -> int:
        return self._rng.randrange(n)
