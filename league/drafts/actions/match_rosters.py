"""What the draft of a match came to becomes the rosters with which the match is played."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from league.drafts.formats import drafting
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftAct, DraftTeam
from league.lineups.actions.squad_selection import SIDES
from matches.actions.opening import end_preparation
from matches.models import Match
from matches.terms import Terms


def give_rosters(row: Draft, state: DraftState, at: datetime) -> None:
    """Give the drawn Gamers to the match and start it. Locks the match; call it in the act's transaction.

    A player who has been away from a casual match meanwhile must be ready again. A rated one starts without asking:
    its draw counts.
    """
    assert row.match_id is not None
    picks = drafting.result(state)
    rosters = {
        side: [state.setup.by_id[pick.card].handle for pick in picks if pick.team == number]
        for number, side in enumerate(SIDES, start=1)
    }
    counts = Terms.load(Match.objects.only("terms").get(pk=row.match_id).terms).abort_unplayed
    seen = dict.fromkeys(_seen(row), at) if counts else _seen(row)
    end_preparation(match_id=row.match_id, options={"rosters": rosters}, seen=seen, at=at)


def _seen(row: Draft) -> dict[int, datetime]:
    """By player, when they were last there: with the page open, by an act, or when the draft began."""
    assert row.started_at is not None
    acted = dict(DraftAct.objects.filter(draft=row, by__isnull=False).values_list("by").annotate(Max("at")))
    teams = DraftTeam.objects.filter(draft=row, player__isnull=False).values_list("player", "seen_at")
    return {player: max(filter(None, (row.started_at, seen, acted.get(player)))) for player, seen in teams}
