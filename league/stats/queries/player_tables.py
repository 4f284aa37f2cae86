"""The tables and streaks of a player's stats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from django.db.models import F
from django.urls import reverse

from engines import registry
from engines.i18n import mark_in, translate as _, translate_in
from league.games import game_name
from league.people.models import Player
from league.people.queries import find_player
from league.ratings.models import RatingChange
from league.ratings.pools import sort_key
from league.ratings.queries.players import get_pool_name
from league.stats.models import StatSeat
from league.stats.rules.match_tallies import compare_seats
from league.tables import LINE, MOMENT, TEXT, Column, Row, Table, record_cells, record_columns
from matches.errors import ActionError

WORDS = {1: mark_in("result", "won"), 0: mark_in("result", "drawn"), -1: mark_in("result", "lost")}
MAX_MATCHES = 500
MAX_OPENINGS = 5


@dataclass(frozen=True, slots=True)
class Streaks:
    """A player's streaks: `now` is the current length, `word` its kind; the others are the longest ever."""

    now: int
    word: str
    won: int
    unbeaten: int
    lost: int

    @property
    def run(self) -> str:
        """Return the kind of the current streak for display."""
        return translate_in("result", self.word)


def get_streaks(results: Sequence[int]) -> Streaks:
    """Return the streaks of results, oldest first.

    >>> get_streaks([1, 1, 0, 1, -1, -1])
    Streaks(now=2, word='lost', won=2, unbeaten=4, lost=2)
    """
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    unbeaten = [len(list(run)) for is_unbeaten, run in groupby(result >= 0 for result in results) if is_unbeaten]
    last, now = runs[-1] if runs else (0, 0)
    return Streaks(
        now,
        WORDS[last] if runs else "",
        max((size for result, size in runs if result == 1), default=0),
        max(unbeaten, default=0),
        max((size for result, size in runs if result == -1), default=0),
    )


def rating_tables(changes: Sequence[RatingChange]) -> list[Table]:
    """Return a table for each pool with the rating after each match, oldest first."""
    columns = (
        Column("at", _("Day"), MOMENT),
        Column("match_id", _("Match")),
        Column("rating", _("Rating")),
        Column("change", translate_in("of a rating", "Change")),
    )
    return [
        Table(
            f"rating-{pool.replace('/', '--')}", _("Rating in {pool_name}", pool_name=get_pool_name(pool)), columns,
            tuple(
                Row((row.at, row.match_id, round(row.after), round(row.after) - round(row.before)), _url(row.match_id))
                for row in changes
                if row.pool == pool
            ),
            LINE, ("rating",),
        )
        for pool in sorted({row.pool for row in changes}, key=sort_key)
    ]  # fmt: skip


def form_table(played: Iterable[StatSeat]) -> Table:
    """Return the last matches."""
    columns = (
        Column("at", _("Day"), MOMENT), Column("match_id", _("Match")), Column("game", _("Game"), TEXT),
        Column("side", _("Side"), TEXT), Column("result", _("Result"), TEXT),
    )  # fmt: skip
    rows = tuple(
        Row(
            (row.at, row.match_id, game_name(row.game), _side(row.game, row.seat), translate_in("result", WORDS[row.result])),
            _url(row.match_id),
        )
        for row in played
    )
    return Table("form", _("Last matches"), columns, rows, about=_("Newest first. Started matches only."))


def sides_table(sums: Iterable[dict[str, Any]]) -> Table:
    """Return the results by game and side."""
    rows = tuple(
        Row((game_name(line["game"]), _side(line["game"], line["seat"]), *record_cells(line)))
        for line in sums
        if line["topic"] == "side"
    )
    columns = (Column("game", _("Game"), TEXT), Column("side", _("Side"), TEXT), *record_columns())
    return Table("sides", _("Results by side"), columns, rows, about=_("A draw counts as half a win."))


def openings_table(sums: Iterable[dict[str, Any]]) -> Table:
    """Return the results by opening, the most frequent first."""
    lines = sorted(sums, key=lambda line: (line["game"], line["seat"], -line["matches"], line["key"]))
    frequent = [
        line for _group, of_side in groupby(lines, lambda line: (line["game"], line["seat"]))
        for line in islice(of_side, MAX_OPENINGS)
    ]  # fmt: skip
    rows = tuple(
        Row((game_name(line["game"]), _side(line["game"], line["seat"]), line["key"], *record_cells(line))) for line in frequent
    )
    columns = (
        Column("game", _("Game"), TEXT), Column("side", _("Side"), TEXT), Column("opening", _("Opening"), TEXT),
        *record_columns(),
    )  # fmt: skip
    note = _("The {most} most frequent of each side, in the notation of the game.", most=MAX_OPENINGS)
    return Table("openings", _("Results by opening"), columns, rows, about=note)


def time_table(sums: Iterable[dict[str, Any]]) -> Table:
    """Return the time used; matches with one limit for the whole match are not included."""
    columns = (
        Column("game", _("Game"), TEXT), Column("matches", _("Matches")), Column("turns", _("Turns")),
        Column("turn_s", _("Seconds per turn")), Column("reserve_s", _("Time bank left (s)")),
    )  # fmt: skip
    rows = tuple(
        Row((
            game_name(line["game"]), line["matches"], line["uses"], _get_mean_seconds(line["good"], line["uses"]),
            _get_mean_seconds(line["bad"], line["matches"]),
        ))
        for line in sums
        if line["topic"] == "time"
    )  # fmt: skip
    note = _("Averages. A turn is everything a player does before another player acts.")
    return Table("time", _("Time usage"), columns, rows, about=note)


def _get_mean_seconds(ms: int, count: int) -> float | None:
    return round(ms / count / 1000, 1) if count else None


def _side(game: str, seat: int) -> str:
    return _(str(registry.get_or_missing(game).seat_names[seat]))


def _url(match_id: int) -> str:
    return reverse("match", args=[match_id])


def get_two_players(username: str, other: str) -> tuple[Player, Player]:
    """Return two different players. Raises ActionError("not-found")."""
    first, second = find_player(username), find_player(other)
    if first is None or second is None or first.pk == second.pk:
        raise ActionError("not-found", _("Player not found. Choose two different players."))
    return first, second


def score_table(player_id: int, other_id: int) -> Table:
    """Return wins minus losses against the other player after each of their last 500 matches."""
    seats = StatSeat.objects.filter(player=player_id, match__seats__player=other_id).annotate(against=F("match__seats__seat"))
    matches = seats.order_by("-at", "-match").values_list("match", "at", "seat", "against", "match__match__ranks")[:MAX_MATCHES]
    lead, rows = 0, []
    for match, at, seat, against, ranks in reversed(matches):
        result = compare_seats(ranks or (), seat, against)
        lead += result
        rows.append(Row((at, match, translate_in("result", WORDS[result]), lead), _url(match)))
    columns = (
        Column("at", _("Day"), MOMENT),
        Column("match_id", _("Match")),
        Column("result", _("Result"), TEXT),
        Column("lead", _("Lead")),
    )
    note = _("Wins minus losses over the last {most} started matches.", most=MAX_MATCHES)
    return Table("score", _("Score over time"), columns, tuple(rows), LINE, ("lead",), note)
