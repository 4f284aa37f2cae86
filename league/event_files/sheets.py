"""Standings and pairings as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from league.event_files.public import Public
from league.exports import safe_cell
from league.pairings.queries.rounds import RoundBlock, SideLine
from league.standings.queries.tables import Table


def standings_csv(event: Public) -> str:
    return _written(row for table in event.tables for row in _table(table))


def pairings_csv(event: Public) -> str:
    header = ("stage", "round", "board", "first", "second", "result", "note", "match")
    return _written([header, *(row for block in event.rounds for row in _round(block))])


def entrants_csv(event: Public) -> str:
    """Everybody with a place, as a file that can be imported into another event."""
    there = [one for one in event.people.values() if one.status in ("entered", "withdrawn")]
    return _written([("username", "seed", "club"), *((one.username, one.seed or "", one.club) for one in there)])


def _table(table: Table) -> Iterable[Sequence[object]]:
    columns = [column.short for column in table.columns]
    yield ("stage", "group", "rank", "player", "played", "won", "drawn", "lost", "points", *columns)
    for line in table.lines:
        yield (
            table.stage, table.group, line.rank or "", line.person.username, line.played, line.wins, line.draws,
            line.losses, line.points, *line.figures,
        )  # fmt: skip


def _round(block: RoundBlock) -> Iterable[Sequence[object]]:
    for one in block.pairings:
        first, *others = [*map(_name, one.sides), ""]
        second = ", ".join(filter(None, others))
        matches = " ".join(game.url for game in one.games)
        yield (block.stage, block.name, one.board, first, second, one.score.replace(" – ", ":"), one.note, matches)


def _name(side: SideLine) -> str:
    return side.person.username if side.person else ""


def _written(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()
