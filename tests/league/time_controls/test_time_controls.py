"""Choosing how a match is timed: in the lobby's form, in an event's, through the API; and where everybody reads it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.time_controls.presets import PRESETS, preset_choices
from matches.clock import DAY_MS, TimeControl, TimeControlKind
from matches.models import Match
from matches.time_control import format_time_control
from tests.factories import PlayerFactory, event
from tests.league.event_pages.test_event_pages import FORM as EVENT_FORM
from tests.league.lobby.test_lobby import FORM

pytestmark = pytest.mark.django_db
OWN = {"preset": "own", "own_kind": "delay", "own_turn_s": "45", "own_min": "7", "own_days": "2", "own_vacation": "6"}
KINDS = [
    ("delay", TimeControl(45_000, 420_000), "45 s per turn, 7 min time bank"),
    ("fischer", TimeControl(0, 420_000, 45_000), "7 min + 45 s"),
    ("absolute", TimeControl(0, 420_000), "7 min per player"),
    ("days", TimeControl(2 * DAY_MS, 0, 0, 6), "2 days per turn, 6 days of vacation"),
]
WRONG = [
    ({"own_kind": "sundial"}, "Select a valid choice"),
    ({"own_turn_s": ""}, "This time control needs a number here"),
    ({"own_kind": "days", "own_days": ""}, "This time control needs a number here"),
    ({"own_turn_s": "0"}, "greater than or equal to 1"),
    ({"own_min": "-1"}, "greater than or equal to 0"),
    ({"own_min": "20161"}, "less than or equal to 20160"),
    ({"own_kind": "absolute", "own_min": "0"}, "Set at least 1 minute"),
    ({"own_kind": "fischer", "own_min": "0"}, "Set at least 1 minute"),
    ({"own_kind": "days", "own_days": "15"}, "less than or equal to 14"),
    ({"own_kind": "days", "own_vacation": "61"}, "less than or equal to 60"),
    ({"own_turn_s": "soon"}, "Enter a whole number"),
]


def test_every_kind_of_time_is_among_the_presets_and_named_in_words() -> None:
    assert {control.kind for control in PRESETS.values()} == set(TimeControlKind)
    words = dict(preset_choices())
    assert words["standard"] == "Standard: 3 min/turn + 5 min bank"
    assert words["fischer"] == "Fischer: 10 min + 5 s"
    assert words["days"] == "Correspondence: 3 days per turn, 10 days of vacation"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_played_as_it_says_and_the_match_page_says_it(client: Client, preset: str) -> None:
    client.force_login(PlayerFactory())
    client.post("/lobby/challenges/", {**FORM, "seat_1": "bot:level-1", "preset": preset})
    match = Match.objects.get()
    assert TimeControl(**match.control) == PRESETS[preset]
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'data-timing="words">{format_time_control(PRESETS[preset])}<' in page
    assert ("Vacation days" in page) == (preset == "days")


@pytest.mark.parametrize(("kind", "control", "words"), KINDS)
def test_a_time_of_ones_own_is_offered_by_the_form_and_shown_in_the_lobby(
    client: Client, kind: str, control: TimeControl, words: str
) -> None:
    client.force_login(PlayerFactory())
    assert client.post("/lobby/challenges/", {**FORM, **OWN, "own_kind": kind}).status_code == 302
    assert TimeControl(**Match.objects.get().control) == control
    assert words in Client().get("/lobby/").content.decode()


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_a_time_that_cannot_be_comes_back_with_a_sentence(client: Client, change: dict[str, str], sentence: str) -> None:
    client.force_login(PlayerFactory())
    answer = client.post("/lobby/challenges/", {**FORM, **OWN, **change})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_a_time_of_ones_own_is_not_looked_at_where_a_preset_is_chosen(client: Client) -> None:
    client.force_login(PlayerFactory())
    client.post("/lobby/challenges/", {**FORM, "preset": "quick", "own_kind": "days"})
    assert TimeControl(**Match.objects.get().control) == PRESETS["quick"]


@pytest.mark.parametrize(("kind", "control", "words"), KINDS)
def test_an_event_is_made_with_a_time_of_its_own_and_says_it(
    client: Client, kind: str, control: TimeControl, words: str
) -> None:
    client.force_login(PlayerFactory())
    client.post("/events/new/", {**EVENT_FORM, **OWN, "own_kind": kind})
    made = Event.objects.get()
    assert TimeControl(**made.control) == control
    assert words in client.get(f"/events/{made.pk}/").content.decode()
    settings = client.get(f"/events/{made.pk}/manage/settings/").content.decode()
    assert "Current: " in settings
    assert client.get(f"/api/v1/events/{made.pk}/manage/plan/").json()["control"] == control.dump()


def test_an_event_with_a_time_that_cannot_be_is_not_made(client: Client) -> None:
    client.force_login(PlayerFactory())
    answer = client.post("/events/new/", {**EVENT_FORM, **OWN, "own_turn_s": ""})
    assert answer.status_code == 422
    assert "This time control needs a number here" in answer.content.decode()
    assert not Event.objects.exists()


def test_programs_plan_an_event_with_the_parts_of_a_time(client: Client) -> None:
    made = event()
    client.force_login(made.organiser)
    url = f"/api/v1/events/{made.pk}/manage/plan/"

    def patch(**given: Any) -> Any:
        return client.patch(url, given, content_type="application/json")

    days = {"turn_ms": 2 * DAY_MS, "reserve_ms": 0, "increment_ms": 0, "vacation_days": 4}
    assert patch(control=days).json()["control"] == days
    assert patch(control="fischer").json()["control"] == PRESETS["fischer"].dump()
    for wrong in ({"turn_ms": 1, "vacation_days": 1}, {"turn_s": 4}, 7, [1], {"turn_ms": 999}, {"turn_ms": 0.5}):
        answer = patch(control=wrong)
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-time", "control")
    made.refresh_from_db()
    assert TimeControl(**made.control) == PRESETS["fischer"]


@pytest.mark.parametrize(
    ("time", "control"),
    [
        ("days", PRESETS["days"]),
        ({"reserve_ms": 60_000, "increment_ms": 2_000}, TimeControl(0, 60_000, 2_000)),
        ({"turn_ms": DAY_MS, "vacation_days": 60}, TimeControl(DAY_MS, 0, 0, 60)),
    ],
)
def test_programs_offer_every_kind_of_time_and_read_it_back(client: Client, time: Any, control: TimeControl) -> None:
    client.force_login(PlayerFactory())
    body = {"game": "field-tactics", "seats": ["me", "anyone"], "time": time}
    assert client.post("/api/v1/challenges/", body, content_type="application/json").status_code == 201
    assert TimeControl(**Match.objects.get().control) == control
    assert client.get("/api/v1/challenges/").json()["yours"][0]["time"] == control.dump()


@pytest.mark.parametrize(
    "time",
    [
        {"turn_ms": 60_000, "vacation_days": 3}, {"turn_ms": DAY_MS, "vacation_days": 61}, {"turn_ms": 500},
        {"increment_ms": 5_000}, {"reserve_ms": None}, {"turn_ms": "1"}, {"limit_ms": 5_000}, [], None, 5,
    ],
)  # fmt: skip
def test_programs_are_told_why_a_time_cannot_be(client: Client, time: Any) -> None:
    client.force_login(PlayerFactory())
    body = {"game": "field-tactics", "seats": ["me", "anyone"], "time": time}
    answer = client.post("/api/v1/challenges/", body, content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["code"], told["field"]) == (400, "bad-time", "time")
    assert told["text"].endswith(".")
    assert not Match.objects.exists()


def test_one_clock_for_the_whole_match_is_told_as_such(client: Client) -> None:
    client.force_login(PlayerFactory())
    body = {"game": "order-and-chaos", "seats": ["me", {"bot": "level-1"}], "options": {"classroom": True}}
    made = client.post("/api/v1/challenges/", body, content_type="application/json").json()
    page = client.get(made["url"]).content.decode()
    assert 'data-timing="words">shared match clock: 5 min<' in page
