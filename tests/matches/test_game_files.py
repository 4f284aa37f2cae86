"""The files of an installed game on the site: under the addresses of the site's own, and what takes their place."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import AppDirectoriesFinder

from engines import registry
from engines.incursion_point_zero.card_export import export_cards, format_json
from engines.packages import GamePackage
from league import games
from league.rulebook import queries as rulebook
from matches import game_files
from matches.game_files import GameFilesFinder
from tests.sample_games import forget_games

KEY = "order-and-chaos"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GamePackage]:
    """A game with a folder of site files that has nothing in it yet."""
    bare = replace(registry.get_package(KEY), site=tmp_path)
    packages = {key: registry.get_package(key) for key in registry.keys()} | {KEY: bare}  # noqa: SIM118
    monkeypatch.setattr(registry, "get_package", packages.get)
    monkeypatch.setattr(registry, "find_package", registry.get_package)
    forget_games()
    yield bare
    monkeypatch.undo()
    forget_games()


def names(finder: GameFilesFinder) -> set[str]:
    return {f"{storage.prefix}/{name}" for name, storage in finder.list(None)}


def test_the_files_of_a_game_are_where_scripts_of_the_site_expect_them(package: GamePackage, tmp_path: Path) -> None:
    for name in ("boards/order-and-chaos.js", "boards/order-and-chaos/mini.js", "styles/order-and-chaos.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("own")
    finder = GameFilesFinder()
    for name in (
        "matches/boards/order-and-chaos.js", "matches/boards/order-and-chaos/mini.js", "site/boards/order-and-chaos.css",
    ):  # fmt: skip
        assert Path(finder.find(name)).read_text() == "own"
        assert name in names(finder)


def test_a_described_board_is_the_generic_one_at_its_own_address(package: GamePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GameFilesFinder().find(f"matches/boards/{KEY}.js"), "one that neither has a script nor describes its board"
    monkeypatch.setattr(game_files, "has_generic_board", lambda engine: engine.key == KEY)
    finder, site = GameFilesFinder(), AppDirectoriesFinder()
    for own, generic in (("order-and-chaos.js", "generic.js"), ("order-and-chaos/mini.js", "generic/mini.js")):
        assert finder.find(f"matches/boards/{own}") == site.find(f"matches/boards/{generic}")
        assert f"matches/boards/{own}" in names(finder)
    assert not finder.find("matches/boards/order-and-chaos/guide.js")
    assert not finder.find("matches/boards/chess.js")


def test_a_game_without_texts_is_shown_with_what_its_engine_declares(package: GamePackage, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / f"{KEY}.js").write_text("own")
    for kept in (games._load_texts, rulebook._load_page):
        kept.cache_clear()
    game, page = games.get_game(KEY), rulebook.find_rules_page(KEY)
    for kept in (games._load_texts, rulebook._load_page):
        kept.cache_clear()
    assert (game.about, game.length, game.hidden) == ("", "", "Everything is open")
    assert (page.title, page.html) == ("Order & Chaos", "")
    assert rulebook.find_rules_page("chess") is None


def test_the_page_explains_the_cards_of_incursion_that_the_engine_plays_with() -> None:
    name = "matches/boards/incursion-point-zero/cards.js"
    shown = Path(str(finders.find(name))).read_text(encoding="utf-8").partition("export const CARDS = ")[2]
    made = "make it anew with python -m engines.incursion_point_zero.card_export"
    assert json.loads(shown.rstrip().removesuffix(";")) == json.loads(format_json()) == export_cards(), made
