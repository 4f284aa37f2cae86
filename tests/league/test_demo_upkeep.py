"""The demo league: what it has, and that the sweep keeps it going."""

from datetime import timedelta

import pytest
from django.core.management import call_command

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
from league.sweep import sweep
from matches.models import Match
from tests.factories import NOON, GuestFactory, PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_demo")]


@pytest.fixture(scope="module")
def _demo(module_rows: None) -> None:
    """The demo beside the account of a person."""
    PlayerFactory(username="someone")
    load_demo(at=NOON)


def loaded() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Player, Event, Match, Challenge, Pairing))


def test_the_demo_is_loaded_once_however_often_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    once = loaded()
    load_demo(at=NOON)
    assert loaded() == once
    call_command("demo")
    assert capsys.readouterr().out.count(accounts.PASSWORD) == 1
    assert Player.objects.filter(bot__in=BOT_KINDS).count() == len(accounts.BOTS) + len(BOT_KINDS)
    assert Player.objects.get(username="olivia").check_password(accounts.PASSWORD)


def test_the_demo_has_a_running_league_of_every_game_an_open_event_and_a_free_seat() -> None:
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
    assert not Event.objects.filter(demo=False).exists()


def test_a_seat_that_is_taken_is_offered_anew_by_the_sweep_but_never_twice() -> None:
    accept_challenge(match_id=Match.objects.get(status="open").pk, player_id=GuestFactory().pk, at=NOON)
    for _ in range(3):
        sweep(NOON)
    assert Match.objects.filter(status="open").count() == 1
    assert Challenge.objects.count() == 2


def test_a_new_season_begins_a_minute_after_the_last_one_ended() -> None:
    Event.objects.filter(name__startswith=NAME, game=GAME).update(status="finished", finished_at=NOON)
    sweep(NOON + SEASON_BREAK - timedelta(seconds=1))
    assert not Event.objects.filter(status="running", game=GAME).exists()
    for _ in range(2):
        sweep(NOON + SEASON_BREAK)
    season = Event.objects.get(status="running", game=GAME)
    assert season.name == f"{NAME}: Swiss of Field Tactics, season 2"
