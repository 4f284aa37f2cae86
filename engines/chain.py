"""How a record is made tamper-evident: canonical JSON, a hash chain, sealed entries, an Ed25519 signature.

docs/record-format.md tells the same in words, so that anyone can write a second verifier.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FORMAT = "league-zero/1"


def canonical(value: Any) -> str:
    """The one text of a JSON value: sorted keys, no spaces, plain ASCII."""
    return _encode(value)


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def header_hash(header: Mapping[str, Any]) -> str:
    """The `prev` of the first entry."""
    return digest(header)


def entry_hash(prev: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry that follows the hash `prev`.

    A sealed entry's `do` stays out of it, so the hash can be checked before the action is opened.
    """
    left_out = {"hash", "do"} if "sealed" in entry else {"hash"}
    return digest({**{key: value for key, value in entry.items() if key not in left_out}, "prev": prev})


def seal(salt: str, do: str) -> str:
    """What stands for a secret action until the end: SHA-256 of salt and action, in hex."""
    return hashlib.sha256((salt + do).encode("utf-8", "surrogatepass")).hexdigest()


def key_id(public_key: str) -> str:
    """The short name of a public key (in hex): the first 16 hex digits of the SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:16]


def sign(key: Ed25519PrivateKey, last_hash: str, outcome: Any, seed: str) -> tuple[str, str]:
    """Public key and signature, in hex, over the end of a record."""
    return key.public_key().public_bytes_raw().hex(), key.sign(_signed(last_hash, outcome, seed)).hex()


def signed_by(public_key: str, signature: str, last_hash: str, outcome: Any, seed: str) -> bool:
    """Whether the signature is the key's (both in hex)."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), _signed(last_hash, outcome, seed))
    except (InvalidSignature, ValueError):
        return False
    return True


def _signed(last_hash: str, outcome: Any, seed: str) -> bytes:
    return canonical({"format": FORMAT, "hash": last_hash, "outcome": outcome, "seed": seed}).encode()
