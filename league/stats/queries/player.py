"""The stats of a player over all matches, or those of a game, an event or a season."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.urls import reverse

from engines.i18n import translate as _
from engines.reported import PREFIX
from league.games import Game, find_rated_game, list_games
from league.people.models import Player
from league.people.queries import get_player
from league.ratings.models import RatingChange
from league.stats.models import FIGURES, StatSeat, Tally
from league.stats.queries.player_tables import (
    Streaks,
    form_table,
    get_streaks,
    openings_table,
    rating_tables,
    sides_table,
    time_table,
)
from league.stats.queries.seasons import Choice, list_event_ids, list_filter_choices
from league.stats.rules.achievements import Achievement, Result, list_achievements
from league.tables import TEXT, Column, Row, Table, record_cells, record_columns

MAX_RESULTS = 5000
"""Maximum number of results considered for streaks and achievements."""
MAX_CHANGES = 1000
FORM_LENGTH = 20
MAX_OPPONENTS = 25


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """The stats of a player."""

    player_id: int
    name: str
    username: str
    matches: int
    streaks: Streaks
    achievements: list[Achievement]
    form: str
    """The last results, newest first: W, D and L."""
    tables: list[Table]
    events: list[Choice]
    seasons: list[Choice]


def get_player_stats(username: str, *, game: str = "", event: int | None = None, season: int | None = None) -> PlayerStats:
    """Return a player's stats, optionally of a game, event or season. Raises ActionError("not-found")."""
    player = get_player(username)
    scope: dict[str, Any] = {"game": game} if game else {}
    if event is not None:
        scope["event__in"] = [event]
    elif season is not None:
        scope["event__in"] = list_event_ids(season)
    rows = Tally.objects.filter(player=player.pk, **scope)
    sums = _sum_tallies(rows.filter(topic__in=["side", "time"]), "topic", "game", "seat")
    seats = StatSeat.objects.filter(player=player, **scope).order_by("-at", "-match")
    results = [Result(*row) for row in seats.values_list("game", "seat", "result", "match", "at")[:MAX_RESULTS]][::-1]
    outcomes = [row.result for row in results]
    tables = [
        *rating_tables(_list_changes(player, game, scope.get("event__in"))),
        form_table(seats[:FORM_LENGTH]),
        sides_table(sums),
        openings_table(_sum_tallies(rows.filter(topic="opening"), "game", "seat", "key")),
        _opponents_table(player, rows),
        time_table(sums),
    ]
    events, seasons = list_filter_choices(player.pk)
    return PlayerStats(
        player_id=player.pk,
        name=str(player),
        username=player.username,
        matches=sum(row["matches"] for row in sums if row["topic"] == "side"),
        streaks=get_streaks(outcomes),
        achievements=list_achievements(results),
        form="".join("LDW"[result + 1] for result in outcomes[: -FORM_LENGTH - 1 : -1]),
        tables=[table for table in tables if table.rows],
        events=events,
        seasons=seasons,
    )


def list_player_games(player_id: int) -> list[Game]:
    """Return the site's games, and the games played elsewhere that the player has played."""
    played = Tally.objects.filter(player=player_id, game__startswith=PREFIX).values_list("game", flat=True).distinct()
    titles = [game for key in played if (game := find_rated_game(key))]
    return [*list_games(), *sorted(titles, key=lambda game: game.name.lower())]


def _list_changes(player: Player, game: str, events: Collection[int] | None) -> list[RatingChange]:
    """Return the player's last rating changes, oldest first."""
    rows = RatingChange.objects.filter(player=player)
    if game:
        rows = rows.filter(Q(pool=game) | Q(pool__startswith=f"{game}/"))
    if events is not None:
        rows = rows.filter(match__stat__event__in=events)
    return list(rows.order_by("-at", "-match")[:MAX_CHANGES])[::-1]


def _opponents_table(player: Player, rows: QuerySet[Tally]) -> Table:
    """Return the most frequent opponents."""
    lines = sorted(_sum_tallies(rows.filter(topic="opponent"), "key"), key=lambda line: (-line["matches"], int(line["key"])))
    players = Player.objects.in_bulk([int(line["key"]) for line in lines[:MAX_OPPONENTS]])
    shown = tuple(
        Row((str(other), *record_cells(line)), reverse("against", args=[player.username, other.username]))
        for line in lines[:MAX_OPPONENTS]
        if (other := players.get(int(line["key"]))) is not None
    )
    note = _(
        "The {opponents} most frequent opponents of {player}. With three or four players, finishing ahead of "
        "an opponent counts as a win.",
        opponents=MAX_OPPONENTS,
        player=player,
    )
    return Table(
        "opponents", _("Results by opponent"), (Column("opponent", _("Opponent"), TEXT), *record_columns()), shown, about=note
    )


def _sum_tallies(rows: QuerySet[Tally], *by: str) -> list[dict[str, Any]]:
    """Return a line with totals for each value of `by`."""
    lines = rows.values(*by).annotate(**{f"all_{name}": Sum(name) for name in FIGURES}).order_by(*by)
    return [
        {name.removeprefix("all_"): int(value) if name.startswith("all_") else value for name, value in line.items()}
        for line in lines
    ]
