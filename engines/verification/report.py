"""The findings of a record's verification in plain words, for pages and people who do not read code."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engines import hash_chain, record_packing
from engines.common import format_list
from engines.hash_chain import Keyring, to_keyring
from engines.i18n import join, mark, translate as _, translate_n
from engines.record import BadRecord, Record, parse_records
from engines.verification.checks import STEPS, CheckProgress, check_record, describe_unchecked_times

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
        return all(finding.state != FAULT for finding in self.findings)


def examine_record(text: str | bytes, keys: Keyring | Collection[str] = (), max_entries: int | None = None) -> Report:
    """Verify one record, packed or not. `keys` are the known public keys (in hex).

    A text of more than `max_entries` entries is not even unpacked.
    """
    progress, record, keys, fault = CheckProgress(), None, to_keyring(keys), ""
    steps: tuple[str, ...] = STEPS
    try:
        record = _read(text, max_entries)
        check_record(record, progress=progress, known_keys=keys)
    except BadRecord as error:
        steps, fault = tuple(progress.done) if record is not None else (), str(error)
    findings: list[Finding] = []
    for step in STEPS:
        title, describe = _FINDINGS[step]
        if step in steps and record is not None:
            state, sentence = describe(progress, record, keys)
        elif len(findings) == len(steps):
            state, sentence = FAULT, fault
        else:
            state, sentence = NOT_REACHED, _("Not checked because of the problem above.")
        findings.append(Finding(step, _(title), state, sentence))
    return Report(tuple(findings), record)


def _read(text: str | bytes, max_entries: int | None) -> Record:
    """Return one record, packed or not. Lines are counted first: a record has at most three besides its entries."""
    packed = record_packing.FIRST_LINE.encode() if isinstance(text, bytes) else record_packing.FIRST_LINE
    lines = text.count(b"\n") if isinstance(text, bytes) else text.count("\n")
    if max_entries is not None and lines > max_entries + 3:
        count = f"{max_entries:,}"
        raise BadRecord(1, "There are more than {count} entries. Use the command line to check longer records.", count=count)
    records = parse_records(record_packing.unpack(text) if text[: len(packed)] == packed else text, strict=True)
    if len(records) != 1:
        raise BadRecord(records[1].first_line, "A second record begins here. Check one record at a time.")
    return records[0]


_StateAndText = tuple[str, str]


def _describe_form(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    number, version = len(record.entries), record.engine.version
    text = translate_n(
        "A complete record of {game} (rules version {version}) with {number} entry and nothing else.",
        "A complete record of {game} (rules version {version}) with {number} entries and nothing else.",
        number,
        number=f"{number:,}",
        game=record.engine.name,
        version=version,
    )
    return SOUND, f"{text} {_describe_site(record.header)}".rstrip()


def _describe_site(header: Mapping[str, Any]) -> str:
    """Return players, site and event as named in the header of a site's record."""
    if "players" not in header:
        return ""
    names = [player.get("name", _("deleted player")) for player in header["players"]]
    text = _("Played by {players} at {site}.", players=format_list(names), site=header["site"])
    event = header["event"]
    if not event:
        return text
    return join([text, _("Event: {event}, {place}.", event=event["name"], place=event["place"])])


def _describe_chain(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    last = record.entries[-1]["hash"] if record.entries else hash_chain.hash_header(record.header)
    return SOUND, _(
        "Each entry contains the hash of the previous one, so no entry was changed, added, moved or removed "
        "later. The last hash is {hash}.",
        hash=last,
    )


def _describe_seed(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    if "draws" in record.header:
        return _join_sound(
            _("The server seed revealed at the end matches the hash published before the first action."),
            _("The match is part of a duplicate: matches {draws} have the same draws.", draws=record.header["draws"]),
            _("Client seeds don't enter its draws. Every draw came to both players, once on each side."),
        )
    names = [_(name) for name in record.engine.seat_names]
    nonces = record.header["nonces"]
    gave, none = ([names[seat] for seat, nonce in enumerate(nonces) if bool(nonce) == flag] for flag in (True, False))
    number = f"{progress.nonces:,}"
    return _join_sound(
        _("The server seed revealed at the end matches the hash published before the first action."),
        gave
        and _("{seats} added a client seed to every draw, so the server could not choose the draws.", seats=format_list(gave)),
        none and gave and _("{seats} added no client seed.", seats=format_list(none)),
        progress.nonces
        and translate_n(
            "{number} move added a client seed, used in the draws after another seat's next one.",
            "{number} moves added client seeds, each used in the draws after another seat's next one.",
            progress.nonces,
            number=number,
        ),
        none
        and not (gave or progress.nonces)
        and _("{seats} added no client seed, so the draws rely on the published hash alone.", seats=format_list(none)),
    )


def _join_sound(*parts: object) -> _StateAndText:
    """Return a sound finding with the sentences that are not empty."""
    return SOUND, " ".join(str(part) for part in parts if part)


def _describe_play(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    return _join_sound(
        translate_n(
            "{number} player action was replayed and is legal.",
            "{number} player actions were replayed and are legal.",
            progress.moves,
            number=f"{progress.moves:,}",
        ),
        progress.draws
        and translate_n(
            "{number} action of the referee matches the rules and the seed.",
            "{number} actions of the referee match the rules and the seed.",
            progress.draws,
            number=f"{progress.draws:,}",
        ),
        progress.rulings
        and translate_n(
            "{number} ruling of the referee is valid for this match.",
            "{number} rulings of the referee are valid for this match.",
            progress.rulings,
            number=f"{progress.rulings:,}",
        ),
        progress.seals
        and translate_n(
            "{number} secret action was sealed when made and never changed.",
            "{number} secret actions were sealed when made and never changed.",
            progress.seals,
            number=f"{progress.seals:,}",
        ),
    )


def _describe_clocks(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    clocks = progress.clocks
    if clocks is None:
        unchecked = describe_unchecked_times(record, progress)
        return NOTHING, unchecked or _("The record has no time control, so there are no clocks to check.")
    if clocks.blind is not None and not clocks.entries:
        return NOTHING, _("The clocks could not be recalculated. {reason}", reason=clocks.blind)
    text = translate_n(
        "Every seat's time was recalculated at {number} entry and matches the record.",
        "Every seat's time was recalculated at {number} entries and matches the record.",
        clocks.entries,
        number=f"{clocks.entries:,}",
    )
    flags = translate_n(
        "{number} time-out was correct.", "{number} time-outs were correct.", clocks.flags, number=f"{clocks.flags:,}"
    )
    return _join_sound(
        text,
        flags if clocks.flags else _("No time-out was missed."),
        _("The server took at most {ms} ms to confirm a move. This time didn't count on any clock.", ms=clocks.waited),
        clocks.lag and _("{ms} ms were credited back for lag.", ms=clocks.lag),
        clocks.blind,
    )


def _describe_outcome(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    outcome = (record.closing or {})["outcome"]
    if outcome is None:
        return SOUND, _("The match was stopped without a result, and replaying the entries gives none.")
    names = record.engine.seat_names
    return SOUND, _(
        "Replaying the entries gives the recorded result. {reason} Ranks: {places}.",
        reason=_(record.engine.reasons.get(outcome["reason"], outcome["reason"])),
        places=", ".join(
            f"{rank}. {_(names[seat])}" for rank, seat in sorted((rank, seat) for seat, rank in enumerate(outcome["ranks"]))
        ),
    )


def _describe_signature(progress: CheckProgress, record: Record, keys: Keyring) -> _StateAndText:
    public_key = (record.closing or {})["public_key"]
    if public_key is None:
        return NOTHING, _("This record is not signed. It is consistent, but anyone could have made it.")
    name = hash_chain.compute_key_id(public_key)
    if public_key in keys:
        return SOUND, _("Signed with the key {name}, one of the published keys.", name=name)
    return NOTHING, _("Signed with the key {name} and unchanged since. This key is unknown here: check whose it is.", name=name)


_FINDINGS: Mapping[str, tuple[str, Callable[[CheckProgress, Record, Keyring], _StateAndText]]] = {
    "form": (mark("File"), _describe_form),
    "chain": (mark("Hash chain"), _describe_chain),
    "seed": (mark("Server seed"), _describe_seed),
    "play": (mark("Moves"), _describe_play),
    "clocks": (mark("Clocks"), _describe_clocks),
    "outcome": (mark("Result"), _describe_outcome),
    "signature": (mark("Signature"), _describe_signature),
}
"""By step: its title, and what to say about it if there is no fault."""
