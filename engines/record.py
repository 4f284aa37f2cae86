"""Match records in JSON Lines: a header, one object per entry, a closing line (docs/record-format.md)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain, play, registry
from engines.common import render_outcome
from engines.contract import AnyEngine, BadOption, IllegalAction, Json, Options, Outcome, Seat
from engines.hash_chain import FORMAT, FORMATS, SITE_FORMAT, hash_entry, hash_header
from engines.i18n import mark, translate as _
from engines.randomness import is_duplicate_name
from engines.registry import UnknownGame

MAX_LINE_LENGTH = 1 << 20
MAX_BYTES = 1 << 26
MAX_ENTRIES = 100_000
MAX_FAULT_LENGTH = 400
"""Maximum characters of a fault's sentence, which may quote the record."""

__all__ = ["FORMAT", "BadRecord", "Record", "hash_entry", "hash_header"]


class BadRecord(ValueError):
    """An invalid record: `line` (from 1) and the fault in one sentence."""

    def __init__(self, line: int, message: str, /, **params: object) -> None:
        super().__init__(_("Line {line}: {fault}", line=line, fault=to_one_line(_(message, **params))))
        self.line = line


def to_one_line(text: str) -> str:
    """Return the text as one printable line of at most `MAX_FAULT_LENGTH` characters."""
    shortened = text if len(text) <= MAX_FAULT_LENGTH else f"{text[: MAX_FAULT_LENGTH - 1]}…"
    return "".join(char if char.isprintable() else "\ufffd" for char in shortened)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 63


def _is_clock(value: Any) -> bool:
    """Return whether this is a clock in ms: a number, null without a clock, or several named numbers."""
    return value is None or _is_number(value) or (isinstance(value, dict) and all(map(_is_number, value.values())))


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) % 2 == 0 and set(value) <= set("0123456789abcdef")


def _is_list(value: Any, of: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(of, value))


def _is_outcome(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict)
        and sorted(value) == ["ranks", "reason"]
        and _is_list(value["ranks"], _is_number)
        and _is_text(value["reason"])
    )


def _is_player(value: Any) -> bool:
    """Return whether this is a player of a site; `name` and its `salt` must both be there or both be missing."""
    return (
        isinstance(value, dict)
        and all(map(_is_text, value.values()))
        and {"id", "sealed"} <= set(value) <= {"id", "sealed", "name", "salt", "bot"}
        and ("name" in value) == ("salt" in value)
    )


def _is_event(value: Any) -> bool:
    """Return whether this is the event of a match; null if it has none."""
    return value is None or (
        isinstance(value, dict) and sorted(value) == ["id", "name", "place"] and all(map(_is_text, value.values()))
    )


_Check = tuple[Callable[[Any], bool], str]
"""The condition on the value of a key, and the message if it is not met."""
_TEXT: _Check = (_is_text, mark("The key {key} must be a string."))
_NUMBER: _Check = (_is_number, mark("The key {key} must be a whole number."))
_MS: _Check = (_is_number, mark("The key {key} must be a whole number of milliseconds."))
_HASH: _Check = (_is_hex, mark("The key {key} must be a hash in lower-case hex."))
_HEX_OR_NULL: _Check = (lambda value: value is None or _is_hex(value), mark("The key {key} must be null or lower-case hex."))
_HEADER: Mapping[str, _Check] = {
    "format": _TEXT,
    "game": _TEXT,
    "version": _NUMBER,
    "options": (lambda value: isinstance(value, dict), mark("The key {key} must be an object.")),
    "seats": _NUMBER,
    "match": _TEXT,
    "nonces": (lambda value: _is_list(value, _is_text), mark("The key {key} must be a list of strings.")),
    "commitment": _HASH,
    "control": (
        lambda value: isinstance(value, dict) and all(_is_number(ms) and ms >= 0 for ms in value.values()),
        mark("The key {key} must be an object of whole numbers."),
    ),
    "began": _MS,
}
_SITE_HEADER: Mapping[str, _Check] = {
    "draws": (is_duplicate_name, mark("The key {key} must be two match numbers, the lower first, with + between them.")),
    "site": (lambda value: _is_text(value) and bool(value), mark("The key {key} must be a string.")),
    "players": (lambda value: _is_list(value, _is_player), mark("The key {key} must be a list of players.")),
    "event": (_is_event, mark("The key {key} must be null or an object with id, name and place.")),
}
_ENTRY: Mapping[str, _Check] = {
    "n": _NUMBER,
    "by": (lambda value: value is None or _is_number(value), mark("The key {key} must be a seat number or null.")),
    "do": _TEXT,
    "note": _TEXT,
    "at": _MS,
    "left": (lambda value: _is_list(value, _is_clock), mark("The key {key} must be a list of milliseconds.")),
    "lag": (
        lambda value: _is_number(value) and value > 0,
        mark("The key {key} must be a whole number of milliseconds above 0."),
    ),
    "judged": _MS,
    "sealed": _HASH,
    "prev": _HASH,
    "hash": _HASH,
}
_SITE_ENTRY: Mapping[str, _Check] = {
    "nonce": (
        lambda value: _is_text(value) and 1 <= len(value) <= 64 and value.isprintable(),
        mark("The key {key} must be 1 to 64 printable characters."),
    )
}
_CLOSING: Mapping[str, _Check] = {
    "outcome": (_is_outcome, mark("The key {key} must be null or an object with ranks and reason.")),
    "seed": _HASH,
    "public_key": _HEX_OR_NULL,
    "signature": _HEX_OR_NULL,
    "key_id": _HASH,
}
_SITE_FORM = {**_HEADER, **_SITE_HEADER}, {**_ENTRY, **_SITE_ENTRY}, {**_CLOSING, "signed_at": _MS}
"""The form of a site's record: header, entries, closing line."""
_REQUIRED_KEYS = {"format", "game", "version", "options", "seats", "site", "players", "event", "n", "by", "outcome"}


def _check_keys(item: Mapping[str, Any], line: int, checks: Mapping[str, _Check], *required: str) -> None:
    """Raise BadRecord unless all keys are known and valid, and those in _REQUIRED_KEYS and `required` are there."""
    for name, (is_valid, message) in checks.items():
        if name not in item:
            if name in _REQUIRED_KEYS or name in required:
                raise BadRecord(line, "The key {key} is missing.", key=repr(name))
        elif not is_valid(item[name]):
            raise BadRecord(line, message, key=repr(name))
    if unknown := sorted(set(item) - set(checks)):
        raise BadRecord(line, "The key {key} is unknown.", key=repr(unknown[0][:40]))


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record: its engine and the objects of its lines; `first_line` is its first line in the file."""

    engine: AnyEngine
    options: Options
    seats: int
    header: Mapping[str, Any]
    entries: Sequence[Mapping[str, Any]]
    closing: Mapping[str, Any] | None
    first_line: int = 1

    def positions(self) -> Iterator[play.Position[Any]]:
        """Yield every position, from before the first entry. Raises BadRecord at a sealed or illegal entry."""
        position = play.begin(self.engine, self.options, self.seats)
        yield position
        for line, entry in enumerate(self.entries, self.first_line + 1):
            if "do" not in entry:
                raise BadRecord(line, "The action is still sealed.")
            try:
                position = play.advance(self.engine, position, entry["by"], entry["do"])
            except IllegalAction as error:
                action = repr(entry["do"][:40])
                raise BadRecord(line, "{did} is not legal. {why}", did=action, why=error.text) from None
            yield position


def build_header(
    engine: AnyEngine,
    options: Options,
    *,
    seats: int,
    match: str,
    nonces: Sequence[str],
    commitment: str,
    control: Mapping[str, Json] | None = None,
    began: int | None = None,
    site_data: Mapping[str, Json] | None = None,
    draws: str = "",
) -> dict[str, Json]:
    """Return the first line. `options` are complete (`engine.options`), `commitment` is from `engines.randomness`.

    `control` is the time control in whole numbers, `began` (ms since 1970) when the first clocks started. `site_data`
    has `site`, `players` (see `build_player`) and `event` of a match hosted by a site. `draws` names the draws of a
    duplicate, the same in both of its matches.
    """
    times: dict[str, Json] = {} if control is None else {"control": dict(control), "began": began}
    shared: dict[str, Json] = {"draws": draws} if draws else {}
    return (
        times
        | shared
        | {
            **(site_data or {}),
            "format": FORMAT if site_data is None else SITE_FORMAT,
            "game": engine.key,
            "version": engine.version,
            "options": dict(options),
            "seats": seats,
            "match": match,
            "nonces": list(nonces),
            "commitment": commitment,
        }
    )


def build_player(player_id: str, name: str, salt: str, *, bot: str = "") -> dict[str, Json]:
    """Return a player for the header: the stable id, and the name at that time with the seal that the hash covers."""
    data: dict[str, Json] = {"id": player_id, "name": name, "salt": salt, "sealed": hash_chain.seal(salt, name)}
    return data | ({"bot": bot} if bot else {})


def remove_name(player: Mapping[str, Json]) -> dict[str, Json]:
    """Return a player of a header without the name, which keeps the record valid."""
    return {key: value for key, value in player.items() if key not in hash_chain.NAME_KEYS}


def build_entry(
    prev: str,
    n: int,
    by: Seat | None,
    do: str,
    *,
    note: str = "",
    at: int | None = None,
    left: Sequence[Json] | None = None,
    lag: int = 0,
    judged: int | None = None,
    salt: str | None = None,
    nonce: str = "",
) -> dict[str, Json]:
    """Return an entry with its hash. `at` is in ms since 1970, `left` in ms by seat, `salt` seals a secret action.

    `nonce` is the player's seed sent with the move, `lag` the lag compensation of the move in ms, `judged` (ms since
    1970) when the clocks it started began to run, if not at `at`.
    """
    result: dict[str, Json] = {"n": n, "by": by, "do": do, "prev": prev}
    extra = {
        "note": note or None, "nonce": nonce or None,
        "at": at, "left": left, "lag": lag or None, "judged": None if judged == at else judged,
        "sealed": None if salt is None else hash_chain.seal(salt, do),
    }  # fmt: skip
    result.update({key: value for key, value in extra.items() if value is not None})
    result["hash"] = hash_entry(prev, result)
    return result


def build_closing(last_hash: str, outcome: Outcome | None, seed: bytes, key: Ed25519PrivateKey | None) -> dict[str, Json]:
    """Return the last line: outcome (null if the match was stopped), revealed seed, and a signature with the key."""
    signed = None if key is None else hash_chain.sign(key, last_hash, render_outcome(outcome), seed.hex())
    return build_signed_closing(outcome, seed, signed)


def build_signed_closing(
    outcome: Outcome | None, seed: bytes, signed: tuple[str, str] | None, signed_at: int | None = None
) -> dict[str, Json]:
    """Return the last line with the result of `hash_chain.sign` at the end of the match; None if it is unsigned."""
    public_key, signature = signed or (None, None)
    key_data: dict[str, Json] = {} if public_key is None else {"key_id": hash_chain.compute_key_id(public_key)}
    if signed_at is not None and public_key is not None:
        key_data["signed_at"] = signed_at
    end: dict[str, Any] = {"outcome": render_outcome(outcome), "seed": seed.hex()}
    return end | {"public_key": public_key, "signature": signature} | key_data


def format_lines(objects: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """Yield the lines of a record, each with its newline."""
    return (hash_chain.canonical_json(item) + "\n" for item in objects)


def parse_record(text: str | bytes) -> Record:
    """Return the only record in a text. Raises BadRecord with line and fault."""
    records = parse_records(text)
    if len(records) != 1:
        raise BadRecord(
            records[1].first_line,
            "This file must contain one record, not {count}. The second one begins here.",
            count=len(records),
        )
    return records[0]


def parse_records(text: str | bytes, *, strict: bool = False) -> list[Record]:
    """Return all records in a text, one after another. `strict` requires every line in canonical form."""
    groups: list[tuple[int, list[dict[str, Any]]]] = []
    for number, line in enumerate(split_lines(text), 1):
        item = _parse_line(line, number, strict)
        if "format" in item:
            groups.append((number, []))
        elif not groups:
            raise BadRecord(number, "The header is missing: the first line has no key 'format'.")
        groups[-1][1].append(item)
    if not groups:
        raise BadRecord(1, "The record is empty.")
    if strict and text[-1:] not in ("\n", b"\n"):
        raise BadRecord(number, "The last line has no line break.")
    return [_build_record(items, first) for first, items in groups]


def split_lines(text: str | bytes) -> list[str]:
    """Return the lines of a text without newlines. Raises BadRecord if it is too large or not UTF-8."""
    if len(text) > MAX_BYTES:
        raise BadRecord(1, "The record is larger than {count} bytes.", count=MAX_BYTES)
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadRecord(error.object.count(b"\n", 0, error.start) + 1, "This is not valid UTF-8 text.") from None
    return decoded.removesuffix("\n").split("\n") if decoded else []


def _parse_line(line: str, number: int, strict: bool) -> dict[str, Any]:
    if len(line) > MAX_LINE_LENGTH:
        raise BadRecord(number, "The line is longer than {count} characters.", count=MAX_LINE_LENGTH)
    try:
        item = json.loads(line, object_pairs_hook=_to_dict, parse_constant=int)  # Not a number: int raises ValueError.
        canonical = not strict or hash_chain.canonical_json(item) == line
    except KeyError as error:
        raise BadRecord(number, "The key {key} appears twice in one object.", key=repr(error.args[0][:40])) from None
    except (ValueError, RecursionError):
        raise BadRecord(number, "This is not valid JSON.") from None
    if not canonical:
        raise BadRecord(number, "The line is not in canonical form.")
    if not isinstance(item, dict):
        raise BadRecord(number, "The line must be a JSON object.")
    return item


def _to_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises KeyError with the first duplicate key."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise KeyError(next(key for key in result if sum(key == other for other, _ in pairs) > 1))
    return result


def _build_record(items: list[dict[str, Any]], first_line: int) -> Record:
    header, *entries = items
    from_site = header["format"] == SITE_FORMAT
    header_checks, entry_checks, closing_checks = _SITE_FORM if from_site else (_HEADER, _ENTRY, _CLOSING)
    _check_keys(header, first_line, header_checks, *(["match"] if from_site else []))
    engine, options = _get_game(header, first_line)
    closing = entries.pop() if entries and "outcome" in entries[-1] else None
    if closing is not None:
        _check_keys(closing, first_line + len(items) - 1, closing_checks)
    if len(entries) > MAX_ENTRIES:
        raise BadRecord(first_line + MAX_ENTRIES, "There are more than {count} entries.", count=MAX_ENTRIES)
    for n, entry in enumerate(entries, 1):
        _check_entry(entry, n, first_line + n, header["seats"], entry_checks)
    return Record(engine, options, header["seats"], header, entries, closing, first_line)


def _get_game(header: Mapping[str, Any], line: int) -> tuple[AnyEngine, Options]:
    """Return the engine and the options of a header. Raises BadRecord if a match cannot begin with them."""
    if header["format"] not in FORMATS:
        actual, expected = repr(str(header["format"])[:40]), repr(FORMAT)
        raise BadRecord(line, "The format is {found}; expected {wanted}.", found=actual, wanted=expected)
    try:
        engine = registry.get(header["game"], header["version"])
        options = engine.options(header["options"])
        play.begin(engine, options, header["seats"])
    except (UnknownGame, BadOption) as error:
        raise BadRecord(line, str(error)) from None
    return engine, options


def _check_entry(entry: Mapping[str, Any], n: int, line: int, seats: int, checks: Mapping[str, _Check]) -> None:
    if "outcome" in entry:
        raise BadRecord(line, "There are lines after the closing line.")
    _check_keys(entry, line, checks)
    if entry["by"] is None and "nonce" in entry:
        raise BadRecord(line, "An entry of the referee can't have a nonce.")
    if entry["n"] != n:
        raise BadRecord(line, "The entry has number {found}; expected {wanted}.", found=entry["n"], wanted=n)
    if entry["by"] is not None and not 0 <= entry["by"] < seats:
        raise BadRecord(line, "Seat {seat} not found.", seat=entry["by"])
    if "do" not in entry and "sealed" not in entry:
        raise BadRecord(line, "The key 'do' is missing.")
