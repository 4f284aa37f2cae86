"""Achievements that a player earns by play. They follow from the results, so a corrected result corrects them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from engines import registry
from engines.i18n import translate as _, translate_n
from league.ratings.rating_calculation import WON

MATCHES = (10, 50, 100, 500, 1000)
STREAKS = (3, 5, 10)
GAMES = (3, 5)


class Result(NamedTuple):
    """A result of the player: 1 won, 0 drawn, -1 lost."""

    game: str
    seat: int
    result: int
    match_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement, and the match in which it was earned."""

    key: str
    text: str
    match_id: int
    at: datetime


def list_achievements(results: Iterable[Result]) -> list[Achievement]:
    """Return the achievements of results, oldest first, each at the first match that earned it."""
    earned: dict[str, Achievement] = {}
    for result, reached in _iter_reached(results):
        for key, text in reached:
            earned.setdefault(key, Achievement(key, text, result.match_id, result.at))
    return list(earned.values())


def _iter_reached(results: Iterable[Result]) -> Iterator[tuple[Result, list[tuple[str, str]]]]:
    """Yield each result with all achievements that hold after it."""
    wins: Counter[str] = Counter()
    sides: defaultdict[str, set[int]] = defaultdict(set)
    streak = 0
    for played, result in enumerate(results, start=1):
        streak = streak + 1 if result.result == WON else 0
        reached: list[tuple[str, str]] = [
            (f"matches-{n}", translate_n("{n} match", "{n} matches", n)) for n in MATCHES if played == n
        ]
        if result.result == WON:
            wins[result.game] += 1
            sides[result.game].add(result.seat)
            reached.append(("first-win", _("First win")))
            reached += [(f"streak-{n}", _("{n} wins in a row", n=n)) for n in STREAKS if streak == n]
            reached += [(f"games-{n}", _("Wins in {n} games", n=n)) for n in GAMES if len(wins) == n]
            package = registry.find_package(result.game)
            if package is not None and len(sides[result.game]) == max(package.latest.seat_counts):
                reached.append((f"sides-{result.game}", _("Won with every side of {game}", game=package.latest.name)))
        yield result, reached
