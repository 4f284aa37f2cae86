"""A dry run of an event: what it would take, and who would win."""

from itertools import chain, repeat
from typing import Any

import pytest
from django.test import Client

from league.events.stage_plans import StagePlan
from league.ratings.models import Rating
from league.standings import forecast
from league.standings.forecast import simulate_event
from matches.pubsub import publish_on_commit
from tests.factories import GAME, PlayerFactory, event

pytestmark = pytest.mark.django_db


def test_a_dry_run_tells_rounds_matches_and_chances() -> None:
    strong, *others = PlayerFactory.create_batch(8)
    Rating.objects.create(player=strong, pool=GAME, value=2300, peak=2300)
    stages = (StagePlan("groups", {"groups": 2, "top": 1}), StagePlan("single-elimination", takes=2))
    made = event(strong, *others, stages=stages, max_entrants=8, round_gap_s=120)
    page = simulate_event(made.pk, iter(chain(repeat(True, 10), repeat(False))).__next__)
    assert page.trouble == ""
    assert page.runs == 51
    groups, final = page.stages
    assert (groups.entrants, groups.rounds, groups.matches, groups.least_minutes) == (8, 3, 12, 4)
    assert (final.entrants, final.matches) == (2, 1)
    assert final.rounds >= 1  # a drawn final is played again
    best = page.chances[0]
    assert best.person
    assert best.person.username == strong.username
    assert best.win > 60
    assert 98 <= sum(one.win for one in page.chances) <= 102


def test_an_event_that_cannot_be_played_says_why(client: Client) -> None:
    made = event(*PlayerFactory.create_batch(3), format="groups", settings={"groups": 2, "top": 2}, max_entrants=8)
    client.force_login(made.organiser)
    assert "fill at most 1 group of two" in client.get(f"/events/{made.pk}/dry-run/").content.decode()
    assert "fill at most 1 group of two" in client.get(f"/api/v1/events/{made.pk}/dry-run/").json()["trouble"]
    assert simulate_event(made.pk, lambda: False).trouble.startswith("Stage 1")
    large = event(format="swiss", settings={"rounds": 3}, max_entrants=257)
    assert "at most 256 entrants" in simulate_event(large.pk, lambda: True).trouble


def test_only_the_organiser_and_entrants_simulate_an_event_and_once_for_each_state_of_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = event(*PlayerFactory.create_batch(4))
    page, api = f"/events/{made.pk}/dry-run/", f"/api/v1/events/{made.pk}/dry-run/"
    assert [client.get(path).status_code for path in (page, api)] == [302, 401]
    client.force_login(PlayerFactory())
    assert [client.get(path).status_code for path in (page, api)] == [403, 403]
    assert "/dry-run/" not in client.get(f"/events/{made.pk}/").content.decode()
    client.force_login(made.organiser)
    assert "/dry-run/" in client.get(f"/events/{made.pk}/").content.decode()
    first = client.get(api).json()
    assert (first["runs"] > 0, first["trouble"]) == (True, "")
    with monkeypatch.context() as patch:
        patch.setattr(forecast, "simulate_event", pytest.fail)
        client.force_login(made.entrants.all()[0].player)
        assert client.get(api).json() == first
        assert client.get(page).status_code == 200
    publish_on_commit(f"event.{made.pk}")
    monkeypatch.setattr(forecast, "simulate_event", lambda *_: forecast.ForecastPage(0, (), (), 0, "Again"))
    assert client.get(api).json()["trouble"] == "Again"


def test_simulations_are_limited_and_done_one_at_a_time(client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    made = event(*PlayerFactory.create_batch(4))
    page, api = f"/events/{made.pk}/dry-run/", f"/api/v1/events/{made.pk}/dry-run/"
    client.force_login(made.organiser)
    monkeypatch.setattr("matches.costly_work.WAIT_S", 0.0)
    with forecast._simulating:
        answers = [client.get(path) for path in (page, api)]
    assert [(answer.status_code, answer["Retry-After"]) for answer in answers] == [(503, "5")] * 2
    assert answers[1].json()["code"] == "overloaded"
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "simulations": (3, 60)}
    assert [client.get(path).status_code for path in (page, api, page)] == [200, 429, 429]
