"""Loading and upkeep of the demo: an open seat in the lobby, and a running season of each game."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from league.demo.accounts import BOTS, ORGANISER, open_bots, open_league, open_people
from league.demo.franchises import open_demo
from league.demo.seasons import CUP, begin_season, open_cup, seasons_of
from league.events.models import Event, EventStatus
from league.games import duels
from league.lobby.challenge_options import Offer
from league.lobby.challenges import challenge
from league.lobby.models import Challenge
from league.people.actions.bots import KINDS, house_bot
from league.people.models import Player
from matches.models import Status

REST = timedelta(seconds=15)
"""The break between two seasons."""
OVER = (EventStatus.FINISHED, EventStatus.CANCELLED, EventStatus.ARCHIVED)


@transaction.atomic
def load(*, at: datetime) -> None:
    """Load the missing parts of the demo. Idempotent."""
    people = open_people(at)
    bots = open_bots(at)
    for kind in KINDS:
        house_bot(kind=kind, at=at)
    open_league(organiser=people[ORGANISER], referee="ben", at=at)
    for one in duels():
        if not seasons_of(one.key).exists():
            begin_season(game=one.key, organiser=people[ORGANISER], at=at)
    open_demo(organiser=people[ORGANISER], bots=bots[:6], visitor=people["ada"], at=at)
    if not Event.objects.filter(demo=True, name=CUP).exists():
        open_cup(organiser=people[ORGANISER], entrants=[people["ada"]], at=at)
    keep_going(at=at)


def keep_going(*, at: datetime) -> None:
    """Renew the bots' challenge if it was taken, and start a season of each game whose last one is over."""
    if not Event.objects.filter(demo=True).exists() or (_is_challenge_open() and not _due_games(at)):
        return
    with transaction.atomic():
        # The lock on the oldest event makes this process the only one.
        organiser = Event.objects.select_for_update().filter(demo=True).order_by("pk")[:1].get().organiser_id
        if not _is_challenge_open():
            offer_seat(at=at)
        for game in _due_games(at):
            begin_season(game=game, organiser=organiser, at=at)


def offer_seat(*, at: datetime) -> int:
    """Create a casual challenge by the least busy greedy demo bot; return the match id."""
    playing = Count("seats", filter=Q(seats__match__status=Status.PLAYING))
    bots = _bots().filter(bot="greedy").annotate(playing=playing)
    bot = bots.order_by("playing", "pk")[:1].get()
    keys = [one.key for one in duels()]
    game = keys[Challenge.objects.filter(challenger__in=_bots()).count() % len(keys)]
    return challenge(by=bot.pk, offer=Offer(game, lot=True), at=at)


def _due_games(at: datetime) -> list[str]:
    """Return the games without a running season."""
    over = {"status__in": OVER, "finished_at__lte": at - REST}
    return [one.key for one in duels() if not seasons_of(one.key).exclude(**over).exists()]


def _is_challenge_open() -> bool:
    return Challenge.objects.filter(challenger__in=_bots(), match__status=Status.OPEN).exists()


def _bots() -> QuerySet[Player]:
    return Player.objects.filter(username__in=BOTS)
