"""The form of a new event, sent as it comes, makes an event of every format, and so do its settings."""

from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.formats.registry import FORMATS
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def as_it_comes(form: Any) -> dict[str, Any]:
    """What a browser sends of a form that nobody touched."""
    values = {field.html_name: field.value() for field in form}
    return {
        name: "on" if value is True else value for name, value in values.items() if value is not None and value is not False
    }


def created(client: Client, format: str, **more: Any) -> Any:
    client.force_login(PlayerFactory())
    address = f"/events/new/?format={format}"
    form = as_it_comes(client.get(address).context["form"])
    return client.post(address, {**form, "name": "Any Cup", **more})


@pytest.mark.parametrize("format", FORMATS)
def test_the_default_form_of_every_format_is_accepted(client: Client, format: str) -> None:
    game = "zero-day" if format == "heats" else "field-tactics"
    answer = created(client, format, game=game)
    assert answer.status_code == 302, dict(answer.context["form"].errors)
    assert Event.objects.get().stages.get().format == format


@pytest.mark.parametrize("top", [1, 2])
def test_two_groups_of_two_are_accepted(client: Client, top: int) -> None:
    more = {"max_entrants": 4, "setting_groups": 2, "setting_top": top}
    answer = created(client, "groups", game="field-tactics", **more)
    assert answer.status_code == 302, dict(answer.context["form"].errors)


def test_a_season_is_created_with_divisions_and_its_page_names_them_and_its_points(client: Client) -> None:
    more = {"max_entrants": 4, "setting_divisions": "2, 2", "setting_draw": "0.5", "names": "Ada\nBen\nCleo\nDora"}
    answer = created(client, "league", game="Chess", start="1", **more)
    settings = Event.objects.get().stages.get().settings
    assert [settings[key] for key in ("divisions", "win", "draw")] == [[2, 2], 6, 1]
    page = client.get(f"{answer['Location']}standings/").content.decode()
    assert ("Division 1</h3>" in page, "Win 3, draw ½, loss 0." in page) == (True, True)
