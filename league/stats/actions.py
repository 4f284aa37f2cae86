"""Counting closed matches in the stats tables, each once, and rebuilding the tables."""

import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.urls import reverse

from engines.contract import Json
from engines.i18n import translate_stored
from engines.referee_notation import ENTERED
from engines.usage import LogLine, Usage
from league.events.models import Event, SeriesMatch
from league.people.models import Player
from league.stats.models import FIGURES, StatMatch, StatSeat, StatsProgress, Tally
from league.stats.rules.match_tallies import FinishedMatch, MatchTallies, TallyKey, compute_tallies, get_reader
from league.webhooks.actions.outbox import enqueue_event
from league.webhooks.models import Webhook
from matches.engine_limits import EngineFailure, find_time_limit, get_engine, limit_call
from matches.models import Entry, Match, Status
from matches.queries.duplicates import revealed_q
from matches.queries.spectator_delay import public_end_q
from matches.server_time import to_ms

logger = logging.getLogger(__name__)
LOOK_BACK = 5000
"""Range of ids that the sweep checks again: a match with a lower id may have been committed later."""
COLUMNS = ("player", "event", "game", "topic", "key", "seat", *FIGURES)
BATCH_SIZE = 500
"""Rows per statement."""


def load_finished_match(match_id: int) -> FinishedMatch | None:
    """Return a closed match, or None for an open one and for lessons, where hints were available."""
    match = Match.objects.filter(pk=match_id, status=Status.CLOSED, learn=False).defer("state", "behind", "clock").first()
    if match is None or match.closed_at is None or match.ranks is None:
        return None
    entries = Entry.objects.filter(match=match_id).order_by("n").values_list("by", "do", "note", "at", "left")
    options = _complete_options(match)
    series = SeriesMatch.objects.filter(match=match_id).values_list("pairing__round__event", flat=True).first()
    return FinishedMatch(
        match_id=match.pk,
        game=match.game,
        event=series or 0,
        options=options,
        control=match.control,
        limited=find_time_limit(match.game, match.options, match.engine_version) is not None,
        ranks=tuple(match.ranks),
        reason=match.reason,
        players=tuple(match.seats.order_by("number").values_list("player_id", flat=True)),
        closed_at=match.closed_at,
        begun=match.started_at is not None,
        lines=tuple(LogLine(by, do, note, to_ms(at), time_left) for by, do, note, at, time_left in entries),
    )


def _complete_options(match: Match) -> Mapping[str, Json]:
    """Return the options of a match with their defaults; without those if its game fails."""
    options: Mapping[str, Json] = match.options
    with suppress(EngineFailure):
        options = get_engine(match.game, match.engine_version).options(options)
    return options


def _read_usage(match: FinishedMatch) -> Usage:
    """Return what the game's reader finds in the log of a match; nothing if it fails."""
    if not match.begun:
        return Usage()
    try:
        return limit_call(get_reader(match.game).read, match.lines, match.options, len(match.ranks))
    except EngineFailure as failure:
        logger.error("The statistics of %s can't be read from match %s: %s", match.game, match.match_id, failure)
        return Usage()


def list_uncounted_matches(at: datetime, limit: int = 50) -> list[int]:
    """Return closed matches that are not counted yet and public, by id."""
    rows = StatMatch.objects.filter(
        public_end_q(at, "match__"), revealed_q("match__"), counted_at=None, match__status=Status.CLOSED
    )
    return list(rows.order_by("match").values_list("match", flat=True)[:limit])


def list_unregistered_matches(seen: int, limit: int = 500) -> list[int]:
    """Return matches to register: newer than `seen`, or committed late."""
    rows = Match.objects.filter(pk__gt=seen - LOOK_BACK, stat=None).exclude(status=Status.VOID)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def register_matches() -> int:
    """Register new matches to be counted once they close; return how many. Called by the sweep."""
    match_ids = list_unregistered_matches(StatsProgress.objects.values_list("seen", flat=True).first() or 0)
    if match_ids:
        book = _lock_book()
        StatMatch.objects.bulk_create([StatMatch(match_id=match_id) for match_id in match_ids], ignore_conflicts=True)
        StatsProgress.objects.filter(pk=book.pk).update(seen=max(book.seen, match_ids[-1]))
    return len(match_ids)


def count_stats(*, match_id: int, at: datetime, notify: bool = True) -> bool:
    """Count a closed match; return whether this call did it. Idempotent and safe to call concurrently.

    With `notify`, webhooks are notified when a match is counted for the first time. The log is read before the lock is
    taken, so that others wait only for the writes.
    """
    countable = Match.objects.filter(public_end_q(at), revealed_q(), pk=match_id, status=Status.CLOSED)
    if not countable.exclude(stat__counted_at__isnull=False).exists():
        return False
    match = load_finished_match(match_id)
    tallies = compute_tallies(match, _read_usage(match)) if match else None
    with transaction.atomic():
        _lock_book()
        StatMatch.objects.bulk_create([StatMatch(match_id=match_id)], ignore_conflicts=True)
        if not StatMatch.objects.filter(pk=match_id, counted_at=None).update(counted_at=at):
            return False
        if match and tallies:
            _store(match, tallies)
        if notify and match:
            send_match_closed(match)
    return True


@transaction.atomic
def recompute_stats(*, at: datetime) -> int:
    """Rebuild every table from all closed matches; return how many were counted. Counting waits meanwhile."""
    _lock_book()
    Tally.objects.all().delete()
    StatSeat.objects.all().delete()
    StatMatch.objects.all().delete()
    count = 0
    for match_id in Match.objects.filter(public_end_q(at), status=Status.CLOSED).order_by("pk").values_list("pk", flat=True):
        count += count_stats(match_id=match_id, at=at, notify=False)
    StatsProgress.objects.update(seen=0)
    return count


def _lock_book() -> StatsProgress:
    StatsProgress.objects.get_or_create(pk=1)
    return StatsProgress.objects.select_for_update().get(pk=1)


def _store(match: FinishedMatch, tallies: MatchTallies) -> None:
    StatMatch.objects.filter(pk=match.match_id).update(game=match.game, event=match.event, turns=tallies.turns)
    StatSeat.objects.bulk_create(
        StatSeat(
            match_id=match.match_id, seat=seat, player_id=match.players[seat], game=match.game, event=match.event,
            at=match.closed_at, result=result,
        )
        for seat, result in enumerate(tallies.results)
    )  # fmt: skip
    keys = sorted(tallies.tallies)
    for start in range(0, len(keys), BATCH_SIZE):
        _add_tallies(keys[start : start + BATCH_SIZE], tallies.tallies)


def _add_tallies(keys: Iterable[TallyKey], tallies: Mapping[TallyKey, Mapping[str, int]]) -> None:
    """Add to the rows of these places (created if missing), in one statement."""
    rows: list[list[str | int]] = [[*key, *(tallies[key].get(name, 0) for name in FIGURES)] for key in keys]
    table, columns = Tally._meta.db_table, ", ".join(f'"{name}"' for name in COLUMNS)
    placeholders = ", ".join(f"({', '.join(['%s'] * len(COLUMNS))})" for _ in rows)
    added = ", ".join(f'"{name}" = "{table}"."{name}" + excluded."{name}"' for name in FIGURES)
    statement = (
        f'INSERT INTO "{table}" ({columns}) VALUES {placeholders} '  # noqa: S608
        f'ON CONFLICT ("player", "event", "game", "topic", "key", "seat") DO UPDATE SET {added}'
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for row in rows for value in row])


def send_match_closed(match: FinishedMatch) -> None:
    """Notify webhooks of the event's league and of the players, with the public data of the ended match."""
    event = Event.objects.filter(pk=match.event).first() if match.event else None
    league_id = event.league_id if event else None
    players_by_id = Player.objects.in_bulk([player for player in match.players if player is not None])
    player_ids = [player.pk for player in players_by_id.values() if player.is_active]
    if not Webhook.objects.filter(Q(player__in=player_ids) | Q(league=league_id, league__isnull=False), off_at=None).exists():
        return
    names: list[Json] = [players_by_id[player].username if player in players_by_id else None for player in match.players]
    data = {
        "match_id": match.match_id, "game": match.game, "players": names, "ranks": list(match.ranks),
        "reason": match.reason, "reported": match.reason == ENTERED,
        "ended_at": match.closed_at.isoformat(), "event_id": match.event or None,
        "title": translate_stored(Match.objects.values_list("title", flat=True).get(pk=match.match_id)),
        "path": reverse("match", args=[match.match_id]),
    }  # fmt: skip
    key = f"match.{match.match_id}"
    enqueue_event(kind="match.closed", key=key, data=data, players=player_ids, league_id=league_id, at=match.closed_at)
