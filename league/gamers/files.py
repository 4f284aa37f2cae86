"""CSV and TOML files of Gamers: reading, validation and writing. No queries.

A TOML file has `[[gamer]]` tables with the fields of a card (engines.incursion_point_zero.gamers); a CSV file has a
header and one Gamer a line, the stats in columns of their own.
"""

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines.i18n import join, translate as _
from engines.incursion_point_zero.cards import STATS
from engines.incursion_point_zero.gamers import check_card, list_talents
from league.exports import unescape_cell
from matches.errors import ActionError

MAX_BYTES = 512_000
MAX_ROWS = 2_000
REQUIRED_COLUMNS = ("handle", "name", "genre", "salary", "talent", *STATS)
COLUMNS = (*REQUIRED_COLUMNS, "text")
CSV, TOML = "csv", "toml"
EXAMPLES: tuple[dict[str, Any], ...] = (
    {
        "handle": "Nova", "name": "Ada Lind", "genre": "FPS", "salary": 7, "talent": "clutch",
        "stats": dict(zip(STATS, (3, 2, 5, 4, 1), strict=True)), "text": "Hums while she aims.",
    },
    {
        "handle": "Kestrel_9", "name": "Ben Okoro", "genre": "CCG", "salary": 3, "talent": None,
        "stats": dict(zip(STATS, (4, 3, 2, 2, 2), strict=True)), "text": "",
    },
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """A Gamer of a file, not validated, with its line in a CSV file or its position in a TOML file."""

    row: int
    card: Any


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a row of a file."""

    row: int
    handle: str
    field: str
    code: str
    text: str


def decode_file(content: bytes) -> str:
    """Decode a file. Raises ActionError: too-long, not-text."""
    if len(content) > MAX_BYTES:
        text = _("The file is larger than {limit} kB.", limit=MAX_BYTES // 1000)
        raise ActionError("too-long", text, "file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ActionError("not-text", _("The file isn't UTF-8 text. Save it as UTF-8 and try again."), "file") from None


def parse_file(text: str) -> list[Entry]:
    """Return the Gamers of a file. Raises ActionError: too-long, no-gamers, too-many-gamers, bad-csv, bad-toml, bad-columns."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise ActionError("too-long", _("The text is larger than {limit} kB.", limit=MAX_BYTES // 1000), "text")
    entries = _parse_toml(text) if detect_format(text) == TOML else _parse_csv(text)
    if not entries:
        raise ActionError("no-gamers", _("No Gamers found. Start from the template."), "text")
    if len(entries) > MAX_ROWS:
        words = {"entries": len(entries), "limit": MAX_ROWS}
        sentence = _("Found {entries} Gamers. You can import at most {limit} at once.", **words)
        raise ActionError("too-many-gamers", sentence, "text")
    return entries


def detect_format(text: str) -> str:
    r"""Return "toml" if the first line of data looks like TOML, else "csv".

    >>> detect_format("# ours\n[[gamer]]"), detect_format("gamer = []"), detect_format("handle,name")
    ('toml', 'toml', 'csv')
    """
    lines = (line.strip() for line in text.splitlines())
    first_line = next((line for line in lines if line and not line.startswith("#")), "")
    return TOML if re.match(r"\[|gamer\s*=", first_line) else CSV


def find_faults(entries: list[Entry], taken: Mapping[str, str]) -> list[Fault]:
    """Return all faults in the order of the rows. `taken` says where each lower-case handle is used already."""
    faults, first_rows = [], dict[str, int]()
    for entry in entries:
        handle = entry.card.get("handle") if isinstance(entry.card, Mapping) else None
        short_handle = handle[:24] if isinstance(handle, str) else ""
        for code, text, field in check_card(entry.card):
            faults.append(Fault(entry.row, short_handle, field, code, text))
        if not short_handle:
            continue
        first_row = first_rows.setdefault(short_handle.lower(), entry.row)
        if first_row != entry.row:
            words = {"shown": short_handle, "before": first_row}
            text = _("Handle {shown} is already used in row {before}. Upper and lower case don't matter.", **words)
            faults.append(Fault(entry.row, short_handle, "handle", "handle-twice", text))
        elif where := taken.get(short_handle.lower()):
            text = join([where, _("Choose another handle.")])
            faults.append(Fault(entry.row, short_handle, "handle", "handle-taken", text))
    return faults


def _parse_toml(text: str) -> list[Entry]:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ActionError("bad-toml", _("This is not valid TOML: {error}.", error=str(error)[:200]), "text") from None
    gamers = content.get("gamer")
    if set(content) != {"gamer"} or not isinstance(gamers, list):
        raise ActionError("bad-toml", _("A TOML file of Gamers can only contain [[gamer]] tables."), "text")
    return [
        Entry(row, {**gamer, "talent": gamer.get("talent") or None} if isinstance(gamer, dict) else gamer)
        for row, gamer in enumerate(gamers, start=1)
    ]


def _parse_csv(text: str) -> list[Entry]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        _check_header(header)
        return list(_parse_rows(reader, header))
    except csv.Error as error:
        sentence = _("Line {line_num} is not valid CSV: {error}.", line_num=reader.line_num, error=error)
        raise ActionError("bad-csv", sentence, "text") from None


def _check_header(header: list[str]) -> None:
    if missing := ", ".join(name for name in REQUIRED_COLUMNS if name not in header):
        text = _("The first line must name the columns. Missing: {missing}. Start from the template.", missing=missing)
        raise ActionError("bad-columns", text, "text")
    if unknown := [name[:24] for name in header if name not in COLUMNS]:
        text = _("Unknown column {unknown}. Columns are {columns}.", unknown=repr(unknown[0]), columns=", ".join(COLUMNS))
        raise ActionError("bad-columns", text, "text")
    if len(set(header)) != len(header):
        raise ActionError("bad-columns", _("A column appears twice. Remove one."), "text")


def _parse_rows(reader: Any, header: list[str]) -> Iterator[Entry]:
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            words = {"line_num": reader.line_num, "cells": len(cells), "header": len(header)}
            text = _("Line {line_num} has {cells} cells, but the header has {header}.", **words)
            raise ActionError("bad-csv", join([text, _("Put text with commas in double quotes.")]), "text")
        texts = (unescape_cell(cell.strip()) for cell in cells)
        yield Entry(reader.line_num, _parse_card(dict(zip(header, texts, strict=True))))


def _parse_card(cells: dict[str, str]) -> dict[str, Any]:
    plain = {name: cells[name] for name in ("handle", "name", "genre")}
    stats = {stat: _parse_number(cells[stat]) for stat in STATS}
    return {
        **plain, "salary": _parse_number(cells["salary"]), "talent": cells["talent"] or None, "stats": stats,
        "text": cells.get("text", ""),
    }  # fmt: skip


def _parse_number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def to_csv_row(card: Mapping[str, Any]) -> tuple[object, ...]:
    """Return a card as the cells of `files.COLUMNS`."""
    stats = (card["stats"][stat] for stat in STATS)
    return (
        card["handle"], card["name"], card["genre"], card["salary"], card["talent"] or "", *stats, card["text"]
    )  # fmt: skip


def to_toml(cards: Iterable[Mapping[str, Any]]) -> str:
    """Return the cards as TOML, with their Talents explained in comments."""
    talents = "".join(f"#   {talent['id']}: {talent['text']}\n" for talent in list_talents())
    head = (
        "# Gamers of a league. Salaries are whole thousands, stats go from 1 to 5. Handles are 1 to 24 plain letters,\n"
        "# digits, dots, hyphens and underscores. Genres: FPS, MOBA, CCG. Leave `talent` out for none; the Talents:\n"
    )
    return head + talents + "".join(_to_toml_table(card) for card in cards)


def _to_toml_table(card: Mapping[str, Any]) -> str:
    """Return a card as a TOML table. JSON's escapes are valid in TOML, and card texts have no control characters."""
    plain = {key: card[key] for key in ("handle", "name", "genre", "salary", "talent") if card[key]}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    lines.append("stats = { " + ", ".join(f"{stat} = {card['stats'][stat]}" for stat in STATS) + " }")
    lines.append(f"text = {json.dumps(card['text'], ensure_ascii=False)}")
    return "\n[[gamer]]\n" + "\n".join(lines) + "\n"
