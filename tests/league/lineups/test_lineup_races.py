"""Races for Gamers and for money of matches, on PostgreSQL, with threads behind a barrier."""

from functools import partial

import pytest
from django.db import transaction

from league.closed_matches import process_closed_match
from league.events.models import Event, Round, SeriesMatch
from league.lineups.actions import Meeting, save_squads, select_squads
from league.results.actions.event_start import start_event
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.models import Franchise, LineupGamer, Payment, SeasonSettings
from league.sweep import sweep
from tests.factories import NOON, end, match, matches_of_round
from tests.league.lineups.playing import in_rounds, season_event
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def send(made: Event, players: tuple[int, ...], round_id: int, match_id: int) -> bool:
    with transaction.atomic():
        found = select_squads(made, [Meeting(players, round_id, "Round 1")])[0]
        if isinstance(found, str):
            return False
        save_squads(made, found, match_id, NOON)
    return True


def test_two_matches_of_a_round_that_open_at_once_never_share_a_gamer() -> None:
    teams = in_rounds(each=5, one_match_a_round=True)
    made = season_event(teams)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    LineupGamer.objects.all().delete()
    round_id, players = Round.objects.get(event=made).pk, tuple(team.owner_id for team in teams)
    first = SeriesMatch.objects.get(pairing__round=round_id)
    second = SeriesMatch.objects.create(pairing=first.pairing, number=2, match=match(*[team.owner for team in teams]))
    made.lineups.all().delete()
    results = race(
        partial(send, made, players, round_id, first.match_id), partial(send, made, players[::-1], round_id, second.match_id)
    )
    sent = LineupGamer.objects.filter(exclusive_round=round_id).values_list("contract", flat=True)
    assert sorted(results) == [False, True]
    assert len(sent) == len(set(sent)) == 8


def test_a_match_that_is_counted_and_swept_many_times_at_once_pays_once() -> None:
    teams = in_rounds(each=4, win_money=7, loss_money=2, participation_money=1)
    made = season_event(teams)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    played = matches_of_round(made, 1)[0]
    end(played)
    race(partial(sweep, NOON), partial(sweep, NOON), *[partial(process_closed_match, match_id=played, at=NOON)] * 4)
    assert Payment.objects.count() == 4
    assert sorted(Franchise.objects.values_list("balance", flat=True)) == [3, 8]
    assert list_faults(SeasonSettings.objects.get(pk=made.season_id)) == []
