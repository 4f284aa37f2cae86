"""What the matches of a pairing so far decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.formats.registry import traits_of
from league.formats.series import HIGHER, Deciding, Level, Rule, Series

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
    series = Series(_rule(games[0].first == favourite, best_of, must_end=must_end, drawn=drawn))
    for game in games:
        series = series.with_game(game.halves[favourite], game.halves[1 - favourite])
    following = series.next_game()
    if following is not None:
        return favourite if following.first == HIGHER else 1 - favourite
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


def _rule(favourite_starts: bool, best_of: int, *, must_end: bool, drawn: str) -> Rule:
    return Rule(
        best_of=best_of,
        starts="higher-seed" if favourite_starts else "lower-seed",
        deciding=Deciding.ALTERNATE,
        extra=MOST_EXTRA if must_end and drawn == "replay" else 0,
        level=Level.HIGHER if must_end else Level.DRAW,
    )
