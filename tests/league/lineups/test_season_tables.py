"""What the page of a season tells of its franchises: standings with money, payroll, Gamers for their salary."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.seasons.models import SeasonTerms
from league.seasons.queries.standings import best_values, standings
from league.stats.queries.seasons import season_stats
from tests.factories import season
from tests.league.lineups.test_money import played, rules

pytestmark = pytest.mark.django_db


def test_standings_and_values_follow_the_results_that_stand(client: Client) -> None:
    teams, made, row = played()
    terms = SeasonTerms.objects.get(pk=made.season_id)
    first, second = standings(terms)
    assert (first.name, first.place, first.won, first.halves, first.earned) == (teams[0].name, 1, 1, 2, 8)
    assert (second.place, second.lost, second.halves, second.balance) == (2, 1, 0, 3)
    best = best_values(terms.pk)
    assert len(best) == 8
    assert {one.franchise for one in best[:4]} == {teams[0].name}
    assert best[0].salary == min(one.salary for one in best[:4])
    assert best[0].per_salary == round(1 / best[0].salary, 2)
    rules(made, row, (0, 2))
    assert standings(terms)[0].name == teams[1].name
    address = f"/leagues/{made.league.slug}/seasons/{terms.pk}/"  # type: ignore[union-attr]
    page = client.get(address).content.decode()
    assert 'data-plot="dots"' in page
    file = reverse("season-file", args=[made.league.slug, terms.pk, "payroll", "csv"])  # type: ignore[union-attr]
    rows = client.get(file).content.decode().splitlines()
    assert (rows[0], len(rows)) == ("payroll,franchise,points,per-point", 3)


def test_who_did_not_come_has_lost_and_its_gamers_have_not_played() -> None:
    teams, made, _ = played((1, 2), "no-show")
    terms = SeasonTerms.objects.get(pk=made.season_id)
    assert [(one.name, one.lost) for one in standings(terms)] == [(teams[0].name, 0), (teams[1].name, 1)]
    assert {one.franchise for one in best_values(terms.pk)} == {teams[0].name}


def test_a_season_without_matches_shows_no_table() -> None:
    made = season()
    page = season_stats(made.league.slug, made.pk)
    assert page is not None
    assert not any(table.rows for table in page.tables)
