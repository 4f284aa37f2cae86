"""The packed form of a record: one short line per action, from which the JSON Lines are restored byte for byte.

What can be recomputed is left out: numbers, hashes, seals (from the revealed seed). The last hash is kept, and checked
on unpacking. docs/record-format.md specifies the lines.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines import hash_chain
from engines.randomness import salt
from engines.record import MOST_ENTRIES, BadRecord, Record, as_lines, read_all, write
from engines.verification import checks

FIRST = "league-zero-packed/1"
MOST_SEATS = 99
_MOMENTS = r"(?:@(?P<at>-?[0-9]{1,19}))?(?:\+(?P<lag>[1-9][0-9]{0,18}))?(?:>(?P<judged>-?[0-9]{1,19}))?"
_HEAD = re.compile(rf"(?P<by>-|0|[1-9][0-9]{{0,2}})(?P<mark>[!?]?)(?P<sealed>[0-9a-f]*){_MOMENTS}(?:~(?P<clocks>.*))?")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")


def pack(text: str | bytes) -> str:
    """Return the packed form of records. Raises BadRecord if a line is not canonical or the chain is broken."""
    records = read_all(text, strict=True)
    packed = "".join(f"{line}\n" for record in records for line in _packed(record))
    whole, again = as_lines(text), unpack(packed)
    for at, (line, made) in enumerate(zip(whole, as_lines(again), strict=True), 1):
        if line != made:
            raise BadRecord(at, "this line can't be packed: it does not follow from the others")
    return packed


def unpack(text: str | bytes) -> str:
    """Return the JSON Lines. Raises BadRecord for an unreadable packed line or a different last hash."""
    lines = as_lines(text)
    starts = [at for at, line in enumerate(lines) if line == FIRST]
    if not starts or starts[0]:
        raise BadRecord(1, "the first line of a packed record must be {line}", line=repr(FIRST))
    made = []
    for first, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        made += _unpacked(lines[first:end], first + 1)
    return "".join(write(made))


def _packed(record: Record) -> Iterator[str]:
    last = checks.check_chain(record)
    end = record.closing
    seed = bytes.fromhex(end["seed"]) if end else None
    yield FIRST
    yield hash_chain.canonical(record.header)
    at, left = 0, [None] * record.seats
    for line, made in enumerate(record.entries, record.first_line + 1):
        yield _line(made, line, record.header["match"], seed, at, left)
        at, left = made.get("at", at), made.get("left", left)
    yield f"={last}" + ("" if end is None else f" {hash_chain.canonical(end)}")


def _line(made: Mapping[str, Any], line: int, match: str, seed: bytes | None, at: int, left: Sequence[Any]) -> str:
    by = "-" if made["by"] is None else str(made["by"])
    sealed = ""
    if "sealed" in made:
        if not made["sealed"]:
            raise BadRecord(line, "this line can't be packed: its seal is empty")
        fits = seed is not None and "do" in made and made["sealed"] == _seal(seed, match, made)
        sealed = "!" if fits else ("!" if "do" in made else "?") + made["sealed"]
    when = f"@{made['at'] - at}" if "at" in made else ""
    when += f"+{made['lag']}" if "lag" in made else ""
    when += f">{made['judged'] - made.get('at', at)}" if "judged" in made else ""
    clocks = "~" + _clocks(made["left"], left) if "left" in made else ""
    texts = [_escaped(made[key]) if key in made else None for key in ("do", "note")]
    note = "" if texts[1] is None else f"\t{texts[1]}"
    if "nonce" in made:
        note = f"\t{texts[1] or ''}\t{_escaped(made['nonce'])}"
    return f"{by}{sealed}{when}{clocks}\t{texts[0] or ''}{note}"


def _seal(seed: bytes, match: str, made: Mapping[str, Any]) -> str:
    return hash_chain.seal(salt(seed, match, made["n"]), made["do"])


def _escaped(text: str) -> str:
    """Return the text escaped as in a JSON string: no newline, no tab, plain ASCII."""
    return hash_chain.canonical(text)[1:-1]


def _clocks(now: Sequence[Any], before: Sequence[Any]) -> str:
    """Return the clocks by seat, "" for unchanged ones; all of them as JSON if they are not plain numbers."""
    if len(now) != len(before) or any(isinstance(clock, dict) for clock in now):
        return hash_chain.canonical(now)
    written = ("-" if clock is None else str(clock) for clock in now)
    return ",".join("" if clock == old else text for clock, old, text in zip(now, before, written, strict=True))


def _unpacked(lines: Sequence[str], first: int) -> list[dict[str, Any]]:
    if len(lines) < 3:
        raise BadRecord(first + len(lines) - 1, "the packed record is incomplete")
    header = _object(lines[1], first + 1)
    at_end, (last, _, ending) = first + len(lines) - 1, lines[-1].partition(" ")
    if not last.startswith("="):
        raise BadRecord(at_end, "the packed record is incomplete: its last line must be = and the last hash")
    end = _object(ending, at_end) if ending else None
    if missing := [key for key, kind in (("match", str), ("seats", int)) if not isinstance(header.get(key), kind)]:
        raise BadRecord(first + 1, "the key {key} is missing from the header", key=repr(missing[0]))
    if len(lines) - 3 > MOST_ENTRIES or not 0 <= header["seats"] <= MOST_SEATS:
        raise BadRecord(first + 1, "the record is too large")
    try:
        seed = None if end is None else bytes.fromhex(end["seed"])
    except (KeyError, TypeError, ValueError):
        raise BadRecord(at_end, "the key 'seed' must be a hash in lower-case hex") from None
    prev, at, left = hash_chain.header_hash(header), 0, [None] * header["seats"]
    made: list[dict[str, Any]] = [header]
    for n, line in enumerate(lines[2:-1], 1):
        entry = _entry(line, n, first + 1 + n, at, left)
        if entry.get("sealed") == "":
            if seed is None:
                raise BadRecord(first + 1 + n, "a seal is omitted, but there is no seed to compute it from")
            entry["sealed"] = _seal(seed, header["match"], entry)
        at, left = entry.get("at", at), entry.get("left", left)
        entry["prev"] = prev
        entry["hash"] = prev = hash_chain.entry_hash(prev, entry)
        made.append(entry)
    if prev != last[1:]:
        raise BadRecord(at_end, "the last hash does not match: a line was changed")
    return made if end is None else [*made, end]


def _entry(line: str, n: int, at: int, before: int, left: Sequence[Any]) -> dict[str, Any]:
    head, *texts = line.split("\t")
    read = _HEAD.fullmatch(head)
    if read is None or not 1 <= len(texts) <= 3:
        raise BadRecord(
            at, "an entry must be seat, tab and action, optionally followed by a tab and note, and a tab and nonce"
        )
    by, mark, sealed = read["by"], read["mark"], read["sealed"]
    if (sealed and not mark) or (mark == "?" and texts[0]):
        raise BadRecord(at, "a seal must follow ! (with the action) or ? (with the action withheld)")
    made: dict[str, Any] = {"n": n, "by": None if by == "-" else int(by)}
    if mark != "?":
        made["do"] = _text(texts[0], at)
    if len(texts) == 3:
        made["nonce"] = _text(texts[2], at)
    if len(texts) == 2 or (len(texts) == 3 and texts[1]):
        made["note"] = _text(texts[1], at)
    if read["at"] is not None:
        made["at"] = before + _number(read["at"], at)
    if read["lag"] is not None:
        made["lag"] = int(read["lag"])
    if read["judged"] is not None:
        made["judged"] = made.get("at", before) + _number(read["judged"], at)
    if read["clocks"] is not None:
        made["left"] = _left(read["clocks"], left, at)
    return {**made, "sealed": sealed} if mark else made


def _left(clocks: str, before: Sequence[Any], at: int) -> list[Any]:
    if clocks.startswith("["):
        made = list(_object(f'{{"left":{clocks}}}', at)["left"])
        if len(made) > MOST_SEATS:
            raise BadRecord(at, "the record is too large")
        return made
    parts = clocks.split(",")
    if len(parts) != len(before):
        raise BadRecord(at, "there are {found} clocks; expected {wanted}", found=len(parts), wanted=len(before))
    # Otherwise one character could repeat a clock of any size again and again.
    plain = [old is None or (type(old) is int and abs(old) < 1 << 63) for old in before]
    if any(not part and not fits for part, fits in zip(parts, plain, strict=True)):
        raise BadRecord(at, "{text} is not a whole number of milliseconds", text=repr(""))
    return [
        old if not part else None if part == "-" else _number(part, at) for part, old in zip(parts, before, strict=True)
    ]


def _number(text: str, at: int) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadRecord(at, "{text} is not a whole number of milliseconds", text=repr(text[:40]))
    return int(text)


def _text(escaped: str, at: int) -> str:
    try:
        text = json.loads(f'"{escaped}"')
    except ValueError:
        text = None
    if not isinstance(text, str) or _escaped(text) != escaped:
        raise BadRecord(at, "text must be escaped as in a JSON string")
    return text


def _object(line: str, at: int) -> dict[str, Any]:
    try:
        item = json.loads(line)
        sound = isinstance(item, dict) and hash_chain.canonical(item) == line
    except (ValueError, RecursionError):
        sound = False
    if not sound:
        raise BadRecord(at, "this is not a JSON object in canonical form")
    made: dict[str, Any] = item
    return made
