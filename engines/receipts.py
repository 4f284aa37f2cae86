"""Receipts: a site's signed promise to a player that the record has a certain hash at a certain entry.

A hash covers everything before it, including sealed actions of others: changing one of those afterwards changes the
hash of every later receipt.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain
from engines.contract import Json
from engines.hash_chain import Keyring
from engines.i18n import TranslatedError
from engines.record import MAX_BYTES, Record

FORMAT = "league-zero-receipt/1"
SIGNED_KEYS = ("format", "site", "match_id", "seat", "n", "hash", "at", "key_id")
_TYPES: Mapping[str, type] = {
    "format": str, "site": str, "match_id": int, "seat": int, "n": int, "hash": str, "at": int, "key_id": str,
    "public_key": str, "signature": str,
}  # fmt: skip


class BadReceipt(TranslatedError, ValueError):
    """An invalid receipt; the message says which and why."""


def sign_receipt(
    key: Ed25519PrivateKey, *, site: str, match_id: int, seat: int, n: int, entry_hash: str, at: int
) -> dict[str, Json]:
    """Return the signed receipt of an accepted action that became entry `n`; `at` in ms since 1970."""
    public_key = key.public_key().public_bytes_raw().hex()
    promise: dict[str, Json] = {
        "format": FORMAT, "site": site, "match_id": match_id, "seat": seat, "n": n, "hash": entry_hash, "at": at,
        "key_id": hash_chain.compute_key_id(public_key),
    }  # fmt: skip
    return {**promise, "public_key": public_key, "signature": hash_chain.sign_value(key, promise)[1]}


def parse_receipts(text: str | bytes) -> list[dict[str, Any]]:
    """Return the receipts of a file with one JSON object per line. Raises BadReceipt."""
    if len(text) > MAX_BYTES:
        raise BadReceipt("The file of receipts is larger than {count} bytes.", count=MAX_BYTES)
    try:
        lines = (text.decode() if isinstance(text, bytes) else text).splitlines()
        receipts = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError):
        raise BadReceipt("Each line must be a receipt as one JSON object.") from None
    for number, receipt in enumerate(receipts, 1):
        if not (
            isinstance(receipt, dict)
            and {key: type(value) for key, value in receipt.items()} == _TYPES
            and receipt["format"] == FORMAT
            and 0 < receipt["match_id"] < 1 << 63
            and abs(receipt["n"]) < 1 << 31
        ):
            raise BadReceipt("Receipt {number} is not a receipt for a move.", number=number)
    return receipts


def verify_receipts(record: Record, receipts: Sequence[Mapping[str, Any]], keys: Keyring | None = None) -> int:
    """Return how many receipts are of this record. Raises BadReceipt at the first that does not match it.

    A receipt must be signed by one of the `keys` if any are pinned, otherwise by the key that signed the record.
    Receipts of other matches are ignored.
    """
    match_key = record.header.get("site"), record.header.get("match")
    matching = [(number, row) for number, row in enumerate(receipts, 1) if (row["site"], str(row["match_id"])) == match_key]
    signer = (record.closing or {}).get("public_key")
    for number, receipt in matching:
        public_key = receipt["public_key"]
        promise = {key: receipt[key] for key in SIGNED_KEYS}
        if not hash_chain.is_signed_by(public_key, receipt["signature"], promise):
            raise BadReceipt("The signature of receipt {number} is invalid.", number=number)
        if public_key not in keys if keys else public_key != signer:
            raise BadReceipt("Receipt {number} is not signed by a known key. Pass the site's keys with --keys.", number=number)
        if keys and (reason := keys.refusal(public_key, receipt["at"])):
            raise BadReceipt("Receipt {number}: {fault}", number=number, fault=reason)
        _check_entry(record, receipt, number)
    return len(matching)


def _check_entry(record: Record, receipt: Mapping[str, Any], number: int) -> None:
    n = receipt["n"]
    if not 1 <= n <= len(record.entries):
        raise BadReceipt(
            "The site confirmed entry {n} in receipt {number}, but the record does not contain it.", number=number, n=n
        )
    entry = record.entries[n - 1]
    if entry["by"] != receipt["seat"] or entry.get("hash") != receipt["hash"]:
        raise BadReceipt(
            "Up to entry {n}, the record differs from what the site confirmed in receipt {number}. It was changed later.",
            number=number, n=n,
        )  # fmt: skip
