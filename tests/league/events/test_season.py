"""Events over time: the calendar of a season, events that come again, a delay for spectators."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from league.closed_matches import process_closed_match
from league.events.actions.event_copies import copy_event, get_event_plan, open_successor
from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event, EventLogEntry, SeriesMatch
from league.pairings.actions.rounds import schedule_round, set_calendar
from league.pairings.queries.due import list_repeats, list_uncounted
from league.pairings.queries.round_dates import list_event_dates, list_player_dates
from league.pairings.queries.rounds import list_games
from league.registration.actions.withdrawals import withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.sweep import sweep
from matches.models import Match
from tests.factories import NOON, PlayerFactory, end, event, started_event
from tests.league.clients import client_of
from tests.league.conftest import kept_event
from tests.league.events.playing import finish, open_matches, refused

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
KEPT = {"made": lambda: event(*PlayerFactory.create_batch(4), format="league", max_entrants=4)}
made = kept_event("made")
"""A season table of four that has not begun."""


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


def test_the_rounds_of_a_season_get_their_days_and_begin_on_them(made: Event, at: datetime) -> None:
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


def test_rounds_keep_their_days_without_blackouts_when_somebody_withdraws(made: Event, at: datetime) -> None:
    dated(made, at + WEEK, blackouts=((at + 2 * WEEK).date().isoformat(),))
    started(made, at)
    before = days_of(made)
    assert before[:3] == [at + WEEK, at + 3 * WEEK, at + 4 * WEEK]
    withdraw(event_id=made.pk, entrant_id=made.entrants.get(seed=2).pk, by=made.organiser_id, at=at)
    assert days_of(made) == before


def test_a_new_calendar_moves_the_rounds_that_have_not_begun(made: Event, at: datetime) -> None:
    started(made, at)
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


def test_a_round_whose_day_is_taken_away_no_longer_begins_on_it(made: Event, at: datetime) -> None:
    made.update(auto_advance=False)
    dated(made, at + WEEK)
    started(made, at)
    schedule_round(event_id=made.pk, number=1, starts_at=None, by=made.organiser_id, at=at)
    made.refresh_from_db()
    assert made.next_round_at is None


def test_a_calendar_that_cannot_be_is_refused_and_changes_nothing(made: Event, at: datetime) -> None:
    dated(made, at + WEEK)
    was = made.stages.get().settings
    for first, days, blackouts, field in (
        (timedelta(0), 7, (), "first"), (WEEK, 0, (), "calendar"), (WEEK, 367, (), "calendar"),
        (WEEK, 7, ("Christmas",), "calendar"), (timedelta(days=2_911_000), 366, (), "first"),
    ):  # fmt: skip
        with refused(field=field):
            dated(made, at + first, days, blackouts, at=at)
    assert made.stages.get().settings == was
    copy = Event.objects.get(pk=copy_event(event_id=made.pk, by=made.organiser_id, at=at))
    assert "calendar" not in copy.stages.get().settings, "a copy has no days yet"
    with refused("no-calendar"):
        dated(event(), at + WEEK)


def test_the_days_stand_on_the_page_in_the_console_and_in_the_calendar_feed(made: Event, client: Client, at: datetime) -> None:
    first = datetime(2030, 9, 7, 18, 30, tzinfo=UTC)
    client.force_login(made.organiser)
    given = {"first": "2030-09-07T18:30", "days_between": "14", "blackouts": "2030-12-25, 2031-01-01"}
    answer = client.post(f"/events/{made.pk}/manage/do/calendar/", given, follow=True)
    assert "Calendar saved." in answer.content.decode()
    assert 'value="2030-09-07T18:30"' in answer.content.decode()
    assert 'value="2030-12-25, 2031-01-01"' in answer.content.decode()
    form = client.get(f"/events/{made.pk}/manage/settings/").content.decode()
    assert "Points for a win" in form
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


def weekly(at: datetime, **plan: object) -> Event:
    made = event(*PlayerFactory.create_batch(2), at=at, **{"repeat_days": 7, "starts_at": at + WEEK, **plan})
    start_event(event_id=made.pk, by=made.organiser_id, at=at + WEEK)
    made.refresh_from_db()
    return made


def test_the_sweep_opens_the_next_one_with_all_decisions_and_no_entrants(at: datetime) -> None:
    made = weekly(at, name="Friday Cup", tie_breaks=["WIN"])
    sweep(at + WEEK)
    following = Event.objects.get(repeat_of=made)
    assert (following.name, following.status, following.starts_at) == ("Friday Cup", "registration", at + 2 * WEEK)
    assert (following.repeat_days, following.tie_breaks, following.entrants.count()) == (7, ["WIN"], 0)
    sweep(at + WEEK)
    assert Event.objects.filter(repeat_of=made).count() == 1
    assert list_repeats() == []


def test_days_that_went_by_are_passed_over_and_one_started_by_hand_recurs_from_its_start(at: datetime) -> None:
    late = at + 3 * WEEK + timedelta(hours=1)
    for starts_at, moment, following in ((at + WEEK, late, at + 4 * WEEK), (None, at + WEEK, at + 2 * WEEK)):
        made = weekly(at, starts_at=starts_at)
        assert Event.objects.get(pk=open_successor(event_id=made.pk, at=moment)).starts_at == following


def test_what_was_cancelled_or_does_not_recur_has_no_next(at: datetime) -> None:
    once, cancelled = weekly(at, repeat_days=0), weekly(at)
    cancel_event(event_id=cancelled.pk, by=cancelled.organiser_id, at=at)
    for made in (once, cancelled):
        assert open_successor(event_id=made.pk, at=at) is None
    assert list_repeats() == []


def test_the_database_itself_knows_one_next_only(at: datetime) -> None:
    made = weekly(at)
    open_successor(event_id=made.pk, at=at)
    other = event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=other.pk).update(repeat_of=made)


def test_an_event_with_a_delay_tells_results_when_it_is_over() -> None:
    made = started_event(delay_s=120, at=NOON)
    row = SeriesMatch.objects.filter(pairing__round__event=made).first()
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
    assert b"1800 s, also for results" in Client().get(f"/events/{made.pk}/").content
    end(row.match_id)
    for until, told in (("2999-01-01T00:00Z", ["playing"]), ("2026-01-01T00:00Z", ["closed"])):
        Match.objects.filter(pk=row.match_id).update(held_until=until)
        games = list_games(SeriesMatch.objects.filter(pk=row.pk))[row.pairing_id]
        assert [one.status for one in games] == told
        assert bool(games[0].outcome) == (told == ["closed"])


def test_a_challenger_sets_a_delay_that_is_not_too_long_and_an_event_hands_it_on_to_its_copies() -> None:
    client = client_of(PlayerFactory())
    body = {"game": "field-tactics", "seats": ["me", "anyone"]}
    for wrong in (-1, 1801, "x", True, 1.5, None):
        answer = client.post("/api/v1/challenges/", {**body, "delay_s": wrong}, "application/json")
        assert (answer.status_code, answer.json()["field"]) == (400, "delay_s"), wrong
    assert not Match.objects.exists()
    assert client.post("/api/v1/challenges/", {**body, "delay_s": 90}, "application/json").status_code == 201
    assert Match.objects.get().delay_ms == 90_000
    assert get_event_plan(Event.objects.get(pk=event(delay_s=120).pk)).delay_s == 120
