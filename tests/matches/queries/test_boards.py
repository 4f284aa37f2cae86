"""The site offers a game when its board is drawn."""

from engines import registry
from matches.assets import list_playable_games


def test_field_tactics_can_be_played_on_a_page() -> None:
    assert "field-tactics" in list_playable_games()


def test_zero_day_can_be_played_on_a_page() -> None:
    assert "zero-day" in list_playable_games()


def test_only_games_that_exist_are_offered() -> None:
    assert set(list_playable_games()) <= set(registry.keys())
