"""Fair draws that can be checked afterwards: commit to a seed, draw from it, reveal it.

Draw k made for entry n of a match is HMAC-SHA256 with the server seed as key over the canonical JSON of
["draw", match, nonces, n, k]. A draw below m takes the first 16 bytes as a number and is repeated with the next k
while the number lies in the last, incomplete block of m. So no counter has to be kept between entries.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from random import Random

_RANGE = 1 << 128


def commitment(seed: bytes) -> str:
    """What is published before the match: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def salt(seed: bytes, match: str, entry: int) -> str:
    """The salt (64 hex digits) that seals a secret entry until the seed is revealed."""
    return _mac(seed, "salt", match, entry).hex()


class Draws:
    """The referee's draws for one entry; meets `engines.api.Stream`."""

    def __init__(self, seed: bytes, match: str, nonces: tuple[str, ...], entry: int) -> None:
        self._seed = seed
        self._about = (match, list(nonces), entry)
        self._drawn = 0

    def below(self, n: int) -> int:
        """A fair integer in range(n); ValueError unless 1 <= n <= 2**64."""
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"a draw needs 1 <= n <= 2**64, not {n}")
        while True:
            number = int.from_bytes(_mac(self._seed, "draw", *self._about, self._drawn)[:16], "big")
            self._drawn += 1
            if number < _RANGE - _RANGE % n:
                return number % n


def _mac(seed: bytes, *about: object) -> bytes:
    text = json.dumps(about, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()


class RandomDraws:
    """Draws that nobody has to check, for games that are played at random or imagined; meets `engines.api.Stream`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, n: int) -> int:
        return self._rng.randrange(n)
