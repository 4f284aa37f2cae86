"""A game that is refused or uninstalled while matches of it are stored: they wait for a referee, and all pages stay."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from league.people.models import Player
from league.registration.actions.entries import join_event
from league.stats.actions import count_stats
from league.sweep import sweep
from matches import tasks
from matches.actions.adjudication import adjudicate
from matches.models import Match, Status
from tests import factories, sample_games
from tests.factories import NOON, PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
KEY = "connect-four"


@pytest.fixture
def people() -> list[Player]:
    return [PlayerFactory(username="ada"), PlayerFactory(username="ben")]


@pytest.fixture
def stored(people: list[Player]) -> dict[str, int]:
    """Events, a match that runs and one that is over, by name, of a game that is no longer installed."""
    with sample_games.installed():
        running = factories.started_event(*people, game=KEY, format="swiss", settings={"rounds": 1}, rated=True)
        planned = factories.event(PlayerFactory(), game=KEY, name="Autumn Cup")
        over, live = factories.ended_match(*people, game=KEY), factories.match(*people, game=KEY)
        count_stats(match_id=over.pk, at=NOON)
    ids = {"event": running.pk, "planned": planned.pk, "live": live.pk, "over": over.pk}
    return {**ids, "paired": factories.matches_of_round(running, 1)[0]}


def addresses(stored: dict[str, int]) -> list[str]:
    event, match = ("event", "event-standings", "event-rounds", "event-entrants", "event-stats"), ("match", "match-plain")
    return [
        *(reverse(name) for name in ("home", "lobby", "events", "rules-index", "api-schema")),
        *(reverse(name, args=["ada"]) for name in ("player", "player-stats")),
        *(reverse(name, args=[stored["event"]]) for name in event),
        reverse("event", args=[stored["planned"]]),
        *(reverse(name, args=[stored[of]]) for name, of in product(match, ("live", "over", "paired"))),
        *(f"/api/v1/matches/{stored[of]}/" for of in ("live", "over", "paired")),
        *("/api/v1/matches/", "/api/v1/players/ada/", f"/api/v1/events/{stored['event']}/"),
    ]


def test_every_page_is_shown_without_the_game(stored: dict[str, int], people: list[Player]) -> None:
    known, visitor = Client(), Client()
    known.force_login(people[0])
    for client in (known, visitor):
        client.raise_request_exception = False
        shown = {path: client.get(path).status_code for path in addresses(stored)}
        assert {path: status for path, status in shown.items() if status != 200} == {}
    for path in (f"/rules/{KEY}/", f"/games/{KEY}/stats/", f"/ratings/{KEY}/", f"/lobby/?game={KEY}"):
        assert known.get(path).status_code < 500, path
    assert KEY in visitor.get(f"/matches/{stored['over']}/").content.decode()


def test_its_running_matches_wait_for_a_referee_and_the_sweep_goes_on(stored: dict[str, int]) -> None:
    other, late = factories.match(), NOON + timedelta(hours=2)
    tasks.hold(match_id=stored["live"])
    assert Match.objects.get(pk=stored["live"]).status == Status.REVIEW
    adjudicate(match_id=stored["paired"], at=late)
    sweep(late)
    assert Match.objects.get(pk=other.pk).status == Status.PLAYING
    join_event(event_id=stored["planned"], player_id=PlayerFactory().pk, at=NOON)
