"""The score of two players over time."""

from __future__ import annotations

from django.db.models import F
from django.urls import reverse

from league.stats.models import StatSeat
from league.stats.rules.counting import met
from league.stats.rules.streaks import WORDS
from league.stats.rules.tables import LINE, MOMENT, TEXT, Column, Row, Table

MOST = 500


def score_over_time(player_id: int, other_id: int) -> Table:
    """Matches won less matches lost, from the first player's side, after each of their last 500."""
    rows = StatSeat.objects.filter(player=player_id, match__seats__player=other_id).annotate(
        against=F("match__seats__seat")
    )
    found = rows.order_by("-at", "-match").values_list("match", "at", "seat", "against", "match__match__ranks")[:MOST]
    lead, shown = 0, []
    for match, at, seat, against, ranks in reversed(found):
        result = met(ranks or (), seat, against)
        lead += result
        shown.append(Row((at, match, WORDS[result], lead), reverse("match", args=[match])))
    columns = (
        Column("at", "Day", MOMENT), Column("match", "Match"), Column("result", "Result", TEXT), Column("lead", "Lead"),
    )  # fmt: skip
    about = f"Matches won less matches lost, over the last {MOST} that were begun."
    return Table("score", "Score over time", columns, tuple(shown), LINE, ("lead",), about)
