"""What matches of a season's event pay its franchises, its prizes, and the tables of money and Gamers on its page."""

from functools import partial

import pytest
from django.db.models import Max
from django.test import Client
from django.urls import reverse

from league.closed_matches import process_closed_match
from league.events.models import SeriesMatch
from league.lineups.actions import plan_lineup
from league.people.models import Player
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import revert_override
from league.results.actions.results import record_result
from league.seasons.actions.payments import fine_franchise, pay_prizes
from league.seasons.models import Franchise, FranchiseResult, Payment, SeasonSettings
from league.seasons.queries.standings import compute_standings, list_awards, list_best_values
from league.sweep import sweep
from matches.models import Entry, Match
from tests.factories import NOON, PlayerFactory, end, matches_of_round
from tests.league.events.playing import tables_of
from tests.league.lineups.playing import PAY, Played, boss, contracts, handles, in_rounds, money, played, rules, season_event
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db


def test_a_win_and_a_loss_pay_once_though_counted_twice_and_swept(paid: Played) -> None:
    teams, _, row = paid
    assert money(teams) == [8, 3]
    assert not record_result(match_id=row.match_id, at=NOON)
    process_closed_match(match_id=row.match_id, at=NOON)
    SeriesMatch.objects.filter(pk=row.pk).update(counted_at=None)
    sweep(NOON)
    assert money(teams) == [8, 3]
    kinds = Payment.objects.order_by("pk").values_list("kind", "match_id")
    assert sorted(kinds) == sorted((one, row.match_id) for one in ("win", "loss", "participation", "participation"))


@pytest.mark.parametrize(
    ("ranks", "reason", "game", "paid"),
    [
        ((1, 1), "base", "field-tactics", [5, 5]), ((1, 2), "no-show", "incursion-point-zero", [8, 0]),
        ((2, 2), "double-forfeit", "incursion-point-zero", [0, 0]),
    ],
)  # fmt: skip
def test_a_draw_pays_both_in_any_game_and_who_does_not_come_is_paid_nothing(
    ranks: tuple[int, int], reason: str, game: str, paid: list[int]
) -> None:
    assert money(played(ranks, reason, game=game)[0]) == paid


def test_each_match_of_a_duplicate_is_paid_like_a_match_of_a_series() -> None:
    teams = in_rounds(each=4, **PAY)
    made = season_event(teams, game="field-tactics", duplicate=True)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    for match in matches_of_round(made, 1) * 2:
        if not FranchiseResult.objects.filter(match_id=match).exists():
            end(match)
        process_closed_match(match_id=match, at=NOON)
    assert money(teams) == [11, 11], "each has won with the first seat"


def test_a_bye_pays_nothing() -> None:
    teams = in_rounds(3, each=4, **PAY)
    made = season_event(teams)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    match = matches_of_round(made, 1)[0]
    end(match)
    process_closed_match(match_id=match, at=NOON)
    assert sorted(money(teams)) == [0, 3, 8]


def test_an_overturned_result_pays_the_difference_and_taken_back_it_pays_it_again(paid: Played) -> None:
    teams, made, row = paid
    first = rules(made, row, (0, 2))
    assert money(teams) == [3, 8]
    corrections = Payment.objects.filter(kind="correction")
    assert sorted(corrections.values_list("amount", "why")) == [(5, "wrong board")] * 2
    second = rules(made, row, (1, 1))
    assert money(teams) == [5, 5]
    back = partial(revert_override, event_id=made.pk, by=made.organiser_id, at=NOON)
    back(overturn_id=second)
    assert money(teams) == [3, 8]
    back(overturn_id=first)
    assert money(teams) == [8, 3]
    assert list(FranchiseResult.objects.order_by("pays").values_list("outcome", "pays")) == [("loss", 3), ("win", 8)]
    sweep(NOON)
    assert money(teams) == [8, 3]


def test_a_franchise_gives_back_what_it_has_and_owes_the_rest_to_the_next_match(paid: Played) -> None:
    teams, made, row = paid
    fine_franchise(season_id=made.season_id or 0, franchise_id=teams[0].pk, by=made.organiser_id, amount=6, why="late", at=NOON)
    ruling = rules(made, row, (0, 2))
    assert money(teams) == [0, 8]
    assert Franchise.objects.get(pk=teams[0].pk).owed == 3
    again = season_event(teams)
    start_event(event_id=again.pk, by=again.organiser_id, at=NOON)
    match = matches_of_round(again, 1)[0]
    end(match, ranks=(1, 1))
    process_closed_match(match_id=match, at=NOON)
    assert money(teams) == [2, 13]
    assert Franchise.objects.get(pk=teams[0].pk).owed == 0
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=NOON)
    assert money(teams) == [7, 8]


def test_a_debt_is_forgiven_before_money_is_paid_and_the_archive_pays_nothing_any_more(paid: Played) -> None:
    teams, made, row = paid
    fine_franchise(season_id=made.season_id or 0, franchise_id=teams[0].pk, by=made.organiser_id, amount=6, why="late", at=NOON)
    ruling = rules(made, row, (0, 2))
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=NOON)
    assert money(teams) == [2, 3]
    assert Franchise.objects.get(pk=teams[0].pk).owed == 0
    SeasonSettings.objects.update(phase="archive")
    rules(made, row, (0, 2))
    assert money(teams) == [2, 3]


def test_each_match_of_a_series_pays_and_a_ruling_on_the_series_changes_none() -> None:
    teams, made, row = played(format="single-elimination", settings={"best_of": 3})
    match = SeriesMatch.objects.get(counted_at=None).match_id
    seats = list(SeriesMatch.objects.get(match=match).match.seats.order_by("number").values_list("player", flat=True))
    winner = seats.index(teams[0].owner_id)
    end(match, ranks=(1, 2) if winner == 0 else (2, 1))
    process_closed_match(match_id=match, at=NOON)
    assert money(teams) == [16, 6]
    rules(made, row, (0, 2))
    assert money(teams) == [16, 6]


def test_prizes_follow_the_places_and_the_best_value_and_are_paid_once(paid: Played) -> None:
    teams, made, row = paid
    terms = SeasonSettings.objects.get(pk=made.season_id)
    pay = partial(pay_prizes, season_id=terms.pk, by=boss(teams[0]), at=NOON)
    proposed = list_awards(terms)
    assert [(one.key, one.franchise_name, one.amount) for one in proposed] == [
        ("place.1", teams[0].name, 20), ("place.2", teams[1].name, 10), ("best-value", teams[0].name, 5),
    ]  # fmt: skip
    refused("wrong-phase", lambda: pay(amounts={"place.1": 20}))
    SeasonSettings.objects.update(phase="awards")
    refused("not-allowed", lambda: pay_prizes(season_id=terms.pk, by=PlayerFactory().pk, amounts={}, at=NOON))
    refused("not-found", lambda: pay(amounts={"place.1": 20, "place.9": 1}))
    refused("bad-amount", lambda: pay(amounts={"place.1": -1}))
    assert not Payment.objects.filter(kind="prize").exists()
    assert pay(amounts={"place.1": 12, "place.2": 0}) == 1
    assert pay(amounts={"place.1": 12}) == 0
    assert money(teams) == [20, 3]
    rules(made, row, (0, 2))
    assert pay(amounts={"place.1": 12, "place.2": 6}) == 1
    assert [(one.title, one.amount) for one in list_awards(terms) if one.paid] == [("Rank 1", 12), ("Rank 2", 6)]


def test_the_organiser_pays_on_the_page_and_everybody_sees_it(client: Client, paid: Played) -> None:
    teams, made, _ = paid
    address = f"leagues/{made.league.slug}/seasons/{made.season_id}/awards/"  # type: ignore[union-attr]
    SeasonSettings.objects.update(phase="awards")
    assert "No prizes paid yet" in client.get(f"/{address}").content.decode()
    client.force_login(Player.objects.get(pk=boss(teams[0])))
    client.post(f"/{address}", {"prize-place.1": "5", "prize-place.2": "", "prize-best-value": "2"})
    client.logout()
    SeasonSettings.objects.update(phase="archive")
    assert "Best value" in client.get(f"/{address}").content.decode()
    assert [one["paid"] for one in client.get(f"/api/v1/{address}").json()["awards"]] == [True, False, True]
    assert money(teams) == [15, 3]


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
