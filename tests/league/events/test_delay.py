"""A delay for spectators, as an organiser or a challenger sets it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from league.closed_matches import process_closed_match
from league.events.actions.event_copies import get_event_plan
from league.events.models import Event, SeriesMatch
from league.pairings.queries.due import list_uncounted
from league.pairings.queries.rounds import list_games
from matches.errors import ActionError
from matches.models import Match
from tests.factories import NOON, PlayerFactory, end, event, started_event

pytestmark = pytest.mark.django_db


def test_an_event_with_a_delay_tells_results_when_it_is_over() -> None:
    made = started_event(delay_s=120, at=NOON)
    row = SeriesMatch.objects.filter(pairing__round__event=made).first()
    assert row is not None
    assert Match.objects.get(pk=row.match_id).delay_ms == 120_000
    end(row.match_id, at=NOON)
    early, late = NOON + timedelta(seconds=119), NOON + timedelta(seconds=120)
    process_closed_match(match_id=row.match_id, at=early)
    assert list_uncounted(early) == []
    assert SeriesMatch.objects.get(pk=row.pk).counted_at is None
    assert list_uncounted(late) == [row.match_id]
    process_closed_match(match_id=row.match_id, at=late)
    assert SeriesMatch.objects.get(pk=row.pk).counted_at == late


def test_the_page_of_an_event_takes_an_ended_match_for_one_that_is_played_until_then() -> None:
    made = started_event(delay_s=1800)
    row = SeriesMatch.objects.filter(pairing__round__event=made).first()
    assert row is not None
    assert b"1800 s, also for results" in Client().get(f"/events/{made.pk}/").content
    end(row.match_id)
    for until, told in (("2999-01-01T00:00Z", ["playing"]), ("2026-01-01T00:00Z", ["closed"])):
        Match.objects.filter(pk=row.match_id).update(held_until=until)
        games = list_games(SeriesMatch.objects.filter(pk=row.pk))[row.pairing_id]
        assert [one.status for one in games] == told
        assert bool(games[0].outcome) == (told == ["closed"])


@pytest.mark.parametrize("seconds", [-1, 1801])
def test_a_delay_that_is_too_long_is_refused(seconds: int) -> None:
    with pytest.raises(ActionError) as refusal:
        event(delay_s=seconds)
    assert refusal.value.field == "delay_s"
    client = Client()
    client.force_login(PlayerFactory())
    body = {"game": "field-tactics", "seats": ["me", "anyone"], "delay_s": seconds}
    answer = client.post("/api/v1/challenges/", body, "application/json")
    assert (answer.status_code, answer.json()["field"]) == (400, "delay_s")
    assert not Match.objects.exists()


def test_a_challenger_sets_a_delay_and_an_event_hands_it_on_to_its_copies() -> None:
    client = Client()
    client.force_login(PlayerFactory())
    body = {"game": "field-tactics", "seats": ["me", "anyone"], "delay_s": 90}
    assert client.post("/api/v1/challenges/", body, "application/json").status_code == 201
    assert Match.objects.get().delay_ms == 90_000
    for wrong in ("x", True, 1.5, None):
        assert client.post("/api/v1/challenges/", {**body, "delay_s": wrong}, "application/json").status_code == 400
    assert get_event_plan(Event.objects.get(pk=event(delay_s=120).pk)).delay_s == 120
