"""How a record is made tamper-evident: canonical JSON, a hash chain, sealed entries, an Ed25519 signature and its keys.

docs/record-format.md tells the same in words, so that anyone can write a second verifier.
"""

import hashlib
import json
import re
from calendar import timegm
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engines.words import SpokenError, say

FORMAT = "league-zero/1"
"""Of records that name no site: made by programs, or by sites before there was another one."""
SITE_FORMAT = "league-zero/2"
"""Of records that name their site, players and event in the header, and when they were signed."""
FORMATS = (FORMAT, SITE_FORMAT)
NAMED = ("name", "salt")
"""Keys of a player in the header that no hash covers: the name stands there sealed, so that it can be taken away."""


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
"""The one text of a JSON value: sorted keys, no spaces, plain ASCII."""


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def header_hash(header: Mapping[str, Any]) -> str:
    """The `prev` of the first entry. Players' names stay out of it: their seals are in."""
    players = header.get("players")
    if players is None:
        return digest(header)
    return digest({**header, "players": [_without(player, NAMED) for player in players]})


def entry_hash(prev: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry that follows the hash `prev`.

    A sealed entry's `do` stays out of it, so the hash can be checked before the action is opened.
    """
    left_out = ("hash", "do") if "sealed" in entry else ("hash",)
    return digest({**_without(entry, left_out), "prev": prev})


def _without(item: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key not in keys}


def seal(salt: str, do: str) -> str:
    """What stands for a secret action until the end: SHA-256 of salt and action, in hex."""
    return hashlib.sha256((salt + do).encode("utf-8", "surrogatepass")).hexdigest()


def key_id(public_key: str) -> str:
    """The short name of a public key (in hex): the first 16 hex digits of the SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:16]


def sign(key: Ed25519PrivateKey, last: str, outcome: Any, seed: str, signed_at: int | None = None) -> tuple[str, str]:
    """Public key and signature, in hex, over the end of a record; `signed_at` (ms) only where it names its site."""
    return sign_value(key, end_of(last, outcome, seed, signed_at))


def sign_value(key: Ed25519PrivateKey, value: Mapping[str, Any]) -> tuple[str, str]:
    """Return the public key and its signature over the canonical JSON of a value, in hex."""
    return key.public_key().public_bytes_raw().hex(), key.sign(canonical(value).encode()).hex()


def value_signed_by(public_key: str, signature: str, value: Mapping[str, Any]) -> bool:
    """Return whether this is the key's signature over the canonical JSON of the value."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), canonical(value).encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def end_of(last_hash: str, outcome: Any, seed: str, signed_at: int | None) -> dict[str, Any]:
    """Return what the signature of a record is made over."""
    end = {"format": FORMAT, "hash": last_hash, "outcome": outcome, "seed": seed}
    return end if signed_at is None else end | {"format": SITE_FORMAT, "signed_at": signed_at}


_UTC = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)", re.ASCII)


class BadKeys(SpokenError, ValueError):
    """A file of keys that is none; the message says why."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """`ends` holds, by public key (hex), from when its signatures are not accepted (ms), None where they always are."""

    ends: Mapping[str, int | None] = field(default_factory=dict)

    def __contains__(self, public_key: object) -> bool:
        return isinstance(public_key, str) and public_key.lower() in self.ends

    def __bool__(self) -> bool:
        return bool(self.ends)

    def refusal(self, public_key: str, signed_at: int | None) -> str:
        """Return why a signature of the key is not accepted, empty where it is. `signed_at` is None where unknown."""
        end = self.ends.get(public_key.lower())
        if end is None or (signed_at is not None and signed_at < end):
            return ""
        return say("the key {name} was revoked before this was signed", name=key_id(public_key))


def pinned(keys: Keyring | Collection[str] | str | None) -> Keyring:
    """Return the keyring of one public key in hex, or of several."""
    if isinstance(keys, Keyring):
        return keys
    named = [keys] if isinstance(keys, str) else keys or ()
    return Keyring({key.lower(): None for key in named})


def read_keyring(text: str | bytes) -> Keyring:
    """Return the keys of a file as a site publishes them at `/api/v1/record-keys/`. Raises BadKeys."""
    try:
        return Keyring(dict(map(_key, json.loads(text)["keys"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadKeys("this is no list of keys as sites publish it at /api/v1/record-keys/") from None


def _key(given: Mapping[str, Any]) -> tuple[str, int | None]:
    public_key = str(given["public_key"]).lower()
    if len(bytes.fromhex(public_key)) != 32:
        raise ValueError(public_key)
    if given["state"] != "revoked":
        return public_key, None
    return public_key, utc_ms(given["ended_at"])


def utc_ms(text: str) -> int:
    """Return a moment as sites write it (ISO 8601, UTC) in ms since 1970. Raises ValueError."""
    found = _UTC.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return timegm(tuple(map(int, found.groups()[:6]))) * 1000 + int((found[7] or "").ljust(3, "0")[:3])
