"""Checking a record without trusting who wrote it: chain, seed, every draw, every action, outcome, signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines import chain, consent, play
from engines.api import IllegalAction
from engines.chance import Draws, commitment, salt
from engines.record import BadRecord, Record, read_all


def fault(text: str | bytes, key: str | None = None) -> str | None:
    """The first fault of a text with one or more finished records, in one sentence with its line, or None.

    With `key` (a public key in hex) every record must also be signed by it.
    """
    try:
        for record in read_all(text, strict=True):
            check(record, key)
    except BadRecord as found:
        return str(found)
    return None


def check(record: Record, key: str | None = None) -> None:
    """Raise BadRecord at the first fault of a finished record."""
    last_hash = check_chain(record)
    end = _closing_line(record)
    at = record.first_line + len(record.entries) + 1
    seed = bytes.fromhex(end["seed"])
    if commitment(seed) != record.header["commitment"]:
        raise BadRecord(at, "the seed is not the one that the header committed to")
    position = _replayed(record, seed)
    reached = position.outcome
    told = None if reached is None else {"ranks": list(reached.ranks), "reason": reached.reason}
    if end["outcome"] != told:
        raise BadRecord(at, f"the outcome is {_short(end['outcome'])}, but the entries lead to {_short(told)}")
    _check_signature(end, last_hash, key, at)


def check_chain(record: Record) -> str:
    """The last hash; BadRecord where the chain is broken. A running match with actions withheld will do."""
    _need(record.header, ("match", "nonces", "commitment"), record.first_line)
    if len(record.header["nonces"]) != record.seats:
        raise BadRecord(record.first_line, f"there must be {record.seats} nonces, one for each seat")
    last = chain.header_hash(record.header)
    for at, made in enumerate(record.entries, record.first_line + 1):
        _need(made, ("prev", "hash"), at)
        if made["prev"] != last:
            raise BadRecord(at, "the chain is broken: 'prev' is not the hash of the line before")
        last = chain.entry_hash(last, made)
        if made["hash"] != last:
            raise BadRecord(at, "the hash does not fit the entry")
    return last


def _closing_line(record: Record) -> Mapping[str, Any]:
    at = record.first_line + len(record.entries)
    if record.closing is None:
        raise BadRecord(at, "the record ends without a closing line: it was cut short or the match still runs")
    _need(record.closing, ("outcome", "seed", "public_key", "signature"), at + 1)
    return record.closing


def _need(item: Mapping[str, Any], keys: tuple[str, ...], at: int) -> None:
    for key in keys:
        if key not in item:
            raise BadRecord(at, f"the key {key!r} is missing")


def _replayed(record: Record, seed: bytes) -> play.Position[Any]:
    position = play.begin(record.engine, record.options, record.seats)
    for at, made in enumerate(record.entries, record.first_line + 1):
        if "do" not in made:
            raise BadRecord(at, "the action is still sealed")
        _check_referee(record, position, made, seed, at)
        position = _check_step(record, position, made, seed, at)
    return position


def _check_referee(record: Record, position: play.Position[Any], made: Mapping[str, Any], seed: bytes, at: int) -> None:
    """What the referee did must be the draw that the seed gives, a ruling in a common word, or what a clock brings."""
    if made["by"] is not None or play.common_word(None, made["do"]) is not None:
        return
    if play.gone_berserk(None, made["do"]) is not None or consent.read(None, made["do"]) is not None:
        return
    if made["do"] in getattr(record.engine, "timed", ()):  # the rules still say whether it fits the match
        return
    header = record.header
    draws = Draws(seed, header["match"], tuple(header["nonces"]), made["n"])
    due = play.referee(record.engine, position, draws)
    if due is None:
        raise BadRecord(at, "the referee acted without having anything to do")
    if due != made["do"]:
        raise BadRecord(at, f"the referee did {made['do'][:40]!r}, but the seed gives {due[:40]!r}")


def _check_step(
    record: Record, position: play.Position[Any], made: Mapping[str, Any], seed: bytes, at: int
) -> play.Position[Any]:
    try:
        step = play.step(record.engine, position, made["by"], made["do"])
    except IllegalAction as refusal:
        raise BadRecord(at, f"the rules refuse {made['do'][:40]!r}: {refusal.text}") from None
    if step.do != made["do"]:
        raise BadRecord(at, f"the action is not written in its canonical form {step.do[:40]!r}")
    if step.note != made.get("note", ""):
        raise BadRecord(at, f"the note is {made.get('note', '')[:40]!r}, but the referee saw {step.note[:40]!r}")
    if step.secret != ("sealed" in made):
        raise BadRecord(at, "a secret action is not sealed" if step.secret else "an open action is sealed")
    if step.secret and made["sealed"] != chain.seal(salt(seed, record.header["match"], made["n"]), made["do"]):
        raise BadRecord(at, "the seal does not fit the action")
    return step.position


def _check_signature(end: Mapping[str, Any], last_hash: str, key: str | None, at: int) -> None:
    public_key, signature = end["public_key"], end["signature"]
    if (public_key is None) != (signature is None):
        raise BadRecord(at, "public key and signature belong together, one is missing")
    if key is not None and public_key != key.lower():
        raise BadRecord(at, "the record is not signed" if public_key is None else "the record is signed by another key")
    if public_key is not None and not chain.signed_by(public_key, signature, last_hash, end["outcome"], end["seed"]):
        raise BadRecord(at, "the signature is not valid")


def _short(outcome: Any) -> str:
    return "none" if outcome is None else chain.canonical(outcome)[:80]
