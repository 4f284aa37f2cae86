"""Lists of matches: live ones, open challenges, a player's matches."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import Combinable, RawSQL

from engines import play, registry
from engines.contract import Json
from engines.words import retell
from engines.words import told as told_now
from matches.clock import Control
from matches.models import Match, Seat, Status
from matches.moment import now
from matches.queries.spectator_delay import stands_of, told

MOST_LOOKED_AT = 200
UNSEEN = ("state", "clock", "seed")
"""Large or secret fields that no list shows."""


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat of a listed match."""

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
        """Return whether anybody may take the seat."""
        return self.player_id is None and not self.by_link


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list. `winner` is the only seat with rank 1, None for a draw, double forfeit or no end."""

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
    """The limit of the shared match clock, if any; the time control does not apply then."""
    created_at: datetime
    started_at: datetime | None
    closed_at: datetime | None


class Front(NamedTuple):
    """The home page: live matches, and the open match that has waited longest for a player.

    `also` is the value of the extra expression for the open match.
    """

    live: list[Listed]
    free: Listed | None
    also: Any


# The newest publicly live matches, alternating between games; and the open match that has waited longest.
_FRONT = """
    SELECT id FROM (
        SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY game ORDER BY id DESC) AS turn FROM (
                SELECT id, game FROM matches_match WHERE status IN ('playing', 'paused') AND NOT learn
                UNION SELECT id, game FROM matches_match WHERE status = 'closed' AND held_until > %s AND NOT learn
                ORDER BY id DESC LIMIT %s
            ) AS played
        ) AS turns ORDER BY turn, id DESC LIMIT %s
    ) AS shown
    UNION ALL SELECT id FROM (
        SELECT m.id FROM matches_match m WHERE m.status = 'open' AND EXISTS(
            SELECT 1 FROM matches_seat s WHERE s.match_id = m.id AND s.player_id IS NULL AND NOT s.by_link
        ) ORDER BY m.id LIMIT 1
    ) AS free
"""


def front(limit: int, also: Combinable | None = None) -> Front:
    """Return live matches, newest first and alternating between games, and one open match.

    `also` is an expression evaluated for the match of each `Seat`.
    """
    moment = connection.ops.adapt_datetimefield_value(now())
    chosen = RawSQL(_FRONT, [moment, MOST_LOOKED_AT, limit])  # noqa: S611
    rows = _seats(chosen)
    seats = list(rows if also is None else rows.annotate(also=also))
    found, waits = _from(seats), [seat for seat in seats if seat.match.status == Status.OPEN]
    free = found.pop(waits[0].match_id) if waits else None
    of_game: Counter[str] = Counter()
    ranked: list[tuple[int, int, Listed]] = []
    for match_id, one in sorted(found.items(), reverse=True):
        ranked.append((of_game[one.game], -match_id, one))
        of_game[one.game] += 1
    return Front([one for *_, one in sorted(ranked)], free, vars(waits[0]).get("also") if waits else None)


def _running(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Restrict to running matches, with literals instead of parameters so that the partial index is used."""
    return rows.filter(RawSQL("matches_match.status IN ('playing', 'paused')", [], BooleanField()))


def waiting(limit: int = 20) -> list[Listed]:
    """Return open matches with a seat that anybody may take, oldest first."""
    return _in_order(_with_free_seat(Match.objects.all()).order_by("id").values_list("pk", flat=True)[:limit])


def _with_free_seat(rows: QuerySet[Match]) -> QuerySet[Match]:
    free = Seat.objects.filter(player=None, by_link=False)
    return rows.filter(status=Status.OPEN, seats__in=free).distinct()


LIVE, OPEN, FINISHED = KINDS = ("live", "open", "finished")


def page(kind: str, *, game: str = "", before: int | None = None, limit: int) -> list[Listed]:
    """Return matches of one of KINDS, as is public, newest first. Open ones have a seat that anybody may take."""
    rows = Match.objects.all()
    if game:
        rows = rows.filter(game=game)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if kind == LIVE:
        rows = rows.filter(learn=False)
        held = rows.filter(status=Status.CLOSED, held_until__gt=now())
        # A union, because for an OR the database scans all matches.
        chosen = _running(rows).values_list("pk").union(held.values_list("pk")).order_by("-pk")[:limit]
        return _in_order(pk for (pk,) in chosen)
    rows = _with_free_seat(rows) if kind == OPEN else rows.filter(told(now()), status=Status.CLOSED, learn=False)
    return _in_order(rows.order_by("-id").values_list("pk", flat=True)[:limit])


def listed(match_ids: Iterable[int]) -> dict[int, Listed]:
    """Return the matches with these ids, by id, in one query."""
    return _from(_seats(list(match_ids)))


def _seats(match_ids: Any) -> QuerySet[Seat]:
    """Return seats with their players and matches: for few matches one query is cheaper than two."""
    rows = Seat.objects.filter(match__in=match_ids).select_related("player", "match").order_by("match", "number")
    return rows.defer(*(f"match__{name}" for name in UNSEEN))


def _from(seats: Iterable[Seat]) -> dict[int, Listed]:
    of_match: dict[int, list[Seat]] = {}
    for seat in seats:
        of_match.setdefault(seat.match_id, []).append(seat)
    shown = stands_of([of[0].match for of in of_match.values()], now())
    return {pk: _one(of[0].match, of, shown.get(pk)) for pk, of in of_match.items()}


def _in_order(match_ids: Iterable[int]) -> list[Listed]:
    ids = list(match_ids)
    found = listed(ids)
    return [found[match_id] for match_id in ids if match_id in found]


def _one(match: Match, seats: Sequence[Seat], shown: tuple[int, str] | None) -> Listed:
    """Return the match as is public: with a delay, with the entry and status in `shown`."""
    entry, status = shown or (match.last_entry, match.status)
    engine = registry.get(match.game, match.engine_version)
    ended = status == Status.CLOSED
    firsts = [seat for seat, rank in enumerate(match.ranks or ()) if rank == 1] if ended else []
    return Listed(
        match_id=match.pk,
        game=match.game,
        game_name=engine.name,
        title=retell(match.title),
        status=status,
        seats=tuple(_seat(seat, told_now(engine.seat_names[seat.number])) for seat in seats),
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
    username, by_link = seat.player.username if seat.player else "", seat.by_link and seat.player_id is None
    return ListedSeat(seat.number, name, seat.player_id, seat.name, username, seat.bot, seat.ready, by_link)
