"""Installed games on the pages of the site: those that bring nothing but their rules have everything they need."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from django.contrib.staticfiles import finders
from django.test import Client

from engines import registry
from league.languages import scripts
from matches import catalogues
from tests import factories, sample_games

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    with sample_games.installed():
        yield


def test_a_game_without_texts_and_pictures_has_a_card_and_a_page_of_rules_without_dead_links(client: Client) -> None:
    home = client.get("/").content.decode()
    card = home.partition('id="play-connect-four"')[2].partition("</section>")[0]
    picture = card.partition('class="game-picture" src="')[2].partition('"')[0]
    assert finders.find(picture.split("/", 3)[3])
    assert "/learn/connect-four/" not in home + client.get("/rules/").content.decode()
    assert "/learn/zero-day/" in home
    page = client.get("/rules/connect-four/").content.decode()
    assert "Get four of your discs in a row: across, up or diagonally." in page
    assert "Contents" not in page
    assert client.get("/learn/connect-four/").status_code == 404


@pytest.fixture
def german(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Connect Four with German words for its rules and for a script."""
    folder = tmp_path / "catalogues" / "de"
    (folder / "LC_MESSAGES").mkdir(parents=True)
    catalogue = Catalog("de")
    catalogue.add("{side} drops a disc into column {column}.", "{side} wirft in Spalte {column}.")
    with (folder / "LC_MESSAGES" / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
    (folder / "scripts.json").write_text('{"Drop it": "Wirf ihn"}')
    package = replace(sample_games.packages()["connect-four"], site=tmp_path)
    with sample_games.installed(**{"connect-four": package}):
        settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, *registry.list_catalogues()]
        for remembered in (catalogues.clear_caches, scripts._load_files.cache_clear, scripts.get_translation_urls.cache_clear):
            remembered()
        yield
    for remembered in (catalogues.clear_caches, scripts._load_files.cache_clear, scripts.get_translation_urls.cache_clear):
        remembered()


def test_a_game_brings_the_words_of_its_rules_and_scripts(german: None, client: Client, at: datetime) -> None:
    match = factories.match(game="connect-four", at=at)
    with catalogues.use_language("de"):
        engine = registry.get("connect-four")
        assert str(engine.describe(engine.start({}, 2), 0, "d", None)) == "Rot wirft in Spalte d."
    client.cookies["language"] = "de"
    page = client.get(f"/matches/{match.pk}/").content.decode()
    words = json.loads(page.partition('id="words"')[2].partition(">")[2].partition("</script>")[0])
    assert client.get(words["connect-four"]).json() == {"Drop it": "Wirf ihn"}
    assert "site" in words
