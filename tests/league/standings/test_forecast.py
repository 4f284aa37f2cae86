"""A dry run of an event: what it would take, and who would win."""

from itertools import chain, repeat

import pytest
from django.test import Client

from league.events.stage_plans import StagePlan
from league.ratings.models import Rating
from league.standings.forecast import simulate_event
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
    assert "fill at most 1 group of two" in client.get(f"/events/{made.pk}/dry-run/").content.decode()
    assert "fill at most 1 group of two" in client.get(f"/api/v1/events/{made.pk}/dry-run/").json()["trouble"]
    assert simulate_event(made.pk, lambda: False).trouble.startswith("Stage 1")
