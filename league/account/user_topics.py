"""Stream topics of players: their current matches, events, drafts, seasons and notifications."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby, islice
from operator import itemgetter

from django.db.models import Q

from league.drafts.models import Draft, DraftStatus
from league.events.models import BEFORE_START, EntrantStatus, EventStatus
from league.events.models.event import Entrant
from league.lobby.models import Challenge
from league.notifications.inbox import get_topic
from league.people.models import Player
from league.seasons.models import Franchise, Phase
from matches.models import Seat, Status

MAX_TOPICS = {"match": 40, "event": 20, "draft": 5, "season": 10}
"""Most topics of each kind, the newest: a stream's first messages must fit into its buffer."""
UNFINISHED = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)
OPEN_DRAFTS = (DraftStatus.SETUP, DraftStatus.RUNNING, DraftStatus.PAUSED, DraftStatus.REVIEW)


def list_user_topics(player_ids: Collection[int]) -> Mapping[int, frozenset[str]]:
    """Return topics by player, for open accounts: as participants, not as organisers."""
    players = list(Player.objects.filter(pk__in=player_ids, is_active=True).values_list("pk", flat=True))
    topics_by_player: dict[int, set[str]] = {player: {get_topic(player)} for player in players}
    for kind, pairs in _list_pairs(players).items():
        for player, newest in groupby(sorted(set(pairs), reverse=True), key=itemgetter(0)):
            topics_by_player[player] |= {f"{kind}.{pk}" for _, pk in islice(newest, MAX_TOPICS[kind])}
    return {player: frozenset(topics) for player, topics in topics_by_player.items()}


def _list_pairs(players: list[int]) -> Mapping[str, Iterable[tuple[int, int]]]:
    """Return by kind the pairs of a player and the id of a topic."""
    # Includes reserved seats of challenges that the player has not accepted yet.
    seats = Seat.objects.filter(player__in=players, match__status__in=UNFINISHED)
    challenges = Challenge.objects.filter(challenger__in=players, match__status=Status.OPEN)
    entries = Entrant.objects.filter(player__in=players, event__status__in=[*BEFORE_START, EventStatus.RUNNING])
    drafts = Draft.objects.filter(status__in=OPEN_DRAFTS)
    is_over = Q(season__terms__phase=Phase.ARCHIVE) | Q(season__archived_at__isnull=False)
    return {
        "match": [*seats.values_list("player", "match"), *challenges.values_list("challenger", "match")],
        "event": entries.exclude(status=EntrantStatus.WITHDRAWN).values_list("player", "event"),
        # Season drafts by franchise owner, match drafts by player, and mock drafts by host.
        "draft": [
            *drafts.filter(season=None, teams__player__in=players).values_list("teams__player", "pk"),
            *drafts.filter(season__franchises__owner__in=players).values_list("season__franchises__owner", "pk"),
        ],
        "season": Franchise.objects.filter(owner__in=players).exclude(is_over).values_list("owner", "season"),
    }
