"""Every format that is played in rounds, from the start of an event to its end."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event, Side
from league.events.stage_plans import StagePlan
from league.formats.registry import CONTINUOUS_FORMATS, ROUND_FORMATS, get_traits
from league.registration.actions.withdrawals import withdraw
from matches.errors import ActionError
from tests.factories import PlayerFactory, event, started_event
from tests.league.events.playing import finish, open_matches, play_out, tables_of

pytestmark = pytest.mark.django_db
SETTINGS: dict[str, dict[str, Any]] = {
    "groups": {"groups": 2, "top": 1},
    "swiss": {"rounds": 3},
    "heats": {"rounds": 2, "seats": 2},
}


def begun(format: str, players: int = 6, **plan: Any) -> Event:
    entrants = PlayerFactory.create_batch(players, is_bot_account=get_traits(format).for_bots)
    return started_event(*entrants, format=format, settings=SETTINGS.get(format, {}), max_entrants=players, **plan)


@pytest.mark.parametrize("format", ROUND_FORMATS)
def test_an_event_of_every_format_is_played_to_its_end(format: str) -> None:
    made = play_out(begun(format), rng=random.Random(format))
    assert made.status == "finished"
    places = [line for table in tables_of(made.pk) for line in table.lines]
    assert sorted(line.person.seed or 0 for line in places) == [1, 2, 3, 4, 5, 6]
    assert all(line.rank for line in places)
    assert not Side.objects.filter(pairing__counted_at=None, pairing__needed=True).exists()


@pytest.mark.parametrize("format", ROUND_FORMATS)
def test_an_event_of_every_format_goes_on_without_who_withdraws(format: str, at: datetime) -> None:
    made = begun(format)
    finish(open_matches(made)[0])
    gone = made.entrants.get(seed=2)
    withdraw(event_id=made.pk, entrant_id=gone.pk, by=gone.player_id, at=at)
    made = play_out(made, rng=random.Random(1))
    assert made.status == "finished"
    assert len([line for table in tables_of(made.pk) for line in table.lines]) == 6


def test_a_season_table_gives_the_points_that_its_organiser_set(at: datetime) -> None:
    made = started_event(
        *PlayerFactory.create_batch(2), format="league", settings={"win": 8, "draw": 3, "loss": 1}, max_entrants=2
    )
    (match_id,) = open_matches(made)
    finish(match_id, (1, 2))
    halves = Side.objects.filter(round__event=made, halves__isnull=False).values_list("halves", flat=True)
    assert sorted(halves) == [1, 8]


def test_tables_of_four_score_by_place(at: datetime) -> None:
    four = PlayerFactory.create_batch(4)
    settings = {"rounds": 2, "seats": 4}
    made = started_event(*four, game="zero-day", format="heats", settings=settings, max_entrants=4)
    (match_id,) = open_matches(made)
    finish(match_id, (2, 1, 4, 3))
    halves = Side.objects.filter(round__number=1, round__event=made).order_by("number").values_list("halves", flat=True)
    assert list(halves) == [8, 12, 0, 4]


def test_a_game_for_two_has_no_tables_of_four() -> None:
    with pytest.raises(ActionError) as refusal:
        event(format="heats", settings={"seats": 4})
    assert refusal.value.field == "seats"


def test_the_best_of_the_groups_play_on_in_a_bracket() -> None:
    stages = (StagePlan("groups", {"groups": 2, "top": 2}), StagePlan("single-elimination", takes=4))
    made = play_out(started_event(*PlayerFactory.create_batch(8), stages=stages, max_entrants=8))
    assert made.status == "finished"
    second = made.stages.get(number=2)
    assert sorted(place.entrant.seed or 0 for place in second.places.select_related("entrant")) == [1, 2, 3, 4]
    semis = [set(row.sides.values_list("entrant__seed", flat=True)) for row in second.rounds.all()[0].pairings.all()]
    assert len(semis) == 2
    assert tables_of(made.pk)[-1].lines[0].person.seed == 1


def test_a_chain_that_cannot_be_is_refused_with_stage_and_field() -> None:
    stages = (StagePlan("groups", {"groups": 9}), StagePlan("single-elimination", takes=4))
    with pytest.raises(ActionError) as refusal:
        event(stages=stages, max_entrants=8)
    assert "Stage 1" in refusal.value.text


@pytest.mark.parametrize("format", [*ROUND_FORMATS, *CONTINUOUS_FORMATS])
def test_every_page_of_an_event_opens_in_every_format(client: Client, format: str) -> None:
    made = begun(format)
    client.force_login(made.organiser)
    pages = ("", "standings/", "rounds/", "entrants/", "stats/", "dry-run/", "manage/", "manage/settings/", "manage/rounds/")
    for page in pages:
        assert client.get(f"/events/{made.pk}/{page}").status_code in (200, 404), page
    assert client.get(f"/events/{made.pk}/manage/settings/").status_code == 200
