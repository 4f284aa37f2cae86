"""The review on its page, beside the board, and in the API."""

import re
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from tests.factories import GuestFactory, PlayerFactory
from tests.league.reviews.conftest import finished
from tests.league.reviews.test_reviews import LATER, ask, work

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def signed_in(player: Any = None) -> Client:
    client = Client()
    client.force_login(player or PlayerFactory())
    return client


def text(client: Client, match: Match, *, fragment: bool = True) -> str:
    path = f"/matches/{match.pk}/review/"
    response = client.get(f"/fragments{path}" if fragment else path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_visitor_is_told_to_sign_in_and_a_person_can_ask() -> None:
    match = finished()
    assert "Sign in with an account" in text(Client(), match)
    assert "Sign in with an account" in text(signed_in(GuestFactory()), match)
    client = signed_in()
    assert "Review match" in text(client, match)
    answer = client.post(f"/matches/{match.pk}/review/ask/", {"do": "ask"}, **HTMX)
    assert (answer.status_code, "every 3s" in answer.content.decode()) == (200, True)
    assert "Cancel review" in answer.content.decode()
    assert "Cancel review" not in text(signed_in(), match)
    assert "Review match" in client.post(f"/matches/{match.pk}/review/ask/", {"do": "cancel"}, **HTMX).content.decode()


def test_without_scripts_the_same_page_asks_and_leads_to_the_board() -> None:
    match, client = finished("field-tactics"), signed_in()
    assert client.post(f"/matches/{match.pk}/review/ask/", {"do": "ask"})["Location"] == f"/matches/{match.pk}/review/"
    work()
    page = text(client, match, fragment=False)
    assert "every 3s" not in page
    assert page.count("<polyline") == 1
    assert "By what the player could know" in page
    for step, better in re.findall(r'\?at=(\d+)&amp;better=([^"]+)"', page):
        assert int(step) < match.last_entry
        assert better


def test_who_waits_is_told_how_many_are_before_and_sees_progress_and_then_a_list_for_each_seat() -> None:
    first, second = finished(), finished()
    ask(first)
    ask(second, at=LATER)
    assert "The review is next." in text(Client(), first)
    assert "The review waits for 1 other." in text(Client(), second)
    work(slice_s=0.0)
    page = text(Client(), first)
    assert ("<progress" in page, "every 3s" in page) == (True, True)
    work()
    page = text(Client(), first)
    assert "By what the player could know" not in page
    assert page.count("side side-") >= 2


def test_refusals_are_shown_in_words() -> None:
    client, matches = signed_in(), [finished() for _ in range(4)]
    for match in matches[:3]:
        client.post(f"/matches/{match.pk}/review/ask/", {"do": "ask"})
    answer = client.post(f"/matches/{matches[3].pk}/review/ask/", {"do": "ask"})
    assert (answer.status_code, "already wait for 3 reviews" in answer.content.decode()) == (422, True)
    running = finished()
    Match.objects.filter(pk=running.pk).update(status="playing")
    assert "The match isn&#x27;t over" in text(client, running)
    assert client.get("/matches/999999/review/").status_code == 404
    assert client.post(f"/matches/{matches[3].pk}/review/ask/", {"do": "guess"}).status_code == 422


def test_the_api_asks_reads_and_cancels() -> None:
    match, client = finished("field-tactics"), signed_in()
    path = f"/api/v1/matches/{match.pk}/review/"
    assert client.get(path).json()["status"] == "none"
    assert Client().post(path, {}, content_type="application/json").json()["code"] == "sign-in-needed"
    assert client.post(path, {"depth": 9}, content_type="application/json").status_code == 400
    assert client.post(path, {}, content_type="application/json").json()["is_waiting"]
    assert client.delete(path).status_code == 204
    assert client.delete(path).json()["code"] == "not-found"
    client.post(path, {}, content_type="application/json")
    work()
    body = Client().get(path).json()
    assert (body["status"], body["has_hidden"], len(body["seats"])) == ("done", True, 2)
    assert body.keys() == {"match_id", "status", "progress", "is_waiting", "ahead", "has_hidden", "graph", "seats"}
    assert {"n", "chances"} == body["graph"][0].keys()
    assert match.seed not in str(body)
    moves = [move for seat in body["seats"] for move in seat["known"] + seat["true"]]
    assert moves
    for move in moves:
        assert move["known"]["words"]
        assert move["true"]["best_chances"] >= move["true"]["chances"]
