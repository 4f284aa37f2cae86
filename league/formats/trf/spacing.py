"""A player line from a program that does not keep to the columns, where it can still be read in one way only."""

from __future__ import annotations

import re
from itertools import pairwise

from league.formats.trf import columns
from league.formats.trf.columns import OffColumn
from league.formats.trf.records import Cell, PlayerLine

_START = re.compile(r"001\s*(\d{1,4})(?=\s)")
_POINTS = re.compile(r"(?<![\d.,])\d{1,3}[.,]\d(?![\d.,])")
_RANK = re.compile(r"\s+(\d{1,4})(?=\s+\d|\s*$)")
_ROUND = re.compile(r"\s+(\d{1,4})\s*([wb-])\s*([-+=01WDLHFUZ])(?=\s|$)", re.IGNORECASE)
_WIDEST = 8
"""Blanks between two rounds; a round that was left empty would take ten more."""
_TAB = "    "


def player(line: str) -> PlayerLine:
    """The points are the last decimal number; behind them come the rank and the rounds, three words each."""
    start = _START.match(line)
    found = list(_POINTS.finditer(line))
    if start is None or not found or found[-1].start() < start.end():
        raise OffColumn("A player line needs a starting rank and points.")
    points, behind = found[-1], found[-1].end()
    rank = _RANK.match(line, behind)
    if rank is not None:
        behind = rank.end()
    return PlayerLine(
        int(start[1]),
        columns.person(line[: points.start()]),
        columns.tenths(points[0]),
        int(rank[1]) if rank else None,
        _rounds(line[behind:].replace("\t", _TAB)),
    )


def _rounds(text: str) -> tuple[Cell, ...]:
    found: list[Cell] = []
    at = 0
    while text[at:].strip():
        one = _ROUND.match(text, at)
        if one is None:
            raise OffColumn(f"Round {len(found) + 1} cannot be read: “{text[at:].strip()[:20]}”.")
        words = [at, *(edge for group in (1, 2, 3) for edge in one.span(group))]
        if any(word - gap > _WIDEST for gap, word in list(pairwise(words))[::2]):
            raise OffColumn(
                f"Round {len(found) + 1} stands in no round's columns, and there may be an empty one before."
            )
        found.append(columns.cell(one[1], one[2], one[3], len(found) + 1))
        at = one.end()
    return tuple(found)
