"""Counting closed matches in the stats tables, each once, and rebuilding the tables."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.urls import reverse

from engines import play, registry
from engines.contract import Json
from engines.words import retell
from league.events.models import Event, SeriesMatch
from league.people.models import Player
from league.stats.models import FIGURES, StatBook, StatMatch, StatSeat, Tally
from league.stats.rules.match_tallies import Finished, Place, Sheet, sheet
from league.stats.rules.reading import Line
from league.webhooks.actions.outbox import emit
from league.webhooks.models import Hook
from matches.models import Entry, Match, Status
from matches.moment import in_ms
from matches.queries.spectator_delay import told
from matches.wording import in_english

LOOK_BACK = 5000
"""Range of ids that the sweep checks again: a match with a lower id may have been committed later."""
COLUMNS = ("player", "event", "game", "topic", "key", "seat", *FIGURES)
AT_ONCE = 500
"""Rows per statement."""


def finished(match_id: int) -> Finished | None:
    """Return a closed match, or None for an open one and for lessons, where hints were available."""
    match = (
        Match.objects.filter(pk=match_id, status=Status.CLOSED, learn=False).defer("state", "behind", "clock").first()
    )
    if match is None or match.closed_at is None or match.ranks is None:
        return None
    engine = registry.get(match.game, match.engine_version)
    entries = Entry.objects.filter(match=match_id).order_by("n").values_list("by", "do", "note", "at", "left")
    options = engine.options(match.options)
    series = SeriesMatch.objects.filter(match=match_id).values_list("pairing__round__event", flat=True).first()
    return Finished(
        match_id=match.pk,
        game=match.game,
        event=series or 0,
        options=options,
        control=match.control,
        limited=play.time_limit(engine, match.options) is not None,
        ranks=tuple(match.ranks),
        reason=match.reason,
        players=tuple(match.seats.order_by("number").values_list("player_id", flat=True)),
        closed_at=match.closed_at,
        begun=match.started_at is not None,
        lines=tuple(Line(by, do, note, in_ms(at), left) for by, do, note, at, left in entries),
    )


def uncounted_matches(at: datetime, limit: int = 50) -> list[int]:
    """Return closed matches that are not counted yet and public, by id."""
    rows = StatMatch.objects.filter(told(at, "match__"), counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match").values_list("match", flat=True)[:limit])


def unseen(seen: int, limit: int = 500) -> list[int]:
    """Return matches to register: newer than `seen`, or committed late."""
    rows = Match.objects.filter(pk__gt=seen - LOOK_BACK, stat=None).exclude(status=Status.VOID)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def note_matches() -> int:
    """Register new matches to be counted once they close; return how many. Called by the sweep."""
    fresh = unseen(StatBook.objects.values_list("seen", flat=True).first() or 0)
    if fresh:
        book = _locked_book()
        StatMatch.objects.bulk_create([StatMatch(match_id=one) for one in fresh], ignore_conflicts=True)
        StatBook.objects.filter(pk=book.pk).update(seen=max(book.seen, fresh[-1]))
    return len(fresh)


def count_stats(*, match_id: int, at: datetime, tell: bool = True) -> bool:
    """Count a closed match; return whether this call did it. Idempotent and safe to call concurrently.

    With `tell`, webhooks are notified when a match is counted for the first time. The log is read before the lock is
    taken, so that others wait only for the writes.
    """
    closed = Match.objects.filter(told(at), pk=match_id, status=Status.CLOSED)
    if not closed.exclude(stat__counted_at__isnull=False).exists():
        return False
    match = finished(match_id)
    made = sheet(match) if match else None
    with transaction.atomic():
        _locked_book()
        StatMatch.objects.bulk_create([StatMatch(match_id=match_id)], ignore_conflicts=True)
        if not StatMatch.objects.filter(pk=match_id, counted_at=None).update(counted_at=at):
            return False
        if match and made:
            _store(match, made)
        if tell and match:
            tell_end(match)
    return True


@transaction.atomic
def recompute(*, at: datetime) -> int:
    """Rebuild every table from all closed matches; return how many were counted. Counting waits meanwhile."""
    _locked_book()
    Tally.objects.all().delete()
    StatSeat.objects.all().delete()
    StatMatch.objects.all().delete()
    counted = 0
    for match_id in Match.objects.filter(told(at), status=Status.CLOSED).order_by("pk").values_list("pk", flat=True):
        counted += count_stats(match_id=match_id, at=at, tell=False)
    StatBook.objects.update(seen=0)
    return counted


def _locked_book() -> StatBook:
    StatBook.objects.get_or_create(pk=1)
    return StatBook.objects.select_for_update().get(pk=1)


def _store(match: Finished, made: Sheet) -> None:
    StatMatch.objects.filter(pk=match.match_id).update(game=match.game, event=match.event, turns=made.turns)
    StatSeat.objects.bulk_create(
        StatSeat(
            match_id=match.match_id, seat=seat, player_id=match.players[seat], game=match.game, event=match.event,
            at=match.closed_at, result=result,
        )
        for seat, result in enumerate(made.results)
    )  # fmt: skip
    places = sorted(made.tallies)
    for first in range(0, len(places), AT_ONCE):
        _add(places[first : first + AT_ONCE], made.tallies)


def _add(places: Iterable[Place], tallies: Mapping[Place, Mapping[str, int]]) -> None:
    """Add to the rows of these places (created if missing), in one statement."""
    rows: list[list[str | int]] = [[*place, *(tallies[place].get(name, 0) for name in FIGURES)] for place in places]
    table, columns = Tally._meta.db_table, ", ".join(f'"{name}"' for name in COLUMNS)
    marks = ", ".join(f"({', '.join(['%s'] * len(COLUMNS))})" for _ in rows)
    added = ", ".join(f'"{name}" = "{table}"."{name}" + excluded."{name}"' for name in FIGURES)
    statement = (
        f'INSERT INTO "{table}" ({columns}) VALUES {marks} '  # noqa: S608
        f'ON CONFLICT ("player", "event", "game", "topic", "key", "seat") DO UPDATE SET {added}'
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for row in rows for value in row])


def tell_end(match: Finished) -> None:
    """Notify webhooks of the event's league and of the players, with the public data of the ended match."""
    event = Event.objects.filter(pk=match.event).first() if match.event else None
    league_id = event.league_id if event else None
    people = Player.objects.in_bulk([one for one in match.players if one is not None])
    players = [one.pk for one in people.values() if one.is_active]
    if not Hook.objects.filter(Q(player__in=players) | Q(league=league_id, league__isnull=False), off_at=None).exists():
        return
    names: list[Json] = [people[one].username if one in people else None for one in match.players]
    with in_english():  # webhook payloads are always in English
        title = retell(Match.objects.values_list("title", flat=True).get(pk=match.match_id))
    data: dict[str, Json] = {
        "match_id": match.match_id, "game": match.game, "players": names, "ranks": list(match.ranks),
        "reason": match.reason, "ended_at": match.closed_at.isoformat(), "event_id": match.event or None,
        "title": title,
        "path": reverse("match", args=[match.match_id]),
    }  # fmt: skip
    key = f"match.{match.match_id}"
    emit(kind="match.closed", key=key, data=data, players=players, league_id=league_id, at=match.closed_at)
