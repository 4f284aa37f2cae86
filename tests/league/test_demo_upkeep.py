from datetime import timedelta

import pytest
from django.core.management import call_command

from league.demo import accounts
from league.demo.accounts import NAME
from league.demo.seasons import GAME
from league.demo.upkeep import SEASON_BREAK, load_demo
from league.events.models import Event, Pairing
from league.lobby.models import Challenge
from league.people.actions.bots import BOT_KINDS
from league.people.models import Player
from league.sweep import sweep
from matches.models import Match
from tests.factories import NOON, PlayerFactory

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


def test_a_new_season_begins_a_minute_after_the_last_one_ended() -> None:
    Event.objects.filter(name__startswith=NAME, game=GAME).update(status="finished", finished_at=NOON)
    sweep(NOON + SEASON_BREAK - timedelta(seconds=1))
    assert not Event.objects.filter(status="running", game=GAME).exists()
    for _ in range(2):
        sweep(NOON + SEASON_BREAK)
    season = Event.objects.get(status="running", game=GAME)
    assert season.name == f"{NAME}: Swiss of Field Tactics, season 2"
