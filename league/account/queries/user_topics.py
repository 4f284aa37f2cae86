"""What concerns people just now, as topics of a stream: their matches, events, drafts, seasons and notifications."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db.models import Q

from league.drafts.models import Draft, DraftStatus
from league.events.models import BEFORE_START, EntrantStatus, EventStatus
from league.events.models.event import Entrant
from league.lobby.models import Challenge
from league.notifications.topics import topic
from league.people.models import Player
from league.seasons.models import Franchise, Phase
from matches.models import Seat, Status

MOST = {"match": 40, "event": 20, "draft": 5, "season": 10}
"""Of each kind, the newest: so that the first words of a stream fit into what may wait for its reader."""
LIVE = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)
DRAFTING = (DraftStatus.SETUP, DraftStatus.RUNNING, DraftStatus.PAUSED, DraftStatus.REVIEW)

Pairs = Iterable[tuple[int, int]]


def concerns(player_ids: Collection[int]) -> Mapping[int, frozenset[str]]:
    """Topics by player, of those whose accounts are open. Where somebody only takes part, not where they organise."""
    there = list(Player.objects.filter(pk__in=player_ids, is_active=True).values_list("pk", flat=True))
    if not there:
        return {}
    found: dict[int, set[str]] = {player: {topic(player)} for player in there}
    for kind, pairs in (
        ("match", [*_seats(there), *_challenges(there)]),
        ("event", _entries(there)),
        ("draft", _drafts(there)),
        ("season", _seasons(there)),
    ):
        of: dict[int, set[int]] = defaultdict(set)
        for player, one in pairs:
            of[player].add(one)
        for player, ids in of.items():
            found[player] |= {f"{kind}.{one}" for one in sorted(ids, reverse=True)[: MOST[kind]]}
    return {player: frozenset(topics) for player, topics in found.items()}


def _seats(players: list[int]) -> Pairs:
    """Also seats that are kept for somebody who has been challenged and has not answered."""
    return Seat.objects.filter(player__in=players, match__status__in=LIVE).values_list("player", "match")


def _challenges(players: list[int]) -> Pairs:
    rows = Challenge.objects.filter(challenger__in=players, match__status=Status.OPEN)
    return rows.values_list("challenger", "match")


def _entries(players: list[int]) -> Pairs:
    rows = Entrant.objects.filter(player__in=players, event__status__in=[*BEFORE_START, EventStatus.RUNNING])
    return rows.exclude(status=EntrantStatus.WITHDRAWN).values_list("player", "event")


def _drafts(players: list[int]) -> Pairs:
    """Of seasons by their franchises' owners, of matches by their players, and mock ones by their hosts."""
    mine = Draft.objects.filter(season=None, teams__player__in=players, status__in=DRAFTING)
    rows = Draft.objects.filter(season__franchises__owner__in=players, status__in=DRAFTING)
    return [*mine.values_list("teams__player", "pk"), *rows.values_list("season__franchises__owner", "pk")]


def _seasons(players: list[int]) -> Pairs:
    """Where they have a franchise: trades, bids and line-ups."""
    over = Q(season__terms__phase=Phase.ARCHIVE) | Q(season__archived_at__isnull=False)
    return Franchise.objects.filter(owner__in=players).exclude(over).values_list("owner", "season")
