"""The grid of a draft: a row per round, a column per franchise in the order of the draft."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from league.drafts.formats.entities import Setup

MAX_EMPTY_ROWS = 12


def build_grid(
    setup: Setup, picks: Sequence[Mapping[str, Any]], table: Mapping[str, Any], *, over: bool
) -> list[dict[str, Any]]:
    """Return the rows of the grid; without rounds, a team's first Gamer is in the first row, and so on.

    A cell's `turns` are those of its round that the team still has, its `place` the place of its turn in the round. A
    row's `way` is 1 where the turns go from the first column to the last, -1 where they go back, else 0.
    """
    turns = table.get("turns", ())
    cells: defaultdict[tuple[int, int], dict[str, Any]] = defaultdict(lambda: {"picks": [], "turns": 0, "place": None})
    counts: Counter[int] = Counter()
    for pick in picks:
        counts[pick["number_of_team"]] += 1
        cell = cells[pick["round"] or counts[pick["number_of_team"]], pick["number_of_team"]]
        cell["picks"].append(pick)
        cell["place"] = cell["place"] or (pick["turn"] and _find_place(setup, pick["turn"]))
    for turn in turns:
        cell = cells[turn["round"], turn["team"]]
        cell["turns"] += 1
        cell["place"] = cell["place"] or _find_place(setup, turn["number"])
    running = (turns[0]["round"], turns[0]["team"]) if turns else None
    rounds = max((number for number, _ in cells), default=0)
    if "turns" not in table and not over:
        rounds = max(rounds, min(MAX_EMPTY_ROWS, *(setup.rules.roster_max - len(team.roster) for team in setup.teams)))
    return [
        _build_row(number, [(team, cells[number, team]) for team in setup.order], running) for number in range(1, rounds + 1)
    ]


def _find_place(setup: Setup, turn: int) -> int:
    return (turn - 1) % len(setup.order) + 1


def _build_row(number: int, cells: Sequence[tuple[int, Mapping[str, Any]]], running: tuple[int, int] | None) -> dict[str, Any]:
    places = [cell["place"] for _, cell in cells if cell["place"]]
    way = 0 if len(places) < 2 else 1 if places == sorted(places) else -1 if places == sorted(places, reverse=True) else 0
    return {
        "number": number,
        "way": way,
        "cells": [{**cell, "team": team, "running": (number, team) == running} for team, cell in cells],
    }
