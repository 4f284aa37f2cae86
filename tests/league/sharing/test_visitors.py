"""Whoever is not signed in reads a page that was drawn for all visitors, with a token of his own in its forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.sharing.pages import PAGES
from league.sharing.token import STAND_IN
from matches import announce
from matches.models import Match
from tests.factories import PlayerFactory
from tests.journeys.addresses import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sharing")]
TOKEN = re.compile(r'name="csrf(?:middleware)?-?token" (?:content|value)="(\w+)"')


def queries(client: Client, path: str, **headers: Any) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path, headers=headers).status_code == 200
    return len(asked)


def test_the_second_visitor_costs_the_database_nothing() -> None:
    assert queries(Client(), "/") > 0
    assert queries(Client(), "/") == 0


def test_every_visitor_has_tokens_of_his_own_and_forms_that_work() -> None:
    visitors = [Client(enforce_csrf_checks=True) for _ in range(3)]
    pages = [one.get("/lobby/").content.decode() for one in visitors]
    assert not any(STAND_IN in page for page in pages)
    tokens = [set(TOKEN.findall(page)) for page in pages]
    assert all(tokens)
    assert not tokens[0] & tokens[1] | tokens[1] & tokens[2]
    form = {"game": "field-tactics", "bot": "random", "side": "0"}
    for visitor, known in zip(visitors, tokens, strict=True):
        answer = visitor.post("/play/", {**form, "csrfmiddlewaretoken": min(known)})
        assert answer.status_code == 302
    assert Match.objects.count() == 3
    stranger = Client(enforce_csrf_checks=True)
    stranger.get("/lobby/")
    assert stranger.post("/play/", {**form, "csrfmiddlewaretoken": min(tokens[0])}).status_code == 403


def test_a_visitor_keeps_the_token_that_he_has_from_page_to_page() -> None:
    visitor = Client(enforce_csrf_checks=True)
    first = visitor.get("/lobby/").content.decode()
    secret = visitor.cookies["csrftoken"].value
    Client().get("/leagues/")
    visitor.get("/leagues/")
    assert visitor.cookies["csrftoken"].value == secret
    form = {"game": "field-tactics", "bot": "random", "side": "0", "csrfmiddlewaretoken": TOKEN.findall(first)[0]}
    assert visitor.post("/play/", form).status_code == 302


def test_who_is_signed_in_neither_leaves_a_page_to_visitors_nor_gets_theirs() -> None:
    ada = Client()
    ada.force_login(PlayerFactory(username="ada", display_name="Ada of the North"))
    assert "Ada of the North" in ada.get("/leagues/").content.decode()
    page = Client().get("/leagues/").content.decode()
    assert "Ada of the North" not in page
    assert "Ada of the North" in ada.get("/leagues/").content.decode()
    assert reverse("sign-in") in page


def test_pages_are_kept_by_language_and_by_what_htmx_asks(german: None) -> None:
    assert 'lang="de"' in Client().get("/leagues/", headers={"accept-language": "de"}).content.decode()
    answer = Client().get("/leagues/", headers={"accept-language": "en"})
    assert 'lang="en"' in answer.content.decode()
    assert answer["Content-Language"] == "en"
    assert {"Accept-Language", "Cookie"} <= {one.strip() for one in answer["Vary"].split(",")}
    chooser = Client()
    chooser.cookies[configured.LANGUAGE_COOKIE_NAME] = "de"
    assert 'lang="de"' in chooser.get("/leagues/").content.decode()


def test_the_query_is_part_of_the_address() -> None:
    assert "zebra" in Client().get("/search/?q=zebra").content.decode()
    assert "zebra" not in Client().get("/search/?q=okapi").content.decode()


def test_a_page_that_is_missing_is_missing_until_it_is_there() -> None:
    assert Client().get("/players/ada/").status_code == 404
    PlayerFactory(username="ada")
    assert Client().get("/players/ada/").status_code == 200


def test_after_a_hint_the_page_is_drawn_anew(django_capture_on_commit_callbacks: Any) -> None:
    Client().get("/")
    with django_capture_on_commit_callbacks(execute=True):
        announce.changed("home")
    assert queries(Client(), "/") > 0


def test_a_writer_reads_afresh_what_is_shared() -> None:
    ada = Client()
    ada.force_login(PlayerFactory())
    queries(ada, "/api/v1/events/")
    shared = queries(ada, "/api/v1/events/")
    assert ada.post("/notifications/read/").status_code < 400
    assert queries(ada, "/api/v1/events/") > shared


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/language/", {"language": "en", "next": "/"}, 302),
        ("/accounts/sign-in/", {"username": "nobody", "password": "x"}, 200),
        ("/nowhere/", {}, 404),
        ("/verify/", {"record": "x"}, 200),
    ],
)
def test_what_one_sends_takes_nothing_from_others(path: str, data: Any, status: int) -> None:
    Client().get("/events/")
    assert Client().post(path, data).status_code == status
    assert queries(Client(), "/events/") == 0


def test_headers_of_safety_stand_on_a_page_that_was_kept() -> None:
    first, second = (Client().get("/leagues/") for _ in range(2))
    for name in ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy"):
        assert first[name] == second[name]
    assert set(first.headers) == set(second.headers)


def test_every_page_of_the_list_has_an_address_and_its_topics_name_parts_of_it() -> None:
    known = {name: words for name, _, words in addresses()}
    for name, same in PAGES.items():
        assert name in known, name
        for topic in same.topics:
            assert set(re.findall(r"{(\w+)}", topic)) <= known[name], name
