"""What a lost message left behind is found, one failure stops nothing else, and the demo keeps going."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command

from league.closed_matches import on_match_closed
from league.demo import accounts
from league.demo.accounts import NAME
from league.demo.seasons import CALM_PACE_MS, CUP_NAME, DEFAULT_EVENT, DEMO_EVENTS, GAME, OPENING_PACE_MS, list_demo_seasons
from league.demo.upkeep import SEASON_BREAK, load_demo
from league.events.models import Event, Pairing
from league.games import list_two_player_games
from league.lobby.challenges import accept_challenge
from league.lobby.models import Challenge
from league.people.actions.bots import BOT_KINDS
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.models import Rating
from league.sweep import sweep
from league.tasks import count_match, sweep_league
from matches.models import Match
from matches.signals import match_closed
from tests.factories import GuestFactory, PlayerFactory, end, ended_match, matches_of_round, started_event

pytestmark = pytest.mark.django_db


def test_a_sweep_counts_what_nobody_counted_and_starts_the_next_round(at: datetime) -> None:
    made = started_event(round_gap_s=10)
    for match_id in matches_of_round(made, 1):
        end(match_id, at=at)
    sweep(at)
    assert not Pairing.objects.filter(round__number=1, counted_at=None).exists()
    assert Rating.objects.count() == 4
    assert matches_of_round(made, 2) == []
    sweep(at + timedelta(seconds=10))
    assert len(matches_of_round(made, 2)) == 2
    sweep(at + timedelta(seconds=10))
    assert len(matches_of_round(made, 2)) == 2


def test_a_round_that_was_counted_but_not_finished_is_finished(at: datetime) -> None:
    made = started_event()
    rows = Pairing.objects.filter(round__event=made, round__number=1)
    for match_id in matches_of_round(made, 1):
        end(match_id, at=at)
    rows.update(counted_at=at)
    sweep(at)
    assert made.rounds.get(number=1).finished_at == at


def test_one_broken_match_does_not_stop_the_sweep(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = ended_match(), ended_match()
    count = apply_rated_match

    def count_or_break(*, match_id: int, at: datetime) -> bool:
        if match_id == broken.pk:
            raise RuntimeError("broken")
        return count(match_id=match_id, at=at)

    monkeypatch.setattr("league.sweep.apply_rated_match", count_or_break)
    sweep(at)
    assert not broken.rating_changes.exists()
    assert sound.rating_changes.count() == 2


def test_the_task_counts_ratings_and_pairing_and_ignores_what_a_newer_caller_adds(at: datetime) -> None:
    made = started_event()
    match_id = matches_of_round(made, 1)[0]
    end(match_id, at=at)
    count_match(match_id=match_id, colour="blue")
    count_match(match_id=match_id)
    assert Pairing.objects.get(series__match=match_id).counted_at
    assert Rating.objects.count() == 2
    sweep_league(colour="blue")


def test_the_league_listens_to_the_end_of_matches() -> None:
    assert on_match_closed in [receiver() for _, receiver, *_ in match_closed.receivers]


def test_without_the_demo_a_sweep_makes_nothing(at: datetime) -> None:
    sweep(at)
    assert not Event.objects.exists()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def loaded() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Player, Event, Match, Challenge, Pairing))


def test_the_demo_is_loaded_once_however_often_it_is_asked_for(at: datetime, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    once = loaded()
    call_command("demo")
    assert loaded() == once
    assert capsys.readouterr().out.count(accounts.PASSWORD) == 2
    assert Player.objects.filter(bot__in=BOT_KINDS).count() == len(accounts.BOTS) + len(BOT_KINDS)
    assert Player.objects.get(username="olivia").check_password(accounts.PASSWORD)


def test_the_demo_has_a_running_league_of_every_game_an_open_event_and_a_free_seat(at: datetime) -> None:
    load_demo(at=at)
    swiss, cup = Event.objects.get(game=GAME, status="running"), Event.objects.get(name=CUP_NAME)
    assert (swiss.demo, swiss.rounds.count(), swiss.entrants.count()) == (True, 1, 8)
    assert cup.status == "registration"
    for one in list_two_player_games():
        playing = Match.objects.filter(
            status="playing", game=one.key, series_match__pairing__round__event=list_demo_seasons(one.key).last()
        )
        assert playing.count() == (4 if DEMO_EVENTS.get(one.key, DEFAULT_EVENT).spacing == 1 else 2)
        assert {pace for match in playing for pace in match.seats.values_list("pace_ms", flat=True)} <= {
            OPENING_PACE_MS if one.key == GAME else CALM_PACE_MS
        }
    franchises = Event.objects.filter(season__terms__isnull=False).order_by("pk")
    assert [one.status for one in franchises] == ["running", "registration"]
    assert Match.objects.filter(status="playing", series_match__pairing__round__event=franchises[0]).count() == 3
    assert Match.objects.get(status="open").seats.filter(player=None).count() == 1


def test_a_seat_that_is_taken_is_offered_anew_by_the_sweep_but_never_twice(at: datetime) -> None:
    load_demo(at=at)
    accept_challenge(match_id=Match.objects.get(status="open").pk, player_id=GuestFactory().pk, at=at)
    for _ in range(3):
        sweep(at)
    assert Match.objects.filter(status="open").count() == 1
    assert Challenge.objects.count() == 2


def test_a_new_season_begins_a_minute_after_the_last_one_ended(at: datetime) -> None:
    load_demo(at=at)
    Event.objects.filter(name__startswith=NAME, game=GAME).update(status="finished", finished_at=at)
    sweep(at + SEASON_BREAK - timedelta(seconds=1))
    assert not Event.objects.filter(status="running", game=GAME).exists()
    for _ in range(2):
        sweep(at + SEASON_BREAK)
    season = Event.objects.get(status="running", game=GAME)
    assert season.name == f"{NAME}: Swiss of Field Tactics, season 2"


def test_people_may_load_the_demo_beside_their_own_accounts(at: datetime) -> None:
    PlayerFactory(username="someone")
    load_demo(at=at)
    assert Event.objects.filter(demo=False).count() == 0
    assert len(accounts.describe_accounts()) >= 1
