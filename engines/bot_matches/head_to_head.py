"""The arena: one bot against another, sides alternating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from engines import registry
from engines.bot_matches.intervals import score, table, told
from engines.bot_matches.runner import Contest, contest

Pair = tuple[str, str]
PAIRS: tuple[Pair, ...] = (("greedy", "random"), ("search", "greedy"))
_HEAD = ("Game", "Bots", "Games", "Won", "Drawn", "Lost", "Share of the first", "By its seat", "Length", "CPU s a move")


def games(game: str, pair: Pair, number: int, seed: str, seconds: float) -> list[Contest]:
    """The games of a pair: the first bot sits at every seat in turn, the second at the others."""
    seats = registry.get(game).seat_counts[0]
    one, other = pair
    return [
        contest(
            game,
            {},
            tuple(one if seat == n % seats else other for seat in range(seats)),
            f"{seed}.{one}-{other}.{n}",
            seconds=seconds,
        )
        for n in range(number)
    ]


def pair_of(line: Mapping[str, Any]) -> Pair:
    """The pair that a line's seed names."""
    one, _, other = line["seed"].split(".")[-2].partition("-")
    return one, other


def report(lines: Sequence[Mapping[str, Any]]) -> str:
    """A table of lines: a row for each game, pair and budget, in order of appearance."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for line in lines:
        groups.setdefault((line["game"], pair_of(line), line.get("seconds")), []).append(line)
    return table(_HEAD, [_row(game, pair, seconds, group) for (game, pair, seconds), group in groups.items()])


def _row(game: str, pair: Pair, seconds: float | None, lines: Sequence[Mapping[str, Any]]) -> list[str]:
    engine = registry.get(game)
    seats = [int(line["seed"].rsplit(".", 1)[1]) % len(line["bots"]) for line in lines]
    points = [score(line["ranks"], seat) for line, seat in zip(lines, seats, strict=True)]
    by_seat = []
    for seat in sorted(set(seats)):
        own = [point for point, at in zip(points, seats, strict=True) if at == seat]
        by_seat.append(f"{engine.seat_names[seat]} {told(sum(own), len(own))}")
    drawn = sum(0 < point < 1 for point in points)
    budget = "" if seconds is None else f", {seconds:g} s a move"
    return [
        *(engine.name, f"{pair[0]} v {pair[1]}{budget}", str(len(lines)), str(points.count(1.0)), str(drawn)),
        *(str(len(lines) - drawn - points.count(1.0)), told(sum(points), len(points)), "; ".join(by_seat)),
        *(f"{mean(line['length'] for line in lines):.0f}", f"{_cpu(lines, seats):.4f}"),
    ]


def _cpu(lines: Sequence[Mapping[str, Any]], seats: Sequence[int]) -> float:
    """CPU seconds a move of the pair's first bot."""
    spent = sum(line["cpu"][seat] for line, seat in zip(lines, seats, strict=True))
    return float(spent / max(1, sum(line["moves"][seat] for line, seat in zip(lines, seats, strict=True))))
