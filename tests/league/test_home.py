"""The first page and the rules."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from league.lobby.actions import challenge
from league.lobby.offers import Offer
from league.ratings.actions import count_rating
from tests.factories import GAME, BotFactory, PlayerFactory, ended_match, event, started_event

pytestmark = pytest.mark.django_db


def test_an_empty_first_page_says_what_to_do(client: Client) -> None:
    page = client.get("/").content.decode()
    for text in ("No match is being played", "No event is running", "Nobody waits for an opponent", 'action="/play/"'):
        assert text in page


def test_the_first_page_shows_what_goes_on(client: Client, at: datetime) -> None:
    made = started_event(BotFactory(display_name="Magpie"), BotFactory(), name="Bot Cup")
    event(name="Open Cup")
    challenge(by=PlayerFactory(display_name="Ada").pk, offer=Offer(GAME), at=at)
    count_rating(match_id=ended_match(PlayerFactory(display_name="Champion")).pk, at=at)
    page = client.get("/").content.decode()
    for text in ("data-mini-match", f'href="/events/{made.pk}/"', "Bot Cup", "Open Cup", "Ada waits", "Blue", "Magpie"):
        assert text in page
    fragment = client.get("/fragments/home/").content.decode()
    assert "Bot Cup" in fragment
    assert "<html" not in fragment


def test_the_first_page_takes_the_same_queries_whatever_goes_on(
    client: Client, at: datetime, django_assert_num_queries: object
) -> None:
    for _ in range(2):
        started_event(BotFactory(), BotFactory())
        challenge(by=PlayerFactory().pk, offer=Offer(GAME), at=at)
        with django_assert_num_queries(16):  # type: ignore[operator]
            client.get("/")


def test_no_page_has_anything_inline(client: Client) -> None:
    for url in ("/", "/lobby/", "/events/", "/accounts/sign-in/", "/accounts/sign-up/", "/rules/"):
        page = client.get(url).content.decode()
        assert "style=" not in page
        assert "<script>" not in page
        assert "onclick" not in page
