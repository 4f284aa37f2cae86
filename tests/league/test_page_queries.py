"""No page asks the database more than fifteen questions, whoever looks at it and however little is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.demo.loading import load
from league.events.models import Entrant, Event, NoShow, SeriesMatch
from league.leagues.models import League, Role, Staff
from league.notices.actions.telling import Told, tell
from league.people.models import Player
from matches.models import Match
from matches.moment import now
from tests.cold import nothing_kept
from tests.factories import PlayerFactory, event, match
from tests.journeys import addresses
from tests.journeys.world import furnish

pytestmark = pytest.mark.django_db
MOST = 15
ASK = {"": ("ada",), "olivia": ("olivia", "una")}
"""Who looks instead: somebody who is signed in, and besides one who organises the league but no event of it."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, Any]]:
    """The furnished demo league, with no-shows that count, places that are offered, a delay, and notices for Ada."""
    with django_db_blocker.unblock(), transaction.atomic():
        at = now()
        load(at=at)
        made = furnish()
        ada, league = Player.objects.get(username="ada"), League.objects.get(slug="demo-league")
        Staff.objects.create(league=league, player=PlayerFactory(username="una"), role=Role.ORGANISER, since=at)
        League.objects.filter(pk=league.pk).update(no_show_warnings=1, ban_unit="events")
        for one in (*Event.objects.filter(league=league), event(ada, no_show_warnings=2)):
            NoShow.objects.create(event=one, player=ada, at=at - timedelta(days=one.pk))
        Entrant.objects.filter(event=event(ada)).update(
            status="waiting", asked_at=at, answer_by=at + timedelta(hours=1)
        )
        Match.objects.filter(pk__in=[match(ada).pk, match().pk]).update(delay_ms=60_000)
        tell([Told(ada.pk, str(n), {"event": "Cup"}, "/events/1/") for n in range(3)], kind="check-in", at=at)
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def visits(world: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return list(addresses.visits(world))


@pytest.mark.parametrize("name", addresses.PAGES)
def test_no_page_asks_the_database_more_than_fifteen_questions(visits: list[tuple[str, str, str]], name: str) -> None:
    looks = [(who, path) for page, by, path in visits if page == name for who in ASK.get(by, (by,))]
    assert looks
    for who, path in looks:
        assert look(who, path) in (200, 302, 403), (who, path)


@pytest.mark.parametrize("format", ["swiss", "single-elimination", "double-elimination", "round-robin", "arena"])
def test_nor_does_a_ruling_that_shows_which_places_it_would_change(world: Mapping[str, Any], format: str) -> None:
    # Of matches that have not been counted: where ratings would follow, the pool is played again for the answer.
    played = SeriesMatch.objects.filter(pairing__round__event=world[format]).order_by("pk")
    match_id, pairing_id = played.values_list("match", "pairing")[0]
    for result in ("2-0", "0-2"):
        for who, path in (
            ("olivia", reverse("manage-result", args=[world[format], pairing_id])),
            ("ben", reverse("desk-result", args=[match_id])),
        ):
            assert look(who, f"{path}?halves={result}") == 200, (who, path)


def look(who: str, path: str) -> int:
    """The status of a page that asks no more than it may."""
    client = Client()
    client.force_login(Player.objects.get(username=who))
    nothing_kept()
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
    told = "\n".join(one["sql"][:200] for one in asked.captured_queries)
    assert len(asked) <= MOST, f"{path} for {who}: {len(asked)} queries\n{told}"
    return answer.status_code
