"""The pages of a league, its log and its API."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from league.audit.actions import record
from league.leagues import actions
from league.leagues.models import League, Season
from league.people.models import Player
from tests.factories import NOON, PlayerFactory, league, staff
from tests.league.seasons.test_pages import says

pytestmark = pytest.mark.django_db
SEASON = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}


def test_a_league_is_made_filled_and_run_by_its_pages(client: Client, olivia: Player, settings: Any) -> None:
    client.force_login(olivia)
    assert "No leagues yet" in client.get("/leagues/").content.decode()
    answer = client.post("/leagues/new/", {"name": "North", "about": "<b>Cold</b>"})
    assert answer.headers["Location"] == "/leagues/north/"
    PlayerFactory(username="ada")
    assert "ada added to the staff" in says(client, "/leagues/north/staff/", player="ada", role="referee")
    role = "/leagues/north/staff/ada/role/"
    assert "Enter a reason. It is recorded in the log." in says(client, role, role="organiser")
    says(client, role, role="organiser", why="able")
    client.post("/leagues/north/seasons/new/", SEASON)
    season = Season.objects.get()
    client.post(f"/leagues/north/seasons/{season.pk}/edit/", SEASON | {"name": "Spring 26"})
    client.post(f"/leagues/north/seasons/{season.pk}/archive/")
    client.post("/leagues/north/edit/", {"name": "The North", "about": "<b>Cold</b>", "why": "longer"})
    page = client.get("/leagues/NORTH/").content.decode()
    for text in ("The North", "Spring 26", "archived", "&lt;b&gt;Cold", "ada", "Organiser", "Your role: owner"):
        assert text in page
    settings.LANGUAGES_OFFERED = ["en", "de"]
    assert "Deine Rolle: " in client.get("/leagues/north/", headers={"accept-language": "de"}).content.decode()
    assert "Rolle: " in client.get("/leagues/north/log/", headers={"accept-language": "de"}).content.decode()
    log = client.get("/leagues/north/log/").content.decode()
    acts = ("League created", "able", "Season edited", "Season archived", "longer")
    for text in (*acts, "<del>North</del>", "player ada</a>", "season Spring 26"):
        assert text in log
    assert "No leagues yet" not in client.get("/leagues/").content.decode()


def test_each_sees_the_links_to_what_they_may_open(north: League) -> None:
    for person, opened in (
        (None, set()), (PlayerFactory(), set()), (staff(north, "referee"), {"log/"}),
        (staff(north, "organiser"), {"log/", "edit/", "staff/", "seasons/new/"}),
        (PlayerFactory(is_superuser=True), {"log/", "edit/", "staff/", "seasons/new/"}),
    ):  # fmt: skip
        client = Client()
        if person:
            client.force_login(person)
        page = client.get("/leagues/north/").content.decode()
        for part in ("log/", "edit/", "staff/", "seasons/new/"):
            assert (f'href="/leagues/north/{part}"' in page) is (part in opened), part


def test_only_an_owner_is_offered_the_role_of_one(client: Client, north: League, olivia: Player) -> None:
    for person, offered in ((olivia, True), (staff(north, "organiser"), False)):
        client.force_login(person)
        page = client.get("/leagues/north/staff/").content.decode()
        assert ('value="owner"' in page, 'value="scorer"' in page) == (offered, True)


def test_a_bad_form_comes_back_with_a_sentence(client: Client, north: League, olivia: Player) -> None:
    client.force_login(olivia)
    before = north.log.count()
    for url, given, told in (
        ("new/", {"name": ""}, "This field is required"),
        ("new/", {"name": "North", "slug": "north"}, "This address is taken"),
        ("new/", {"name": "North", "slug": "No Way"}, "Use 3 to 40 lowercase letters"),
        ("north/edit/", {"name": "No"}, "at least 3"),
        ("north/staff/", {"player": "nobody", "role": "referee"}, "Player not found"),
        ("north/staff/", {"player": "olivia", "role": "king"}, "Select a valid choice"),
        ("north/seasons/new/", SEASON | {"ends_on": "2026-02-01"}, "end before it starts"),
        ("north/seasons/new/", SEASON | {"ends_on": "soon"}, "Enter a valid date"),
        ("north/seasons/new/", SEASON | {"ends_on": "9999-01-01"}, "a year from 2000"),
        ("north/seasons/new/", SEASON | {"why": "x" * 501}, "at most 500"),
    ):
        answer = client.post(f"/leagues/{url}", given)
        assert (answer.status_code, told in answer.content.decode()) == (422, True), told
    assert "needs at least one owner" in says(client, "/leagues/north/staff/olivia/remove/")
    for url in ("nowhere/", "north/seasons/9/edit/", "north/log/?before=x", "north/log/?before=" + "9" * 20, "nowhere/log.csv"):
        assert client.get(f"/leagues/{url}").status_code == 404, url
    assert (League.objects.count(), Season.objects.count(), north.log.count(), north.staff.count()) == (1, 0, before, 1)


def test_the_log_is_exported_as_it_is_filtered_and_no_cell_is_a_formula(client: Client, north: League, olivia: Player) -> None:
    PlayerFactory(username="ada")
    actions.add_staff(league_id=north.pk, by=olivia.pk, username="ada", role="referee", why="=HYPERLINK(1)", at=NOON)
    client.force_login(olivia)
    rows = list(csv.DictReader(io.StringIO(client.get("/leagues/north/log.csv?act=staff.added").content.decode())))
    assert [(row["by"], row["act"], row["why"]) for row in rows] == [("olivia", "staff.added", "'=HYPERLINK(1)")]
    whole = client.get("/leagues/north/log.json").json()
    assert [entry["act"] for entry in whole] == ["staff.added", "league.created"]
    assert whole[0]["after"] == {"player": "ada", "role": "referee"}
    assert client.get("/leagues/north/log/?since=2026-03-02&until=2026-03-01").status_code == 422
    assert "Nothing found" in client.get("/leagues/north/log/?by=nobody").content.decode()


def test_the_log_of_the_whole_site_is_the_site_admins(client: Client, north: League, olivia: Player) -> None:
    record(by=olivia.pk, action="event.cancelled", subject=("event", 7), at=NOON, before={"status": "running"})
    client.force_login(PlayerFactory(is_superuser=True))
    page = client.get("/audit-log/").content.decode()
    for text in ("Event cancelled", 'href="/events/7/"', 'href="/leagues/north/"', "<del>running</del>"):
        assert text in page
    assert [one["league"] for one in client.get("/audit-log.json").json()] == [None, "north"]
    assert client.get("/audit-log.csv?kind=event").content.decode().count("\n") == 2


def test_pages_take_the_same_queries_for_one_row_and_for_three(
    client: Client, olivia: Player, django_assert_num_queries: Any
) -> None:
    client.force_login(olivia)
    made = [league(organiser=olivia)]
    for count in (1, 3):
        while made[0].staff.count() < count:
            staff(made[0], "referee")
            made.append(league(organiser=olivia))
            name = f"Season {count}{len(made)}"
            client.post(f"/leagues/{made[0].slug}/seasons/new/", SEASON | {"name": name})
        with django_assert_num_queries(6):
            client.get("/leagues/")
        with django_assert_num_queries(8):
            client.get(f"/leagues/{made[0].slug}/")
        with django_assert_num_queries(9):
            client.get(f"/leagues/{made[0].slug}/log/")


def test_the_api_makes_and_runs_a_league(client: Client, olivia: Player) -> None:
    client.force_login(olivia)
    ada: Player = PlayerFactory(username="ada")

    def send(method: str, url: str, **given: Any) -> Any:
        answer = getattr(client, method)(f"/api/v1/leagues/{url}", given, content_type="application/json")
        assert answer.status_code in (200, 201), answer.json()
        return answer.json()

    assert send("post", "", name="North")["slug"] == "north"
    send("post", "north/staff/", player="ada", role="referee")
    assert send("patch", "north/staff/ada/", role="organiser", why="able")["staff"][1]["player"] == "ada"
    assert send("patch", "north/", about="Cold")["about"] == "Cold"
    season = send("post", "north/seasons/", **SEASON)["seasons"][0]
    assert (season["starts_on"], season["archived"]) == ("2026-03-01", False)
    here = f"north/seasons/{season['season_id']}/"
    assert send("patch", here, ends_on="2026-06-01")["seasons"][0]["name"] == "Spring"
    assert send("patch", here, archived=True)["seasons"][0]["archived"]
    assert len(client.delete("/api/v1/leagues/north/staff/ada/?why=left").json()["staff"]) == 1
    page = client.get("/api/v1/leagues/north/log/?limit=2").json()
    assert [one["act"] for one in page["entries"]] == ["staff.removed", "season.archived"]
    assert page["entries"][0]["subject"] == {"kind": "player", "subject_id": ada.pk}
    rest = client.get(f"/api/v1/leagues/north/log/?before={page['next']}").json()
    assert (len(rest["entries"]), rest["next"]) == (6, None)
    assert [one["slug"] for one in Client().get("/api/v1/leagues/").json()["leagues"]] == ["north"]
    assert Client().get("/api/v1/leagues/?after=north").json() == {"leagues": [], "next": None}


NORTH = "/api/v1/leagues/north/"
WRONG: list[tuple[str, str, Any, int, str]] = [
    ("post", "/api/v1/leagues/", {"name": "a\u0000bc"}, 400, "bad-name"), ("patch", NORTH, {"name": ""}, 400, "bad-name"),
    ("patch", f"{NORTH}staff/nobody/", {"role": "referee", "why": "x"}, 400, "not-staff"),
    ("delete", f"{NORTH}staff/olivia/", None, 400, "last-owner"),
    ("post", f"{NORTH}seasons/", {**SEASON, "starts_on": "1.3.2026"}, 400, "malformed"),
    ("post", f"{NORTH}seasons/", {**SEASON, "ends_on": None}, 400, "malformed"),
    ("patch", f"{NORTH}seasons/9/", {"archived": True}, 404, "not-found"),
    ("get", f"{NORTH}log/?limit=0", None, 400, "malformed"), ("get", f"{NORTH}log/?limit=201", None, 400, "malformed"),
    ("get", f"{NORTH}log/?since=monday", None, 400, "bad-filter"),
    ("get", f"{NORTH}log/?act=league.sold", None, 400, "bad-filter"),
    ("get", f"{NORTH}log/?subject_id=0", None, 400, "bad-filter"),
]  # fmt: skip


def test_the_api_refuses_in_one_shape_and_changes_nothing(client: Client, north: League, olivia: Player) -> None:
    client.force_login(olivia)
    before = (north.log.count(), League.objects.count())
    for method, url, given, status, code in WRONG:
        more = {} if given is None else {"data": given, "content_type": "application/json"}
        answer = getattr(client, method)(url, **more)
        told = answer.json()
        assert (answer.status_code, told["code"], set(told)) == (status, code, {"code", "text", "field"}), (method, url, given)
    assert (north.log.count(), League.objects.count()) == before
