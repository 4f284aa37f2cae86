"""Calendars by RFC 5545, read back by a strict reader."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.test import Client, RequestFactory
from hypothesis import given, strategies as st

from league.event_files.views import render_calendar
from league.events.models import Event
from league.pairings.actions.rounds import schedule_round
from league.pairings.queries.round_dates import EventDate
from tests.factories import NOON, PlayerFactory, event, started_event

Component = dict[str, str]


def parsed(text: str) -> tuple[Component, list[Component]]:
    """The calendar's own properties and its events; every rule of the syntax that we rely on is asserted."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    calendar: Component = {}
    events: list[Component] = []
    inside: Component | None = None
    for line in lines[1:-1]:
        name, _, value = line.partition(":")
        assert re.fullmatch(r"[A-Z-]+", name), line
        if line == "BEGIN:VEVENT":
            inside = {}
        elif line == "END:VEVENT":
            assert inside is not None
            assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= inside.keys()
            events.append(inside)
            inside = None
        else:
            (calendar if inside is None else inside)[name] = value
    assert {"VERSION", "PRODID"} <= calendar.keys()
    return calendar, events


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def moment(value: str) -> datetime:
    return datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


TEXTS = st.text(st.characters(blacklist_categories=("Cs", "Cc")) | st.just("\n"), max_size=120)


def written(date: EventDate, name: str = "Cup") -> tuple[Component, Component]:
    """The properties of a calendar with one date, and those of the date."""
    answer = render_calendar(RequestFactory().get("/"), name, [date], "cup.ics")
    calendar, (found,) = parsed(answer.content.decode())
    return calendar, found


@given(TEXTS, TEXTS, TEXTS)
def test_any_text_comes_back(name: str, title: str, text: str) -> None:
    calendar, found = written(EventDate("one", NOON, title, "/events/1/", text), name)
    shown = (calendar["X-WR-CALNAME"], found["SUMMARY"], found.get("DESCRIPTION", ""))
    # icalendar takes a backslash before an N for a line break.
    assert [unescaped(value) for value in shown] == [one.replace(r"\N", "\n") for one in (name, title, text)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_cannot_begin_a_property(end: str) -> None:
    text = f"a{end}URL:https://evil.example.org/"
    calendar, found = written(EventDate("one", NOON, text, "/events/1/", text), text)
    assert "URL" not in calendar
    assert (found["UID"], found["URL"]) == ("one@testserver", "http://testserver/events/1/")


def test_times_are_in_utc() -> None:
    there = datetime(2026, 3, 1, 20, 0, tzinfo=timezone(timedelta(hours=5)))
    assert moment(written(EventDate("one", there, "t", "/"))[1]["DTSTART"]) == there


@pytest.mark.django_db
class TestFeeds:
    def feed(self, client: Client, url: str) -> dict[str, Component]:
        answer = client.get(url)
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        return {unescaped(one["SUMMARY"]): one for one in parsed(answer.content.decode())[1]}

    def test_start_check_in_planned_rounds_and_deadlines(self, client: Client) -> None:
        soon = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
        made = event(*PlayerFactory.create_batch(2), name="Cup; of, two", starts_at=soon, check_in_min=30)
        found = self.feed(client, f"/events/{made.pk}/calendar.ics")
        assert moment(found["Cup; of, two starts"]["DTSTART"]) == soon
        assert moment(found["Check-in opens · Cup; of, two"]["DTSTART"]) == soon - timedelta(minutes=30)

    def test_rounds_and_open_matches(self, client: Client) -> None:
        made = started_event(*PlayerFactory.create_batch(3))
        later = NOON + timedelta(days=1)
        schedule_round(event_id=made.pk, number=2, starts_at=later, by=made.organiser_id, at=NOON)
        found = self.feed(client, f"/events/{made.pk}/calendar.ics")
        assert moment(found["Round 2 · Spring Cup"]["DTSTART"]) == later
        deadline = found["No-show deadline: Round 1, Board 1 · Spring Cup"]
        assert moment(deadline["DTSTART"]) == NOON + timedelta(minutes=10)
        assert deadline["URL"].startswith("http://testserver/matches/")

    def test_a_player_has_its_own_events_and_matches_only(self, client: Client) -> None:
        made = started_event(*(PlayerFactory(username=name) for name in ("ada", "ben", "cleo", "dora")))
        started_event()
        found = self.feed(client, "/players/Ada/calendar.ics")
        assert sum(title.startswith("No-show deadline: ") for title in found) == 1
        assert {one["URL"].split("/events/")[1].split("/")[0] for one in found.values() if "/events/" in one["URL"]} == {
            str(made.pk)
        }
        Event.objects.filter(pk=made.pk).update(status="cancelled")
        assert self.feed(client, "/players/ada/calendar.ics") == {}
        assert client.get("/players/nobody/calendar.ics").status_code == 404
