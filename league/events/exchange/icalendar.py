"""Calendars by RFC 5545: text, folding and escaping. It fetches nothing.

Times are in UTC, so that every calendar program shows them in its reader's own zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

PRODUCT = "-//League Zero//Events//EN"
MOST_BYTES = 75


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happens. `uid` stays the same however often the calendar is fetched."""

    uid: str
    starts_at: datetime
    title: str
    url: str
    text: str = ""
    ends_at: datetime | None = None


def written(name: str, entries: Iterable[Entry], at: datetime) -> str:
    """A calendar of this name; `at` is when it was made."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}", *(line for one in entries for line in _entry(one, at)), "END:VCALENDAR",
    ]  # fmt: skip
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _entry(one: Entry, at: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{one.uid}"
    yield f"DTSTAMP:{_moment(at)}"
    yield f"DTSTART:{_moment(one.starts_at)}"
    if one.ends_at and one.ends_at > one.starts_at:
        yield f"DTEND:{_moment(one.ends_at)}"
    yield f"SUMMARY:{escaped(one.title)}"
    if one.text:
        yield f"DESCRIPTION:{escaped(one.text)}"
    yield f"URL:{one.url}"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    r"""Text as a value (section 3.3.11).

    >>> escaped("Red, Blue; a\\b\nnext")
    'Red\\, Blue\\; a\\\\b\\nnext'
    """
    text = "".join(" " if ord(one) < 32 and one not in "\r\n" else one for one in text.replace("\x7f", " "))
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 octets, all but the first behind a space (section 3.1); no letter is cut."""
    part, size = "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > MOST_BYTES:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + length
    yield part


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
