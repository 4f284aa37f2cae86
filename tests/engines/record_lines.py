"""Records as lines, and written anew by a forger who can compute hashes (and sign)."""

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain, record, record_packing


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(record.format_lines(lines))


def rewritten(lines: list[dict[str, Any]], key: Ed25519PrivateKey | None = None) -> str:
    """A finished record of lines that were changed: numbered and chained anew, and signed with the key."""
    last = record.hash_header(lines[0])
    for n, made in enumerate(lines[1:-1], 1):
        made["n"], made["prev"] = n, last
        made["hash"] = last = record.hash_entry(last, made)
    if key is not None:
        end = lines[-1]
        end["public_key"], end["signature"] = hash_chain.sign(key, last, end["outcome"], end["seed"])
    return text_of(lines)


def repeating(lines: int) -> str:
    """Return a packed record whose first line has a large clock, which each later line repeats by one sign."""
    large = hash_chain.canonical_json({f"clock-{n}": n for n in range(8_000)})
    header = hash_chain.canonical_json({"format": "league-zero/1", "match": "1", "seats": 1})
    return "\n".join([record_packing.FIRST_LINE, header, f"0~[{large}]\ta", *["0~\ta"] * lines, "=00", ""])
