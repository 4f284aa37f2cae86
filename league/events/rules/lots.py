"""The seed of an event's drawing of lots: committed to when the event is made, revealed when it is over."""

import secrets

from engines.randomness import commitment


def fresh() -> tuple[str, str]:
    """A new seed (hexadecimal) and the commitment to it that anyone may see."""
    seed = secrets.token_bytes(32)
    return seed.hex(), commitment(seed)
