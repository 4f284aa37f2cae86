"""What a player earns by play: each achievement once, at the match that earned it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from league.stats.rules.achievements import Result, list_achievements

START = datetime(2026, 3, 1, tzinfo=UTC)


def earned(*results: tuple[str, int, int]) -> dict[str, int]:
    """The achievements of (game, seat, result), and the number of the match in which each was earned."""
    listed = (Result(*one, number, START + timedelta(days=number)) for number, one in enumerate(results, 1))
    return {one.key: one.match_id for one in list_achievements(listed)}


def test_the_first_win_counts_once_and_a_draw_or_a_loss_is_none() -> None:
    assert earned(("zero-day", 0, -1), ("zero-day", 0, 0)) == {}
    assert earned(("zero-day", 0, -1), ("zero-day", 0, 1), ("zero-day", 0, 1)) == {"first-win": 2}


def test_a_draw_ends_a_winning_streak() -> None:
    won, drawn = ("zero-day", 0, 1), ("zero-day", 0, 0)
    assert earned(won, won, drawn, won, won) == {"first-win": 1}
    assert earned(won, won, drawn, won, won, won)["streak-3"] == 6
    assert earned(*[won] * 10) == {"first-win": 1, "streak-3": 3, "streak-5": 5, "streak-10": 10, "matches-10": 10}


def test_wins_in_several_games_and_with_every_side() -> None:
    games = ("field-tactics", "zero-order", "order-and-chaos")
    assert earned(*((game, 0, 1) for game in games), ("zero-order", 1, -1), ("zero-order", 1, 1)) == {
        "first-win": 1, "streak-3": 3, "games-3": 3, "sides-zero-order": 5,
    }  # fmt: skip


def test_a_game_that_is_not_installed_has_no_sides_to_complete() -> None:
    assert earned(("gone", 0, 1), ("gone", 1, 1)) == {"first-win": 1}
