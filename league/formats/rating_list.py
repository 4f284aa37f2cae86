"""FIDE's rating lists (ratings.fide.com): text with fixed columns, or XML. Read piece by piece, for some players only."""

import html
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import BinaryIO

from engines.i18n import translate as _

KINDS = ("standard", "rapid", "blitz")
MAX_LINE, MAX_NUMBER_LENGTH = 1_000, 11
CHUNK, MAX_PLAYER_BYTES = 65_536, 20_000
_COLUMNS = {"Name": "name", "Fed": "federation", "Sex": "sex", "Tit": "title", "RRtng": "rapid", "BRtng": "blitz"}
_STANDARD = re.compile(r"SRtng|[A-Z]{3}\d\d")
"""The column of standard ratings: in lists of one kind it is named by its month, such as NOV24."""
_WORD = re.compile(r"ID Number|\S+")
_PLAYER = re.compile(r"<player>(.*?)</player>", re.DOTALL)
_TAG = re.compile(r"<(\w+)>([^<]*)</\1>")
_TAGS = {
    "fideid": "number", "name": "name", "country": "federation", "sex": "sex", "title": "title",
    "rating": "standard", "rapid_rating": "rapid", "blitz_rating": "blitz",
}  # fmt: skip


class BadList(ValueError):
    """Raised for a file that isn't a rating list."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a rating list; `number` is the FIDE ID, ratings are 0 if there is none."""

    number: str
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    standard: int = 0
    rapid: int = 0
    blitz: int = 0


def normalize_name(name: str) -> str:
    """Return a name for comparisons, whatever its case and spaces.

    >>> normalize_name("Alm,  Ada") == normalize_name("ALM,Ada ")
    True
    """
    return re.sub(r"\s*,\s*", ",", " ".join(name.split())).casefold()


def find_listed_players(file: BinaryIO, numbers: Collection[str], names: Collection[str]) -> list[ListedPlayer]:
    """Return the players with one of these FIDE IDs or normalized names. Raises BadList for another kind of file."""
    start = file.read(CHUNK).removeprefix(b"\xef\xbb\xbf")
    rows = _read_xml(start, file) if start.lstrip().startswith(b"<") else _read_text(start, file)
    return [player for player in rows if player.number in numbers or normalize_name(player.name) in names]


def _read_text(start: bytes, file: BinaryIO) -> Iterator[ListedPlayer]:
    lines = _split_lines(start, file)
    columns = _find_columns(next(lines, ""))
    for line in lines:
        values = {name: line[part].strip() for name, part in columns.items()}
        if values["number"].isascii() and values["number"].isdigit():
            yield _build_player(values)


def _list_chunks(start: bytes, file: BinaryIO) -> Iterator[bytes]:
    return chain([start], iter(partial(file.read, CHUNK), b""))


def _split_lines(start: bytes, file: BinaryIO) -> Iterator[str]:
    rest = b""
    for chunk in _list_chunks(start, file):
        *lines, rest = (rest + chunk).split(b"\n")
        if any(len(line) > MAX_LINE for line in (*lines, rest)):
            raise BadList(_("This isn't a rating list of FIDE: a line is too long."))
        yield from (line.decode("utf-8", "replace") for line in lines)
    yield rest.decode("utf-8", "replace")


def _find_columns(header: str) -> dict[str, slice]:
    """Return the columns by field from the headings, each of which begins its column."""
    words = [(match[0], match.start()) for match in _WORD.finditer(header)]
    columns = {}
    for index, (word, first) in enumerate(words):
        name = "number" if word == "ID Number" else "standard" if _STANDARD.fullmatch(word) else _COLUMNS.get(word)
        if name:
            columns[name] = slice(first, words[index + 1][1] if index + 1 < len(words) else None)
    if not {"number", "name", "standard"} <= columns.keys():
        raise BadList(_("This isn't a rating list of FIDE: the first line must have ID Number, Name and a rating."))
    return columns


def _read_xml(start: bytes, file: BinaryIO) -> Iterator[ListedPlayer]:
    if b"<playerslist" not in start:
        raise BadList(_("This isn't a rating list of FIDE: there is no playerslist."))
    rest = b""
    for chunk in _list_chunks(start, file):
        text, end = rest + chunk, 0
        for match in _PLAYER.finditer(text.decode("latin-1")):
            end = match.end()
            fields = _TAG.findall(match[1].encode("latin-1").decode("utf-8", "replace"))
            values = {_TAGS[tag]: html.unescape(value.strip()) for tag, value in fields if tag in _TAGS}
            if values.get("number", "").isdigit():
                yield _build_player(values)
        rest = text[end:]
        if len(rest) > CHUNK + MAX_PLAYER_BYTES:
            raise BadList(_("This isn't a rating list of FIDE: it has no players."))


def _build_player(values: Mapping[str, str]) -> ListedPlayer:
    number = values["number"].lstrip("0")[:MAX_NUMBER_LENGTH]
    name, federation, sex, title = (values.get(field, "") for field in ("name", "federation", "sex", "title"))
    standard, rapid, blitz = (_parse_rating(values.get(kind, "")) for kind in KINDS)
    return ListedPlayer(number, name, federation, sex, title, standard, rapid, blitz)


def _parse_rating(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
