"""Rated matches against the site's bots: their weight, and which never count."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import product

from django.db.models import Q

from engines.referee_notation import parse_word
from league.people.models import Player
from league.ratings.models import RatedMatch
from league.ratings.pools import get_bots_pool
from matches.models import Entry, Match, Seat, Status

WINDOW = timedelta(days=7)
"""Rated matches against the same bot that began within this time before a match reduce its weight."""


def compute_weight(match: Match) -> float:
    """Return the weight of a started match: 1 / (1 + earlier rated matches against the same bot).

    Bots of a kind count as one. With several people or bots, the pair that met most often decides. Only matches of the
    same game begun in the seven days before count, finished or not, but not annulled ones.
    """
    seats = list(Seat.objects.filter(match=match).values_list("player", "bot"))
    humans = [player for player, bot in seats if player is not None and not bot]
    kinds = {bot for _, bot in seats if bot}
    if match.started_at is None or not humans or not kinds:
        return 1.0
    return 1 / (1 + max(_count_earlier(match, match.started_at, *pair) for pair in product(humans, sorted(kinds))))


def has_bot_lost_on_time(match_id: int) -> bool:
    """Return whether one of the site's bots ran out of time in the match."""
    bots = set(Seat.objects.filter(match=match_id).exclude(bot="").values_list("number", flat=True))
    if not bots:
        return False
    lines = Entry.objects.filter(match=match_id, by=None, do__startswith="flag ").values_list("do", flat=True)
    return any((fallen := parse_word(None, do)) is not None and bots & set(fallen.numbers) for do in lines)


def get_pool_for(pool: str, players: Sequence[int | None]) -> str:
    """Return the pool for a match of these players, which is a separate one if a bot account plays."""
    player_ids = [player for player in players if player is not None]
    return get_bots_pool(pool) if Player.objects.filter(pk__in=player_ids, is_bot_account=True).exists() else pool


def _count_earlier(match: Match, started_at: datetime, player: int, kind: str) -> int:
    earlier = Q(match__started_at__lt=started_at) | Q(match__started_at=started_at, match__lt=match.pk)
    rows = RatedMatch.objects.filter(
        earlier, game=match.game, match__started_at__gt=started_at - WINDOW, match__seats__player=player
    )
    against = Seat.objects.filter(bot=kind).values("match")
    return rows.exclude(match__status=Status.VOID).filter(match__in=against).count()
