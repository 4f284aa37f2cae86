"""No page asks the database more than fifteen questions, whoever looks at it and however little is kept."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engines import registry
from league.demo.upkeep import load_demo
from league.events.models import Entrant, Event, NoShow, SeriesMatch
from league.leagues.models import League, Role, Staff
from league.notifications.actions.create import NewNotification, notify
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, mark_rated
from league.ratings.models import RatedMatch
from league.results.actions.results import record_result
from league.titles.models import Title
from matches.models import Match, Status
from matches.server_time import now
from tests.cold import nothing_kept
from tests.factories import PlayerFactory, end, event, match
from tests.journeys import addresses
from tests.journeys.world import furnish
from tests.league.clients import client_of
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
MOST = 15
ASK = {"": ("ada",), "olivia": ("olivia", "una") if WHOLE else ("olivia",)}
"""Who looks instead: somebody who is signed in, and besides one who organises the league but no event of it."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, Any]]:
    """The furnished demo league, with no-shows that count, places that are offered, a delay, and notices for Ada."""
    with django_db_blocker.unblock(), transaction.atomic():
        at = now()
        load_demo(at=at)
        made = furnish()
        ada, league = Player.objects.get(username="ada"), League.objects.get(slug="demo-league")
        Staff.objects.create(league=league, player=PlayerFactory(username="una"), role=Role.ORGANISER, since=at)
        League.objects.filter(pk=league.pk).update(no_show_warnings=1, ban_unit="events")
        for one in (*Event.objects.filter(league=league), event(ada, no_show_warnings=2)):
            NoShow.objects.create(event=one, player=ada, at=at - timedelta(days=one.pk))
        Entrant.objects.filter(event=event(ada)).update(status="waiting", offered_at=at, answer_by=at + timedelta(hours=1))
        Match.objects.filter(pk__in=[match(ada).pk, match().pk]).update(delay_ms=60_000)
        notify([NewNotification(ada.pk, str(n), {"event": "Cup"}, "/events/1/") for n in range(3)], kind="check-in", at=at)
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def visits(world: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return list(addresses.visits(world))


@pytest.mark.parametrize("name", addresses.PAGES)
def test_no_page_asks_the_database_more_than_fifteen_questions(visits: list[tuple[str, str, str]], name: str) -> None:
    looks = [(who, path) for page, by, path in visits if page == name for who in ASK.get(by, (by,))]
    assert looks
    for who, path in looks if WHOLE else looks[-1:]:
        assert look(who, path).status_code in (200, 302, 403), (who, path)


FORMATS = ["swiss", "single-elimination", *(["double-elimination", "round-robin", "arena"] if WHOLE else [])]


@pytest.mark.parametrize("format", FORMATS)
def test_nor_does_a_ruling_that_shows_which_places_and_ratings_it_would_change(world: Mapping[str, Any], format: str) -> None:
    played = SeriesMatch.objects.filter(pairing__round__event=world[format]).order_by("pk")
    show_rulings(played[0])
    with transaction.atomic():
        for one in Match.objects.filter(series_match__in=played):
            if one.status == Status.PLAYING:
                end(one.pk, at=now())
            count(one)
        assert "<h3>Ratings</h3>" in show_rulings(played.filter(counted_at__isnull=False).order_by("counted_at", "pk")[0])
        transaction.set_rollback(True)


def count(one: Match) -> None:
    if not RatedMatch.objects.filter(match=one).exists():
        mark_rated(match_id=one.pk, game=one.game, pool=one.game)
    record_result(match_id=one.pk, at=now())
    apply_rated_match(match_id=one.pk, at=now())


def show_rulings(played: SeriesMatch) -> str:
    """What the pages say that show what another result would bring: of the event's organiser, another, a referee."""
    event_id = Event.objects.get(rounds__pairings=played.pairing_id).pk
    console = reverse("manage-result", args=[event_id, played.pairing_id])
    desk = reverse("desk-result", args=[played.match_id])
    said = ""
    for who, path in (("olivia", console), ("ben", desk), *([("una", console)] if WHOLE else [])):
        for query in ("?halves=2-0", "?halves=0-2"):
            answer = look(who, path + query)
            assert answer.status_code == 200, (who, path)
            said += answer.content.decode()
    return said


def look(who: str, path: str) -> Any:
    client = client_of(Player.objects.get(username=who))
    nothing_kept()
    for title in Title.objects.all():  # what a title is, the site keeps for all pages
        registry.get(title.key)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
    told = "\n".join(one["sql"][:200] for one in asked.captured_queries)
    assert len(asked) <= MOST, f"{path} for {who}: {len(asked)} queries\n{told}"
    return answer
