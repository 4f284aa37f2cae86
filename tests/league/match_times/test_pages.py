"""The pages of availability and match times, the organiser's overview, the API and the calendar."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from league.account.calendar_feed import list_dates
from league.match_times.queries import get_week
from league.notifications.actions.email_delivery import build_email
from league.notifications.models import Notification
from league.people.models import Player
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.league.clients import client_of
from tests.league.match_times.test_agreeing import Duel
from tests.league.result_reports.test_pages import send

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def text_of(player: Player, path: str) -> str:
    answer = client_of(player).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def started() -> Duel:
    """An event that began now, because pages read the clock."""
    return Duel(at=now())


def test_two_players_in_different_zones_agree_through_the_site() -> None:
    duel = started()
    organiser = Player.objects.get(pk=duel.event.organiser_id)
    assert "Silent" in text_of(organiser, f"/events/{duel.event.pk}/manage/times/")
    client_of(organiser).post(f"/events/{duel.event.pk}/manage/do/nudge/", {"pairing_id": duel.pairing.pk})
    assert duel.told(duel.one)[-1] == "nudge"
    york, kolkata = client_of(duel.one), client_of(duel.other)
    week = dict.fromkeys(("mon", "tue", "wed", "thu", "fri"), "18:00-23:00") | {"sat": "8-13", "sun": "8-13"}
    assert york.post("/account/availability/", {"zone": "America/New_York", **week}).status_code == 302
    assert kolkata.post("/account/availability/", {"zone": "Asia/Kolkata", "sat": "17-23", "mon": "6-9:30"}).status_code == 302
    page = f"/events/{duel.event.pk}/pairings/{duel.pairing.pk}/time/"
    assert page in text_of(duel.one, f"/events/{duel.event.pk}/")
    offered = re.findall(r'name="slot" value="([^"]+)"', text_of(duel.one, page))
    assert offered
    assert york.post(page, {"do": "propose", "slot": offered[:3]}).status_code == 302
    assert "Your opponent proposes" in text_of(duel.other, page)
    assert kolkata.post(page, {"do": "accept", "slot": offered[0]}).status_code == 302
    assert duel.starts_at == datetime.fromisoformat(offered[0])
    told = Notification.objects.get(player=duel.one, case="agreed").text
    assert "(America/New_York)" in told
    assert "(Asia/Kolkata)" in Notification.objects.get(player=duel.other, case="agreed").text


def test_no_time_at_night_is_offered_once_the_browser_has_told_a_zone_and_texts_name_it() -> None:
    duel = started()
    york, zone = client_of(duel.one), ZoneInfo("America/New_York")
    page = f"/events/{duel.event.pk}/pairings/{duel.pairing.pk}/time/"

    def list_offered() -> list[str]:
        return re.findall(r'name="slot" value="([^"]+)"', york.get(page).content.decode())

    york.cookies["zone"] = "Mars/Olympus"
    assert not list_offered()
    york.cookies["zone"] = str(zone)
    hours = {datetime.fromisoformat(slot).astimezone(zone).hour for slot in list_offered()}
    assert hours
    assert hours <= set(range(8, 23))
    york.cookies["zone"] = "Asia/Tokyo"
    york.get(page)
    told = Notification.objects.get(player=duel.one, case="open")
    assert "(America/New_York)" in build_email(told).body
    assert "(America/New_York)" in york.get("/api/v1/notifications/").json()["notifications"][0]["text"]
    assert f'<time datetime="{told.about["until"]}" data-local="weekday">' in york.get("/").content.decode()
    assert "(UTC)" in Notification.objects.get(player=duel.other, case="open").text


def test_an_organiser_proposes_no_time_and_what_players_send_is_checked() -> None:
    duel = started()
    page = f"/events/{duel.event.pk}/pairings/{duel.pairing.pk}/time/"
    organiser = Player.objects.get(pk=duel.event.organiser_id)
    assert "Propose" not in text_of(organiser, page)
    for sent in ({"do": "accept"}, {"do": "propose"}, {"do": "propose", "slot": "soon"}, {"do": "propose", "other": "9999-99"}):
        assert client_of(duel.one).post(page, sent).status_code == 302
    assert duel.agreement.revision == 0


def test_availability_is_kept_and_its_errors_are_shown_at_their_fields() -> None:
    player = PlayerFactory()
    client = client_of(player)
    wrong = client.post("/account/availability/", {"zone": "Europe/Berlin", "mon": "18-25"})
    assert (wrong.status_code, b"Enter hours such as 18:00-22:00" in wrong.content) == (422, True)
    assert client.post("/account/availability/", {"zone": "Mars", "mon": "18-22"}).status_code == 422
    assert not get_week(player.pk).declared
    tomorrow = f"{now() + DAY:%Y-%m-%d}"
    exception = {"first": tomorrow, "last": "", "hours": "10-12"}
    client.post("/account/availability/exceptions/", exception)
    assert "10:00-12:00" in text_of(player, "/account/availability/")
    for days in ({"first": "2020-01-01"}, {"first": tomorrow, "last": "2020-01-01"}, {"first": "tomorrow"}, {}):
        client.post("/account/availability/exceptions/", {"hours": "", **days})
    assert len(get_week(player.pk).week.exceptions) == 1
    client.post(
        "/account/availability/exceptions/", {"first": tomorrow, "last": tomorrow, "hours": "10:00-12:00", "remove": "1"}
    )
    assert get_week(player.pk).week.exceptions == ()


def test_the_api_does_all_of_it() -> None:
    duel = started()
    path = f"events/{duel.event.pk}/pairings/{duel.pairing.pk}/time/"
    body = {"zone": "Europe/London", "weekly": {"sat": "9-21"}, "exceptions": [{"first": "2030-01-01"}]}
    kept = send(duel.one, "availability/", body, "put").json()
    assert (kept["declared"], kept["weekly"]["sat"], kept["exceptions"][0]["last"]) == (True, "09:00-21:00", "2030-01-01")
    assert send(duel.one, "availability/", {"weekly": {"someday": "1-2"}}, "put").status_code == 400
    assert send(duel.one, "availability/", {"weekly": {"mon": "1-30"}}, "put").json()["field"] == "mon"
    assert send(duel.one, "availability/", method="get").json()["weekly"]["sat"] == "09:00-21:00"
    slot = (now() + 3 * DAY).replace(microsecond=0)
    assert send(duel.one, f"{path}proposal/", {"slots": [slot.isoformat()]}).json()["proposed_by"] == duel.one.username
    assert send(duel.other, "match-times/", method="get").json()["times"][0]["can_answer"]
    assert send(duel.one, f"{path}acceptance/", {"slot": slot.isoformat()}).json()["code"] == "own-proposal"
    assert send(duel.other, f"{path}proposal/", method="delete").json()["slots"] == []
    send(duel.one, f"{path}proposal/", {"slots": [slot.isoformat()]})
    agreed = send(duel.other, f"{path}acceptance/", {"slot": slot.isoformat()}).json()
    assert (agreed["status"], datetime.fromisoformat(agreed["time"])) == ("agreed", slot)
    organiser = Player.objects.get(pk=duel.event.organiser_id)
    assert len(send(organiser, f"events/{duel.event.pk}/times/", method="get").json()["times"]) == 1
    assert send(duel.one, f"events/{duel.event.pk}/times/", method="get").status_code == 403


def test_a_calendar_entry_is_updated_with_the_same_uid_and_a_higher_sequence() -> None:
    duel = started()
    first, second = (((now() + days * DAY).replace(microsecond=0)) for days in (2, 3))
    file = f"/events/{duel.event.pk}/pairings/{duel.pairing.pk}/time.ics"
    assert Client().get(file).status_code == 404
    entries = []
    for moment in (first, second):
        duel.propose(duel.one, moment, at=now())
        duel.accept(duel.other, moment, at=now())
        calendar = Calendar.from_ical(Client().get(file).content)
        entries += calendar.walk("VEVENT")
    assert entries[0]["UID"] == entries[1]["UID"]
    assert [entry["SEQUENCE"] for entry in entries] == [1, 2]
    assert [entry["DTSTART"].dt.astimezone(UTC) for entry in entries] == [first, second]
    note = Notification.objects.filter(player=duel.one, case="agreed").latest("pk")
    name, content, kind = build_email(note).attachments[0]
    entry = next(iter(Calendar.from_ical(content).walk("VEVENT")))
    assert (name, kind, entry["SEQUENCE"], entry["DTSTART"].dt) == ("match.ics", "text/calendar", 2, second)
    assert entry["UID"].partition("@")[0] == entries[0]["UID"].partition("@")[0]
    assert b'filename="match.ics"' in build_email(note).message().as_bytes()
    proposal = Notification.objects.filter(player=duel.other, case="change").latest("pk")
    assert build_email(proposal).attachments == []
    own = [date for date in list_dates(duel.one.pk, at=now()) if date.key == f"pairing-{duel.pairing.pk}"]
    assert [date.at for date in own] == [second]
