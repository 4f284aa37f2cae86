import re
from datetime import datetime

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import create_challenge
from league.ratings.actions.rating_updates import apply_rated_match
from matches.models import Match
from matches.pubsub import publish_on_commit
from tests.factories import GAME, PlayerFactory, ended_match, event, started_event
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def read(client: Client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).content.decode()


def test_a_second_visitor_costs_the_database_less_and_gets_whole_pages_parts_and_what_is_there() -> None:
    event_id = started_event(*PlayerFactory.create_batch(4)).pk
    page = f"/events/{event_id}/"
    for path in ("/", "/events/", page, f"{page}standings/", "/api/v1/events/"):
        assert queries(Client(), path) > queries(Client(), path), path
    assert queries(Client(), "/") == 0
    for _ in range(2):
        assert "<html" in read(Client(), page)
        assert "<html" not in read(Client(), page, **{"hx-request": "true"})
    missing = (f"/events/{event_id + 1}/", f"/api/v1/events/{event_id + 1}/")
    for path in (f"{page}cross/", *missing):
        assert Client().get(path).status_code == 404
    assert event().pk == event_id + 1
    for path in missing:
        assert Client().get(path).status_code == 200


def test_others_see_at_once_what_somebody_changed() -> None:
    cup = event(name="Open Cup")
    ada, ben, visitor = client_of(PlayerFactory(display_name="Ada of the North")), client_of(PlayerFactory()), Client()

    def seen() -> set[bool]:
        """Whether she is below the head of each page, which names its reader."""
        pages = (f"/events/{cup.pk}/entrants/", f"/api/v1/events/{cup.pk}/")
        return {"Ada of the North" in read(one, path).rpartition("<main")[2] for path in pages for one in (ada, ben, visitor)}

    assert seen() == {False}
    assert ada.post(f"/events/{cup.pk}/join/").status_code == 302
    assert seen() == {True}
    assert ada.post(f"/events/{cup.pk}/leave/").status_code == 302
    assert seen() == {False}


def test_who_changes_a_name_reads_the_new_one_where_it_is_listed(at: datetime) -> None:
    ada = PlayerFactory(display_name="Ada of the North")
    cup = started_event(ada, *PlayerFactory.create_batch(3))
    apply_rated_match(match_id=ended_match(ada).pk, at=at)
    client = client_of(ada)
    pages = ("/", f"/events/{cup.pk}/standings/", f"/leaderboard/{GAME}/")
    for path in pages:
        assert "Ada of the North" in read(Client(), path), path
    assert client.post("/accounts/profile/", {"display_name": "Ada of the South", "about": ""}).status_code == 302
    for path in pages:
        assert all("Ada of the North" not in read(one, path) for one in (client, Client())), path


def test_what_a_stranger_posts_takes_no_event_from_others() -> None:
    page = f"/events/{started_event(*PlayerFactory.create_batch(4)).pk}/"
    queries(Client(), page)
    cached = queries(Client(), page)
    for path, data, status in (
        ("/language/", {"language": "en", "next": "/"}, 302), ("/nowhere/", {}, 404), ("/verify/", {"record": "x"}, 200),
        ("/accounts/sign-in/", {"username": "nobody", "password": "x"}, 200),
        ("/play/", {"game": GAME, "bot": "level-1", "side": "0"}, 302),
    ):  # fmt: skip
        assert Client().post(path, data).status_code == status
        assert queries(Client(), page) == cached, path


def test_what_is_an_entrants_or_organisers_own_is_shown_to_no_other() -> None:
    ada = PlayerFactory(display_name="Ada of the North")
    cup = started_event(ada, *PlayerFactory.create_batch(3))
    entrant, organiser = client_of(ada), client_of(cup.organiser)
    other = client_of(PlayerFactory(display_name="Ben of the East"))
    page = f"/events/{cup.pk}/"
    for order in ((entrant, organiser, other, Client()), (Client(), other, organiser, entrant)):
        publish_on_commit(f"event.{cup.pk}")
        seen = {one: read(one, page) for one in order}
        for one in order:
            assert ("/manage/" in seen[one]) == (one is organiser)
            assert (f"/events/{cup.pk}/withdraw/" in seen[one]) == (one is entrant)
            assert ("Ben of the East" in seen[one]) == (one is other)


def test_forms_in_cached_parts_have_a_token_of_the_readers_own(at: datetime) -> None:
    form = {"game": GAME, "bot": "level-1", "side": "0"}
    offered = create_challenge(by=PlayerFactory().pk, offer=ChallengeOptions(GAME), at=at)
    visitors = [Client(enforce_csrf_checks=True) for _ in range(2)]
    pages = [read(one, "/") for one in visitors]
    tokens = [TOKEN.findall(page) for page in pages]
    assert all(tokens)
    assert not set(tokens[0]) & set(tokens[1])
    for page in pages:
        for one in re.findall(r'<form(?:\s[^>]*)?method="post"[^>]*>(?!.*?</form>)?', page):
            named = re.search(r'id="([\w-]+)"', one)
            assert named is None or f'form="{named[1]}"' in page
    for visitor, known in zip(visitors, tokens, strict=True):
        assert visitor.post("/play/", {**form, "csrfmiddlewaretoken": known[0]}).status_code == 302
    assert Match.objects.exclude(pk=offered).count() == 2
    stranger = Client(enforce_csrf_checks=True)
    read(stranger, "/")
    assert stranger.post("/play/", {**form, "csrfmiddlewaretoken": tokens[0][0]}).status_code == 403


def test_parts_are_cached_by_language(german: None) -> None:
    for language in ("de", "en", "de"):
        page = read(Client(), "/", **{"accept-language": language})
        assert f'lang="{language}"' in page
        assert ("No open challenges" in page) == (language == "en")
    chooser = Client()
    chooser.cookies[configured.LANGUAGE_COOKIE_NAME] = "de"
    assert "No open challenges" not in read(chooser, "/")
