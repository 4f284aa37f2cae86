"""The form and the API of titles, and events that are created with them."""

import pytest
from django.test import Client

from league.events.models import Event
from league.titles.models import Title
from tests.factories import TitleFactory, league

pytestmark = pytest.mark.django_db
FORM = {"name": "Go", "outcome": "best-of", "best_of": "3", "least_sides": "2", "most_sides": "2", "rated": "on",
        "colour": "#5b6ee1", "icon": "star"}  # fmt: skip


@pytest.fixture
def made():
    return league(slug="northern")


@pytest.fixture
def client(made) -> Client:
    client = Client()
    client.force_login(made.staff.get().player)
    return client


def test_an_organiser_defines_a_title_in_one_form(client: Client, made) -> None:
    assert client.post("/leagues/northern/titles/new/", FORM).status_code == 302
    title = made.titles.get()
    assert (title.name, title.best_of, title.rated) == ("Go", 3, True)
    assert "Best of 3" in client.get("/leagues/northern/").content.decode()


def test_the_form_says_what_is_wrong(client: Client) -> None:
    answer = client.post("/leagues/northern/titles/new/", {**FORM, "best_of": "4"})
    assert answer.status_code == 422
    assert "odd number of games" in answer.content.decode()
    assert not Title.objects.exists()


def test_a_title_is_edited_archived_and_deleted(client: Client, made) -> None:
    title = TitleFactory(league=made)
    path = f"/leagues/northern/titles/{title.pk}/"
    assert client.post(f"{path}edit/", {**FORM, "name": "Chess960"}).status_code == 302
    client.post(f"{path}archive/")
    title.refresh_from_db()
    assert (title.name, title.archived_at is None) == ("Chess960", False)
    client.post(f"{path}archive/", {"back": "1"})
    client.post(f"{path}delete/")
    assert not Title.objects.exists()


def test_programs_create_change_and_delete_titles(client: Client) -> None:
    door = "/api/v1/leagues/northern/titles/"
    title = client.post(door, {"name": "Go", "outcome": "score"}, content_type="application/json").json()
    assert (title["key"], title["events"]) == (f"title-{title['title_id']}", 0)
    one = f"{door}{title['title_id']}/"
    assert client.patch(one, {"icon": "dice"}, content_type="application/json").json()["icon"] == "dice"
    assert client.patch(one, {"archived": True}, content_type="application/json").json()["archived"]
    refused = client.patch(one, {"archived": False, "name": "X"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert [row["name"] for row in Client().get(door).json()["titles"]] == ["Go"]
    assert client.delete(one).status_code == 204
    assert client.get(one).status_code == 404


def test_the_form_of_an_event_offers_titles(client: Client, made) -> None:
    title = TitleFactory(league=made, name="Go")
    other = TitleFactory(name="Draughts")
    page = client.get("/events/new/").content.decode()
    assert f"{title.name} (" in page
    assert other.name not in page
    form = client.get("/events/new/").context["form"]
    fields = {name: form[name].initial for name in form.fields}
    data = {name: value for name, value in fields.items() if value is not None and value is not False and value != ()}
    answer = client.post("/events/new/", {**data, "name": "Go cup", "game": title.key, "league": made.pk, "preset": "standard"})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get()
    assert (event.title, event.rate_entered) == (title, True)
    assert client.get(f"/events/{event.pk}/manage/settings/").status_code == 200


def test_programs_create_events_of_titles(client: Client, made) -> None:
    title = TitleFactory(league=made)
    plan = {"name": "Go cup", "game": title.key, "league": "northern"}
    answer = client.post("/api/v1/events/", plan, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    assert (answer.json()["game"], answer.json()["reported"]) == (title.key, True)
    for game in ("title-999999", "title-x", "chess"):
        refused = client.post("/api/v1/events/", {**plan, "game": game}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (400, "unknown-game")
