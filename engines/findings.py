"""What the check of a record found, said in plain words: for pages, and for people who do not read code."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engines import chain, packed
from engines.record import BadRecord, Record, read_all
from engines.verify import STEPS, Course, check

SOUND, FAULT, NOTHING, NOT_REACHED = "sound", "fault", "nothing", "not-reached"
"""Checked and right; the fault; there was nothing to check; not looked at because of the fault."""

TITLES: Mapping[str, str] = {
    "form": "The file",
    "chain": "The chain of entries",
    "seed": "The sealed seed",
    "play": "The play",
    "clocks": "The clocks",
    "outcome": "The result",
    "signature": "The signature",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `step` is one of `verify.STEPS`, `state` one of the four above."""

    step: str
    title: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings, in order. `record` is None where the file could not be read as one."""

    findings: tuple[Finding, ...]
    record: Record | None

    @property
    def sound(self) -> bool:
        return all(one.state != FAULT for one in self.findings)


def examine(text: str | bytes, keys: Collection[str] = (), most_entries: int | None = None) -> Report:
    """Check one record, packed or not. `keys` are the public keys (in hex) that are known by name.

    A record of more than `most_entries` entries is not played.
    """
    course, record = Course(), None
    try:
        record = _one(text)
        if most_entries is not None and len(record.entries) > most_entries:
            raise BadRecord(1, f"there are more than {most_entries:,} entries; the command line checks longer records")
        check(record, course=course)
    except BadRecord as fault:
        return Report(tuple(_until(course, record, keys, str(fault))), record)
    return Report(tuple(_sound(step, course, record, keys) for step in STEPS), record)


def _one(text: str | bytes) -> Record:
    start = packed.FIRST.encode() if isinstance(text, bytes) else packed.FIRST
    whole = packed.unpack(text) if text[: len(start)] == start else text
    records = read_all(whole, strict=True)
    if len(records) != 1:
        raise BadRecord(records[1].first_line, "a second record begins here; check them one at a time")
    return records[0]


def _until(course: Course, record: Record | None, keys: Collection[str], fault: str) -> list[Finding]:
    """What was found before the fault, the fault, and what was not reached because of it."""
    made = [_sound(step, course, record, keys) for step in course.done if record is not None]
    step, *rest = STEPS[len(made) :]
    made.append(Finding(step, TITLES[step], FAULT, f"{fault[:1].upper()}{fault[1:]}."))
    return made + [Finding(one, TITLES[one], NOT_REACHED, "Not looked at, because of the fault above.") for one in rest]


def _sound(step: str, course: Course, record: Record | None, keys: Collection[str]) -> Finding:
    assert record is not None
    state, text = _WORDS[step](course, record, keys)
    return Finding(step, TITLES[step], state, text)


_Told = tuple[str, str]


def _form(course: Course, record: Record, keys: Collection[str]) -> _Told:
    game, entries = record.engine.name, _count(len(record.entries), "entry", "entries")
    return SOUND, f"A complete record of {game} (rules version {record.engine.version}) with {entries}, nothing else."


def _chain(course: Course, record: Record, keys: Collection[str]) -> _Told:
    last = record.entries[-1]["hash"] if record.entries else chain.header_hash(record.header)
    return SOUND, (
        "Each entry carries the hash of the one before it, so none was changed, added, moved or left out afterwards. "
        f"The last hash is {last}."
    )


def _seed(course: Course, record: Record, keys: Collection[str]) -> _Told:
    names = record.engine.seat_names
    gave = [names[seat] for seat, nonce in enumerate(record.header["nonces"]) if nonce]
    none = [names[seat] for seat, nonce in enumerate(record.header["nonces"]) if not nonce]
    text = "The seed revealed at the end is the one whose fingerprint was published before the first action."
    if gave:
        text += f" {_listed(gave)} added a number of their own to every draw, so the server could not choose the draws."
    if none:
        text += f" {_listed(none)} added none" + (
            "." if gave else ": the draws rest on the published fingerprint alone."
        )
    return SOUND, text


def _play(course: Course, record: Record, keys: Collection[str]) -> _Told:
    parts = [f"{_count(course.moves, 'action', 'actions')} of the players were played again and are legal"]
    if course.draws:
        parts.append(f"{_count(course.draws, 'act', 'acts')} of the referee are what the rules and the seed give")
    if course.rulings:
        parts.append(f"{_count(course.rulings, 'ruling', 'rulings')} of the referee fit the match")
    if course.seals:
        parts.append(
            f"{_count(course.seals, 'secret action was', 'secret actions were')} sealed when made and never changed"
        )
    return SOUND, "; ".join(parts) + "."


def _clocks(course: Course, record: Record, keys: Collection[str]) -> _Told:
    clocks = course.clocks
    if clocks is None:
        return NOTHING, "The record names no time control, so there are no clocks to work out again."
    if clocks.blind is not None and not clocks.entries:
        return NOTHING, f"The clocks could not be worked out again: {clocks.blind}."
    text = f"Every seat's time was worked out again at {_count(clocks.entries, 'entry', 'entries')} and is as recorded"
    text += f", and {_count(clocks.flags, 'flag', 'flags')} fell when due." if clocks.flags else "; no flag was missed."
    text += f" The referee took at most {clocks.waited} ms to answer a move; that counted for nobody."
    if clocks.lag:
        text += f" {clocks.lag} ms were given back for slow lines."
    return SOUND, text + ("" if clocks.blind is None else f" After that, {clocks.blind}.")


def _outcome(course: Course, record: Record, keys: Collection[str]) -> _Told:
    told = (record.closing or {})["outcome"]
    if told is None:
        return SOUND, "The match was stopped without a result, and the entries lead to none."
    names = record.engine.seat_names
    ranks = ", ".join(f"{names[seat]}: {rank}" for seat, rank in enumerate(told["ranks"]))
    reason = record.engine.reasons.get(told["reason"], told["reason"])
    return SOUND, f"The entries lead to the recorded result. {reason} Places: {ranks}."


def _signature(course: Course, record: Record, keys: Collection[str]) -> _Told:
    public_key = (record.closing or {})["public_key"]
    if public_key is None:
        return NOTHING, "Nobody signed this record: it is sound, but anybody may have made it."
    name = chain.key_id(public_key)
    if public_key in keys:
        return SOUND, f"Signed with the key {name}, which is known here: it is one of the published keys of its owner."
    return NOTHING, f"Signed, and unchanged since, with the key {name}, which is not known here: ask whose it is."


_WORDS: Mapping[str, Any] = {
    "form": _form,
    "chain": _chain,
    "seed": _seed,
    "play": _play,
    "clocks": _clocks,
    "outcome": _outcome,
    "signature": _signature,
}


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
