"""Exports, calendars by RFC 5545 and the page for other sites tell what everybody may know, and nothing else."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory
from icalendar import Calendar

from league.event_console.queries import list_log_entries
from league.event_files.views import render_calendar
from league.events.models import Entrant, Event, Pairing
from league.formats.trf import parse_report
from league.formats.trf.records import PlayerLine
from league.pairings.actions.pairing_requests import set_bye
from league.pairings.actions.rounds import create_next_round, schedule_round
from league.pairings.queries.round_dates import EventDate
from league.registration.actions.withdrawals import withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.result_entry import enter_results
from tests.factories import NOON, PlayerFactory, agree, event, started_event
from tests.league.events.playing import finish, open_matches, play_out
from tests.league.results.test_quick_events import create
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
FILES = ("standings.csv", "pairings.csv", "entrants.csv", "event.json", "report.trf", "calendar.ics", "embed/")


def swiss(players: int = 6, rounds: int = 3, **settings: str) -> Event:
    people = [PlayerFactory(email=f"secret{n}@example.org") for n in range(players)]
    return started_event(*people, format="swiss", settings={"rounds": rounds, **settings}, auto_advance=False)


def finish_round(made: Event, rng: Random | None = None) -> None:
    for match_id in open_matches(made):
        finish(match_id, rng.choice([(1, 2), (2, 1), (1, 1)]) if rng else (1, 2))


def fetched(client: Client, made: Event, file: str) -> str:
    answer = client.get(f"/events/{made.pk}/{file}")
    assert answer.status_code == 200, file
    return answer.content.decode()


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_standings_and_pairings_are_sheets_and_the_whole_event_is_json(client: Client) -> None:
    made = play_out(started_event(*(PlayerFactory(username=name) for name in ("ada", "ben", "cleo"))))
    header, first, *_ = rows(fetched(client, made, "standings.csv"))
    assert header[:9] == ["stage", "group", "rank", "player", "played", "won", "drawn", "lost", "points"]
    assert first[3:9] == ["ada", "2", "2", "0", "0", "2"]
    pairings = rows(fetched(client, made, "pairings.csv"))
    assert len(pairings) == 1 + Pairing.objects.filter(round__event=made).count()
    told = json.loads(fetched(client, made, "event.json"))
    assert told["format"] == "league-zero-event/1"
    assert (len(told["entrants"]), len(told["rounds"]), len(told["standings"][0]["lines"])) == (3, 3, 3)
    assert sorted({row[5] for row in pairings[1:] if row[4]}, reverse=True) == ["1:0", "0:1"]


def test_files_and_the_log_call_players_without_an_account_by_their_names(client: Client) -> None:
    agree(earlier := event(), PlayerFactory(username="ada", display_name="Countess"))
    made = create(earlier.organiser_id, ["Young Y", "@ada"])
    assert [row[0] for row in rows(fetched(client, made, "entrants.csv"))] == ["username", "Young Y", "ada"]
    assert {row[3] for row in rows(fetched(client, made, "standings.csv"))[1:]} == {"Young Y", "ada"}
    assert rows(fetched(client, made, "pairings.csv"))[1][3:5] == ["Young Y", "ada"]
    [pairing] = Pairing.objects.filter(round__event=made)
    result = {"pairing_id": pairing.pk, "result": "1-0"}
    enter_results(event_id=made.pk, number=1, results=[result], by=made.organiser_id, at=NOON)
    assert (list_log_entries(made.pk)[0].after or {})["players"] == "Young Y – ada"


def test_a_name_that_a_spreadsheet_would_run_is_written_as_text(client: Client) -> None:
    made = event(PlayerFactory(username="+1+1"), PlayerFactory(username="@sum"))
    assert [row[0] for row in rows(fetched(client, made, "entrants.csv"))] == ["username", "'+1+1", "'@sum"]


def test_no_file_tells_of_a_drafted_round_an_address_or_the_secret_of_the_lots(client: Client) -> None:
    made = swiss()
    finish_round(made)
    create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON)
    drafted = Pairing.objects.filter(round__event=made, round__number=2).values_list("pk", flat=True)
    for reader in (None, made.organiser):
        if reader:
            client.force_login(reader)
        for file in FILES:
            text = fetched(client, made, file)
            assert "secret" not in text, file
            assert made.lots_seed not in text, file
            assert "Round 2" not in text, file
            assert not any(f'"pairing_id": {pk}' in text for pk in drafted), file
    assert len(json.loads(fetched(client, made, "event.json"))["rounds"]) == 1


def test_of_a_draft_its_organiser_has_the_files_that_need_no_round(client: Client) -> None:
    made = event(draft=True)
    client.force_login(made.organiser)
    for file in FILES:
        shown = file not in ("calendar.ics", "embed/", "report.trf")
        assert client.get(f"/events/{made.pk}/{file}").status_code == (200 if shown else 404), file


def test_a_report_is_there_for_a_swiss_and_a_round_robin_only(client: Client) -> None:
    cup = started_event(*PlayerFactory.create_batch(2), format="single-elimination")
    assert client.get(f"/events/{cup.pk}/report.trf").status_code == 404
    made = swiss(2, 1)
    assert client.get(f"/events/{made.pk}/report-2.trf").status_code == 404
    players = [one for _, one in parse_report(fetched(client, made, "report.trf")).of(PlayerLine)]
    assert (len(players), players[0].rounds) == (2, ())
    robin = parse_report(fetched(client, play_out(started_event(*PlayerFactory.create_batch(3))), "report.trf"))
    assert robin.fields("012")[0][1].value == "Spring Cup"
    assert sorted((one.rank, one.points, len(one.rounds)) for _, one in robin.of(PlayerLine)) == [
        (1, 20, 3), (2, 10, 3), (3, 0, 3),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6 if WHOLE else 2))
def test_the_pair_command_pairs_the_report_as_the_event_does(
    client: Client, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(seed)
    made = swiss(rng.randrange(7, 12 if WHOLE else 9), 5, acceleration=("none", "baku")[seed % 2])
    for number in range(2, 2 + rng.randrange(1, 4)):
        finish_round(made, rng)
        for entrant in rng.sample(list(Entrant.objects.filter(event=made, status="entered")), 2):
            if rng.random() < 0.4:
                set_bye(event_id=made.pk, entrant_id=entrant.pk, number=number + 1, halves=1, by=made.organiser_id, at=NOON)
            elif rng.random() < 0.3:
                withdraw(event_id=made.pk, entrant_id=entrant.pk, by=made.organiser_id, at=NOON)
        file = tmp_path / f"{number}.trf"
        file.write_text(fetched(client, made, "report.trf"), encoding="utf-8")
        call_command("check_trf", str(file))
        assert capsys.readouterr().out == "Pairings, points and ranks agree with the rules.\n"
        call_command("pair", str(file))
        _, *said = capsys.readouterr().out.split("\n")
        Event.objects.filter(pk=made.pk).update(next_round_at=NOON)
        assert start_due_round(event_id=made.pk, at=NOON)
        assert {line for line in said if line} == pairs(made, number)
        assert fetched(client, made, "report.trf").count("\n001") == made.entrants.count()


def pairs(made: Event, number: int) -> set[str]:
    """The round as the command writes it, by seed; who asked to sit out is not in it."""
    found = Pairing.objects.filter(round__event=made, round__number=number, kind__in=["game", "bye"])
    sides = [list(one.sides.order_by("number").values_list("entrant__seed", flat=True)) for one in found]
    return {f"{one[0]} {one[1] if len(one) > 1 else 0}" for one in sides}


@pytest.mark.parametrize("format", ["round-robin", "single-elimination"])
def test_any_site_may_frame_it_and_no_cookie_is_read_or_set(client: Client, format: str) -> None:
    made = started_event(*(PlayerFactory(username=name) for name in ("ada", "ben", "cleo")), format=format)
    client.force_login(made.organiser)
    answer = client.get(f"/events/{made.pk}/embed/")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert "X-Frame-Options" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    page = answer.content.decode()
    assert "ada" in page
    for banned in ("<nav", "csrf", "style=", "data-topic"):
        assert banned not in page
    assert ("<script" in page) == ("data-bracket" in page) == (format == "single-elimination")


def test_no_other_page_may_be_framed_and_before_the_start_it_says_what_is_to_come(client: Client) -> None:
    made = event(PlayerFactory())
    for url in (f"/events/{made.pk}/", "/events/"):
        assert "frame-ancestors 'none'" in client.get(url).headers["Content-Security-Policy"]
    assert "1 of 16 spots taken" in client.get(f"/events/{made.pk}/embed/").content.decode()


def read(content: bytes) -> dict[str, Any]:
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


def feed(client: Client, url: str) -> dict[str, Any]:
    answer = client.get(url)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return read(answer.content)


def test_start_check_in_planned_rounds_and_deadlines(client: Client) -> None:
    soon = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
    made = event(*PlayerFactory.create_batch(2), name="Cup; of, two", starts_at=soon, check_in_min=30)
    found = feed(client, f"/events/{made.pk}/calendar.ics")
    assert found["Cup; of, two starts"]["DTSTART"].dt == soon
    assert found["Check-in opens · Cup; of, two"]["DTSTART"].dt == soon - timedelta(minutes=30)
    made = started_event(*PlayerFactory.create_batch(3))
    later = NOON + timedelta(days=1)
    schedule_round(event_id=made.pk, number=2, starts_at=later, by=made.organiser_id, at=NOON)
    found = feed(client, f"/events/{made.pk}/calendar.ics")
    assert found["Round 2 · Spring Cup"]["DTSTART"].dt == later
    deadline = found["No-show deadline: Round 1, Board 1 · Spring Cup"]
    assert deadline["DTSTART"].dt == NOON + timedelta(minutes=10)
    assert deadline["URL"].startswith("http://testserver/matches/")


def test_a_player_has_its_own_events_and_matches_only(client: Client) -> None:
    made = started_event(*(PlayerFactory(username=name) for name in ("ada", "ben")))
    started_event(*PlayerFactory.create_batch(2))
    found = feed(client, "/players/Ada/calendar.ics")
    assert sum(title.startswith("No-show deadline: ") for title in found) == 1
    own = {one["URL"].split("/events/")[1].split("/")[0] for one in found.values() if "/events/" in one["URL"]}
    assert own == {str(made.pk)}
    Event.objects.filter(pk=made.pk).update(status="cancelled")
    assert feed(client, "/players/ada/calendar.ics") == {}
    assert client.get("/players/nobody/calendar.ics").status_code == 404
