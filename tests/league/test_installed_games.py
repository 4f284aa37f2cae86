"""Installed games on the pages of the site: those that bring nothing but their rules have everything they need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests import sample_games

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
