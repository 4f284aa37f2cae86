"""Quick pairing: waiting in a queue, and starting matches between players who fit.

Players are paired when one joins, and by the heartbeats of the waiting ones, so that nobody who has left is paired.
"""

import random
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from engines.i18n import translate as _
from league.games import list_two_player_games
from league.lobby.challenges import check_playing_limit, open_challenge
from league.lobby.models import QueueEntry
from league.lobby.queue_rules import CONTROLS, PRESENT_FOR, WaitingPlayer, choose_pairs
from league.people.models import Player
from league.ratings.pools import get_speed_pool
from league.ratings.queries.players import get_rating_values
from league.ratings.speeds import Speed
from matches.actions.creation import SeatPlan
from matches.errors import ActionError
from matches.models import RUNNING, Seat
from matches.pubsub import publish_on_commit

FORGOTTEN_AFTER = timedelta(minutes=10)
_random = random.SystemRandom()


def join_queue(*, player_id: int, game: str, speed: str, at: datetime) -> int | None:
    """Wait for an opponent, in this queue only; return the match if there is one at once."""
    check_queue(game, speed)
    _enter_queue(player_id, game, speed, at)
    # A transaction of its own: of two players who join at once, the later one sees the other.
    _pair_queue(game, speed, at)
    return take_match(player_id=player_id)


def check_queue(game: str, speed: str) -> None:
    """Raise ActionError if there is no such queue."""
    if game not in [entry.key for entry in list_two_player_games()]:
        raise ActionError("unknown-game", _("Game not found."), "game")
    if speed not in list(Speed):
        raise ActionError("bad-speed", _("Choose fast, normal or correspondence."), "speed")


def record_heartbeat(*, player_id: int, at: datetime) -> int | None:
    """Keep the player in the queue; return the match once there is one."""
    if QueueEntry.objects.filter(player=player_id, match=None).update(seen_at=at):
        for entry in QueueEntry.objects.filter(player=player_id):
            _pair_queue(entry.game, entry.speed, at)
    return take_match(player_id=player_id)


@transaction.atomic
def leave_queue(*, player_id: int) -> int | None:
    """Stop waiting; return the match if one has just begun."""
    entry = QueueEntry.objects.select_for_update().filter(player=player_id).first()
    if entry is not None:
        entry.delete()
        publish_on_commit("lobby")
    return entry.match_id if entry else None


@transaction.atomic
def take_match(*, player_id: int) -> int | None:
    """Return the match in which the player's wait has ended; the queue then forgets the player."""
    entry = QueueEntry.objects.select_for_update().filter(player=player_id, match__isnull=False).first()
    if entry is not None:
        entry.delete()
    return entry.match_id if entry else None


def list_present(at: datetime) -> QuerySet[QueueEntry]:
    """Return the waiting players of all queues who are still there, and have not begun another match meanwhile."""
    begun = Seat.objects.filter(
        player=OuterRef("player"), match__status__in=RUNNING, match__started_at__gt=OuterRef("joined_at")
    )
    return QueueEntry.objects.filter(~Exists(begun), match=None, seen_at__gt=at - PRESENT_FOR)


def purge_queue(*, at: datetime) -> None:
    """Delete players who left long ago."""
    QueueEntry.objects.filter(seen_at__lte=at - FORGOTTEN_AFTER).delete()


@transaction.atomic
def _enter_queue(player_id: int, game: str, speed: str, at: datetime) -> None:
    # Not a full lock: that would wait for a transaction that seats the player, and that one for the player's entry.
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if player.is_bot_account:
        raise ActionError("not-for-bots", _("Bot accounts can't use quick pairing. Create a challenge instead."))
    entry = QueueEntry.objects.select_for_update(of=("self",)).select_related("match").filter(player=player).first()
    if entry is not None and entry.match is not None and entry.match.status in RUNNING:
        return  # The player has just been paired and doesn't know yet.
    check_playing_limit(player_id)
    if entry is None or entry.match is not None or not list_present(at).filter(player=player, game=game, speed=speed):
        pool = get_speed_pool(game, Speed(speed))
        rating = round(get_rating_values([player_id], pool)[player_id])
        entry = QueueEntry(player=player, game=game, speed=speed, rating=rating, joined_at=at)
    entry.seen_at = at
    entry.save()
    publish_on_commit("lobby")


def _pair_queue(game: str, speed: str, at: datetime) -> None:
    """Start matches between the queue's players who fit."""
    rows = list_present(at).filter(game=game, speed=speed)
    if _choose(list(rows), at):
        with transaction.atomic():
            # Locked in one order, and chosen again from what is locked: others may have paired them meanwhile.
            entries = {entry.player_id: entry for entry in rows.select_for_update().order_by("player_id")}
            for first, second in _choose(list(entries.values()), at):
                match_id = _start_match(game, speed, [first, second], at)
                QueueEntry.objects.filter(player__in=(first, second)).update(match=match_id)
            publish_on_commit("lobby")


def _choose(entries: list[QueueEntry], at: datetime) -> list[tuple[int, int]]:
    return choose_pairs(
        [WaitingPlayer(entry.player_id, entry.rating, (at - entry.joined_at).total_seconds()) for entry in entries]
    )


def _start_match(game: str, speed: str, player_ids: list[int], at: datetime) -> int:
    """Start a match on random sides, rated if both players have accounts; return its id."""
    is_rated = not Player.objects.filter(pk__in=player_ids, is_guest=True).exists()
    challenge = open_challenge(
        by=player_ids[0], at=at, rated=is_rated, origin="", game=game, options={}, control=CONTROLS[Speed(speed)],
        seats=[SeatPlan(player_id, ready=True) for player_id in _random.sample(player_ids, 2)], prepared=False,
    )  # fmt: skip
    return challenge.match_id
