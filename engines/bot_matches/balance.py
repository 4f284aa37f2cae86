"""Balance: equal bots at every seat, game by game and option set by option set (data/option_sets.toml)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from engines import bots, registry
from engines.bot_matches.intervals import score, table, told
from engines.bot_matches.runner import Contest, contest
from engines.contract import BadOption, Json
from engines.data_files import load_toml

FILE = Path(__file__).parent / "data" / "option_sets.toml"
_HEAD = ("Options", "Bots", "Games", "Won by seat", "Drawn", "Length", "Ends")


class BadOptionSets(ValueError):
    """The file of option sets is wrong: the message names file, key and reason."""


@dataclass(frozen=True)
class OptionSet:
    game: str
    name: str
    seats: int
    options: Mapping[str, Json]


def read(raw: Mapping[str, Any], source: str) -> tuple[OptionSet, ...]:
    """The option sets of a file's contents, the defaults of every game before them."""
    found = []
    for key in tuple(registry.keys()):
        found.append(OptionSet(key, "defaults", registry.get(key).seat_counts[0], {}))
        entries = raw.get(key, [])
        if not isinstance(entries, list):
            raise BadOptionSets(f"{source}: {key}: a list of option sets is needed")
        found += [_set(key, entry, f"{source}: {key}[{at}]") for at, entry in enumerate(entries)]
    if unknown := sorted(set(raw) - set(registry.keys())):
        raise BadOptionSets(f"{source}: {unknown[0]}: there is no such game")
    return tuple(found)


def _set(game: str, entry: Any, where: str) -> OptionSet:
    engine = registry.get(game)
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise BadOptionSets(f"{where}: name: a text is needed")
    seats, options = entry.get("seats", engine.seat_counts[0]), entry.get("options", {})
    if unknown := sorted(set(entry) - {"name", "seats", "options"}):
        raise BadOptionSets(f"{where}.{unknown[0]}: unknown key")
    if not isinstance(options, dict):
        raise BadOptionSets(f"{where}.options: a table is needed")
    try:
        engine.start(engine.options(options), seats)
    except BadOption as fault:
        raise BadOptionSets(f"{where}.{fault.name}: {fault}") from None
    return OptionSet(game, entry["name"], seats, options)


def load(path: Path = FILE) -> tuple[OptionSet, ...]:
    """Read a file of option sets; BadOptionSets names what is wrong with it."""
    return read(load_toml(path, BadOptionSets), path.name)


def games(one: OptionSet, policy: str, number: int, seed: str, iterations: int) -> list[Contest]:
    """Games of equal bots; the search bot's are the same on every machine, for its budget is in iterations."""
    if policy not in bots.policies(one.game):
        return []
    return [
        contest(one.game, one.options, (policy,) * one.seats, f"{seed}.balance.{n}", iterations=iterations)
        for n in range(number)
    ]


def rows(one: OptionSet, lines: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """What came of the games of an option set among these, for each bot and budget, greedy before search."""
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for line in lines:
        if (line["game"], line["options"], len(line["bots"])) == (one.game, one.options, one.seats):
            groups.setdefault((line["bots"][0], line.get("iterations", 0)), []).append(line)
    return [row(one, policy, groups[policy, budget]) for policy, budget in sorted(groups)]


def row(one: OptionSet, policy: str, lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """What came of the games of an option set."""
    engine, count = registry.get(one.game), len(lines)
    alone = [line["ranks"] for line in lines if line["ranks"].count(1) == 1]
    won = [f"{engine.seat_names[seat]} {told(sum(score(ranks, seat) for ranks in alone), count)}" for seat in
           range(one.seats)]  # fmt: skip
    ends = Counter(line["reason"] for line in lines)
    thought = lines[0].get("iterations") if lines else None
    return [
        *(one.name, policy + (f", {thought} iterations a move" if thought else ""), str(count), "; ".join(won)),
        *(told(count - len(alone), count), f"{mean(line['length'] for line in lines):.0f}"),
        ", ".join(f"{reason} {100 * times / count:.0f} %" for reason, times in ends.most_common()),
    ]


def report(rows: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """A heading and a table for every game."""
    parts = [f"## {registry.get(game).name}\n\n{table(_HEAD, found)}" for game, found in rows.items()]
    return "\n".join(parts)
