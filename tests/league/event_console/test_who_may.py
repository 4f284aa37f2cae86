"""Who may do what at the console: a table of all its addresses, on the pages and in the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from league.event_console.organiser_actions import ACTIONS
from league.event_console.views import PAGES
from league.events.models import Entrant, Event, EventLogEntry
from league.people.models import Player
from tests.factories import GuestFactory, PlayerFactory, event

pytestmark = pytest.mark.django_db

ROLES: dict[str, Callable[[Event], Player | None]] = {
    "visitor": lambda made: None,
    "guest": lambda made: GuestFactory(),
    "player": lambda made: PlayerFactory(),
    "entrant": lambda made: made.entrants.select_related("player")[0].player,
    "organiser": lambda made: made.organiser,
    "staff": lambda made: PlayerFactory(is_staff=True),
}
MAY = ("organiser", "staff")
GIVEN = {
    "entrant_id": 1, "number": 1, "one_id": 1, "other_id": 2, "entrant_ids": [1, 2], "how": "random", "kind": "random",
    "username": "somebody", "text": "Hello", "why": "because", "pairing_id": 1, "halves": "2-0", "overturn_id": 1,
    "rows": "username\nsomebody\n", "club": "North", "no_show_id": 1,
    "results": [{"pairing_id": 1, "result": "1-0"}], "result-1": "1-0",
}  # fmt: skip
READ = ["", *(f"{key}/" for key in PAGES if key != "overview"), "results/1/"]
WRITE = [
    *(f"do/{key}/" for key in ACTIONS),
    "settings/",
    "seeding/order/",
    "entrants/file/",
    "entrants/ratings/",
    "entrants/report/",
    "results/enter/",
]
API_READ = ["", "plan/", "pairings/1/"]
API_WRITE = [*(f"do/{key}/" for key in ACTIONS), "import/"]


@pytest.fixture
def made() -> Event:
    PlayerFactory(username="somebody")
    return event(*PlayerFactory.create_batch(2), registration="approval")


def sign_in(client: Client, made: Event, role: str) -> bool:
    person = ROLES[role](made)
    if person:
        client.force_login(person)
    return role in MAY


def everything() -> tuple[Any, ...]:
    return list(Event.objects.values()), list(Entrant.objects.values()), EventLogEntry.objects.count()


def test_the_tables_name_every_address_of_the_console() -> None:
    patterns = [str(one.pattern) for one in _patterns(get_resolver().url_patterns) if "manage/" in str(one.pattern)]
    pages = [one.split("manage/")[1] for one in patterns if not one.startswith("events/<int:event_id>/manage/plan")]
    known = {*READ, *WRITE, *API_READ, *API_WRITE}
    shapes = {"results/<int:pairing_id>/": "results/1/", "do/<slug:key>/": "do/say/", "do/<slug:action>/": "do/say/",
              "pairings/<int:pairing_id>/": "pairings/1/"}  # fmt: skip
    assert len(pages) > 10
    assert {shapes.get(one, one) for one in pages} <= known


@pytest.mark.parametrize("role", ROLES)
def test_pages_are_for_who_manages(client: Client, made: Event, role: str) -> None:
    allowed = sign_in(client, made, role)
    for page in READ:
        answer = client.get(f"/events/{made.pk}/manage/{page}")
        if allowed:
            assert answer.status_code == (404 if page == "results/1/" else 200), page
        else:
            assert answer.status_code == (302 if role == "visitor" else 403), page


@pytest.mark.parametrize("role", [role for role in ROLES if role not in MAY])
def test_nobody_else_changes_anything_by_any_address(client: Client, made: Event, role: str) -> None:
    sign_in(client, made, role)
    before = everything()
    for page in WRITE:
        answer = client.post(f"/events/{made.pk}/manage/{page}", GIVEN)
        assert answer.status_code == (302 if role == "visitor" else 403), page
    for page in API_WRITE:
        answer = client.post(f"/api/v1/events/{made.pk}/manage/{page}", GIVEN, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) in ((401, "sign-in-needed"), (403, "not-allowed")), page
    patched = client.patch(f"/api/v1/events/{made.pk}/manage/plan/", {"name": "Mine"}, content_type="application/json")
    assert patched.status_code in (401, 403)
    assert everything() == before


@pytest.mark.parametrize("role", ROLES)
def test_the_api_reads_for_who_manages(client: Client, made: Event, role: str) -> None:
    allowed = sign_in(client, made, role)
    for page in API_READ:
        answer = client.get(f"/api/v1/events/{made.pk}/manage/{page}")
        wanted = (404 if page == "pairings/1/" else 200) if allowed else 401 if role == "visitor" else 403
        assert answer.status_code == wanted, page


@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("endpoint", ["page", "api"])
def test_who_manages_does_it_and_the_log_says_who(client: Client, made: Event, role: str, endpoint: str) -> None:
    sign_in(client, made, role)
    if endpoint == "page":
        client.post(f"/events/{made.pk}/manage/do/say/", {"text": "Hello"})
    else:
        client.post(f"/api/v1/events/{made.pk}/manage/do/say/", {"text": "Hello"}, content_type="application/json")
    made.refresh_from_db()
    assert made.announcement == "Hello"
    assert made.notes.all()[0].by_id == int(client.session["_auth_user_id"])


def test_changes_take_posts_with_a_token_only(made: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(made.organiser)
    before = everything()
    for page in WRITE:
        url = f"/events/{made.pk}/manage/{page}"
        assert client.post(url, GIVEN).status_code == 403, page
        if page != "settings/":
            assert client.get(url).status_code == 405, page
    for page in API_WRITE:
        url = f"/api/v1/events/{made.pk}/manage/{page}"
        assert client.post(url, GIVEN, content_type="application/json").status_code == 403, page
        assert client.get(url).status_code == 405, page
    assert everything() == before


def test_a_draft_is_not_there_for_others(client: Client) -> None:
    made = event(draft=True)
    client.force_login(PlayerFactory())
    assert client.get(f"/events/{made.pk}/manage/").status_code == 404
    assert client.post(f"/events/{made.pk}/manage/do/say/", {"text": "x"}).status_code == 404
    assert client.get(f"/api/v1/events/{made.pk}/manage/").status_code == 404
    client.force_login(PlayerFactory(is_staff=True))
    assert client.get(f"/events/{made.pk}/manage/").status_code == 200


def test_the_api_plans_previews_and_refuses_in_one_shape(client: Client, made: Event) -> None:
    client.force_login(made.organiser)
    url = f"/api/v1/events/{made.pk}/manage/"

    def patch(**given: Any) -> Any:
        return client.patch(f"{url}plan/", given, content_type="application/json")

    stages = [{"format": "swiss", "settings": {"rounds": 3}}, {"format": "single-elimination", "takes": 4}]
    answer = patch(stages=stages, tie_breaks=["BH"], starts_at="2099-01-01T10:00Z", preset="quick").json()
    assert [one["format"] for one in answer["stages"]] == ["swiss", "single-elimination"]
    assert (answer["tie_breaks"], answer["starts_at"], answer["control"]["turn_ms"]) == (
        ["BH"], "2099-01-01T10:00:00Z", 30_000,
    )  # fmt: skip
    for given, field in [
        ({"wings": 1}, "wings"), ({"stages": 1}, "stages"), ({"stages": [1]}, "stages"), ({"rated": "yes"}, "rated"),
        ({"tie_breaks": [1]}, "tie_breaks"), ({"max_entrants": 1}, "max_entrants"), ({"preset": "never"}, "preset"),
        ({"options": []}, "options"), ({"stages": [{"format": "swiss", "laps": 1}]}, "stages"),
    ]:  # fmt: skip
        refused = patch(**given)
        assert (refused.status_code, refused.json()["field"]) == (400, field), given
    preview = client.post(f"{url}import/", {"rows": "username\nsomebody\n"}, content_type="application/json").json()
    assert [one["name"] for one in preview["newcomers"]] == ["somebody"]
    bad = client.post(f"{url}import/", {"rows": "username\nx\ny\n"}, content_type="application/json").json()
    assert (bad["code"], bad["text"].count("\n")) == ("bad-rows", 1)
    assert client.post(f"{url}do/dance/", {}, content_type="application/json").status_code == 404
    assert client.post(f"{url}do/say/", "[1]", content_type="application/json").status_code == 400
    assert client.get(url).json()["can"][0] == "add-bot"


def _patterns(found: list[Any]) -> list[Any]:
    return [leaf for one in found for leaf in (_patterns(one.url_patterns) if hasattr(one, "url_patterns") else [one])]
