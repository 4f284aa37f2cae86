"""Loading and upkeep of the demo: an open seat in the lobby, and a running season of each game."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from league.demo.accounts import BOTS, CHALLENGERS, ORGANISER, get_or_create_bots, get_or_create_league, get_or_create_players
from league.demo.franchises import load_franchise_demo
from league.demo.seasons import CUP_NAME, create_cup, list_demo_seasons, start_next_season
from league.events.models import Event, EventStatus
from league.games import list_two_player_games
from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import create_challenge
from league.lobby.models import Challenge
from league.people.actions.bots import BOT_KINDS, get_house_bot
from league.people.models import Player
from matches.models import Status

SEASON_BREAK = timedelta(seconds=15)
"""The break between two seasons."""
ENDED = (EventStatus.FINISHED, EventStatus.CANCELLED, EventStatus.ARCHIVED)


@transaction.atomic
def load_demo(*, at: datetime) -> None:
    """Load the missing parts of the demo. Idempotent."""
    players = get_or_create_players(at)
    bots = get_or_create_bots(at)
    for kind in BOT_KINDS:
        get_house_bot(kind=kind, at=at)
    get_or_create_league(organiser=players[ORGANISER], referee="ben", at=at)
    for duel in list_two_player_games():
        if not list_demo_seasons(duel.key).exists():
            start_next_season(game=duel.key, organiser=players[ORGANISER], at=at)
    load_franchise_demo(organiser=players[ORGANISER], bots=bots[:6], visitor=players["ada"], at=at)
    if not Event.objects.filter(demo=True, name=CUP_NAME).exists():
        create_cup(organiser=players[ORGANISER], entrants=[players["ada"]], at=at)
    maintain_demo(at=at)


def maintain_demo(*, at: datetime) -> None:
    """Renew the bots' challenge if it was taken, and start a season of each game whose last one is over."""
    if not Event.objects.filter(demo=True).exists() or (_has_open_challenge() and not _list_due_games(at)):
        return
    with transaction.atomic():
        # The lock on the oldest event makes this process the only one.
        organiser = Event.objects.select_for_update().filter(demo=True).order_by("pk")[:1].get().organiser_id
        if not _has_open_challenge():
            create_bot_challenge(at=at)
        for game in _list_due_games(at):
            start_next_season(game=game, organiser=organiser, at=at)


def create_bot_challenge(*, at: datetime) -> int:
    """Create a casual challenge by the least busy of the demo bots that offer matches; return the match id."""
    playing = Count("seats", filter=Q(seats__match__status=Status.PLAYING))
    bots = _list_bots().filter(username__in=CHALLENGERS).annotate(playing=playing)
    bot = bots.order_by("playing", "pk")[:1].get()
    game_keys = [duel.key for duel in list_two_player_games()]
    game = game_keys[Challenge.objects.filter(challenger__in=_list_bots()).count() % len(game_keys)]
    return create_challenge(by=bot.pk, offer=ChallengeOptions(game, random_seats=True), at=at)


def _list_due_games(at: datetime) -> list[str]:
    """Return the games without a running season."""
    over = {"status__in": ENDED, "finished_at__lte": at - SEASON_BREAK}
    return [duel.key for duel in list_two_player_games() if not list_demo_seasons(duel.key).exclude(**over).exists()]


def _has_open_challenge() -> bool:
    return Challenge.objects.filter(challenger__in=_list_bots(), match__status=Status.OPEN).exists()


def _list_bots() -> QuerySet[Player]:
    return Player.objects.filter(username__in=BOTS)
