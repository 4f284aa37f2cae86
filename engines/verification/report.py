"""The findings of a record's verification in plain words, for pages and people who do not read code."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engines import hash_chain, record_packing
from engines.common import listed
from engines.hash_chain import Keyring, pinned
from engines.record import BadRecord, Record, read_all
from engines.verification.checks import STEPS, CheckProgress, check_record, unchecked_times
from engines.words import join, marked, say, say_many, told

SOUND, FAULT, NOTHING, NOT_REACHED = "sound", "fault", "nothing", "not-reached"
"""Checked and correct; faulty; nothing to check; not checked because of the fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `step` is one of `checks.STEPS`, `state` one of the four above."""

    step: str
    title: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings, in order. `record` is None if the file could not be parsed."""

    findings: tuple[Finding, ...]
    record: Record | None

    @property
    def sound(self) -> bool:
        return all(one.state != FAULT for one in self.findings)


def examine(text: str | bytes, keys: Keyring | Collection[str] = (), most_entries: int | None = None) -> Report:
    """Verify one record, packed or not. `keys` are the known public keys (in hex).

    A text of more than `max_entries` entries is not even unpacked.
    """
    course, record, keys, fault = CheckProgress(), None, pinned(keys), ""
    steps: tuple[str, ...] = STEPS
    try:
        record = _read(text, most_entries)
        check_record(record, course=course, known=keys)
    except BadRecord as found:
        steps, fault = tuple(course.done) if record is not None else (), str(found)
    made: list[Finding] = []
    for step in STEPS:
        title, describe = _FINDINGS[step]
        if step in steps and record is not None:
            state, sentence = describe(course, record, keys)
        elif len(made) == len(steps):
            state, sentence = FAULT, f"{fault[:1].upper()}{fault[1:]}."
        else:
            state, sentence = NOT_REACHED, say("Not checked because of the problem above.")
        made.append(Finding(step, told(title), state, sentence))
    return Report(tuple(made), record)


def _read(text: str | bytes, most_entries: int | None) -> Record:
    """Return one record, packed or not. Lines are counted first: a record has at most three besides its entries."""
    packed = record_packing.FIRST.encode() if isinstance(text, bytes) else record_packing.FIRST
    lines = text.count(b"\n") if isinstance(text, bytes) else text.count("\n")
    if most_entries is not None and lines > most_entries + 3:
        count = f"{most_entries:,}"
        raise BadRecord(
            1, "there are more than {count} entries; use the command line to check longer records", count=count
        )
    records = read_all(record_packing.unpack(text) if text[: len(packed)] == packed else text, strict=True)
    if len(records) != 1:
        raise BadRecord(records[1].first_line, "a second record begins here; check one record at a time")
    return records[0]


_Told = tuple[str, str]


def _form(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    number, version = len(record.entries), record.engine.version
    text = say_many(
        "A complete record of {game} (rules version {version}) with {number} entry and nothing else.",
        "A complete record of {game} (rules version {version}) with {number} entries and nothing else.",
        number,
        number=f"{number:,}",
        game=record.engine.name,
        version=version,
    )
    return SOUND, f"{text} {_hosted(record.header)}".rstrip()


def _hosted(header: Mapping[str, Any]) -> str:
    """Return players, site and event as named in the header of a site's record."""
    if "players" not in header:
        return ""
    names = [player.get("name", say("deleted player")) for player in header["players"]]
    text = say("Played by {players} at {site}.", players=listed(names), site=header["site"])
    event = header["event"]
    if not event:
        return text
    return join([text, say("Event: {event}, {place}.", event=event["name"], place=event["place"])])


def _chain(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    last = record.entries[-1]["hash"] if record.entries else hash_chain.header_hash(record.header)
    return SOUND, say(
        "Each entry contains the hash of the previous one, so no entry was changed, added, moved or removed "
        "later. The last hash is {hash}.",
        hash=last,
    )


def _seed(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    names = [told(name) for name in record.engine.seat_names]
    nonces = record.header["nonces"]
    gave, none = ([names[seat] for seat, nonce in enumerate(nonces) if bool(nonce) == given] for given in (True, False))
    number = f"{course.nonces:,}"
    return _sound(
        " ",
        say("The server seed revealed at the end matches the hash published before the first action."),
        gave
        and say(
            "{seats} added a client seed to every draw, so the server could not choose the draws.",
            seats=listed(gave),
        ),
        none and gave and say("{seats} added no client seed.", seats=listed(none)),
        course.nonces
        and say_many(
            "{number} move added a client seed, used in the draws after another seat's next one.",
            "{number} moves added client seeds, each used in the draws after another seat's next one.",
            course.nonces,
            number=number,
        ),
        none
        and not (gave or course.nonces)
        and say("{seats} added no client seed, so the draws rely on the published hash alone.", seats=listed(none)),
    )


def _sound(between: str, *parts: object) -> _Told:
    """Return a sound finding with the sentences that are not empty."""
    return SOUND, between.join(str(part) for part in parts if part)


def _play(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    state, text = _sound(
        "; ",
        say_many(
            "{number} player action was replayed and is legal",
            "{number} player actions were replayed and are legal",
            course.moves,
            number=f"{course.moves:,}",
        ),
        course.draws
        and say_many(
            "{number} action of the referee matches the rules and the seed",
            "{number} actions of the referee match the rules and the seed",
            course.draws,
            number=f"{course.draws:,}",
        ),
        course.rulings
        and say_many(
            "{number} ruling of the referee is valid for this match",
            "{number} rulings of the referee are valid for this match",
            course.rulings,
            number=f"{course.rulings:,}",
        ),
        course.seals
        and say_many(
            "{number} secret action was sealed when made and never changed",
            "{number} secret actions were sealed when made and never changed",
            course.seals,
            number=f"{course.seals:,}",
        ),
    )
    return state, text + "."


def _clocks(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    clocks = course.clocks
    if clocks is None:
        unchecked = unchecked_times(record, course)
        return NOTHING, unchecked or say("The record has no time control, so there are no clocks to check.")
    if clocks.blind is not None and not clocks.entries:
        return NOTHING, say("The clocks could not be recalculated: {why}.", why=clocks.blind)
    text = say_many(
        "Every seat's time was recalculated at {number} entry and matches the record",
        "Every seat's time was recalculated at {number} entries and matches the record",
        clocks.entries,
        number=f"{clocks.entries:,}",
    )
    flags = say_many(
        ", and {number} time-out was correct.",
        ", and {number} time-outs were correct.",
        clocks.flags,
        number=f"{clocks.flags:,}",
    )
    return _sound(
        " ",
        join([text, flags if clocks.flags else say("; no time-out was missed.")], ""),
        say(
            "The server took at most {ms} ms to confirm a move. This time didn't count on any clock.", ms=clocks.waited
        ),
        clocks.lag and say("{ms} ms were credited back for lag.", ms=clocks.lag),
        clocks.blind is not None and say("After that, {what}.", what=clocks.blind),
    )


def _outcome(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    reached = (record.closing or {})["outcome"]
    if reached is None:
        return SOUND, say("The match was stopped without a result, and replaying the entries gives none.")
    names = record.engine.seat_names
    return SOUND, say(
        "Replaying the entries gives the recorded result. {reason} Ranks: {places}.",
        reason=told(record.engine.reasons.get(reached["reason"], reached["reason"])),
        places=", ".join(f"{told(names[seat])}: {rank}" for seat, rank in enumerate(reached["ranks"])),
    )


def _signature(course: CheckProgress, record: Record, keys: Keyring) -> _Told:
    public_key = (record.closing or {})["public_key"]
    if public_key is None:
        return NOTHING, say("This record is not signed. It is consistent, but anyone could have made it.")
    name = hash_chain.key_id(public_key)
    if public_key in keys:
        return SOUND, say("Signed with the key {name}, one of its owner's published keys.", name=name)
    return NOTHING, say(
        "Signed with the key {name} and unchanged since. This key is unknown here: check whose it is.", name=name
    )


_FINDINGS: Mapping[str, tuple[str, Callable[[CheckProgress, Record, Keyring], _Told]]] = {
    "form": (marked("File"), _form),
    "chain": (marked("Hash chain"), _chain),
    "seed": (marked("Server seed"), _seed),
    "play": (marked("Moves"), _play),
    "clocks": (marked("Clocks"), _clocks),
    "outcome": (marked("Result"), _outcome),
    "signature": (marked("Signature"), _signature),
}
"""By step: its title, and what to say about it if there is no fault."""
