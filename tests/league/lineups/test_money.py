"""What matches of a season's event pay its franchises."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from league.closed_matches import process_closed_match
from league.events.models import Event, SeriesMatch
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import override_result, revert_override
from league.results.actions.results import record_result
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.actions.payments import fine_franchise
from league.seasons.models import Franchise, FranchiseResult, Payment, SeasonSettings
from league.sweep import sweep
from tests.factories import NOON, end, matches_of_round
from tests.league.lineups.playing import in_rounds, season_event

pytestmark = pytest.mark.django_db
PAY = {"win_money": 7, "draw_money": 4, "loss_money": 2, "participation_money": 1}


def played(ranks: tuple[int, int] = (1, 2), reason: str = "base", **plan: Any) -> tuple[list[Franchise], Event, SeriesMatch]:
    """Two franchises, the first with seat 0, after a match of theirs that has been counted."""
    teams = in_rounds(each=4, **PAY)
    made = season_event(teams, **plan)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    match = matches_of_round(made, 1)[0]
    end(match, ranks=ranks, reason=reason)
    process_closed_match(match_id=match, at=NOON)
    row = SeriesMatch.objects.select_related("match").get(match=match)
    by_owner = {team.owner_id: team for team in teams}
    seated = [by_owner[one] for one in row.match.seats.order_by("number").values_list("player", flat=True)]  # type: ignore[index]
    return seated, made, row


def money(teams: list[Franchise]) -> list[int]:
    """Also checks the books."""
    assert list_faults(SeasonSettings.objects.get(pk=teams[0].season_id)) == []
    return [Franchise.objects.get(pk=team.pk).balance for team in teams]


def rules(made: Event, row: SeriesMatch, halves: tuple[int, int]) -> int:
    """By side, but told by seat."""
    by_side = halves if row.first == 0 else halves[::-1]
    return override_result(
        event_id=made.pk, pairing_id=row.pairing_id, halves=by_side, why="wrong board", by=made.organiser_id, at=NOON
    )


def test_a_win_and_a_loss_pay_once_though_counted_twice_and_swept() -> None:
    teams, _, row = played()
    assert money(teams) == [8, 3]
    assert not record_result(match_id=row.match_id, at=NOON)
    process_closed_match(match_id=row.match_id, at=NOON)
    SeriesMatch.objects.filter(pk=row.pk).update(counted_at=None)
    sweep(NOON)
    assert money(teams) == [8, 3]
    kinds = Payment.objects.order_by("pk").values_list("kind", "match_id")
    assert sorted(kinds) == sorted((one, row.match_id) for one in ("win", "loss", "participation", "participation"))


def test_a_draw_pays_both_in_any_game() -> None:
    assert money(played((1, 1), game="field-tactics")[0]) == [5, 5]


def test_who_does_not_come_is_paid_nothing() -> None:
    assert money(played((1, 2), "no-show")[0]) == [8, 0]
    assert money(played((2, 2), "double-forfeit")[0]) == [0, 0]


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


def test_an_overturned_result_pays_the_difference_and_taken_back_it_pays_it_again() -> None:
    teams, made, row = played()
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


def test_a_franchise_gives_back_what_it_has_and_owes_the_rest_to_the_next_match() -> None:
    teams, made, row = played()
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


def test_a_debt_is_forgiven_before_money_is_paid() -> None:
    teams, made, row = played()
    fine_franchise(season_id=made.season_id or 0, franchise_id=teams[0].pk, by=made.organiser_id, amount=6, why="late", at=NOON)
    ruling = rules(made, row, (0, 2))
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=NOON)
    assert money(teams) == [2, 3]
    assert Franchise.objects.get(pk=teams[0].pk).owed == 0


def test_the_archive_pays_nothing_any_more() -> None:
    teams, made, row = played()
    SeasonSettings.objects.update(phase="archive")
    rules(made, row, (0, 2))
    assert money(teams) == [8, 3]


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
