"""One byte of a record changed into another: whatever it is and wherever it stands, `verify` must find it.

`make test` tries some hundreds, `make prove` ten thousand.
"""

import hashlib
import json
from collections.abc import Iterator
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain, record, registry
from engines.bench import add_times
from engines.bots import simulate
from engines.verification import checks

KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for the tests").digest())
HEX = tuple(b"0123456789abcdef")


def signed(key: str, number: int) -> bytes:
    """A record of a game as a server writes it: with clocks and a signature; sealed actions where the game has them."""
    engine = registry.get(key)
    seats = engine.seat_counts[number % len(engine.seat_counts)]
    lines = add_times(list(simulate(engine, {}, ["random"] * seats, f"flip {number}")), Random(number))
    end = json.loads(hash_chain.canonical_json(lines[-1]))
    public_key, signature = hash_chain.sign(KEY, str(lines[-2]["hash"]), end["outcome"], end["seed"])
    end |= {"public_key": public_key, "signature": signature, "key_id": hash_chain.compute_key_id(public_key)}
    return "".join(record.format_lines([*lines[:-1], end])).encode()


def unfound(key: str, trials: int, seed: str) -> Iterator[str]:
    """The changed bytes that were not found, of so many tried at random; none, if all is well."""
    rng = Random(f"{seed} {key}")
    for number in range(max(1, trials // 500)):
        sound = signed(key, number)
        fault = checks.find_fault(sound)
        assert fault is None, f"{key} {number} is not sound: {fault}"
        for _ in range(min(trials, 500)):
            at = rng.randrange(len(sound))
            digit = sound[at] in HEX and rng.random() < 0.7  # what reads as well as before is the harder to find
            other = rng.choice([byte for byte in (HEX if digit else range(256)) if byte != sound[at]])
            broken = sound[:at] + bytes([other]) + sound[at + 1 :]
            found = checks.find_fault(broken)
            if found is None or not found.startswith("Line "):
                yield f"{key} record {number}: byte {at} as {other} in {sound[max(0, at - 30) : at + 30]!r}"
