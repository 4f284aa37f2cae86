"""Whose language a page is in: the one that was chosen, else the browser's, else English."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from league.languages.scripts import get_translation_urls
from league.people.models import Player
from matches.catalogues import choose_language
from tests.factories import PASSWORD, PlayerFactory, started_event

pytestmark = pytest.mark.django_db
GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def test_what_was_chosen_comes_before_what_the_browser_asks_for() -> None:
    for chosen, accepted, language in (
        ("", "", "en"), ("de", "", "de"), ("de", "en", "de"), ("en", "de", "en"), ("fr", "de", "de"), ("<b>", "", "en"),
        ("", "de", "de"), ("", "de-CH", "de"), ("", "DE", "de"), ("", "fr, de;q=0.3", "de"), ("", "en;q=0.4, de;q=0.5", "de"),
        ("", "de;q=0", "en"), ("", "fr", "en"), ("", "*", "en"), ("", "fr, *;q=0.1, de;q=0.05", "en"),
        ("", ";;q=,,=de;q=x", "en"),
    ):  # fmt: skip
        assert choose_language(chosen, accepted, ["en", "de"]) == language, (chosen, accepted)


def test_where_one_language_is_offered_nothing_is_chosen_and_nothing_varies(client: Client, settings: Any) -> None:
    settings.LANGUAGES_OFFERED = ["en"]
    answer = client.get("/verify/", headers=GERMAN)
    assert '<html lang="en">' in answer.content.decode()
    assert "Deutsch" not in answer.content.decode()
    assert "Accept-Language" not in answer.get("Vary", "")
    assert "Content-Language" not in answer


@pytest.mark.usefixtures("german")
def test_a_page_speaks_as_the_browser_asks_and_says_so(client: Client) -> None:
    answer = client.get("/verify/", headers=GERMAN)
    page = answer.content.decode()
    assert '<html lang="de">' in page
    assert "Zum Inhalt springen" in page
    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in answer["Vary"].split(",")}
    english = client.get("/verify/").content.decode()
    assert "Skip to content" in english
    assert '<html lang="en">' in english
    assert 'id="words"' not in english, "English pages fetch no words"
    assert translation.get_language() == "en", "nothing is left behind"
    assert "Accept-Language" in client.get("/api/v1/games", headers=GERMAN)["Vary"], "programs too"


@pytest.mark.usefixtures("german")
def test_the_choice_at_the_end_of_the_page_holds_for_the_browser_and_needs_no_token() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "de", "next": "/verify/?a=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/verify/?a=1")
    assert client.cookies["language"]["samesite"] == "Lax"
    assert '<html lang="de">' in client.get("/verify/").content.decode()
    client.post("/language/", {"language": "en"})
    assert '<html lang="en">' in client.get("/verify/", headers=GERMAN).content.decode()
    assert client.post("/language/", {"language": "fr"}).status_code == 404
    assert client.cookies["language"].value == "en"
    for back in ("https://example.org/", "//example.org/", "javascript:alert(1)", ""):
        assert client.post("/language/", {"language": "de", "next": back})["Location"] == "/", back


@pytest.mark.usefixtures("german")
def test_who_is_signed_in_chooses_for_emails_too(client: Client) -> None:
    player: Player = PlayerFactory(username="ada")
    client.login(username="ada", password=PASSWORD)
    client.post("/language/", {"language": "de"})
    player.refresh_from_db()
    assert player.language == "de"
    client.post("/accounts/profile/", {"display_name": "Ada", "about": "", "language": "en"})
    player.refresh_from_db()
    assert (player.language, client.cookies["language"].value) == ("en", "en")


@pytest.mark.usefixtures("german")
def test_a_framed_page_goes_by_the_browser_alone(client: Client) -> None:
    made = started_event(PlayerFactory(), PlayerFactory())
    client.cookies["language"] = "de"
    path = f"/events/{made.pk}/embed/"
    answer = client.get(path)
    assert '<html lang="en">' in answer.content.decode()
    assert "Cookie" not in answer["Vary"]
    assert '<html lang="de">' in client.get(path, headers=GERMAN).content.decode()


@pytest.mark.usefixtures("german")
def test_scripts_find_their_words_under_an_address_that_changes_with_them(client: Client) -> None:
    address = get_translation_urls("de")["site"]
    assert address in client.get("/rules/", headers=GERMAN).content.decode()
    answer: Any = client.get(address, headers=GERMAN)
    assert answer.json()["just now"] == "gerade eben"
    assert "immutable" in answer["Cache-Control"]
    assert "Accept-Language" not in answer.get("Vary", "")
    assert client.get("/words/de/site/00.json")["Cache-Control"] == "no-cache"
    assert client.get("/words/de/passwords/0.json").status_code == 404
    assert client.get("/words/en/site/0.json").status_code == 404
