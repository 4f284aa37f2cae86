"""The stats of an event's closed matches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse

from engines import registry
from engines.i18n import translate as _, translate_in
from league.events.models import Entrant, Event, EventStatus
from league.ratings import elo
from league.stats.models import StatMatch, StatSeat
from league.stats.queries.game import ends_table, lengths_table, load_tallies, sides_table
from league.tables import TEXT, Column, Row, Table
from matches.errors import get_or_refuse

MAX_UPSETS = 10
MAX_EXTREMES = 5
MAX_PERFORMERS = 50


@dataclass(frozen=True, slots=True)
class EventStats:
    """The stats of an event."""

    event_id: int
    name: str
    game: str
    matches: int
    tables: list[Table]


class Contender(NamedTuple):
    """An entrant with the rating at the start."""

    player: int
    name: str
    username: str
    rating: float


Duel = tuple[int, tuple[tuple[Contender, int], tuple[Contender, int]]]
"""A match with its two entrants and their results."""


def get_event_stats(event_id: int) -> EventStats:
    """Return the stats of an event. Raises ActionError("not-found"), also for drafts."""
    rows = Event.objects.filter(pk=event_id).exclude(status=EventStatus.DRAFT)
    event = get_or_refuse(rows.first(), "not-found", _("Event not found."))
    lines = load_tallies(event.game, event=event_id)
    contenders = {
        row.player_id: Contender(
            row.player_id, str(row.player), row.player.username, elo.START if row.rating is None else row.rating
        )
        for row in Entrant.objects.filter(event=event_id).select_related("player")
    }
    duels = _list_duels(event_id, contenders)
    tables = [
        sides_table(lines["side"], registry.get_or_missing(event.game).seat_names),
        ends_table(lines["end"], event.game),
        lengths_table(lines["length"]),
        _extremes_table(event_id, contenders),
        _upsets_table(duels),
        _performances_table(duels),
    ]
    matches = sum(line["matches"] for line in lines["end"])
    return EventStats(event.pk, event.name, event.game, matches, [table for table in tables if table.rows])


def _list_duels(event_id: int, contenders: Mapping[int, Contender]) -> list[Duel]:
    """Return the matches between two entrants, by id."""
    seats: Counter[int] = Counter()
    parts: defaultdict[int, list[tuple[Contender, int]]] = defaultdict(list)
    rows = StatSeat.objects.filter(event=event_id).order_by("match", "seat")
    for match, player, result in rows.values_list("match", "player", "result"):
        seats[match] += 1
        if player in contenders:
            parts[match].append((contenders[player], result))
    return [(match, (duel[0], duel[1])) for match, duel in parts.items() if len(duel) == seats[match] == 2]


def _upsets_table(duels: Iterable[Duel]) -> Table:
    upsets = []
    for match, duel in duels:
        (winner, result), (loser, _unused) = sorted(duel, key=lambda part: -part[1])
        if result == 1 and loser.rating > winner.rating:
            upsets.append((loser.rating - winner.rating, match, winner, loser))
    upsets.sort(key=lambda upset: (-upset[0], upset[1]))
    rows = tuple(
        Row(
            (match, winner.name, round(winner.rating), loser.name, round(loser.rating), round(gap)),
            reverse("match", args=[match]),
        )
        for gap, match, winner, loser in upsets[:MAX_UPSETS]
    )
    columns = (
        Column("match_id", _("Match")),
        Column("winner", _("Winner"), TEXT),
        Column("winner_rating", _("Rating")),
        Column("loser", translate_in("winner", "Beat"), TEXT),
        Column("loser_rating", _("Rating")),
        Column("gap", _("Difference")),
    )
    return Table("upsets", _("Upsets"), columns, rows, about=_("Ratings at the start of the event. Two-player matches only."))


def _performances_table(duels: Iterable[Duel]) -> Table:
    """Compare each entrant's score with the expectation from the ratings at the start."""
    rule = elo.Rule()
    score: defaultdict[Contender, float] = defaultdict(float)
    expected: defaultdict[Contender, float] = defaultdict(float)
    played: Counter[Contender] = Counter()
    for _unused, duel in duels:
        for (contender, result), (opponent, _unused) in (duel, duel[::-1]):
            played[contender] += 1
            score[contender] += (result + 1) / 2
            expected[contender] += rule.expected(contender.rating, opponent.rating)
    best = sorted(played, key=lambda entrant: (expected[entrant] - score[entrant], entrant.player))[:MAX_PERFORMERS]
    rows = tuple(
        Row(
            (
                entrant.name, round(entrant.rating), played[entrant], score[entrant], round(expected[entrant], 2),
                round(score[entrant] - expected[entrant], 2),
            ),
            reverse("player-stats", args=[entrant.username]),
        )
        for entrant in best
    )  # fmt: skip
    columns = (
        Column("player", _("Player"), TEXT),
        Column("rating", _("Rating")),
        Column("matches", _("Matches")),
        Column("score", translate_in("points", "Score")),
        Column("expected", _("Expected")),
        Column("surplus", _("Above expected")),
    )
    note = _(
        "Expected score by Elo from the ratings at the start. Top {performers}. Two-player matches only.",
        performers=MAX_PERFORMERS,
    )
    return Table("performance", _("Performance vs rating"), columns, rows, about=note)


def _extremes_table(event_id: int, contenders: Mapping[int, Contender]) -> Table:
    """Return the longest matches, then the shortest."""
    played = StatMatch.objects.filter(event=event_id, turns__gt=0)
    longest = list(played.order_by("-turns", "match")[:MAX_EXTREMES])
    shortest = [row for row in played.order_by("turns", "match")[:MAX_EXTREMES] if row not in longest]
    both = [(row, translate_in("matches", "longest")) for row in longest]
    both += [(row, translate_in("matches", "shortest")) for row in shortest]
    names: defaultdict[int, list[str]] = defaultdict(list)
    seats = StatSeat.objects.filter(match__in=[*longest, *shortest]).order_by("match", "seat")
    for match, player in seats.values_list("match", "player"):
        names[match].append(contenders[player].name if player in contenders else "–")
    rows = tuple(
        Row((row.pk, word, " – ".join(names[row.pk]), row.turns), reverse("match", args=[row.pk])) for row, word in both
    )
    columns = (
        Column("match_id", _("Match")), Column("which", _("Category"), TEXT),
        Column("players", _("Players"), TEXT), Column("turns", _("Turns")),
    )  # fmt: skip
    return Table("extremes", _("Longest and shortest matches"), columns, rows)
