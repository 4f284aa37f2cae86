from typing import Any

import pytest
from django.test import Client

from league.notifications.actions.create import NewNotification, notify
from league.notifications.inbox import get_topic
from league.notifications.models import Notification
from league.people.models import Player
from matches.stream.topics import is_topic
from tests.factories import NOON, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}


@pytest.fixture
def ada(client: Client) -> Player:
    made: Player = PlayerFactory(username="ada")
    client.force_login(made)
    return made


def told(player: Player, *keys: str) -> None:
    for key in keys:
        notify([NewNotification(player.pk, key, {"match": f"<b>{key}</b>"}, "/verify/")], kind="your-turn", at=NOON)


def test_the_bell_counts_what_is_unread_under_a_name_that_nobody_guesses(client: Client, ada: Player) -> None:
    assert "bell-count" not in client.get("/verify/").content.decode()
    told(ada, "one", "two")
    page = client.get("/verify/").content.decode()
    assert "Notifications: 2 unread" in page
    assert f'data-live-topic="{get_topic(ada.pk)}"' in page
    assert is_topic(get_topic(ada.pk))
    assert get_topic(ada.pk).rpartition(".")[2] != get_topic(ada.pk + 1).rpartition(".")[2]
    assert "2 unread" in client.get("/fragments/bell/").content.decode()
    assert Client().get("/fragments/bell/").content.strip() == b""


def test_the_menu_of_the_bell_has_the_newest_and_marks_all_as_read_in_place(client: Client, ada: Player) -> None:
    told(ada, *map(str, range(9)))
    menu: dict[str, Any] = {"headers": {"HX-Request": "true", "HX-Target": "bell-menu"}}
    page = client.get("/notifications/", **menu).content.decode()
    assert (page.count("<li"), "<html" in page, "Mark all as read" in page) == (8, False, True)
    page = client.post("/notifications/read/", follow=True, **menu).content.decode()
    assert (page.count("<li"), "<html" in page, "Mark all as read" in page) == (8, False, False)


def test_the_list_leads_there_and_marks_as_read(client: Client, ada: Player) -> None:
    assert "No notifications yet" in client.get("/notifications/").content.decode()
    told(ada, "one", "two", "three")
    page = client.get("/notifications/").content.decode()
    assert "It&#x27;s your turn: &lt;b&gt;one&lt;/b&gt;" in page
    first, second, _unused = Notification.objects.order_by("pk")
    assert client.post(f"/notifications/{first.uid}/open/")["Location"] == "/verify/"
    client.post("/notifications/read/", {"notice": str(second.uid)})
    assert list(Notification.objects.filter(read_at=None).values_list("key", flat=True)) == ["three"]
    client.post("/notifications/read/")
    assert "No unread notifications" in client.get("/notifications/?unread").content.decode()
    assert client.get("/notifications/?page=x").status_code == 404


def test_somebody_chooses_on_the_page(client: Client, ada: Player) -> None:
    assert "Europe/Berlin" in client.get("/accounts/notifications/").content.decode()
    form = {"zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_until": "07:00", "trade:page": "on"}
    assert client.post("/accounts/notifications/", form).status_code == 302
    told(ada, "one")
    assert not Notification.objects.exists()
    answer = client.post("/accounts/notifications/", {**form, "zone": "Nowhere/Else"})
    assert answer.status_code == 422
    assert "Time zone not found" in answer.content.decode()
    assert client.get("/accounts/notifications/").content.count(b" checked") == 1, "all but one are off now"
    client.force_login(GuestFactory())
    assert client.get("/accounts/notifications/")["Location"] == "/accounts/sign-up/?next=%2Faccounts%2Fnotifications%2F"


def test_programs_read_mark_and_choose(client: Client, ada: Player) -> None:
    told(ada, *map(str, range(31)))
    listed = client.get("/api/v1/notifications/")
    first = listed.json()
    assert (len(first["notifications"]), first["unread"], first["next"]) == (30, 31, 2)
    assert listed["Link"] == '<http://testserver/api/v1/notifications/?page=2>; rel="next"'
    assert client.get("/api/v1/notifications/?unread=yes").json()["field"] == "unread"
    last = client.get("/api/v1/notifications/?page=2&unread=true").json()
    assert (len(last["notifications"]), last["next"]) == (1, None)
    assert client.post("/api/v1/notifications/read/", {"ids": [last["notifications"][0]["id"]]}, **JSON).json() == {"read": 1}
    assert client.post("/api/v1/notifications/read/", {}, **JSON).json() == {"read": 30}
    here = "/api/v1/notifications/settings/"
    given = {"switches": {"trade:email": False}, "zone": "Asia/Tokyo", "quiet_from": "22:00", "quiet_until": "07:30"}
    assert client.patch(here, given, **JSON).status_code == 200
    kept = client.get(here).json()
    assert kept["switches"]["trade:email"] is False
    assert kept["switches"]["trade:page"] is True
    assert (kept["zone"], kept["quiet_from"], kept["quiet_until"]) == ("Asia/Tokyo", "22:00", "07:30")


def test_bad_input_is_refused_with_its_field(client: Client, ada: Player) -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("ids", {"ids": "all"}), ("ids", {"ids": ["7"]}), ("ids", {"ids": [{}]}), ("which", {"which": 1}),
        ("switches", {"switches": {"trade:pigeon": True}}), ("switches", {"switches": {"trade:page": "yes"}}),
        ("switches", {"switches": 1}), ("zone", {"zone": "Mars"}), ("zone", {"zone": 1}),
        ("quiet_from", {"quiet_from": "25:00"}), ("quiet_until", {"quiet_from": "22:00"}),
        ("quiet_from", {"quiet_until": "22:00"}), ("quiet_until", {"quiet_from": "01:00", "quiet_until": "01:00"}),
        ("quiet_from", {"quiet_from": "22:00:30", "quiet_until": "07:00"}),
    ]  # fmt: skip
    for field, given in wrong:
        ask, path = (client.post, "read") if field in ("ids", "which") else (client.patch, "settings")
        answer = ask(f"/api/v1/notifications/{path}/", given, **JSON)
        assert (answer.status_code, answer.json()["field"]) == (400, field), given
