"""What a page says of its scripts and styles, so that a browser asks for all of them at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.templatetags.static import static
from django.test import Client

from deploy.static_files import find_files
from league.games import list_games
from matches import assets

MODULES = sorted(
    name
    for name in find_files()
    if name.startswith(("league/", "matches/", "site/")) and name.endswith(".js") and "vendor" not in name
)


def _drawn(text: str, **given: Any) -> str:
    return Template("{% load scripts %}" + text).render(Context(given))


def _linked(html: str) -> list[str]:
    return re.findall(r'<link rel="modulepreload" href="/static/[0-9a-f]{16}/([^"]+)">', html)


@pytest.mark.parametrize("name", MODULES)
def test_every_import_of_every_script_leads_to_a_script(name: str) -> None:
    assert f"/{name}" in _drawn("{% modules name %}", name=name)


def test_a_script_comes_with_links_to_all_that_it_imports_and_that_imports_again() -> None:
    html = _drawn("{% modules 'matches/latency.js' %}")
    assert html.count("<script") == 1
    assert _linked(html) == ["site/stream.js", "site/changes.js", "site/words.js", "matches/match-api.js"]


def test_nothing_is_linked_twice_on_a_page_and_no_script_besides_its_own_tag() -> None:
    html = _drawn("{% modules 'site/site.js' 'site/words.js' %}{% modules 'matches/match.js' %}{% modules 'matches/chat.js' %}")
    linked = _linked(html)
    assert len(linked) == len(set(linked))
    assert not {"site/site.js", "site/words.js"} & set(linked)
    assert html.count("matches/match.js") == 1


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.key)
def test_the_board_of_a_game_is_linked_with_its_styles_and_its_words(game: Any) -> None:
    html = _drawn("{% board_of key %}", key=game.key, words={game.key: "/words/de/it.json"})
    named = set(_linked(html))
    assert f"matches/boards/{game.key}.js" in named
    folder = {name for name in MODULES if name.startswith(f"matches/boards/{game.key}/")}
    assert {Path(name).name for name in folder - named} == {"mini.js"}, "the thumbnail is not of the board"
    own = [
        name
        for name in find_files()
        if name.startswith(f"site/boards/{game.key}") and not name.endswith(("-mini.css", "-sides.css"))
    ]
    assert [name for name in own if f'<link rel="stylesheet" href="{static(name)}">' not in html] == []
    assert '<link rel="preload" href="/words/de/it.json" as="fetch" crossorigin>' in html
    assert "preload" not in re.sub("modulepreload", "", _drawn("{% board_of key %}", key=game.key)), "English has no words"


def test_a_script_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"Script not found: 'matches/nowhere\.js'"):
        _drawn("{% modules 'matches/nowhere.js' %}")


@pytest.mark.django_db
def test_the_styles_of_the_site_are_one_file_that_may_be_kept_for_ever(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    (address,) = re.findall(r'href="(/styles/[^"]+)"', page)
    answer = client.get(address)
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Vary" not in answer
    told = answer.content.decode()
    places = [told.index(Path(f"matches/static/site/{name}.css").read_text()) for name in assets.STYLESHEETS]
    assert places == sorted(places)


def test_a_page_of_an_older_release_gets_the_styles_of_today_but_not_for_ever(client: Client) -> None:
    answer = client.get("/styles/0.css")
    assert answer.content == assets.get_stylesheet_bundle()[0]
    assert answer["Cache-Control"] == "no-cache"
