"""A season on the site: its calendar, and who goes up and down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.events.actions.event_copies import copy_event
from league.events.models import Event, EventLogEntry
from league.pairings.actions.rounds import schedule_round, set_calendar
from league.pairings.queries.round_dates import list_event_dates, list_player_dates
from league.registration.actions.withdrawals import withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from matches.errors import ActionError
from tests.factories import PlayerFactory, event
from tests.league.events.playing import finish, open_matches

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def season(players: int = 4, **plan: Any) -> Event:
    """A season table that has not begun."""
    return event(*PlayerFactory.create_batch(players), format="league", max_entrants=players, **plan)


def dated(made: Event, first: datetime | None, days: int = 7, blackouts: tuple[str, ...] = (), **more: Any) -> None:
    at = more.get("at", made.created_at)
    set_calendar(
        event_id=made.pk, by=made.organiser_id, at=at, first=first, days_between=days, blackouts=blackouts
    )  # fmt: skip


def days_of(made: Event) -> list[datetime | None]:
    return list(made.rounds.order_by("number").values_list("starts_at", flat=True))


def started(made: Event, at: datetime) -> Event:
    start_event(event_id=made.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    return made


def test_the_rounds_of_a_season_get_their_days_and_begin_on_them(at: datetime) -> None:
    made = season()
    first = at + timedelta(days=3)
    dated(made, first)
    started(made, at)
    assert days_of(made) == [first + WEEK * number for number in range(6)]
    assert (open_matches(made), made.next_round_at) == ([], first)
    assert not start_due_round(event_id=made.pk, at=first - timedelta(seconds=1))
    assert start_due_round(event_id=made.pk, at=first)
    for match_id in open_matches(made):
        finish(match_id, at=first)
    made.refresh_from_db()
    assert made.next_round_at == first + WEEK


def test_days_without_a_round_are_left_out(at: datetime) -> None:
    made = season()
    dated(made, at + WEEK, blackouts=((at + 2 * WEEK).date().isoformat(),))
    started(made, at)
    assert days_of(made)[:3] == [at + WEEK, at + 3 * WEEK, at + 4 * WEEK]


def test_a_new_calendar_moves_the_rounds_that_have_not_begun(at: datetime) -> None:
    made = started(season(), at)
    assert len(open_matches(made)) == 2
    later = at + timedelta(days=40)
    dated(made, later, days=2, at=at)
    assert days_of(made) == [None, *(later + timedelta(days=2 * number) for number in range(5))]
    schedule_round(event_id=made.pk, number=4, starts_at=later + WEEK, by=made.organiser_id, at=at)
    assert days_of(made)[3] == later + WEEK
    dated(made, None, at=at)
    assert days_of(made) == [None] * 6
    acts = list(EventLogEntry.objects.filter(event=made).values_list("act", flat=True))
    assert acts.count("season.calendar") == 2


def test_rounds_keep_their_days_when_somebody_withdraws(at: datetime) -> None:
    made = season()
    dated(made, at + WEEK)
    started(made, at)
    before = days_of(made)
    gone = made.entrants.get(seed=2)
    withdraw(event_id=made.pk, entrant_id=gone.pk, by=made.organiser_id, at=at)
    assert days_of(made) == before


def test_a_round_whose_day_is_taken_away_no_longer_begins_on_it(at: datetime) -> None:
    made = season(auto_advance=False)
    dated(made, at + WEEK)
    started(made, at)
    schedule_round(event_id=made.pk, number=1, starts_at=None, by=made.organiser_id, at=at)
    made.refresh_from_db()
    assert made.next_round_at is None


@pytest.mark.parametrize(
    ("first", "days", "blackouts", "field"),
    [
        (timedelta(0), 7, (), "first"),
        (WEEK, 0, (), "calendar"),
        (WEEK, 367, (), "calendar"),
        (WEEK, 7, ("Christmas",), "calendar"),
        (timedelta(days=2_911_000), 366, (), "first"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused_and_changes_nothing(
    at: datetime, first: timedelta, days: int, blackouts: tuple[str, ...], field: str
) -> None:
    made = season()
    dated(made, at + WEEK)
    was = made.stages.get().settings
    with pytest.raises(ActionError) as refusal:
        dated(made, at + first, days, blackouts, at=at)
    assert refusal.value.field == field
    assert made.stages.get().settings == was


def test_only_a_season_has_a_calendar(at: datetime) -> None:
    made = event(*PlayerFactory.create_batch(4))
    with pytest.raises(ActionError) as refusal:
        dated(made, at + WEEK)
    assert refusal.value.code == "no-calendar"


def test_a_copy_of_a_season_has_no_days_yet(at: datetime) -> None:
    made = season()
    dated(made, at + WEEK)
    copy = Event.objects.get(pk=copy_event(event_id=made.pk, by=made.organiser_id, at=at))
    assert "calendar" not in copy.stages.get().settings


def test_the_days_stand_on_the_page_in_the_console_and_in_the_calendar_feed(client: Client, at: datetime) -> None:
    made = season()
    first = datetime(2030, 9, 7, 18, 30, tzinfo=UTC)
    client.force_login(made.organiser)
    given = {"first": "2030-09-07T18:30", "days_between": "14", "blackouts": "2030-12-25, 2031-01-01"}
    answer = client.post(f"/events/{made.pk}/manage/do/calendar/", given, follow=True)
    assert "Calendar saved." in answer.content.decode()
    assert 'value="2030-09-07T18:30"' in answer.content.decode()
    assert 'value="2030-12-25, 2031-01-01"' in answer.content.decode()
    form = client.get(f"/events/{made.pk}/manage/settings/").content.decode()
    assert "Half points for a win" in form
    started(made, at)
    page = client.get(f"/events/{made.pk}/rounds/").content.decode()
    assert "Calendar" in page
    assert "21 Sep 2030, 18:30 UTC" in page
    rounds = [date.at for date in list_event_dates(made.pk) if date.key.startswith("round")]
    assert rounds == [first + 2 * WEEK * number for number in range(6)]
    one = made.entrants.get(seed=1)
    told = [date.text for date in list_player_dates(one.player_id) if date.key.startswith("round")]
    assert sorted(text.split()[0] for text in told) == ["At", "At", "At", "Away", "Away", "Away"]
    shown = client.get(f"/api/v1/events/{made.pk}/manage/").json()
    assert shown["calendar"]["days_between"] == 14
