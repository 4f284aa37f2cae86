"""Matches as lists of them show: live ones, those with a free seat, a player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Prefetch, QuerySet
from django.db.models.expressions import RawSQL

from engines import play, registry
from engines.api import Json
from engines.words import told as told_now
from matches.clock import Control
from matches.models import Match, Seat, Status
from matches.moment import now
from matches.queries.delayed import stands, told
from matches.titles import title_of

MOST_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class ListedSeat:
    number: int
    name: str
    player_id: int | None
    player: str
    username: str
    bot: str
    ready: bool
    by_link: bool = False

    @property
    def open(self) -> bool:
        """Whether anybody may take it."""
        return self.player_id is None and not self.by_link


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list. `winner` is the seat that came first alone, None for a draw, double forfeit or no end."""

    match_id: int
    game: str
    game_name: str
    title: str
    status: str
    seats: tuple[ListedSeat, ...]
    entry: int
    outcome_text: str
    winner: int | None
    options: dict[str, Json]
    learn: bool
    control: Control
    limit_ms: int | None
    """What the whole match may take, where that is limited; the control counts for nothing then."""
    created_at: datetime
    started_at: datetime | None
    closed_at: datetime | None


def live(limit: int = 6) -> list[Listed]:
    """Matches being played, newest first; every game has its turn before another of the same is shown."""
    of_game: Counter[str] = Counter()
    ranked: list[tuple[int, int, int]] = []
    for place, (match_id, game) in enumerate(_played(Match.objects.filter(learn=False), MOST_LOOKED_AT)):
        ranked.append((of_game[game], place, match_id))
        of_game[game] += 1
    chosen = [match_id for _, _, match_id in sorted(ranked)[:limit]]
    found = listed(chosen)
    return [found[match_id] for match_id in chosen if match_id in found]


def _played(rows: QuerySet[Match], limit: int) -> list[tuple[int, str]]:
    """Number and game of those that everybody takes for being played, newest first.

    As a union: for an OR the database would look through all matches.
    """
    held = rows.filter(status=Status.CLOSED, held_until__gt=now())
    both = _running(rows).values_list("pk", "game").union(held.values_list("pk", "game"))
    return list(both.order_by("-pk")[:limit])


def _running(rows: QuerySet[Match]) -> QuerySet[Match]:
    """In the words of the index of these: of a parameter the database does not know that it means hardly any match."""
    return rows.filter(RawSQL("matches_match.status IN ('playing', 'paused')", [], BooleanField()))


def waiting(limit: int = 20) -> list[Listed]:
    """Open matches with a seat that anybody may take, oldest first."""
    free = Seat.objects.filter(player=None, by_link=False)
    return _listed(Match.objects.filter(status=Status.OPEN, seats__in=free).distinct().order_by("id")[:limit])


LIVE, OPEN, FINISHED = KINDS = ("live", "open", "finished")


def page(kind: str, *, game: str = "", before: int | None = None, limit: int) -> list[Listed]:
    """Matches of one of KINDS, as everybody may know, newest first. Open ones have a seat that anybody may take."""
    rows = Match.objects.all()
    if game:
        rows = rows.filter(game=game)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if kind == LIVE:
        chosen = [match_id for match_id, _ in _played(rows.filter(learn=False), limit)]
        return _listed(Match.objects.filter(pk__in=chosen).order_by("-id"))
    if kind == OPEN:
        free = Seat.objects.filter(player=None, by_link=False)
        rows = rows.filter(status=Status.OPEN, seats__in=free).distinct()
    else:
        rows = rows.filter(told(now()), status=Status.CLOSED, learn=False)
    return _listed(rows.order_by("-id")[:limit])


def listed(match_ids: Iterable[int]) -> dict[int, Listed]:
    """The matches of these ids, by id."""
    return {one.match_id: one for one in _listed(Match.objects.filter(pk__in=list(match_ids)))}


def _listed(matches: QuerySet[Match]) -> list[Listed]:
    light = matches.defer("state", "clock", "seed")
    rows = list(light.prefetch_related(Prefetch("seats", Seat.objects.select_related("player"))))
    late = [match.pk for match in rows if match.delay_ms]
    shown = stands(late, now()) if late else {}
    return [_one(match, *shown.get(match.pk, (match.last_entry, match.status))) for match in rows]


def _one(match: Match, entry: int, status: str) -> Listed:
    """The match as everybody may know it: with a delay, at this entry and of this status."""
    engine = registry.get(match.game, match.engine_version)
    ended = status == Status.CLOSED
    firsts = [seat for seat, rank in enumerate(match.ranks or ()) if rank == 1] if ended else []
    return Listed(
        match_id=match.pk,
        game=match.game,
        game_name=engine.name,
        title=title_of(match.title),
        status=status,
        seats=tuple(_seat(seat, told_now(engine.seat_names[seat.number])) for seat in match.seats.all()),
        entry=entry,
        outcome_text=play.reason_words(engine, match.reason) if ended else "",
        winner=firsts[0] if len(firsts) == 1 else None,
        options=match.options,
        learn=match.learn,
        control=Control(**match.control),
        limit_ms=play.time_limit(engine, match.options),
        created_at=match.created_at,
        started_at=match.started_at,
        closed_at=match.closed_at if ended or status == Status.VOID else None,
    )


def _seat(seat: Seat, name: str) -> ListedSeat:
    player: Any = seat.player
    if player is None:
        return ListedSeat(seat.number, name, None, "", "", "", False, seat.by_link)
    return ListedSeat(seat.number, name, player.pk, str(player), player.username, seat.bot, seat.ready_at is not None)
