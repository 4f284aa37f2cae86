"""The tournament of levels: neighbours meet, uncertainty decides who plays next, and nothing is played twice."""

import tomllib
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines import bots, registry
from engines.__main__ import main
from engines.bot_matches import level_command, level_tournament, runner
from engines.bot_matches.level_tournament import FIRST_GAMES, MAX_DISTANCE, Tournament, rate_levels
from engines.levels import BotSetting, load_levels

GAME = "field-tactics"
LADDER = tuple(BotSetting("greedy", 0, percent) for percent in (90, 60, 30))
NAMES = ("random", *map(str, LADDER))


def tournament(**change: Any) -> Tournament:
    version = registry.get(GAME).version
    return replace(Tournament(GAME, (BotSetting("random"), *LADDER), version, "1", 0.1), **change)


def line(first: str, second: str, number: int, winner: int = 0, **change: Any) -> dict[str, Any]:
    """The line of a match; `cpu` says what it cost each player."""
    ranks = [1, 2] if winner == 0 else [2, 1]
    made = {"game": GAME, "version": registry.get(GAME).version, "options": {}, "bots": [first, second]}
    made |= {"seed": f"1.levels.{number}", "ranks": ranks, "reason": "base", "length": 30, "moves": [15, 15], "cpu": [0.1, 0.1]}
    return {**made, **change}


def result(weaker: str, stronger: str, number: int) -> dict[str, Any]:
    """A match of two levels that take turns at the seats; the stronger wins three of four."""
    winner = weaker if number % 4 == 0 else stronger
    players = (weaker, stronger) if number % 2 else (stronger, weaker)
    return line(*players, number, players.index(winner))


def first_round() -> list[dict[str, Any]]:
    """Every two neighbours have met as often as they must; the stronger has won three of four."""
    return [result(weaker, stronger, number) for weaker, stronger in pairwise(NAMES) for number in range(FIRST_GAMES)]


def test_neighbours_meet_first_and_take_turns_at_the_seats() -> None:
    planned = tournament().plan([], 100)
    pairs = Counter(frozenset(match.bots) for match in planned)
    neighbours = [frozenset(pair) for pair in pairwise(NAMES)]
    assert pairs == dict.fromkeys(neighbours, FIRST_GAMES)
    assert {match.bots for match in planned[:FIRST_GAMES]} == {(NAMES[0], NAMES[1]), (NAMES[1], NAMES[0])}


def test_what_was_played_is_not_planned_again_and_a_gap_is_filled() -> None:
    played = [line(match.bots[0], match.bots[1], 0, seed=match.seed) for match in tournament().plan([], 5)]
    again = tournament().plan(played, 100)
    assert {(frozenset(match.bots), match.seed) for match in again}.isdisjoint(
        (frozenset(one["bots"]), one["seed"]) for one in played
    )
    assert len(again) == 3 * FIRST_GAMES - 5
    # A run that was stopped had finished the last of several matches that were played at once, but not one before.
    (missing, *others) = [one for one in first_round() if set(one["bots"]) == {NAMES[0], NAMES[1]}]
    (match, *_) = tournament().plan(others, 1)
    assert (set(match.bots), match.seed) == (set(missing["bots"]), missing["seed"])


def test_then_uncertainty_decides_who_plays() -> None:
    """A pair that met a hundred times more often than the others needs no match."""
    often = [result(NAMES[0], NAMES[1], number) for number in range(FIRST_GAMES, 400)]
    pairs = Counter(frozenset(match.bots) for match in tournament().plan([*first_round(), *often], 30))
    assert pairs[frozenset(NAMES[:2])] == 0
    places = [sorted(NAMES.index(bot) for bot in pair) for pair in pairs]
    assert all(0 < high - low <= MAX_DISTANCE for low, high in places), "levels far apart do not meet"
    assert pairs[frozenset(NAMES[1:3])] >= 5
    assert pairs[frozenset(NAMES[2:4])] >= 5


def test_matches_under_other_conditions_do_not_count_nor_with_another_time_at_a_level_without_a_limit() -> None:
    others: list[dict[str, Any]] = [
        {"version": 99}, {"options": {"x": 1}}, {"game": "zero-day"}, {"bots": ["random", "greedy"]}, {"iterations": 40},
    ]  # fmt: skip
    same = line("random", NAMES[1], 0)
    assert tournament().select_lines([same, *(line("random", NAMES[1], 1, **change) for change in others)]) == [same]
    ladder = (BotSetting("random"), BotSetting("search"))
    lines = [line("random", "search", n, **change) for n, change in enumerate(({"seconds": 0.1}, {"seconds": 1.0}, {}))]
    assert tournament(ladder=ladder).select_lines(lines) == lines[:1]


def test_ratings_are_relative_to_random_moves_and_need_a_link_to_them() -> None:
    levels = [replace(bots.list_levels(GAME)[0], setting=setting) for setting in (BotSetting("random"), *LADDER)]
    rated = rate_levels(tournament(), levels, first_round())
    assert (rated[0].bot, rated[0].rating, rated[0].low, rated[0].high) == ("random", 400, 400, 400)
    assert 400 < rated[1].rating < rated[2].rating < rated[3].rating
    assert [one.games for one in rated] == [FIRST_GAMES, 2 * FIRST_GAMES, 2 * FIRST_GAMES, FIRST_GAMES]
    assert rate_levels(tournament(), levels, first_round()[FIRST_GAMES:]) == []


@pytest.fixture
def small_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Field Tactics with three cheap levels; the folder of its files, in which commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(level_tournament, "FIRST_GAMES", 4)
    (tmp_path / "levels.toml").write_text("".join(f'[[level]]\nbot = "{name}"\n' for name in NAMES[:3]), "utf-8")
    (tmp_path / "level_ratings.toml").write_text("", "utf-8")
    files = {"levels": tmp_path / "levels.toml", "level_ratings": tmp_path / "level_ratings.toml"}
    package = replace(registry.get_package(GAME), **files)
    monkeypatch.setattr(registry, "_PACKAGES", {**registry._PACKAGES, GAME: package})
    return tmp_path


def test_the_command_plays_goes_on_and_saves_what_the_site_reads(small_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", GAME, "--games", "3"]) == 0
    book = small_game / "docs" / "levels" / f"{GAME}.jsonl"
    assert len(runner.load_results(book)) == 3
    assert "| Level |" not in capsys.readouterr().out, "not all levels are linked yet"
    assert main(["levels", GAME, "--games", "20", "--save"]) == 0
    out = capsys.readouterr().out
    assert len(runner.load_results(book)) == 20
    assert "| 1 | random | 400 (fixed) | - |" in out
    assert "| 3 | greedy+60% | " in out
    assert "Advantage of the seats, in points: Red +0, Blue " in out
    saved = tomllib.loads((small_game / "level_ratings.toml").read_text("utf-8"))
    assert saved["rules_version"] == registry.get(GAME).version
    assert [one["bot"] for one in saved["rating"]] == list(NAMES[:3])
    copy = small_game / "other.toml"  # The first file is remembered as it was.
    copy.write_text((small_game / "level_ratings.toml").read_text("utf-8"), "utf-8")
    levels = load_levels(replace(registry.get_package(GAME), level_ratings=copy))
    assert [level.rating is not None and level.rating.bot for level in levels] == list(NAMES[:3])
    assert main(["levels", GAME, "--games", "20"]) == 0
    assert capsys.readouterr().err == "", "nothing is played again"
    assert f"### {registry.get(GAME).name}\n\n20 matches by version" in level_command.levels_page()
