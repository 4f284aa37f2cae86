"""A format is added by its registration alone: everything else follows from what it declares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event, EventStatus
from league.events.stage_plans import StagePlan
from league.formats import registry
from league.formats.protocol import Column, Entrant, Format, History, Pairing, Round, TableRow, has_undecided
from league.formats.settings import Field, check_entrant_count, parse_settings
from league.formats.tables import rank_entrants, tally_results
from league.registration.actions.entries import join_event
from league.results.actions.event_start import start_event
from tests.factories import NOON, PlayerFactory, started_event
from tests.league.events.playing import play_out
from tests.league.events.test_default_forms import created

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Settings:
    legs: int = 2


class Neighbours(Format[Settings]):
    """First against second, third against fourth, so many times."""

    key = "neighbours"
    title = "Neighbours"
    within = "neighbours"
    about = "Everybody meets the neighbour in the order of seeds."
    fields = (Field("legs", "Legs", 2, 1, 9),)
    takes_late = True
    columns = (Column("W", "Won legs", "How many legs were won."),)

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        check_entrant_count(2, 100, entrants, "A meeting of neighbours")
        return Settings(**parse_settings(self.fields, given))

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return settings.legs

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        if has_undecided(history):
            return ()
        there = [one.id for one in entrants if one.there]
        pairs = zip(there[::2], there[1::2], strict=False)
        return tuple(map(Pairing, pairs)) if len(history) < settings.legs else None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        ids = [one.id for one in entrants]
        table = tally_results(ids, history)
        return rank_entrants(ids, table, lambda one: (table[one].halves, table[one].wins), ("wins",))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    new = Neighbours()
    monkeypatch.setitem(registry.ROUND_FORMATS, new.key, new)
    monkeypatch.setitem(registry.FORMATS, new.key, new)


def made(client: Client) -> Event:
    answer = created(client, Neighbours.key, game="field-tactics", max_entrants=4, setting_legs=3, registration="open")
    assert answer.status_code == 302, dict(answer.context["form"].errors)
    return Event.objects.get()


def test_the_forms_of_an_event_offer_it_with_its_text_and_settings(client: Client) -> None:
    client.force_login(PlayerFactory())
    page = client.get(f"/events/new/?format={Neighbours.key}").content.decode()
    assert Neighbours.about in page
    assert 'name="setting_legs"' in page
    new = made(client)
    assert new.stages.get().settings == {"legs": 3}
    page = client.get(f"/events/{new.pk}/manage/settings/").content.decode()
    assert '<option value="neighbours" selected>Neighbours</option>' in page


def test_its_event_opens_its_pages_is_played_to_the_end_and_shows_its_standings(client: Client) -> None:
    new = made(client)
    for player in PlayerFactory.create_batch(4):
        join_event(event_id=new.pk, player_id=player.pk, at=NOON)
    start_event(event_id=new.pk, by=new.organiser_id, at=NOON)
    for page in ("", "standings/", "rounds/", "dry-run/", "manage/settings/", "manage/rounds/"):
        assert client.get(f"/events/{new.pk}/{page}").status_code == 200, page
    visitor = Client().get(f"/events/{new.pk}/").content.decode()
    assert [word in visitor for word in ("Neighbours", "/bracket/", "/cross/")] == [True, False, False]
    new = play_out(new)
    assert (new.status, new.rounds.count()) == (EventStatus.FINISHED, 3)
    seen = client.get(f"/api/v1/events/{new.pk}/standings/").json()["standings"][0]
    assert [column["name"] for column in seen["columns"]] == ["Won legs"]
    assert [(line["rank"], line["points"], line["figures"]) for line in seen["lines"]] == [
        (1, "3", ["3"]), (1, "3", ["3"]), (3, "0", ["0"]), (3, "0", ["0"]),
    ]  # fmt: skip


def test_it_sends_its_best_on_to_another_stage() -> None:
    stages = (StagePlan(Neighbours.key), StagePlan("single-elimination", takes=2))
    new = play_out(started_event(*PlayerFactory.create_batch(4), stages=stages, max_entrants=4))
    assert new.status == EventStatus.FINISHED
    assert [place.entrant.seed for place in new.stages.get(number=2).places.all()] == [1, 3]
