"""Verification of a record from an untrusted source: chain, seed, draws, actions, clocks, outcome, signature."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from engines import hash_chain, play
from engines.common import shown_outcome
from engines.contract import IllegalAction
from engines.hash_chain import Keyring, pinned
from engines.randomness import CommittedRandom, Mix, commitment, salt
from engines.record import BadRecord, Record, read_all
from engines.referee_notation import CAUSES, LONGEST_REASON, is_reason, read_word
from engines.registry import AnyEngine
from engines.verification.clock_replay import ClockReplay
from engines.verification.offer_checks import OfferChecker
from engines.words import say, say_in

Line: TypeAlias = Mapping[str, Any]
STEPS = ("form", "chain", "seed", "play", "clocks", "outcome", "signature")
"""The checks, in order."""


@dataclass
class CheckProgress:
    """The progress of a check, with counts."""

    done: list[str] = field(default_factory=list)
    moves: int = 0
    draws: int = 0
    rulings: int = 0
    seals: int = 0
    mix: Mix = field(default_factory=Mix)
    nonces: int = 0
    """Number of moves with a nonce."""
    clocks: ClockReplay | None = None
    """None if the record has no time control."""


def find_fault(
    text: str | bytes, key: Keyring | str | Collection[str] | None = None, unchecked: list[str] | None = None
) -> str | None:
    """Return the first fault of a text with finished records, in one sentence with its line, or None.

    With `key` (a public key in hex, several of which one suffices, or a keyring) every record must be signed by it,
    before its end if it was revoked. Sentences about what could not be checked are appended to `unchecked`.
    """
    try:
        for record in read_all(text, strict=True):
            course = CheckProgress()
            check_record(record, key, course)
            if unchecked is not None and (sentence := unchecked_times(record, course)):
                unchecked.append(sentence)
    except BadRecord as found:
        return str(found)
    return None


def check_record(
    record: Record,
    key: Keyring | str | Collection[str] | None = None,
    course: CheckProgress | None = None,
    known: Keyring | None = None,
) -> None:
    """Raise BadRecord at the first fault of a finished record. `progress` is updated.

    `known_keys` need not have signed it; if one has, it must not have been revoked before.
    """
    course = course or CheckProgress()
    last_hash = check_chain(record)
    at, end = record.first_line + len(record.entries) + 1, record.closing
    if end is None:
        raise BadRecord(at - 1, "the record has no closing line: it was cut short, or the match is still running")
    _need(end, ("outcome", "seed", "public_key", "signature"), at)
    course.done += ["form", "chain"]
    seed = bytes.fromhex(end["seed"])
    if commitment(seed) != record.header["commitment"]:
        raise BadRecord(at, "the server seed does not match the hash in the header")
    course.done.append("seed")
    position = _replayed(record, seed, course)
    course.done.append("play")
    if course.clocks is not None and course.clocks.fault is not None:
        line, text = course.clocks.fault
        raise BadRecord(line, text)
    course.done.append("clocks")
    told = shown_outcome(position.outcome)
    if end["outcome"] != told:
        none = say_in("outcome", "none")
        said, seen = (none if one is None else hash_chain.canonical(one)[:80] for one in (end["outcome"], told))
        raise BadRecord(
            at, "the recorded outcome is {recorded}, but the entries give {played}", recorded=said, played=seen
        )
    course.done.append("outcome")
    _check_signature(record, end, last_hash, at)
    _check_key(record, end, None if key is None else pinned(key), known or Keyring(), at)
    course.done.append("signature")


def unchecked_times(record: Record, course: CheckProgress) -> str:
    """Return what of the record's times was not checked, and why, as one sentence; "" if everything was."""
    if course.clocks is None:
        untimed = say(
            "The record has no time control, so the times in its entries (at, left, lag, judged) were not checked."
        )
        return untimed if any({"at", "left", "lag", "judged"} & set(made) for made in record.entries) else ""
    if course.clocks.blind is None:
        return ""
    return say(
        "Clocks were checked for only {count} of {total} entries: {reason}.",
        count=course.clocks.entries,
        total=len(record.entries),
        reason=course.clocks.blind,
    )


def check_chain(record: Record) -> str:
    """Return the last hash. Raises BadRecord if the chain is broken. Actions of running matches may be withheld."""
    _need(record.header, ("match", "nonces", "commitment"), record.first_line)
    if len(record.header["nonces"]) != record.seats:
        raise BadRecord(record.first_line, "there must be {count} nonces, one per seat", count=record.seats)
    _check_players(record)
    last = hash_chain.header_hash(record.header)
    for at, made in enumerate(record.entries, record.first_line + 1):
        _need(made, ("prev", "hash"), at)
        if made["prev"] != last:
            raise BadRecord(at, "the chain is broken: 'prev' is not the hash of the previous line")
        last = hash_chain.entry_hash(last, made)
        if made["hash"] != last:
            raise BadRecord(at, "the hash does not match the entry")
    return last


def _check_players(record: Record) -> None:
    """Raise BadRecord unless every seat has its player, and names match their seals."""
    players, at = record.header.get("players"), record.first_line
    if players is None:
        return
    if len(players) != record.seats:
        raise BadRecord(at, "there must be {count} players, one per seat", count=record.seats)
    for seat, player in enumerate(players):
        if "name" in player and player["sealed"] != hash_chain.seal(player["salt"], player["name"]):
            raise BadRecord(at, "the name of the player on seat {seat} does not match its seal", seat=seat)


def _need(item: Line, keys: tuple[str, ...], at: int) -> None:
    for key in keys:
        if key not in item:
            raise BadRecord(at, "the key {key} is missing", key=repr(key))


def _replayed(record: Record, seed: bytes, course: CheckProgress) -> play.Position[Any]:
    engine, seats, control = record.engine, record.seats, record.header.get("control")
    position = play.begin(engine, record.options, seats)
    clocks = None if control is None else ClockReplay(control, record.header.get("began"), seats)
    if clocks is not None:
        clocks.begin(play.to_act(engine, position))
    course.clocks, offers = clocks, OfferChecker()
    for at, made in enumerate(record.entries, record.first_line + 1):
        if "do" not in made:
            raise BadRecord(at, "the action is still sealed")
        _check_referee(record, position, made, seed, course.mix, at)
        still_in = partial(play.seats_still_in, engine, position, seats)
        if (fault := offers.follow(made["by"], made["do"], still_in)) is not None:
            raise BadRecord(at, fault)
        before, position = position, _check_step(record, position, made, seed, at)
        _count(course, made, engine)
        if "nonce" in made:
            course.mix = course.mix.after(made["by"], made["nonce"])
        if clocks is not None and clocks.blind is None:
            turned = play.turn(engine, before) != play.turn(engine, position)
            acting = play.to_act(engine, position)
            clocks.follow(made, at, turned=turned, acting=acting, over=position.outcome is not None)
    return position


def _count(course: CheckProgress, made: Line, engine: AnyEngine) -> None:
    """Count an entry: the referee's are draws if the game's rules require them, otherwise rulings."""
    drawn = False
    if made["by"] is None and made["do"] not in engine.timed:
        with suppress(IllegalAction):
            drawn = engine.decode(made["do"]) is not None
    course.moves += made["by"] is not None
    course.draws += drawn
    course.rulings += made["by"] is None and not drawn
    course.seals += "sealed" in made
    course.nonces += "nonce" in made


def _check_referee(record: Record, position: play.Position[Any], made: Line, seed: bytes, mix: Mix, at: int) -> None:
    """Raise BadRecord unless the referee's action is the draw of the seed, a shared word, or due by a clock."""
    timed = made["do"] in record.engine.timed  # The rules decide whether it is possible in this match.
    if made["by"] is not None or timed or read_word(None, made["do"]) is not None:
        return
    header = record.header
    draws = CommittedRandom(seed, header["match"], tuple(header["nonces"]), made["n"], mix.settled)
    due = play.referee(record.engine, position, draws)
    if due is None:
        raise BadRecord(at, "unexpected action by the referee")
    if due != made["do"]:
        did, drawn = repr(made["do"][:40]), repr(due[:40])
        raise BadRecord(at, "the referee's action is {did}, but the seed gives {drawn}", did=did, drawn=drawn)


def _check_step(record: Record, position: play.Position[Any], made: Line, seed: bytes, at: int) -> play.Position[Any]:
    try:
        step = play.step(record.engine, position, made["by"], made["do"])
    except IllegalAction as refusal:
        did = repr(made["do"][:40])
        raise BadRecord(at, "{did} is not legal: {why}", did=did, why=refusal.text) from None
    if step.do != made["do"]:
        form = repr(step.do[:40])
        raise BadRecord(at, "the action is not in its canonical form {form}", form=form)
    _check_note(record, made, step.note, at)
    if step.secret != ("sealed" in made):
        raise BadRecord(at, say("a secret action is not sealed") if step.secret else say("an open action is sealed"))
    if step.secret and made["sealed"] != hash_chain.seal(salt(seed, record.header["match"], made["n"]), made["do"]):
        raise BadRecord(at, "the seal does not match the action")
    return step.position


def _check_note(record: Record, made: Line, seen: str, at: int) -> None:
    """Raise BadRecord unless the note is a ruling's reason, an outage's cause, or what the rules add."""
    word, note = read_word(made["by"], made["do"]), made.get("note", "")
    if word is not None and word.takes_reason:
        if not is_reason(note):
            raise BadRecord(at, "a reason must be one line of at most {count} characters", count=LONGEST_REASON)
        if word.name == "rule" and len(word.numbers) != record.seats:
            count, seats = len(word.numbers), record.seats
            raise BadRecord(
                at, "the ruling gives {count} ranks, but the match has {seats} seats", count=count, seats=seats
            )
    elif word is not None and word.name == "outage":
        if note and note not in CAUSES:  # Older records have no causes.
            note, known = repr(note[:40]), ", ".join(CAUSES)
            raise BadRecord(
                at, "the note is {note}, but the cause of an outage must be one of {causes}", note=note, causes=known
            )
    elif seen != note:
        note, seen = repr(note[:40]), repr(seen[:40])
        raise BadRecord(at, "the note is {note}; expected {seen}", note=note, seen=seen)


def _check_key(record: Record, end: Line, key: Keyring | None, known: Keyring, at: int) -> None:
    public_key = end["public_key"]
    if key is not None and public_key not in key:
        unsigned = public_key is None
        raise BadRecord(
            at, say("the record is not signed") if unsigned else say("the record is signed with a different key")
        )
    if public_key is None:
        return
    # Records without a time of signing were signed at the time of their last entry.
    signed_at = end.get("signed_at", record.entries[-1].get("at") if record.entries else None)
    refused = (known if key is None else key).refusal(public_key, signed_at)
    if refused:
        raise BadRecord(at, refused)


def _check_signature(record: Record, end: Line, last_hash: str, at: int) -> None:
    public_key, signature, header = end["public_key"], end["signature"], record.header
    if (public_key is None) != (signature is None):
        raise BadRecord(at, "the public key or the signature is missing; a signed record has both")
    if "key_id" in end and (public_key is None or end["key_id"] != hash_chain.key_id(public_key)):
        raise BadRecord(at, "the key ID does not match the public key")
    of_a_site = header["format"] == hash_chain.SITE_FORMAT
    if of_a_site and public_key is None:
        raise BadRecord(
            at, "records of the site {site} must be signed, but this one is not",
            site=repr(header["site"][:60]),
        )  # fmt: skip
    if of_a_site:
        _need(end, ("key_id", "signed_at"), at)
    signed = hash_chain.end_of(last_hash, end["outcome"], end["seed"], end.get("signed_at"))
    if public_key is not None and not hash_chain.value_signed_by(public_key, signature, signed):
        raise BadRecord(at, "the signature is invalid")
