"""A tournament made by a program."""

from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.people.models import Player
from tests import factories
from tests.factories import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
PATH = "/api/v1/events/"
CUP = {"name": "Spring Cup", "game": "field-tactics"}


def sent(player: Player, given: dict[str, Any]) -> Any:
    client = Client()
    client.force_login(player)
    return client.post(PATH, given, content_type="application/json")


def test_an_event_needs_a_name_and_a_game_and_everything_else_can_be_decided() -> None:
    league = factories.league(slug="northern")
    organiser = league.staff.get().player
    answer = sent(organiser, CUP)
    assert answer.status_code == 201
    made = Event.objects.get(pk=answer.json()["event_id"])
    assert (made.name, made.organiser_id, made.status) == ("Spring Cup", organiser.pk, "registration")
    stages = [{"format": "swiss", "settings": {"rounds": 3}}]
    given = {**CUP, "league": "northern", "draft": True, "stages": stages, "max_entrants": 8}
    made = Event.objects.get(pk=sent(organiser, given).json()["event_id"])
    assert (made.league_id, made.status, made.max_entrants) == (league.pk, "draft", 8)
    assert [stage.format for stage in made.stages.all()] == ["swiss"]


def test_what_is_wrong_is_named_and_makes_nothing() -> None:
    ada, guest = PlayerFactory(), GuestFactory()
    factories.league(slug="northern")
    for wrong, code, field in (
        ({"game": "chess"}, None, "game"),
        ({"league": "nowhere"}, "not-found", "league"),
        ({"stages": "swiss"}, "not-a-list", "stages"),
        ({"colour": "red"}, "unknown-field", "colour"),
        ({"draft": "yes"}, "malformed", "draft"),
        ({"preset": {}}, "unknown-setting", "preset"),
        ({"preset": "never"}, "unknown-setting", "preset"),
        ({"name": ""}, None, "name"),
    ):
        answer = sent(ada, {**CUP, **wrong})
        assert (answer.status_code in (400, 404), answer.json()["field"]) == (True, field)
        assert code in (None, answer.json()["code"])
    answer = sent(ada, {**CUP, "league": "northern"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), "only its organisers hold its events"
    assert sent(guest, CUP).json()["code"] == "account-needed"
    assert Client().post(PATH, CUP, content_type="application/json").status_code == 401
    assert not Event.objects.exists()
