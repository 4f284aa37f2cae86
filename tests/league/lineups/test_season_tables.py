"""What the page of a season tells of its franchises: standings with money, payroll, Gamers for their salary."""

import pytest
from django.db.models import Max
from django.test import Client
from django.urls import reverse

from league.lineups.actions import plan_lineup
from league.results.actions.event_start import start_event
from league.results.actions.results import record_result
from league.seasons.models import SeasonSettings
from league.seasons.queries.standings import compute_standings, list_best_values
from league.stats.queries.seasons import get_season_stats
from matches.models import Entry, Match
from tests.factories import NOON, end, matches_of_round, season
from tests.league.events.playing import tables_of
from tests.league.lineups.playing import Played, contracts, handles, in_rounds, played, rules, season_event

pytestmark = pytest.mark.django_db


def test_standings_and_values_follow_the_results_that_stand(client: Client, paid: Played) -> None:
    teams, made, row = paid
    terms = SeasonSettings.objects.get(pk=made.season_id)
    first, second = compute_standings(terms)
    assert (first.name, first.place, first.won, first.halves, first.earned) == (teams[0].name, 1, 1, 2, 8)
    assert (second.place, second.lost, second.halves, second.balance) == (2, 1, 0, 3)
    best = list_best_values(terms.pk)
    assert len(best) == 8
    assert {one.franchise for one in best[:4]} == {teams[0].name}
    assert best[0].salary == min(one.salary for one in best[:4])
    assert best[0].per_salary == round(1 / best[0].salary, 2)
    rules(made, row, (0, 2))
    assert compute_standings(terms)[0].name == teams[1].name
    address = f"/leagues/{made.league.slug}/seasons/{terms.pk}/"  # type: ignore[union-attr]
    page = client.get(address).content.decode()
    assert 'data-plot="dots"' in page
    file = reverse("season-file", args=[made.league.slug, terms.pk, "payroll", "csv"])  # type: ignore[union-attr]
    rows = client.get(file).content.decode().splitlines()
    assert (rows[0], len(rows)) == ("payroll,franchise_name,points,per-point", 3)


def test_who_did_not_come_has_lost_and_its_gamers_have_not_played() -> None:
    teams, made, _ = played((1, 2), "no-show")
    terms = SeasonSettings.objects.get(pk=made.season_id)
    assert [(one.name, one.lost) for one in compute_standings(terms)] == [(teams[0].name, 0), (teams[1].name, 1)]
    assert {one.franchise for one in list_best_values(terms.pk)} == {teams[0].name}


def test_a_season_without_matches_shows_no_table() -> None:
    made = season()
    page = get_season_stats(made.league.slug, made.pk)
    assert page is not None
    assert not any(table.rows for table in page.tables)


def test_only_the_squad_that_was_named_in_the_match_is_credited_with_its_points() -> None:
    """Each side has sent five, and names four of them."""
    teams = in_rounds(each=5)
    made = season_event(teams)
    for team in teams:
        mine = contracts(team)
        plan_lineup(season_id=team.season_id, event_id=made.pk, by=team.owner_id, contracts=mine, at=NOON)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    (match,) = matches_of_round(made, 1)
    row = Match.objects.get(pk=match)
    end(match)
    squads = {}
    for seat in row.seats.all():
        owned = sorted(handles(next(team for team in teams if team.owner_id == seat.player_id)))[:4]
        squads[seat.player_id] = owned
        text = " ".join(f"{soldier}:{handle}" for soldier, handle in zip("abcd", owned, strict=True))
        n = (row.entries.aggregate(last=Max("n"))["last"] or 0) + 1
        Entry.objects.create(match=row, n=n, by=seat.number, do=f"squad {text}", at=NOON, texts={}, left=[0, 0])
    record_result(match_id=match, at=NOON)
    credited = {one.handle for one in list_best_values(made.season_id or 0)}
    assert credited == {handle for owned in squads.values() for handle in owned}


def test_an_event_of_franchises_lists_them_by_their_names(client: Client) -> None:
    teams = in_rounds(each=4)
    made = season_event(teams)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    names = {team.name for team in teams}
    assert {line.person.name for table in tables_of(made.pk) for line in table.lines} == names
    for tab in ("", "standings/", "entrants/", "rounds/1/"):
        page = client.get(f"/events/{made.pk}/{tab}").content.decode()
        assert all(name in page for name in names), tab
