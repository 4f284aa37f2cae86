"""A new event that brings its game and its players."""

from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from league.events.actions.event_lifecycle import Plan
from league.events.models import Event, EventStatus
from league.events.stage_plans import StagePlan
from league.formats.registry import FORMATS
from league.people.models import Player
from league.results.actions.quick_events import create_event_with_players
from league.titles.models import Title
from matches.clock import TimeControl
from matches.errors import ActionError
from tests.factories import GAME, NOON, PlayerFactory, TitleFactory, league, organiser_of
from tests.league.events.test_default_forms import as_it_comes

pytestmark = pytest.mark.django_db
NAMES = [f"Player {number}" for number in range(1, 9)]


def create(by: int | None = None, names: list[str] = NAMES, *, starts: bool = True, **plan: Any) -> Event:
    values = {
        "name": "Evening",
        "game": "Chess",
        "control": TimeControl(),
        "stages": (StagePlan("single-elimination"),),
        **plan,
    }
    event_id = create_event_with_players(by=by or PlayerFactory().pk, plan=Plan(**values), names=names, starts=starts, at=NOON)
    return Event.objects.get(pk=event_id)


def refused(**plan: Any) -> tuple[str, str | None]:
    """The code and field of the refusal, after which there is nothing new."""
    before = (Event.objects.count(), Title.objects.count(), Player.objects.count() + (plan.get("by") is None))
    with pytest.raises(ActionError) as refusal:
        create(**plan)
    assert (Event.objects.count(), Title.objects.count(), Player.objects.count()) == before
    return refusal.value.code, refusal.value.field


def test_names_are_a_bracket_seeded_in_their_order() -> None:
    made = create(max_entrants=4)
    assert (made.status, made.max_entrants) == (EventStatus.RUNNING, 8)
    seeds = made.entrants.order_by("seed").values_list("player__display_name", flat=True)
    assert list(seeds) == NAMES
    assert made.rounds.filter(started_at__isnull=False).get().pairings.count() == 4


def test_a_game_that_the_site_lacks_is_a_title_of_the_organiser_once() -> None:
    by = PlayerFactory().pk
    first, second = create(by), create(by, game="chess", starts=False)
    assert first.game == second.game == Title.objects.get().key
    assert Title.objects.get().owner_id == by


def test_in_a_league_the_game_is_a_title_of_the_league() -> None:
    made = league()
    by, chess = organiser_of(made), TitleFactory(league=made, name="Chess")
    assert create(by, game="CHESS", league=made.pk).game == chess.key
    assert create(by, game="Go", league=made.pk).game == Title.objects.get(league=made, name="Go").key
    assert create(by, game=chess.key).league == made
    own = TitleFactory(league=None, owner_id=by, name="Chess")
    assert create(by, game=own.key, league=made.pk).game == chess.key


def test_what_cannot_be_entered_or_started_leaves_nothing_behind() -> None:
    assert refused(names=["Anna", "Anna"]) == ("bad-rows", "names")
    assert refused(names=["Anna"])[0] == "too-few"
    assert refused(game=GAME) == ("accounts-needed", "names")
    assert refused(names=["Anna", f"@{PlayerFactory().username}", "Ben"]) == ("not-accepted", "names")
    assert refused(game="title-999999") == ("unknown-game", "game")
    assert refused(game="x" * 41) == ("bad-name", "name")


def test_three_fields_of_the_form_suffice(client: Client) -> None:
    client.force_login(PlayerFactory())
    form = as_it_comes(client.get("/events/new/").context["form"])
    filled = {"name": "Evening", "game": "Chess", "names": "\r\n".join(NAMES), "format": "swiss"}
    answer = client.post("/events/new/", {**form, **filled, "settings_of": "round-robin", "start": "1"})
    made = Event.objects.get()
    assert answer["Location"] == f"/events/{made.pk}/"
    assert (made.stages.get().format, made.status, made.entrants.count()) == ("swiss", EventStatus.RUNNING, 8)
    assert f'value="http://testserver/events/{made.pk}/"' in client.get(answer["Location"]).content.decode()
    client.logout()
    assert 'id="share"' not in client.get(answer["Location"]).content.decode()


def test_a_bad_line_comes_back_at_the_names_and_every_format_has_a_picture(client: Client) -> None:
    client.force_login(PlayerFactory())
    answer = client.get("/events/new/")
    for key in FORMATS:
        assert f"formats/{key}.svg" in answer.content.decode()
        assert finders.find(f"league/formats/{key}.svg")
    form = as_it_comes(answer.context["form"])
    answer = client.post("/events/new/", {**form, "name": "Evening", "game": "Chess", "names": "Anna\nAnna", "start": "1"})
    assert answer.status_code == 422
    assert "Line 2: Anna is already in line 1." in answer.content.decode()
    assert not Event.objects.exists()


def test_a_program_creates_an_event_with_its_players(client: Client) -> None:
    made = league()
    client.force_login(Player.objects.get(pk=organiser_of(made)))
    body = {"name": "Evening", "game": TitleFactory(league=made).key, "names": ["Anna", "Ben"], "start": True}
    answer = client.post("/api/v1/events/", body, content_type="application/json")
    assert answer.status_code == 201
    assert Event.objects.get().status == EventStatus.RUNNING
    answer = client.post("/api/v1/events/", {**body, "names": ["Anna", "anna"]}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-rows")
    assert Event.objects.count() == 1
