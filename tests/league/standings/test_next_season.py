"""After a season: who goes up, who goes down, and the event of the next one."""

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event
from league.registration.actions.next_season import create_next_season
from league.registration.actions.withdrawals import withdraw
from league.results.actions.event_start import start_event
from tests.factories import PlayerFactory, league, started_event
from tests.league.events.playing import play_out, refused

pytestmark = pytest.mark.django_db


def played(divisions: tuple[int, ...] = (3, 3), moving: int = 1, *, without: int = 0, **more: Any) -> Event:
    """A season that is over: in every division the better seed has won everything."""
    size = sum(divisions)
    settings = {"cycles": 1, "divisions": list(divisions), "moving": moving, **more.pop("settings", {})}
    players = PlayerFactory.create_batch(size)
    made = started_event(*players, format="league", settings=settings, max_entrants=size, **more)
    if without:
        gone = made.entrants.get(seed=without)
        withdraw(event_id=made.pk, entrant_id=gone.pk, by=gone.player_id, at=made.created_at)
    return play_out(made)


def following(made: Event, at: datetime, **given: Any) -> Event:
    return Event.objects.get(pk=create_next_season(event_id=made.pk, by=made.organiser_id, at=at, **given))


def seeds_before(made: Event, next_one: Event) -> list[int | None]:
    """The old seeds in the order of the new ones."""
    before = dict(made.entrants.values_list("player", "seed"))
    return [before[one] for one in next_one.entrants.order_by("seed").values_list("player", flat=True)]


def test_the_last_and_the_first_change_divisions_of_one_next_season_of_the_same_league(at: datetime) -> None:
    of = league()
    made = played(organiser=of.staff.get().player, league=of.pk)
    next_one = following(made, at)
    assert seeds_before(made, next_one) == [1, 2, 4, 3, 5, 6]
    assert (next_one.status, next_one.name, next_one.copied_from_id) == ("draft", "Spring Cup 2", made.pk)
    assert (next_one.stages.get().settings["divisions"], next_one.league_id) == ([3, 3], of.pk)
    assert made.notes.filter(act="season.next").exists()
    for by, code in ((made.organiser_id, "already-made"), (PlayerFactory().pk, "not-allowed")):
        with refused(code):
            create_next_season(event_id=made.pk, by=by, at=at)
    cancel_event(event_id=next_one.pk, by=made.organiser_id, at=at)
    again = following(made, at)
    assert again.pk != next_one.pk
    start_event(event_id=again.pk, by=made.organiser_id, at=at)
    assert seeds_before(made, again) == [1, 2, 4, 3, 5, 6]


def test_the_place_of_one_who_withdrew_is_filled_from_below(at: datetime) -> None:
    made = played(without=2)
    next_one = following(made, at)
    assert seeds_before(made, next_one) == [1, 3, 4, 5, 6]
    assert next_one.stages.get().settings["divisions"] == [3, 2]


def test_only_a_season_that_is_over_has_a_next_one(at: datetime) -> None:
    settings = {"divisions": [2, 2]}
    running = started_event(*PlayerFactory.create_batch(4), format="league", settings=settings, max_entrants=4)
    for made in (running, play_out(started_event(*PlayerFactory.create_batch(3)))):
        with refused("no-season"):
            following(made, at)


def test_the_console_names_who_moves_and_who_may_by_a_play_off_and_makes_the_event(client: Client, at: datetime) -> None:
    made = played(settings={"playoff": True})
    with refused(field="winners"):
        following(made, at, winners=[made.entrants.get(seed=6).pk])
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/manage/").content.decode()
    names = {seed: str(made.entrants.get(seed=seed).player) for seed in (2, 3, 4, 5)}
    up, down = page.index(f'<th scope="row">{names[4]}'), page.index(f'<th scope="row">{names[3]}')
    assert "up" in page[up : up + 90]
    assert "down" in page[down : down + 90]
    assert f"{names[5]} has beaten {names[2]}" in page
    shown = client.get(f"/api/v1/events/{made.pk}/manage/").json()
    assert [(one["before"], one["after"]) for one in shown["season"]["movers"]] == [(2, 1), (1, 2)]
    assert "next-season" in shown["can"]
    upset = following(made, at, winners=[made.entrants.get(seed=5).pk])
    assert seeds_before(made, upset) == [1, 5, 4, 3, 2, 6]
    cancel_event(event_id=upset.pk, by=made.organiser_id, at=at)
    answer = client.post(f"/events/{made.pk}/manage/do/next-season/", {"name": "Autumn Cup"}, follow=True)
    assert "Autumn Cup" in answer.content.decode()
    assert "The next season has been created." in client.get(f"/events/{made.pk}/manage/").content.decode()
