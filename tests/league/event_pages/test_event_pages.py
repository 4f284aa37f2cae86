"""Pages of events, who may press which button, and the API."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.events.models import Event
from league.people.models import Player
from league.results.actions.results import record_result
from tests.factories import GAME, BotFactory, GuestFactory, PlayerFactory, end, event, matches_of_round, started_event

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Spring Cup", "game": GAME, "preset": "quick", "max_entrants": "8", "setting_cycles": "1",
    "setting_points": "standard", "setting_leaver": "forfeit", "registration": "open", "seeding": "rating", "check_in_min": "0",
    "start_by_min": "10", "round_gap_s": "60", "auto_advance": "on", "rated": "on",
}  # fmt: skip


def sentence(client: Client, url: str, data: dict[str, str] | None = None) -> str:
    """The page that a button leads to."""
    return client.post(url, data or {}, follow=True).content.decode()


WRONG: list[dict[str, str]] = [
    {"name": ""}, {"name": "\x00\x00\x00"}, {"game": "x"}, {"names": "Anna"}, {"preset": "forever"}, {"max_entrants": "1"},
    {"max_entrants": "9" * 30}, {"setting_cycles": "-1"}, {"start_by_min": "0"}, {"round_gap_s": "-5"},
]  # fmt: skip


def test_an_event_is_made_by_the_form_but_a_bad_one_comes_back_and_guests_are_asked_to_sign_up(client: Client) -> None:
    olivia = PlayerFactory()
    client.force_login(olivia)
    for change in WRONG:
        answer = client.post("/events/new/", FORM | change)
        assert (answer.status_code, "errorlist" in answer.content.decode()) == (422, True), change
    client.force_login(GuestFactory())
    assert client.post("/events/new/", FORM).headers["Location"] == "/accounts/sign-up/?next=%2Fevents%2Fnew%2F"
    assert not Event.objects.exists()
    client.force_login(olivia)
    answer = client.post("/events/new/", FORM)
    made = Event.objects.get()
    assert answer.headers["Location"] == f"/events/{made.pk}/"
    assert (made.organiser, made.max_entrants, made.control["turn_ms"]) == (olivia, 8, 30_000)


def test_joining_leaving_and_starting_by_the_buttons(client: Client) -> None:
    olivia, ada = PlayerFactory(username="olivia"), PlayerFactory(username="ada")
    made = event(organiser=olivia)
    client.force_login(ada)
    assert "ada" in sentence(client, f"/events/{made.pk}/join/")
    assert "already" in sentence(client, f"/events/{made.pk}/join/")
    client.post(f"/events/{made.pk}/leave/")
    assert not made.entrants.exists()
    client.post(f"/events/{made.pk}/join/")
    client.force_login(olivia)
    client.post(f"/events/{made.pk}/bots/", {"kind": "level-1"})
    assert "Round 1" in sentence(client, f"/events/{made.pk}/start/")
    made.refresh_from_db()
    assert made.status == "running"


ROLES: dict[str, Callable[[Event], Player | None]] = {
    "visitor": lambda made: None, "guest": lambda made: GuestFactory(), "player": lambda made: PlayerFactory(),
    "entrant": lambda made: made.entrants.select_related("player")[0].player, "organiser": lambda made: made.organiser,
}  # fmt: skip
BUTTONS = {"join": "/join/", "leave": "/leave/", "start": "/start/", "add a bot": "/bots/", "cancel": "/cancel/"}
MAY = {
    "visitor": set(), "guest": set(), "player": {"join"}, "entrant": {"leave"},
    "organiser": {"join", "start", "add a bot", "cancel"},
}  # fmt: skip


def test_each_is_shown_the_buttons_that_they_may_press(client: Client) -> None:
    made = event(*PlayerFactory.create_batch(2))
    for role, find in ROLES.items():
        client.logout()
        if person := find(made):
            client.force_login(person)
        page = client.get(f"/events/{made.pk}/").content.decode()
        shown = {button for button, path in BUTTONS.items() if f'action="/events/{made.pk}{path}"' in page}
        assert shown == MAY[role], role


def test_the_pages_of_a_running_event_show_boards_pairings_and_standings(client: Client) -> None:
    players = [BotFactory(), BotFactory(), *(PlayerFactory(username=name) for name in ("ada", "ben"))]
    made = started_event(*players)
    board_1, board_2 = matches_of_round(made, 1)
    end(board_1, ranks=(1, 1))
    record_result(match_id=board_1, at=made.created_at)
    shown = {
        "": ("½ – ½", "Round 1", f'href="/matches/{board_2}/"', "Replay", "Sonneborn-Berger"),
        "standings/": ("Sonneborn-Berger", "can finish first"), "cross-table/": (f'<a href="/matches/{board_1}/">½</a>',),
        "rounds/": ("½ – ½", "Round 3"), "rounds/3/": ("scheduled",), "entrants/": ("ada", "ben"),
    }  # fmt: skip
    for tab, texts in shown.items():
        page = client.get(f"/events/{made.pk}/{tab}").content.decode()
        for text in texts:
            assert text in page, (tab, text)
        assert page.count("table-scroll") == page.count('<table class="table')
        for banned in ("style=", "<script>", "onclick"):
            assert banned not in page
    page = client.get(f"/events/{made.pk}/paper/").content.decode()
    for text in ("ada", "ben", "Standings", "Round 1", "Round 3", "½ – ½"):
        assert text in page
    assert page.count("paper-round") == 3
    draft = event(draft=True)
    client.force_login(draft.organiser)
    assert "Only you can see this event" in client.get(f"/events/{draft.pk}/").content.decode()
    assert "No rounds published yet" in client.get(f"/events/{draft.pk}/paper/").content.decode()


def test_the_list_of_events_takes_the_same_queries_for_one_and_three(client: Client, django_assert_num_queries: object) -> None:
    assert "No events yet" in client.get("/events/").content.decode()
    for count in (1, 3):
        while Event.objects.count() < count:
            event(PlayerFactory(), PlayerFactory())
        with django_assert_num_queries(5):  # type: ignore[operator]
            page = client.get("/events/").content.decode()
        assert page.count("2 of 16 spots taken") == count


def test_by_the_api_a_player_joins_the_organiser_starts_and_all_read_the_standings(client: Client) -> None:
    made = event(PlayerFactory())
    url = f"/api/v1/events/{made.pk}/"
    client.force_login(PlayerFactory())
    assert client.post(f"{url}join/").json()["entrants"] == 2
    client.force_login(made.organiser)
    assert client.post(f"{url}start/").json()["status"] == "running"
    assert [one["event_id"] for one in client.get("/api/v1/events/?status=running").json()["events"]] == [made.pk]
    assert client.get("/api/v1/events/?status=finished").json() == {"events": [], "next": None}
    shown = client.get(url).json()
    assert (len(shown["entrants"]), len(shown["rounds"]), len(shown["standings"][0]["lines"])) == (2, 1, 2)
    standings = client.get(f"{url}standings/").json()
    assert [line["rank"] for line in standings["standings"][0]["lines"]] == [1, 1]


def test_the_api_refuses_a_status_that_there_is_not(client: Client) -> None:
    answer = client.get("/api/v1/events/?status=odd")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-status")
