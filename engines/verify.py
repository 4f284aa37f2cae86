"""Checking a record without trusting who wrote it: chain, seed, draws, actions, clocks, outcome, signature."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engines import chain, consent, play, rulings, timewords
from engines.agreed import Agreements
from engines.api import IllegalAction
from engines.chance import Draws, commitment, salt
from engines.record import BadRecord, Record, read_all
from engines.registry import AnyEngine
from engines.timekeeping import Timekeeper

STEPS = ("form", "chain", "seed", "play", "clocks", "outcome", "signature")
"""What is checked, in this order."""


@dataclass
class Course:
    """How far a check has come, and what it has counted on the way."""

    done: list[str] = field(default_factory=list)
    moves: int = 0
    draws: int = 0
    rulings: int = 0
    seals: int = 0
    clocks: Timekeeper | None = None
    """None where the record tells no time control."""


def fault(text: str | bytes, key: str | Collection[str] | None = None) -> str | None:
    """The first fault of a text with one or more finished records, in one sentence with its line, or None.

    With `key` (a public key in hex, or several of which one will do) every record must also be signed by it.
    """
    try:
        for record in read_all(text, strict=True):
            check(record, key)
    except BadRecord as found:
        return str(found)
    return None


def check(record: Record, key: str | Collection[str] | None = None, course: Course | None = None) -> None:
    """Raise BadRecord at the first fault of a finished record. `course` is told how far it came."""
    course = course or Course()
    last_hash = check_chain(record)
    end = _closing_line(record)
    at = record.first_line + len(record.entries) + 1
    course.done += ["form", "chain"]
    seed = bytes.fromhex(end["seed"])
    if commitment(seed) != record.header["commitment"]:
        raise BadRecord(at, "the seed is not the one that the header committed to")
    course.done.append("seed")
    position = _replayed(record, seed, course)
    course.done.append("play")
    if course.clocks is not None and course.clocks.fault is not None:
        line, text = course.clocks.fault
        raise BadRecord(line, text)
    course.done.append("clocks")
    reached = position.outcome
    told = None if reached is None else {"ranks": list(reached.ranks), "reason": reached.reason}
    if end["outcome"] != told:
        raise BadRecord(at, f"the outcome is {_short(end['outcome'])}, but the entries lead to {_short(told)}")
    course.done.append("outcome")
    _check_signature(end, last_hash, key, at)
    course.done.append("signature")


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


def _replayed(record: Record, seed: bytes, course: Course) -> play.Position[Any]:
    position = play.begin(record.engine, record.options, record.seats)
    course.clocks = clocks = _timekeeper(record, position)
    agreements = Agreements()
    for at, made in enumerate(record.entries, record.first_line + 1):
        if "do" not in made:
            raise BadRecord(at, "the action is still sealed")
        _check_referee(record, position, made, seed, at)
        told = agreements.follow(made["by"], made["do"], partial(_still_in, record, position))
        if told is not None:
            raise BadRecord(at, told)
        before, position = position, _check_step(record, position, made, seed, at)
        _count(course, made, record.engine)
        if clocks is not None and clocks.blind is None:
            engine = record.engine
            turned = play.turn(engine, before) != play.turn(engine, position)
            acting = play.to_act(engine, position)
            clocks.follow(made, at, turned=turned, acting=acting, over=position.outcome is not None)
    return position


def _still_in(record: Record, position: play.Position[Any]) -> list[int]:
    return [seat for seat in range(record.seats) if play.may_resign(record.engine, position, seat)]


def _timekeeper(record: Record, first: play.Position[Any]) -> Timekeeper | None:
    control = record.header.get("control")
    if control is None:
        return None
    made = Timekeeper(control, record.header.get("began"), record.seats)
    made.begin(play.to_act(record.engine, first))
    return made


def _count(course: Course, made: Mapping[str, Any], engine: AnyEngine) -> None:
    drawn = made["by"] is None and _is_of_the_game(engine, made["do"])
    course.moves += made["by"] is not None
    course.draws += drawn
    course.rulings += made["by"] is None and not drawn
    course.seals += "sealed" in made


def _is_of_the_game(engine: AnyEngine, do: str) -> bool:
    """Whether the referee did what the rules of the game ask for; all other words of the referee are rulings."""
    try:
        engine.decode(do)
    except IllegalAction:
        return False
    return do not in getattr(engine, "timed", ())


def _check_referee(record: Record, position: play.Position[Any], made: Mapping[str, Any], seed: bytes, at: int) -> None:
    """What the referee did must be the draw that the seed gives, a ruling in a common word, or what a clock brings."""
    if made["by"] is not None or play.common_word(None, made["do"]) is not None:
        return
    if play.gone_berserk(None, made["do"]) is not None or rulings.read(None, made["do"]) is not None:
        return
    if timewords.read(None, made["do"]) is not None or consent.read(None, made["do"]) is not None:
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
    if rulings.takes_reason(made["by"], made["do"]):
        _check_ruling(record, made, at)
    elif step.note != made.get("note", ""):
        raise BadRecord(at, f"the note is {made.get('note', '')[:40]!r}, but the referee saw {step.note[:40]!r}")
    if step.secret != ("sealed" in made):
        raise BadRecord(at, "a secret action is not sealed" if step.secret else "an open action is sealed")
    if step.secret and made["sealed"] != chain.seal(salt(seed, record.header["match"], made["n"]), made["do"]):
        raise BadRecord(at, "the seal does not fit the action")
    return step.position


def _check_ruling(record: Record, made: Mapping[str, Any], at: int) -> None:
    """A person's ruling bears a reason in that person's words; a ruled result has a place for every seat."""
    if not rulings.is_reason(made.get("note", "")):
        raise BadRecord(at, f"a reason is one line of at most {rulings.LONGEST_REASON} characters")
    said = rulings.read(None, made["do"])
    if said is not None and said.word == "rule" and len(said.numbers) != record.seats:
        raise BadRecord(at, f"the ruling names {len(said.numbers)} places at a match of {record.seats} seats")


def _check_signature(end: Mapping[str, Any], last_hash: str, key: str | Collection[str] | None, at: int) -> None:
    public_key, signature = end["public_key"], end["signature"]
    if (public_key is None) != (signature is None):
        raise BadRecord(at, "public key and signature belong together, one is missing")
    if "key_id" in end and (public_key is None or end["key_id"] != chain.key_id(public_key)):
        raise BadRecord(at, "the name of the key is not that of the public key")
    if key is not None and public_key not in _lower(key):
        raise BadRecord(at, "the record is not signed" if public_key is None else "the record is signed by another key")
    if public_key is not None and not chain.signed_by(public_key, signature, last_hash, end["outcome"], end["seed"]):
        raise BadRecord(at, "the signature is not valid")


def _lower(keys: str | Collection[str]) -> set[str]:
    return {key.lower() for key in ([keys] if isinstance(keys, str) else keys)}


def _short(outcome: Any) -> str:
    return "none" if outcome is None else chain.canonical(outcome)[:80]
