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
from engines.i18n import translate as _, translate_stored
from engines.reported import is_reported
from matches.clock import TimeControl
from matches.engine_limits import find_time_limit
from matches.models import Match, Seat, Status
from matches.queries.spectator_delay import public_end_q, visible_positions
from matches.server_time import now

MAX_SCANNED = 200
DEFERRED_FIELDS = ("state", "clock", "seed")
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
class ListedMatch:
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
    control: TimeControl
    limit_ms: int | None
    """The limit of the shared match clock, if any; the time control does not apply then."""
    created_at: datetime
    started_at: datetime | None
    closed_at: datetime | None
    reported: bool
    """Whether its result is reported, not refereed here."""


class HomeMatches(NamedTuple):
    """The home page: live matches, and the open match that has waited longest for a player.

    `also` is the value of the extra expression for the open match.
    """

    live: list[ListedMatch]
    free: ListedMatch | None
    also: Any


# The newest publicly live matches, alternating between games; and the open match that has waited longest.
_HOME_SQL = """
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


def list_home_matches(limit: int, also: Combinable | None = None) -> HomeMatches:
    """Return live matches, newest first and alternating between games, and one open match.

    `also` is an expression evaluated for the match of each `Seat`.
    """
    moment = connection.ops.adapt_datetimefield_value(now())
    match_ids = RawSQL(_HOME_SQL, [moment, MAX_SCANNED, limit])  # noqa: S611
    rows = _select_seats(match_ids)
    seats = list(rows if also is None else rows.annotate(also=also))
    matches, open_seats = _build_all(seats), [seat for seat in seats if seat.match.status == Status.OPEN]
    open_match = matches.pop(open_seats[0].match_id) if open_seats else None
    of_game: Counter[str] = Counter()
    ranked: list[tuple[int, int, ListedMatch]] = []
    for match_id, match in sorted(matches.items(), reverse=True):
        ranked.append((of_game[match.game], -match_id, match))
        of_game[match.game] += 1
    return HomeMatches(
        [match for *_, match in sorted(ranked)], open_match, vars(open_seats[0]).get("also") if open_seats else None
    )


def _filter_running(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Restrict to running matches, with literals instead of parameters so that the partial index is used."""
    return rows.filter(RawSQL("matches_match.status IN ('playing', 'paused')", [], BooleanField()))


def list_open_matches(limit: int = 20) -> list[ListedMatch]:
    """Return open matches with a seat that anybody may take, oldest first."""
    return load_in_order(_filter_open(Match.objects.all()).order_by("id").values_list("pk", flat=True)[:limit])


def _filter_open(rows: QuerySet[Match]) -> QuerySet[Match]:
    open_seats = Seat.objects.filter(player=None, by_link=False)
    return rows.filter(status=Status.OPEN, seats__in=open_seats).distinct()


LIVE, OPEN, FINISHED = LIST_KINDS = ("live", "open", "finished")


def list_matches(kind: str, *, game: str = "", before: int | None = None, limit: int) -> list[ListedMatch]:
    """Return matches of one of LIST_KINDS as anyone may see them, newest first. Open ones have a seat for anyone."""
    rows = Match.objects.all()
    if game:
        rows = rows.filter(game=game)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if kind == LIVE:
        rows = rows.filter(learn=False)
        delayed = rows.filter(status=Status.CLOSED, held_until__gt=now())
        # A union, because for an OR the database scans all matches.
        match_ids = _filter_running(rows).values_list("pk").union(delayed.values_list("pk")).order_by("-pk")[:limit]
        return load_in_order(pk for (pk,) in match_ids)
    rows = _filter_open(rows) if kind == OPEN else rows.filter(public_end_q(now()), status=Status.CLOSED, learn=False)
    return load_in_order(rows.order_by("-id").values_list("pk", flat=True)[:limit])


def load_listed(match_ids: Iterable[int]) -> dict[int, ListedMatch]:
    """Return the matches with these ids, by id, in one query."""
    return _build_all(_select_seats(list(match_ids)))


def _select_seats(match_ids: Any) -> QuerySet[Seat]:
    """Return seats with their players and matches: for few matches one query is cheaper than two."""
    rows = Seat.objects.filter(match__in=match_ids).select_related("player", "match").order_by("match", "number")
    return rows.defer(*(f"match__{name}" for name in DEFERRED_FIELDS))


def _build_all(seats: Iterable[Seat]) -> dict[int, ListedMatch]:
    by_match: dict[int, list[Seat]] = {}
    for seat in seats:
        by_match.setdefault(seat.match_id, []).append(seat)
    visible = visible_positions([match_seats[0].match for match_seats in by_match.values()], now())
    return {pk: _build_listed(match_seats[0].match, match_seats, visible.get(pk)) for pk, match_seats in by_match.items()}


def load_in_order(match_ids: Iterable[int]) -> list[ListedMatch]:
    """Return the matches with these ids, in their order."""
    ids = list(match_ids)
    matches = load_listed(ids)
    return [matches[match_id] for match_id in ids if match_id in matches]


def _build_listed(match: Match, seats: Sequence[Seat], visible: tuple[int, str] | None) -> ListedMatch:
    """Return the match as spectators may see it: with a delay, with the entry and status in `visible`."""
    entry, status = visible or (match.last_entry, match.status)
    engine = registry.get_or_missing(match.game, match.engine_version)
    is_over = status == Status.CLOSED
    winners = [seat for seat, rank in enumerate(match.ranks or ()) if rank == 1] if is_over else []
    return ListedMatch(
        match_id=match.pk,
        game=match.game,
        game_name=engine.name,
        title=translate_stored(match.title),
        status=status,
        seats=tuple(_build_seat(seat, _(engine.seat_names[seat.number])) for seat in seats),
        entry=entry,
        outcome_text=play.format_reason(engine, match.reason) if is_over else "",
        winner=winners[0] if len(winners) == 1 else None,
        options=match.options,
        learn=match.learn,
        control=TimeControl(**match.control),
        limit_ms=find_time_limit(match.game, match.options, match.engine_version),
        created_at=match.created_at,
        started_at=match.started_at,
        closed_at=match.closed_at if is_over or status == Status.VOID else None,
        reported=is_reported(match.game) or (is_over and match.is_reported),
    )


def _build_seat(seat: Seat, name: str) -> ListedSeat:
    username, by_link = seat.player.username if seat.player else "", seat.by_link and seat.player_id is None
    return ListedSeat(seat.number, name, seat.player_id, seat.name, username, seat.bot, seat.ready, by_link)
