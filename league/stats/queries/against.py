"""The score of two players over time."""

from __future__ import annotations

from django.db.models import F
from django.urls import reverse

from engines.words import say, told_in
from league.stats.models import StatSeat
from league.stats.rules.match_tallies import met
from league.stats.rules.streaks import WORDS
from league.tables import LINE, MOMENT, TEXT, Column, Row, Table

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
        shown.append(Row((at, match, told_in("result", WORDS[result]), lead), reverse("match", args=[match])))
    columns = (
        Column("at", say("Day"), MOMENT),
        Column("match_id", say("Match")),
        Column("result", say("Result"), TEXT),
        Column("lead", say("Lead")),
    )
    about = say("Matches won less matches lost, over the last {most} that were begun.", most=MOST)
    return Table("score", say("Score over time"), columns, tuple(shown), LINE, ("lead",), about)
