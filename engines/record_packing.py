"""The packed form of a record: one short line per action, from which the JSON Lines are restored byte for byte.

What can be recomputed is left out: numbers, hashes, seals (from the revealed seed). The last hash is kept, and checked
on unpacking. docs/record-format.md specifies the lines.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines import hash_chain
from engines.randomness import derive_salt
from engines.record import MAX_ENTRIES, BadRecord, Record, format_lines, parse_records, split_lines
from engines.verification import checks

FIRST_LINE = "league-zero-packed/1"
MAX_SEATS = 99
_TIMES = r"(?:@(?P<at>-?[0-9]{1,19}))?(?:\+(?P<lag>[1-9][0-9]{0,18}))?(?:>(?P<judged>-?[0-9]{1,19}))?"
_HEAD = re.compile(rf"(?P<by>-|0|[1-9][0-9]{{0,2}})(?P<mark>[!?]?)(?P<sealed>[0-9a-f]*){_TIMES}(?:~(?P<clocks>.*))?")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")


def pack(text: str | bytes) -> str:
    """Return the packed form of records. Raises BadRecord if a line is not canonical or the chain is broken."""
    records = parse_records(text, strict=True)
    packed = "".join(f"{line}\n" for record in records for line in _pack_record(record))
    lines, unpacked = split_lines(text), unpack(packed)
    for number, (line, restored) in enumerate(zip(lines, split_lines(unpacked), strict=True), 1):
        if line != restored:
            raise BadRecord(number, "This line can't be packed: it does not follow from the others.")
    return packed


def unpack(text: str | bytes) -> str:
    """Return the JSON Lines. Raises BadRecord for an unreadable packed line or a different last hash."""
    lines = split_lines(text)
    starts = [index for index, line in enumerate(lines) if line == FIRST_LINE]
    if not starts or starts[0]:
        raise BadRecord(1, "The first line of a packed record must be {line}.", line=repr(FIRST_LINE))
    objects = []
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        objects += _unpack_record(lines[first:end], first + 1)
    return "".join(format_lines(objects))


def _pack_record(record: Record) -> Iterator[str]:
    last_hash = checks.check_chain(record)
    end = record.closing
    seed = bytes.fromhex(end["seed"]) if end else None
    yield FIRST_LINE
    yield hash_chain.canonical_json(record.header)
    at, clocks = 0, [None] * record.seats
    for line, entry in enumerate(record.entries, record.first_line + 1):
        yield _pack_entry(entry, line, record.header["match"], seed, at, clocks)
        at, clocks = entry.get("at", at), entry.get("left", clocks)
    yield f"={last_hash}" + ("" if end is None else f" {hash_chain.canonical_json(end)}")


def _pack_entry(
    entry: Mapping[str, Any], line: int, match: str, seed: bytes | None, old_at: int, old_clocks: Sequence[Any]
) -> str:
    by = "-" if entry["by"] is None else str(entry["by"])
    sealed = ""
    if "sealed" in entry:
        if not entry["sealed"]:
            raise BadRecord(line, "This line can't be packed: its seal is empty.")
        is_computable = seed is not None and "do" in entry and entry["sealed"] == _compute_seal(seed, match, entry)
        sealed = "!" if is_computable else ("!" if "do" in entry else "?") + entry["sealed"]
    times = f"@{entry['at'] - old_at}" if "at" in entry else ""
    times += f"+{entry['lag']}" if "lag" in entry else ""
    times += f">{entry['judged'] - entry.get('at', old_at)}" if "judged" in entry else ""
    clocks = "~" + _pack_clocks(entry["left"], old_clocks) if "left" in entry else ""
    texts = [_escape(entry[key]) if key in entry else None for key in ("do", "note")]
    note = "" if texts[1] is None else f"\t{texts[1]}"
    if "nonce" in entry:
        note = f"\t{texts[1] or ''}\t{_escape(entry['nonce'])}"
    return f"{by}{sealed}{times}{clocks}\t{texts[0] or ''}{note}"


def _compute_seal(seed: bytes, match: str, entry: Mapping[str, Any]) -> str:
    return hash_chain.seal(derive_salt(seed, match, entry["n"]), entry["do"])


def _escape(text: str) -> str:
    """Return the text escaped as in a JSON string: no newline, no tab, plain ASCII."""
    return hash_chain.canonical_json(text)[1:-1]


def _pack_clocks(clocks: Sequence[Any], previous: Sequence[Any]) -> str:
    """Return the clocks by seat, "" for unchanged ones; all of them as JSON if they are not plain numbers."""
    if len(clocks) != len(previous) or any(isinstance(clock, dict) for clock in clocks):
        return hash_chain.canonical_json(clocks)
    written = ("-" if clock is None else str(clock) for clock in clocks)
    return ",".join("" if clock == old else text for clock, old, text in zip(clocks, previous, written, strict=True))


def _unpack_record(lines: Sequence[str], first_line: int) -> list[dict[str, Any]]:
    if len(lines) < 3:
        raise BadRecord(first_line + len(lines) - 1, "The packed record is incomplete.")
    header = _parse_object(lines[1], first_line + 1)
    last_line, (last_hash, _, ending) = first_line + len(lines) - 1, lines[-1].partition(" ")
    if not last_hash.startswith("="):
        raise BadRecord(last_line, "The packed record is incomplete: its last line must be = and the last hash.")
    end = _parse_object(ending, last_line) if ending else None
    if missing := [key for key, kind in (("match", str), ("seats", int)) if not isinstance(header.get(key), kind)]:
        raise BadRecord(first_line + 1, "The key {key} is missing from the header.", key=repr(missing[0]))
    if len(lines) - 3 > MAX_ENTRIES or not 0 <= header["seats"] <= MAX_SEATS:
        raise BadRecord(first_line + 1, "The record is too large.")
    try:
        seed = None if end is None else bytes.fromhex(end["seed"])
    except (KeyError, TypeError, ValueError):
        raise BadRecord(last_line, "The key 'seed' must be a hash in lower-case hex.") from None
    prev, at, clocks = hash_chain.hash_header(header), 0, [None] * header["seats"]
    objects: list[dict[str, Any]] = [header]
    for n, line in enumerate(lines[2:-1], 1):
        entry = _unpack_entry(line, n, first_line + 1 + n, at, clocks)
        if entry.get("sealed") == "":
            if seed is None:
                raise BadRecord(first_line + 1 + n, "A seal is omitted, but there is no seed to compute it from.")
            entry["sealed"] = _compute_seal(seed, header["match"], entry)
        at, clocks = entry.get("at", at), entry.get("left", clocks)
        entry["prev"] = prev
        entry["hash"] = prev = hash_chain.hash_entry(prev, entry)
        objects.append(entry)
    if prev != last_hash[1:]:
        raise BadRecord(last_line, "The last hash does not match: a line was changed.")
    return objects if end is None else [*objects, end]


def _unpack_entry(line: str, n: int, number: int, old_at: int, old_clocks: Sequence[Any]) -> dict[str, Any]:
    head, *texts = line.split("\t")
    match = _HEAD.fullmatch(head)
    if match is None or not 1 <= len(texts) <= 3:
        raise BadRecord(
            number, "An entry must be seat, tab and action, optionally followed by a tab and note, and a tab and nonce."
        )
    by, mark, sealed = match["by"], match["mark"], match["sealed"]
    if (sealed and not mark) or (mark == "?" and texts[0]):
        raise BadRecord(number, "A seal must follow ! (with the action) or ? (with the action withheld).")
    entry: dict[str, Any] = {"n": n, "by": None if by == "-" else int(by)}
    if mark != "?":
        entry["do"] = _unescape(texts[0], number)
    if len(texts) == 3:
        entry["nonce"] = _unescape(texts[2], number)
    if len(texts) == 2 or (len(texts) == 3 and texts[1]):
        entry["note"] = _unescape(texts[1], number)
    if match["at"] is not None:
        entry["at"] = old_at + _parse_number(match["at"], number)
    if match["lag"] is not None:
        entry["lag"] = int(match["lag"])
    if match["judged"] is not None:
        entry["judged"] = entry.get("at", old_at) + _parse_number(match["judged"], number)
    if match["clocks"] is not None:
        entry["left"] = _unpack_clocks(match["clocks"], old_clocks, number)
    return {**entry, "sealed": sealed} if mark else entry


def _unpack_clocks(clocks: str, old_clocks: Sequence[Any], line: int) -> list[Any]:
    if clocks.startswith("["):
        values = list(_parse_object(f'{{"left":{clocks}}}', line)["left"])
        if len(values) > MAX_SEATS:
            raise BadRecord(line, "The record is too large.")
        return values
    parts = clocks.split(",")
    if len(parts) != len(old_clocks):
        raise BadRecord(line, "There are {found} clocks; expected {wanted}.", found=len(parts), wanted=len(old_clocks))
    # Otherwise one character could repeat a clock of any size again and again.
    plain = [old is None or (type(old) is int and abs(old) < 1 << 63) for old in old_clocks]
    if any(not part and not is_plain for part, is_plain in zip(parts, plain, strict=True)):
        raise BadRecord(line, "{text} is not a whole number of milliseconds.", text=repr(""))
    return [
        old if not part else None if part == "-" else _parse_number(part, line)
        for part, old in zip(parts, old_clocks, strict=True)
    ]


def _parse_number(text: str, line: int) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadRecord(line, "{text} is not a whole number of milliseconds.", text=repr(text[:40]))
    return int(text)


def _unescape(escaped: str, line: int) -> str:
    try:
        text = json.loads(f'"{escaped}"')
    except ValueError:
        text = None
    if not isinstance(text, str) or _escape(text) != escaped:
        raise BadRecord(line, "Text must be escaped as in a JSON string.")
    return text


def _parse_object(line: str, number: int) -> dict[str, Any]:
    try:
        item = json.loads(line)
        is_canonical = isinstance(item, dict) and hash_chain.canonical_json(item) == line
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical:
        raise BadRecord(number, "This is not a JSON object in canonical form.")
    result: dict[str, Any] = item
    return result
