"""Choosing how a match is timed: in the lobby's form, in an event's, through the API; and where everybody reads it."""

from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.lobby.forms import ChallengeForm, build_challenge_form
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
    ({"own_kind": "sundial"}, "Select a valid choice"), ({"own_turn_s": ""}, "This time control needs a number here"),
    ({"own_kind": "days", "own_days": ""}, "This time control needs a number here"),
    ({"own_turn_s": "0"}, "greater than or equal to 1"), ({"own_min": "-1"}, "greater than or equal to 0"),
    ({"own_min": "20161"}, "less than or equal to 20160"),
    ({"own_kind": "absolute", "own_min": "0"}, "Set at least 1 minute"),
    ({"own_kind": "fischer", "own_min": "0"}, "Set at least 1 minute"),
    ({"own_kind": "days", "own_days": "15"}, "less than or equal to 14"),
    ({"own_kind": "days", "own_vacation": "61"}, "less than or equal to 60"),
    ({"own_turn_s": "soon"}, "Enter a whole number"),
]  # fmt: skip


def test_every_kind_of_time_is_among_the_presets_and_named_in_words() -> None:
    assert {control.kind for control in PRESETS.values()} == set(TimeControlKind)
    words = dict(preset_choices())
    assert words["standard"] == "Standard: 3 min/turn + 5 min bank"
    assert words["fischer"] == "Fischer: 10 min + 5 s"
    assert words["days"] == "Correspondence: 3 days per turn, 10 days of vacation"


def form_of(**data: str) -> ChallengeForm:
    form = build_challenge_form({**FORM, **data}, bound=True)
    assert form is not None
    return form


def test_a_preset_or_a_time_of_ones_own_is_played_as_the_form_says() -> None:
    given = [({"preset": preset}, control) for preset, control in PRESETS.items()]
    given += [({**OWN, "own_kind": kind}, control) for kind, control, _ in KINDS]
    given.append(({"preset": "quick", "own_kind": "days"}, PRESETS["quick"]))  # what was chosen of the other is not looked at
    for data, control in given:
        form = form_of(**data)
        assert form.is_valid(), data
        assert form.offer().control == control
    for change, sentence in WRONG:
        form = form_of(**{**OWN, **change})
        assert not form.is_valid()
        assert sentence in str(form.errors), change


def test_the_lobby_and_the_page_of_a_match_say_its_time(client: Client) -> None:
    client.force_login(PlayerFactory())
    for kind, _, _ in KINDS:
        assert client.post("/lobby/challenges/", {**FORM, **OWN, "own_kind": kind}).status_code == 302
    page = Client().get("/lobby/").content.decode()
    assert [words for _, _, words in KINDS if words not in page] == []
    answer = client.post("/lobby/challenges/", {**FORM, **OWN, "own_turn_s": ""})
    assert (answer.status_code, "This time control needs a number here" in answer.content.decode()) == (422, True)
    for preset in ("standard", "days"):
        made = client.post("/lobby/challenges/", {**FORM, "seat_1": "bot:level-1", "preset": preset})
        page = client.get(made.headers["Location"]).content.decode()
        assert f'data-timing="words">{format_time_control(PRESETS[preset])}<' in page
        assert ("Vacation days" in page) == (preset == "days")
    body = {"game": "order-and-chaos", "seats": ["me", {"bot": "level-1"}], "options": {"classroom": True}}
    made = client.post("/api/v1/challenges/", body, content_type="application/json")
    page = client.get(made.json()["url"]).content.decode()
    assert 'data-timing="words">shared match clock: 5 min<' in page


def test_an_event_is_made_with_a_time_of_its_own_and_says_it(client: Client) -> None:
    client.force_login(PlayerFactory())
    answer = client.post("/events/new/", {**EVENT_FORM, **OWN, "own_turn_s": ""})
    assert (answer.status_code, "This time control needs a number here" in answer.content.decode()) == (422, True)
    assert not Event.objects.exists()
    for kind, control, words in KINDS:
        client.post("/events/new/", {**EVENT_FORM, **OWN, "own_kind": kind})
        made = Event.objects.latest("pk")
        assert TimeControl(**made.control) == control
        assert words in client.get(f"/events/{made.pk}/").content.decode()
        assert client.get(f"/api/v1/events/{made.pk}/manage/plan/").json()["control"] == control.dump()
    assert "Current: " in client.get(f"/events/{made.pk}/manage/settings/").content.decode()


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


def test_programs_offer_every_kind_of_time_and_read_it_back(client: Client) -> None:
    client.force_login(PlayerFactory())

    def offer(time: Any) -> Any:
        body = {"game": "field-tactics", "seats": ["me", "anyone"], "time": time}
        return client.post("/api/v1/challenges/", body, content_type="application/json")

    wrong = [
        {"turn_ms": 60_000, "vacation_days": 3}, {"turn_ms": DAY_MS, "vacation_days": 61}, {"turn_ms": 500},
        {"turn_ms": -1}, {"turn_ms": 0}, {"turn_ms": 10**12}, {"turn_ms": True}, {"increment_ms": 5_000},
        {"reserve_ms": None}, {"turn_ms": "1"}, {"limit_ms": 5_000}, [], None, 5, "forever",
    ]  # fmt: skip
    for time in wrong:
        answer = offer(time)
        told = answer.json()
        assert (answer.status_code, told["code"], told["field"], told["text"][-1]) == (400, "bad-time", "time", "."), time
    assert not Match.objects.exists()
    for time, control in (
        ("days", PRESETS["days"]), ({"reserve_ms": 60_000, "increment_ms": 2_000}, TimeControl(0, 60_000, 2_000)),
        ({"turn_ms": DAY_MS, "vacation_days": 60}, TimeControl(DAY_MS, 0, 0, 60)),
    ):  # fmt: skip
        made = offer(time).json()["match_id"]
        assert TimeControl(**Match.objects.get(pk=made).control) == control
        [shown] = [one for one in client.get("/api/v1/challenges/").json()["yours"] if one["match_id"] == made]
        assert shown["time"] == control.dump()
