"""What the matches of a pairing so far decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.events.formats.registry import traits_of
from league.events.formats.series import HIGHER, LOWER, Series

MOST_EXTRA = 4
"""Matches after a series that ended equal where somebody must go on; then the higher seed does."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match that was played: half points by side, and the side that had seat 0."""

    halves: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What the pairing brings each side, in half points; `through` is who goes on though both made as much."""

    halves: tuple[int, ...]
    through: int | None = None


def decide(games: Sequence[Game], best_of: int, *, must_end: bool, drawn: str, favourite: int = 0) -> Decision | int:
    """The decision, or the side that has seat 0 in the next match.

    A series brings a win's points or a draw's, whatever its score; of more than two sides there is one match. Where
    somebody must go on (`must_end`), a series that ends equal is prolonged match by match (`drawn` "replay"), or goes
    to the higher seed, side `favourite` (`drawn` "seed"). Two who both do not come to the first match are both out.
    """
    if len(games[-1].halves) > 2:
        return Decision(games[-1].halves)
    if not any(made for game in games for made in game.halves):
        return Decision((0, 0))
    starts = HIGHER if games[0].first == favourite else LOWER
    series = Series(best_of, starts, extra=MOST_EXTRA if must_end and drawn == "replay" else 0, must_win=must_end)
    for game in games:
        series = series.with_game(game.halves[favourite], game.halves[1 - favourite])
    if not series.over:
        return favourite if series.first_seat == HIGHER else 1 - favourite
    if series.winner is None:
        return Decision((1, 1))
    winner = favourite if series.winner == HIGHER else 1 - favourite
    level = series.score[0] == series.score[1]
    return Decision((1, 1), winner) if level else Decision((2, 0) if winner == 0 else (0, 2))


def next_or_decided(
    format: str, settings: Mapping[str, Any], games: Sequence[Game], best_of: int, seeds: Sequence[int]
) -> Decision | int:
    """The same, in a stage of this format with these settings; `seeds` by side, 1 the highest."""
    return decide(
        games, best_of, must_end=not traits_of(format).can_draw, drawn=str(settings.get("drawn", "replay")),
        favourite=min(range(len(seeds)), key=lambda side: seeds[side]),
    )  # fmt: skip
