"""A line of text to its record."""

from __future__ import annotations

import re
from collections.abc import Callable

from league.formats.trf import columns, spacing
from league.formats.trf.columns import OffColumn, number, tenths
from league.formats.trf.records import (
    Acceleration,
    Byes,
    Fictitious,
    Field,
    Listed,
    National,
    Other,
    PlayerLine,
    Prohibited,
    Record,
    RoundDates,
    Team,
)

_FIELD = re.compile(r"(\d\d2|XX[A-Z]|BB[A-Z])(?=\s|$)")
_NATIONAL = re.compile(r"(?!DAT)[A-Z]{3} [ \d]{3}\d ")


def record(line: str) -> Record:
    """OffColumn with a sentence where a line that matters cannot be read."""
    text = line.rstrip()
    reader = _READERS.get(text[:3])
    if reader is not None and not text[3:4].strip():
        return reader(text)
    if _FIELD.match(text):
        return Field(text[:3], text[3:].strip())
    if _NATIONAL.match(text) and len(text) >= columns.PERSON["rating"].start:
        return National(text[:3], int(text[columns.START]), columns.person(text))
    if text.startswith("001"):
        return _player(text)
    return Other(line)


def _player(text: str) -> PlayerLine:
    try:
        return columns.player(text)
    except OffColumn as off:
        try:
            return spacing.player(text)
        except OffColumn as worse:
            raise worse if "\t" in text else off from None


def _dates(text: str) -> RoundDates | Field:
    rest = text[columns.ROUNDS :]
    found = tuple(rest[at : at + 8].strip() for at in range(0, len(rest), columns.CELL))
    kept = RoundDates(found)
    return kept if found and not text[3 : columns.ROUNDS].strip() else Field("132", text[3:].strip())


def _team(text: str) -> Team | Other:
    players = text[36:].split()
    if not all(word.isascii() and word.isdigit() for word in players):
        return Other(text)
    return Team(text[4:36].strip(), tuple(int(word) for word in players))


def _byes(text: str) -> Byes:
    kind, *rest = text[3:].split() or [""]
    if kind.upper() not in ("F", "H", "Z"):
        raise OffColumn("A 240 line names a bye F, H or Z in column 5.")
    found = _numbers(rest, "240")
    if len(found) < 2:
        raise OffColumn("A 240 line has a bye's letter, a round and at least one player.")
    return Byes(kind.upper(), found[0], found[1:])


def _acceleration(text: str) -> Acceleration:
    words = text[3:].split()
    if len(words) not in (5, 6):
        raise OffColumn("A 250 line has points, the first and last round, and the first and last player.")
    match_points = tenths(words[0]) if len(words) == 6 else None
    points = tenths(words[-5]) or 0
    first_round, last_round, first, last = _numbers(words[-4:], "250")
    if not (1 <= first_round <= last_round and 1 <= first <= last):
        raise OffColumn("A 250 line goes from a first round and player to a last one that is not before it.")
    return Acceleration(match_points, points, first_round, last_round, first, last)


def _fictitious(text: str) -> Fictitious:
    start = number(text[4:8], "the player of an XXA line (columns 5 to 8)")
    slots = [text[at : at + 5] for at in range(9, len(text), 5)]
    if not start:
        raise OffColumn("An XXA line names a player in columns 5 to 8.")
    if any(slot[4:].strip() for slot in slots) or text[8:9].strip():
        raise OffColumn("An XXA line has the points of round r in columns 5r + 5 to 5r + 8.")
    return Fictitious(start, tuple(tenths(slot) or 0 for slot in slots))


def _prohibited(text: str) -> Prohibited:
    found = _numbers(text[3:].split(), "260")
    if len(found) < 4 or not 1 <= found[0] <= found[1]:
        raise OffColumn("A 260 line has a first and a last round and at least two players.")
    return Prohibited(found[0], found[1], found[2:])


def _listed(text: str) -> Listed:
    return Listed(text[:3], _numbers(text[3:].split(), text[:3]))


def _numbers(words: list[str], code: str) -> tuple[int, ...]:
    return tuple(number(word, f"a {code} line") for word in words)


_READERS: dict[str, Callable[[str], Record]] = {
    "001": _player,
    "013": _team,
    "132": _dates,
    "240": _byes,
    "250": _acceleration,
    "260": _prohibited,
    "XXA": _fictitious,
    "XXP": _listed,
    "XXZ": _listed,
}
