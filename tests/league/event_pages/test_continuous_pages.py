"""Arenas and ladders on their pages and in the API."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league.events.models import Event, StageLogEntry
from matches.models import Match
from matches.server_time import now
from tests.factories import BotFactory, PlayerFactory, started_event
from tests.league.events.continuous import entrant_of, running
from tests.league.events.playing import finish

pytestmark = pytest.mark.django_db


def begun(format: str, *players: Any, **plan: Any) -> Event:
    return started_event(*players, format=format, at=now(), max_entrants=16, **plan)


def as_(client: Client, player: Any) -> Client:
    client.force_login(player)
    return client


def text(client: Client, made: Event) -> str:
    return client.get(f"/events/{made.pk}/").content.decode()


def send(client: Client, url: str, data: Any = None) -> HttpResponse:
    return client.post(url, data, content_type="application/json")  # type: ignore[return-value]


def test_the_page_of_an_arena_leads_to_the_match_and_lets_one_pause_and_come_back(client: Client) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    made = begun("arena", ada, ben)
    as_(client, ada)
    (match_id,) = running(made)
    page = text(client, made)
    assert f'href="/matches/{match_id}/">Go to your match' in page
    assert "Ends <time" in page
    paused = client.post(f"/events/{made.pk}/arena/pause/", follow=True).content.decode()
    assert "Resume" in paused
    again = client.post(f"/events/{made.pk}/arena/pause/", follow=True).content.decode()
    assert "You are already paused." in again
    assert ">Pause<" in client.post(f"/events/{made.pk}/arena/come-back/", follow=True).content.decode()
    assert StageLogEntry.objects.filter(kind="stopped").count() == 1


def test_a_visitor_sees_an_arena_and_may_join_while_it_runs(client: Client) -> None:
    made = begun("arena", PlayerFactory(), PlayerFactory())
    assert "1 playing, 0 waiting" in text(client, made)
    assert ">Join</button>" in text(as_(client, PlayerFactory()), made)
    client.post(f"/events/{made.pk}/join/")
    assert made.entrants.count() == 3
    assert "as soon as an opponent is available" in text(client, made)


def test_a_challenge_by_the_buttons_and_a_refused_one_says_why(client: Client) -> None:
    ada, ben, cy = PlayerFactory.create_batch(3)
    made = begun("ladder", ada, ben, cy)
    url, unnamed = f"/events/{made.pk}/challenges/", "Enter an entrant&#x27;s ID"
    as_(client, ben)
    for given, why in ((entrant_of(made, cy), "You can only challenge players above you"), ("x", unnamed), ("9" * 40, unnamed)):
        assert why in client.post(url, {"entrant_id": given}, follow=True).content.decode()
    assert not StageLogEntry.objects.filter(kind="challenged").exists()
    assert text(client, made).count(">Challenge</button>") == 1
    client.post(url, {"entrant_id": entrant_of(made, ada)})
    page = text(client, made)
    assert [word in page for word in (">Challenge</button>", ">Accept</button>")] == [False, False]
    as_(client, ada)
    assert ">Accept</button>" in text(client, made)
    client.post(f"{url}1/accept/")
    (match_id,) = running(made)
    page = text(client, made)
    assert [word in page for word in (f'href="/matches/{match_id}/">Go to match', "End ladder")] == [True, False]
    finish(match_id)
    assert "End ladder" in text(as_(client, made.organiser), made)
    client.post(f"/events/{made.pk}/end/")
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_ladder_in_the_api(client: Client) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    made = begun("ladder", ada, ben)
    url = f"/api/v1/events/{made.pk}/challenges/"
    as_(client, ben)
    shown = client.get(url).json()
    assert [(one["rank"], one["may_challenge"], one["you"]) for one in shown["rungs"]] == [
        (1, True, False), (2, False, True)
    ]  # fmt: skip
    for given in ([], {}, {"entrant_id": None}, {"entrant_id": True}, {"entrant_id": 1.5}, {"entrant_id": [1]}):
        answer = send(client, url, given)
        assert 400 <= answer.status_code < 500, given
        assert answer.json()["code"] in ("malformed", "unknown-entrant")  # type: ignore[attr-defined]
    assert not StageLogEntry.objects.filter(kind="challenged").exists()
    answer = send(client, url, {"entrant_id": entrant_of(made, ada)})
    assert (answer.status_code, answer.json()) == (201, {"number": 1})
    as_(client, ada)
    assert client.get(url).json()["challenges"][0]["may_answer"] is True
    accepted = send(client, f"{url}1/accept/").json()
    assert accepted["challenges"][0]["url"] == f"/matches/{Match.objects.get().pk}/"
    refused = send(client, f"{url}1/decline/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-open")


@pytest.mark.parametrize("format", ["arena", "ladder"])
def test_the_page_takes_the_same_queries_for_three_entrants_and_for_six(
    client: Client, format: str, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for size in (3, 6):
        made = begun(format, *PlayerFactory.create_batch(size - 1), BotFactory())
        with django_assert_max_num_queries(40) as seen:
            client.get(f"/events/{made.pk}/")
        counts.append(len(seen))
    assert counts[0] == counts[1]
