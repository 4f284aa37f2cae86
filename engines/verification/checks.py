"""Verification of a record from an untrusted source: chain, seed, draws, actions, clocks, outcome, signature."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from engines import hash_chain, play
from engines.common import render_outcome
from engines.contract import AnyEngine, IllegalAction
from engines.hash_chain import Keyring, to_keyring
from engines.i18n import translate as _, translate_in
from engines.randomness import Mix, derive_salt, hash_seed, start_draws
from engines.record import BadRecord, Record, parse_records
from engines.referee_notation import CAUSES, MAX_REASON_LENGTH, is_reason, parse_word
from engines.verification.clock_replay import ClockReplay
from engines.verification.offer_checks import OfferChecker

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
    seeds = dict[tuple[str, str], str]()
    try:
        for record in parse_records(text, strict=True):
            progress = CheckProgress()
            check_record(record, key, progress)
            _check_twin(record, seeds)
            if unchecked is not None and (sentence := describe_unchecked_times(record, progress)):
                unchecked.append(sentence)
    except BadRecord as error:
        return str(error)
    return None


def _check_twin(record: Record, seeds: dict[tuple[str, str], str]) -> None:
    """Raise BadRecord if the text has the other match of the duplicate and that has another seed.

    `seeds` has the seeds of the records so far by site and draws.
    """
    if "draws" not in record.header or record.closing is None:
        return
    place = record.header["site"], record.header["draws"]
    if seeds.setdefault(place, record.closing["seed"]) != record.closing["seed"]:
        raise BadRecord(record.first_line, "The two matches of a duplicate have different seeds.")


def check_record(
    record: Record,
    key: Keyring | str | Collection[str] | None = None,
    progress: CheckProgress | None = None,
    known_keys: Keyring | None = None,
) -> None:
    """Raise BadRecord at the first fault of a finished record. `progress` is updated.

    `known_keys` need not have signed it; if one has, it must not have been revoked before.
    """
    progress = progress or CheckProgress()
    last_hash = check_chain(record)
    line, end = record.first_line + len(record.entries) + 1, record.closing
    if end is None:
        raise BadRecord(line - 1, "The record has no closing line: it was cut short, or the match is still running.")
    _require_keys(end, ("outcome", "seed", "public_key", "signature"), line)
    progress.done += ["form", "chain"]
    seed = bytes.fromhex(end["seed"])
    if hash_seed(seed) != record.header["commitment"]:
        raise BadRecord(line, "The server seed does not match the hash in the header.")
    progress.done.append("seed")
    position = _replay(record, seed, progress)
    progress.done.append("play")
    if progress.clocks is not None and progress.clocks.fault is not None:
        fault_line, text = progress.clocks.fault
        raise BadRecord(fault_line, text)
    progress.done.append("clocks")
    outcome = render_outcome(position.outcome)
    if end["outcome"] != outcome:
        none = translate_in("outcome", "none")
        stated, played = (
            none if value is None else hash_chain.canonical_json(value)[:80] for value in (end["outcome"], outcome)
        )
        raise BadRecord(
            line, "The recorded outcome is {recorded}, but the entries give {played}.", recorded=stated, played=played
        )
    progress.done.append("outcome")
    _check_signature(record, end, last_hash, line)
    _check_key(record, end, None if key is None else to_keyring(key), known_keys or Keyring(), line)
    progress.done.append("signature")


def describe_unchecked_times(record: Record, progress: CheckProgress) -> str:
    """Return what of the record's times was not checked, and why, as one sentence; "" if everything was."""
    if progress.clocks is None:
        untimed = _("The record has no time control, so the times in its entries (at, left, lag, judged) were not checked.")
        return untimed if any({"at", "left", "lag", "judged"} & set(entry) for entry in record.entries) else ""
    if progress.clocks.blind is None:
        return ""
    return _(
        "Clocks were checked for only {count} of {total} entries. {reason}",
        count=progress.clocks.entries,
        total=len(record.entries),
        reason=progress.clocks.blind,
    )


def check_chain(record: Record) -> str:
    """Return the last hash. Raises BadRecord if the chain is broken. Actions of running matches may be withheld."""
    _require_keys(record.header, ("match", "nonces", "commitment"), record.first_line)
    if len(record.header["nonces"]) != record.seats:
        raise BadRecord(record.first_line, "There must be {count} nonces, one per seat.", count=record.seats)
    _check_players(record)
    if "draws" in record.header and record.header["match"] not in record.header["draws"].split("+"):
        raise BadRecord(record.first_line, "The draws are those of other matches: {draws}.", draws=record.header["draws"][:40])
    last_hash = hash_chain.hash_header(record.header)
    for line, entry in enumerate(record.entries, record.first_line + 1):
        _require_keys(entry, ("prev", "hash"), line)
        if "left" in entry and len(entry["left"]) != record.seats:
            found, wanted = len(entry["left"]), record.seats
            raise BadRecord(line, "There are {found} clocks; expected {wanted}.", found=found, wanted=wanted)
        if entry["prev"] != last_hash:
            raise BadRecord(line, "The chain is broken: 'prev' is not the hash of the previous line.")
        last_hash = hash_chain.hash_entry(last_hash, entry)
        if entry["hash"] != last_hash:
            raise BadRecord(line, "The hash does not match the entry.")
    return last_hash


def _check_players(record: Record) -> None:
    """Raise BadRecord unless every seat has its player, and names match their seals."""
    players, line = record.header.get("players"), record.first_line
    if players is None:
        return
    if len(players) != record.seats:
        raise BadRecord(line, "There must be {count} players, one per seat.", count=record.seats)
    for seat, player in enumerate(players):
        if "name" in player and player["sealed"] != hash_chain.seal(player["salt"], player["name"]):
            raise BadRecord(line, "The name of the player on seat {seat} does not match its seal.", seat=seat)


def _require_keys(item: Line, keys: tuple[str, ...], line: int) -> None:
    for key in keys:
        if key not in item:
            raise BadRecord(line, "The key {key} is missing.", key=repr(key))


def _replay(record: Record, seed: bytes, progress: CheckProgress) -> play.Position[Any]:
    engine, seats, control = record.engine, record.seats, record.header.get("control")
    position = play.begin(engine, record.options, seats)
    clocks = None if control is None else ClockReplay(control, record.header.get("began"), seats)
    limit = play.time_limit(engine, record.options)
    if control is not None and control.get("limit_ms") != limit:
        found, wanted = map(hash_chain.canonical_json, (control.get("limit_ms"), limit))
        raise BadRecord(
            record.first_line, "The shared match clock is {found}, but the rules give {wanted}.", found=found, wanted=wanted
        )
    if clocks is not None:
        clocks.begin(play.to_act(engine, position))
    progress.clocks, offers = clocks, OfferChecker()
    for line, entry in enumerate(record.entries, record.first_line + 1):
        if "do" not in entry:
            raise BadRecord(line, "The action is still sealed.")
        _check_referee(record, position, entry, seed, progress.mix, line)
        active_seats = partial(play.list_active_seats, engine, position, seats)
        if (fault := offers.process_entry(entry["by"], entry["do"], active_seats, entry.get("note", ""))) is not None:
            raise BadRecord(line, fault)
        before, position = position, _check_step(record, position, entry, seed, line)
        _count_entry(progress, entry, engine)
        if "nonce" in entry:
            progress.mix = progress.mix.after(entry["by"], entry["nonce"])
        if clocks is not None and clocks.blind is None:
            turned = play.current_turn(engine, before) != play.current_turn(engine, position)
            acting = play.to_act(engine, position)
            clocks.process_entry(entry, line, turned=turned, acting=acting, over=position.outcome is not None)
    return position


def _count_entry(progress: CheckProgress, entry: Line, engine: AnyEngine) -> None:
    """Count an entry: the referee's are draws if the game's rules require them, otherwise rulings."""
    drawn = False
    if entry["by"] is None and entry["do"] not in engine.timed_actions:
        with suppress(IllegalAction):
            drawn = engine.decode(entry["do"]) is not None
    progress.moves += entry["by"] is not None
    progress.draws += drawn
    progress.rulings += entry["by"] is None and not drawn
    progress.seals += "sealed" in entry
    progress.nonces += "nonce" in entry


def _check_referee(record: Record, position: play.Position[Any], entry: Line, seed: bytes, mix: Mix, line: int) -> None:
    """Raise BadRecord unless the referee's action is the draw of the seed, a shared word, or due by a clock."""
    timed = entry["do"] in record.engine.timed_actions  # The rules decide whether it is possible in this match.
    if entry["by"] is not None or timed or parse_word(None, entry["do"]) is not None:
        return
    header = record.header
    match, nonces = header["match"], tuple(header["nonces"])
    draws = start_draws(seed, match, nonces, entry["n"], mix.settled, duplicate=header.get("draws", ""))
    expected = play.referee_action(record.engine, position, draws)
    if expected is None:
        raise BadRecord(line, "The referee's action was not expected here.")
    if expected != entry["do"]:
        recorded, drawn = repr(entry["do"][:40]), repr(expected[:40])
        raise BadRecord(line, "The referee's action is {did}, but the seed gives {drawn}.", did=recorded, drawn=drawn)


def _check_step(record: Record, position: play.Position[Any], entry: Line, seed: bytes, line: int) -> play.Position[Any]:
    try:
        step = play.step(record.engine, position, entry["by"], entry["do"])
    except IllegalAction as error:
        recorded = repr(entry["do"][:40])
        raise BadRecord(line, "{did} is not legal. {why}", did=recorded, why=error.text) from None
    if step.do != entry["do"]:
        form = repr(step.do[:40])
        raise BadRecord(line, "The action is not in its canonical form {form}.", form=form)
    _check_note(record, entry, step.note, line)
    if step.secret != ("sealed" in entry):
        raise BadRecord(line, _("A secret action is not sealed.") if step.secret else _("An open action is sealed."))
    if step.secret and entry["sealed"] != hash_chain.seal(derive_salt(seed, record.header["match"], entry["n"]), entry["do"]):
        raise BadRecord(line, "The seal does not match the action.")
    return step.position


def _check_note(record: Record, entry: Line, expected: str, line: int) -> None:
    """Raise BadRecord unless the note is a ruling's reason, an outage's cause, or what the rules add."""
    word, note = parse_word(entry["by"], entry["do"]), entry.get("note", "")
    if word is not None and word.takes_reason:
        if not is_reason(note):
            raise BadRecord(line, "A reason must be one line of at most {count} characters.", count=MAX_REASON_LENGTH)
        if word.name == "rule" and len(word.numbers) != record.seats:
            count, seats = len(word.numbers), record.seats
            raise BadRecord(line, "The ruling gives {count} ranks, but the match has {seats} seats.", count=count, seats=seats)
    elif word is not None and word.name == "outage":
        if note and note not in CAUSES:  # Older records have no causes.
            note, causes = repr(note[:40]), ", ".join(CAUSES)
            raise BadRecord(
                line, "The note is {note}, but the cause of an outage must be one of {causes}.", note=note, causes=causes
            )
    elif expected != note:
        note, expected = repr(note[:40]), repr(expected[:40])
        raise BadRecord(line, "The note is {note}; expected {seen}.", note=note, seen=expected)


def _check_key(record: Record, end: Line, key: Keyring | None, known_keys: Keyring, line: int) -> None:
    public_key = end["public_key"]
    if key is not None and public_key not in key:
        unsigned = public_key is None
        raise BadRecord(line, _("The record is not signed.") if unsigned else _("The record is signed with a different key."))
    if public_key is None:
        return
    # Records without a time of signing were signed at the time of their last entry.
    signed_at = end.get("signed_at", record.entries[-1].get("at") if record.entries else None)
    reason = (known_keys if key is None else key).refusal(public_key, signed_at)
    if reason:
        raise BadRecord(line, reason)


def _check_signature(record: Record, end: Line, last_hash: str, line: int) -> None:
    public_key, signature, header = end["public_key"], end["signature"], record.header
    if (public_key is None) != (signature is None):
        raise BadRecord(line, "The public key or the signature is missing; a signed record has both.")
    if "key_id" in end and (public_key is None or end["key_id"] != hash_chain.compute_key_id(public_key)):
        raise BadRecord(line, "The key ID does not match the public key.")
    from_site = header["format"] == hash_chain.SITE_FORMAT
    if from_site and public_key is None:
        raise BadRecord(
            line, "Records of the site {site} must be signed, but this one is not.",
            site=repr(header["site"][:60]),
        )  # fmt: skip
    if from_site:
        _require_keys(end, ("key_id", "signed_at"), line)
    signed_value = hash_chain.build_signed_value(last_hash, end["outcome"], end["seed"], end.get("signed_at"))
    if public_key is not None and not hash_chain.is_signed_by(public_key, signature, signed_value):
        raise BadRecord(line, "The signature is invalid.")
