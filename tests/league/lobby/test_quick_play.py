"""Quick play: a match against bots at once, for guests too, and lessons."""

from datetime import datetime

import pytest
from django.test import Client

from league.games import Game, list_games
from league.lobby.challenge_options import bot_seat
from league.lobby.challenges import create_challenge, quick_play
from league.people.models import Player
from league.ratings.models import RatedMatch
from league.time_controls.presets import LESSON_CONTROL
from matches.clock import TimeControl
from matches.models import Match
from tests.factories import GAME, GuestFactory, PlayerFactory
from tests.league.lobby.test_lobby import offer, refused, said
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("one", list_games(), ids=lambda one: one.key)
def test_every_game_can_be_played_at_once_against_bots_at_every_table(one: Game, at: datetime) -> None:
    """In `make prove` against every bot on every side."""
    guest = GuestFactory()
    tables = [(one.bots[0], count, side) for count in one.counts for side in (range(count) if WHOLE else (count - 1,))]
    kinds = one.bots[1:] if WHOLE else one.bots[-1:]
    for kind, count, side in [*tables, *((kind, one.counts[0], 0) for kind in kinds)]:
        match_id = quick_play(player_id=guest.pk, game=one.key, kind=kind, seats=count, side=side, at=at)
        match = Match.objects.get(pk=match_id)
        assert match.status == "playing"
        assert [seat.bot for seat in match.seats.all()] == [kind if n != side else "" for n in range(count)]
    assert not RatedMatch.objects.exists()


def test_a_lesson_is_casual_and_its_clock_presses_nobody(at: datetime) -> None:
    match_id = quick_play(player_id=GuestFactory().pk, game=GAME, kind="level-1", learn=True, at=at)
    match = Match.objects.get(pk=match_id)
    assert match.learn
    assert TimeControl(**match.control) == LESSON_CONTROL
    assert not RatedMatch.objects.exists()
    with refused("not-rated", "rated"):
        create_challenge(by=PlayerFactory().pk, offer=offer(bot_seat("level-5"), learn=True, rated=True), at=at)


def test_a_visitor_plays_at_once_as_a_guest(client: Client) -> None:
    answer = client.post("/play/", {"game": GAME, "bot": "level-5"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert not match.learn
    guest = Player.objects.get(pk=client.session["_auth_user_id"])
    assert guest.is_guest
    assert match.seats.filter(player=guest).exists()
    client.post("/play/", {"game": "zero-day", "bot": "level-1", "seats": "4", "side": "3"})
    assert Player.objects.filter(is_guest=True).count() == 1
    assert Match.objects.get(game="zero-day").seats.get(player=guest).number == 3


def test_a_quick_match_that_cannot_be_makes_no_match(client: Client) -> None:
    for change, sentence in (
        ({"bot": ""}, "Bot not found."),
        ({"bot": "clever"}, "Bot not found."),
        ({"bot": "\x00"}, "Bot not found."),
        ({"game": "chess"}, "Game not found"),
        ({"game": ""}, "Game not found"),
        ({"seats": "5"}, "This game has no table of that size."),
        ({"side": "9"}, "Side not found."),
        ({"side": "3", "seats": "2"}, "This side isn't available"),
    ):
        assert sentence in said(client.post("/play/", {"game": "zero-day", "bot": "level-5", **change})), change
    assert not Match.objects.exists()
