from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from league.events.models import NoShow
from league.games import list_games
from league.lobby.challenge_options import ME, ChallengeOptions, player_seat
from league.lobby.challenges import create_challenge
from league.notifications.actions.create import NewNotification, notify
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from matches.models import Match
from matches.server_time import now
from tests.cold import nothing_kept
from tests.factories import GAME, BotFactory, PlayerFactory, ended_match, event, league, match, organiser_of, started_event

pytestmark = pytest.mark.django_db


def test_an_empty_first_page_says_what_to_do_and_has_a_picture_a_button_and_options_of_every_game(client: Client) -> None:
    page = client.get("/").content.decode()
    for text in ("No live matches", "No events running", "No open challenges", 'action="/play/"'):
        assert text in page
    for game in list_games():
        assert f'/site/games/{game.key}.svg"' in page
        assert finders.find(f"site/games/{game.key}.svg")
        assert f'aria-label="Play a bot: {game.name}"' in page.replace("&amp;", "&")
    assert page.count("<details") == len(list_games())


def test_the_first_page_shows_what_goes_on(client: Client, at: datetime) -> None:
    made = started_event(BotFactory(display_name="Magpie"), BotFactory(), name="Bot Cup")
    event(name="Open Cup")
    create_challenge(by=PlayerFactory(display_name="Ada").pk, offer=ChallengeOptions(GAME), at=at)
    apply_rated_match(match_id=ended_match(PlayerFactory(display_name="Champion")).pk, at=at)
    page = client.get("/").content.decode()
    for text in ("data-mini-match", f'href="/events/{made.pk}/"', "Bot Cup", "Open Cup", "Ada is waiting", "Blue", "Magpie"):
        assert text in page
    fragment = client.get("/fragments/home/").content.decode()
    assert "Bot Cup" in fragment
    assert "<html" not in fragment


def test_the_first_page_takes_the_same_queries(client: Client, at: datetime, django_assert_num_queries: Any) -> None:
    for _ in range(2):
        started_event(BotFactory(), BotFactory())
        create_challenge(by=PlayerFactory().pk, offer=ChallengeOptions(GAME), at=at)
        with django_assert_num_queries(7):
            client.get("/")


def test_the_fullest_first_page_takes_fifteen_queries(client: Client, at: datetime, django_assert_num_queries: Any) -> None:
    """Ada plays, has a place offered, notices, a warning of an organiser's and of a league's, which bans for events."""
    home, ada = league(), PlayerFactory(username="ada")
    organiser = Player.objects.get(pk=organiser_of(home))
    for policy in ({"league": home.pk, "organiser": organiser, "ban_unit": "events"}, {}, {"ban_unit": "events"}):
        made = event(ada, name="Missed", no_show_warnings=1, **policy)
        NoShow.objects.create(event=made, player=ada, at=now())
    for format in ("arena", "ladder"):
        started_event(ada, *PlayerFactory.create_batch(3), name=f"Grand {format}", format=format, max_entrants=8)
    for _ in range(2):
        match(ada)
        Match.objects.filter(pk=match().pk).update(delay_ms=60_000)
        create_challenge(by=PlayerFactory(display_name="Zoe").pk, offer=ChallengeOptions(GAME), at=at)
        waited = event(ada, name="Waited")
        waited.entrants.update(status="waiting", offered_at=at, answer_by=now() + timedelta(hours=1))
    notify([NewNotification(ada.pk, str(n), {"event": "Cup"}, "/events/1/") for n in range(3)], kind="check-in", at=at)
    client.force_login(ada)
    nothing_kept()
    with django_assert_num_queries(15):
        page = client.get("/").content.decode()
    for text in ("Grand arena", "Grand ladder", "Zoe is waiting", "data-mini-match", "Notifications: 3 unread"):
        assert text in page
    assert (page.count("Warning: 1 no-show"), page.count("A spot is open for you in")) == (3, 2)


def test_a_player_first_sees_their_own_matches_tasks_and_events(client: Client, at: datetime) -> None:
    ada = PlayerFactory()
    started_event(ada, PlayerFactory(display_name="Zoe"), name="Spring Cup")
    asked = ChallengeOptions(GAME, seats=(ME, player_seat(ada.username)))
    create_challenge(by=PlayerFactory(username="ben").pk, offer=asked, at=at)
    match(ada)
    client.force_login(ada)
    own = client.get("/").content.decode().partition('id="play-now"')[0]
    for text in ("Your matches", "Resume", "To do", "ben challenges you: Field Tactics", "Your events", "Spring Cup"):
        assert text in own, text
    assert "Your matches" not in Client().get("/").content.decode()


def test_no_page_has_anything_inline(client: Client) -> None:
    for url in ("/", "/lobby/", "/accounts/sign-up/"):
        page = client.get(url).content.decode()
        assert "style=" not in page
        assert "<script>" not in page
        assert "onclick" not in page
