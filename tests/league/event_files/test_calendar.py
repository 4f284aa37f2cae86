"""Calendars by RFC 5545, read back."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from django.test import Client, RequestFactory
from icalendar import Calendar

from league.event_files.views import render_calendar
from league.events.models import Event
from league.pairings.actions.rounds import schedule_round
from league.pairings.queries.round_dates import EventDate
from tests.factories import NOON, PlayerFactory, event, started_event


def read(content: bytes) -> dict[str, Any]:
    """The events of a calendar by title."""
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    return {str(one["SUMMARY"]): one for one in Calendar.from_ical(content).walk("VEVENT")}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_cannot_begin_a_property_and_times_are_in_utc(end: str) -> None:
    text = f"Zürich; a,{end}URL:https://evil.example.org/"
    there = datetime(2026, 3, 1, 20, 0, tzinfo=timezone(timedelta(hours=5)))
    answer = render_calendar(RequestFactory().get("/"), text, [EventDate("one", there, text, "/events/1/", text)], "cup.ics")
    (found,) = read(answer.content).values()
    assert "URL" not in Calendar.from_ical(answer.content)
    assert (found["UID"], found["URL"]) == ("one@testserver", "http://testserver/events/1/")
    assert str(found["DESCRIPTION"]).replace("\r\n", "\n").replace("\r", "\n") == text.replace(end, "\n")
    assert b"DTSTART:20260301T150000Z" in answer.content


@pytest.mark.django_db
class TestFeeds:
    def feed(self, client: Client, url: str) -> dict[str, Any]:
        answer = client.get(url)
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        return read(answer.content)

    def test_start_check_in_planned_rounds_and_deadlines(self, client: Client) -> None:
        soon = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
        made = event(*PlayerFactory.create_batch(2), name="Cup; of, two", starts_at=soon, check_in_min=30)
        found = self.feed(client, f"/events/{made.pk}/calendar.ics")
        assert found["Cup; of, two starts"]["DTSTART"].dt == soon
        assert found["Check-in opens · Cup; of, two"]["DTSTART"].dt == soon - timedelta(minutes=30)
        made = started_event(*PlayerFactory.create_batch(3))
        later = NOON + timedelta(days=1)
        schedule_round(event_id=made.pk, number=2, starts_at=later, by=made.organiser_id, at=NOON)
        found = self.feed(client, f"/events/{made.pk}/calendar.ics")
        assert found["Round 2 · Spring Cup"]["DTSTART"].dt == later
        deadline = found["No-show deadline: Round 1, Board 1 · Spring Cup"]
        assert deadline["DTSTART"].dt == NOON + timedelta(minutes=10)
        assert deadline["URL"].startswith("http://testserver/matches/")

    def test_a_player_has_its_own_events_and_matches_only(self, client: Client) -> None:
        made = started_event(*(PlayerFactory(username=name) for name in ("ada", "ben")))
        started_event(*PlayerFactory.create_batch(2))
        found = self.feed(client, "/players/Ada/calendar.ics")
        assert sum(title.startswith("No-show deadline: ") for title in found) == 1
        own = {one["URL"].split("/events/")[1].split("/")[0] for one in found.values() if "/events/" in one["URL"]}
        assert own == {str(made.pk)}
        Event.objects.filter(pk=made.pk).update(status="cancelled")
        assert self.feed(client, "/players/ada/calendar.ics") == {}
        assert client.get("/players/nobody/calendar.ics").status_code == 404
