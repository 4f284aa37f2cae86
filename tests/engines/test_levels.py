"""The greedy bot, and levels of bots: declared settings, from beginner to strong, that see no more than their seat."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import bots, registry
from engines.data_files import BadData
from engines.levels import MAX_LEVELS, SEARCHING, BotSetting, find_setting, load_levels, parse_number
from engines.search_adapter import IterationBudget
from tests import sample_games
from tests.engines.field_tactics.scenes import ENGINE, RED, scene
from tests.engines.games import GAMES
from tests.engines.test_search_adapters import positions, seen
from tests.thorough import WHOLE

every_game = pytest.mark.parametrize("key", registry.keys())


def choose(bot: str, key: str, seat: int, view: Any, legal: Any, seed: int, iterations: int | None = None) -> str:
    budget = None if iterations is None else IterationBudget(iterations)
    return bots.choose_action(bot, key, seat, view, legal, str, Random(seed), budget)


@every_game
def test_a_game_has_eight_levels_that_begin_with_random_moves(key: str) -> None:
    levels = bots.list_levels(key)
    assert [level.key for level in levels] == [f"level-{number}" for number in range(1, MAX_LEVELS + 1)]
    assert levels[0].setting == BotSetting("random")
    assert levels[-1].setting.policy in SEARCHING
    assert not any(level.setting.takes_budget for level in levels[:-1])


@every_game
def test_each_level_makes_a_legal_move_and_sees_no_more_than_its_seat(key: str) -> None:
    """Two worlds that differ only in what the seat can't know get the same choice from every level, and from search."""
    pairs, most = 0, 100 if WHOLE else 4
    for engine, state, seat, rng in positions(key, 24 if WHOLE else 6, 25):
        other = GAMES[key].another(state, seat, rng) or state
        view, legal = seen(engine, state, seat)
        if seat not in engine.to_act(other) or (other == state and not engine.is_open):
            continue
        for bot in (*(level.key for level in bots.list_levels(key)), "search"):
            chosen = choose(bot, key, seat, view, legal, pairs, 8)
            assert chosen == choose(bot, key, seat, *seen(engine, other, seat), seed=pairs, iterations=8)
            assert legal is None or chosen in legal
        engine.apply(state, seat, engine.decode(chosen))
        pairs += 1
        if pairs == most:
            break
    assert pairs > 3


@every_game
def test_a_level_with_a_limit_plays_the_same_on_every_machine(key: str) -> None:
    """Its choice depends on the number of iterations only, if its time suffices."""
    engine, state, seat, _ = next(item for item in positions(key, 3, 40) if seen(item[0], item[1], item[2])[1] is not None)
    view, legal = seen(engine, state, seat)
    assert choose("search@30", key, seat, view, legal, 7) == choose("search@30", key, seat, view, legal, 7, 10**6)


@pytest.mark.parametrize("seat", [0, 1])
@every_game
def test_greedy_beats_random_in_nine_games_of_ten_from_either_seat(key: str, seat: int) -> None:
    won, games = 0, 50 if WHOLE else 10
    for number in range(games):
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = bots.simulate(registry.get(key), {}, policies, f"contest {number}")
        assert isinstance(end["outcome"], dict)
        won += end["outcome"]["ranks"][seat] < end["outcome"]["ranks"][1 - seat]
    assert won >= 0.9 * games - 1


@pytest.mark.parametrize(
    ("state", "best"),
    [
        (scene("C7 F1, A1 G1", "E8 C1, F8 G2"), "C7-CD8"),  # a leader into an empty base
        (scene("B3 G3, F1 C1, F2 MN", "C3 C1"), "B3-C3"),  # a piece that it must beat
        (scene("A1 C1, A2 C3, A3 SP", "F8 C2, F7 C1", phase="duel"), "A2"),  # a duel with its best piece
    ],
)
def test_greedy_chooses_what_is_plainly_best(state: object, best: str) -> None:
    assert {choose("greedy", "field-tactics", RED, *seen(ENGINE, state, RED), seed) for seed in range(5)} == {best}


class Slow:
    """A budget that ends after so many questions."""

    def __init__(self, limit: int) -> None:
        self.limit, self.asked = limit, 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked <= self.limit


def test_a_level_thinks_no_longer_than_it_may() -> None:
    engine, state, seat, _ = next(item for item in positions("order-and-chaos", 3, 40) if len(seen(*item[:3])[1] or ()) > 5)
    view, legal = seen(engine, state, seat)
    short, long = Slow(5), Slow(10**6)
    for budget in (short, long):
        bots.choose_action("search@500", "order-and-chaos", seat, view, legal, str, Random(1), budget)
    assert short.asked == 6
    assert long.asked <= 500


@pytest.mark.parametrize("percent", [10, 90])
def test_the_share_of_random_moves_is_as_declared(percent: int) -> None:
    """In a position with one clear move, the other 39 moves are made in the declared share of tries, less a 40th."""
    engine, state, seat, _ = next(item for item in positions("field-tactics", 3, 40) if len(seen(*item[:3])[1] or ()) > 10)
    view, legal = seen(engine, state, seat)
    assert legal is not None
    usual = {choose("greedy", "field-tactics", seat, view, legal, seed) for seed in range(60)}
    strange = sum(choose(f"greedy+{percent}%", "field-tactics", seat, view, legal, seed) not in usual for seed in range(300))
    expected = percent / 100 * (1 - len(usual) / len(legal))
    assert strange / 300 == pytest.approx(expected, abs=0.09)


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("random", BotSetting("random")), ("greedy+25%", BotSetting("greedy", 0, 25)),
        ("search@40", BotSetting("search", 40)), ("search@40+5%", BotSetting("search", 40, 5)), ("clever", None),
        ("greedy@40", None), ("search@0", None), ("search@1000000", None), ("greedy+0%", None), ("greedy+100%", None),
        ("greedy ", None), ("", None),
    ],
)  # fmt: skip
def test_a_setting_is_named_by_its_text(text: str, setting: BotSetting | None) -> None:
    assert find_setting(text) == setting
    assert setting is None or str(setting) == text


def test_a_level_is_named_by_its_number_and_one_that_a_game_has_not_is_its_strongest() -> None:
    numbers = {"level-1": 1, "level-12": 12, "level-0": None, "level-": None, "greedy": None}
    assert {key: parse_number(key) for key in numbers} == numbers
    assert bots.get_setting("zero-day", "level-99") == bots.list_levels("zero-day")[-1].setting


@pytest.mark.parametrize("bot", ["clever", "level-0", "", "search@1000000", "greedy+100%"])
def test_an_unknown_bot_is_refused(bot: str) -> None:
    with pytest.raises(bots.UnknownPolicy, match="Available: random, greedy"):
        bots.get_setting("zero-day", bot)


@pytest.mark.parametrize("key", sorted(sample_games.packages()))
def test_a_game_without_a_file_has_the_levels_that_it_can_play(key: str) -> None:
    with sample_games.installed():
        package = registry.get_package(key)
        levels = bots.list_levels(key)
        assert [str(level.setting) for level in levels] == ["random", "greedy+50%", "greedy", "search@50", "search"]
        assert [level.rating for level in levels] == [None] * 5
        *_, end = bots.simulate(registry.get(key), {}, ["level-5", "level-4"], "levels", _hasty)
        assert end["outcome"] is not None
        assert [str(level.setting) for level in load_levels(replace(package, choose=None))] == ["random", "search@50", "search"]
        assert [str(level.setting) for level in load_levels(replace(package, choose=None, search=None))] == ["random"]


def _hasty(engine: Any, position: Any, seat: int, bot: str, rng: Random) -> str:
    return bots.bot_action(engine, position, seat, bot, rng, IterationBudget(20))


@pytest.fixture
def package_with(tmp_path: Path) -> Callable[..., Any]:
    """A package whose levels and ratings have these contents."""

    def build(levels: str, ratings: str | None = None) -> Any:
        files = {"levels.toml": levels, "level_ratings.toml": ratings}
        for name, text in files.items():
            if text is not None:
                (tmp_path / name).write_text(text, "utf-8")
        measured = None if ratings is None else tmp_path / "level_ratings.toml"
        return replace(registry.get_package("zero-day"), levels=tmp_path / "levels.toml", level_ratings=measured)

    return build


RATING = '[[rating]]\nbot = "greedy"\nrating = 900\nlow = 850\nhigh = 960\ngames = 120\n'


@pytest.mark.parametrize(("bot", "measured"), [("greedy", (900, 850, 960, 120)), ("greedy+10%", None)])
def test_a_rating_counts_only_for_the_setting_that_was_measured(package_with: Any, bot: str, measured: Any) -> None:
    (level,) = load_levels(package_with(f'[[level]]\nbot = "{bot}"\n', RATING))
    found = level.rating
    assert (found and (found.rating, found.low, found.high, found.games)) == measured


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "level: missing key"), ("level = []", "at least 1 levels"),
        ('[[level]]\nbot = "clever"', "level[0].bot: must be a bot like"),
        ('[[level]]\nbot = "greedy"\n[[level]]\nbot = "greedy"', "appears twice"),
        ('[[level]]\nbot = "greedy"\nspeed = 3', "unknown key"),
        ("\n".join(f'[[level]]\nbot = "greedy+{number}%"' for number in range(1, 10)), "at most 8"),
        ('seconds = 0.0\n[[level]]\nbot = "search"', "seconds: must be from"),
        ('[[level]]\nbot = "search@40"', "level[0].bot: the game has no bot 'search@40'"),
    ],
)  # fmt: skip
def test_a_bad_file_of_levels_is_named_or_of_levels_that_the_game_cannot_play(package_with: Any, text: str, told: str) -> None:
    with pytest.raises(BadData) as caught:
        load_levels(replace(package_with(text), search=None))
    assert told in str(caught.value)
    assert str(caught.value).startswith("levels.toml")
