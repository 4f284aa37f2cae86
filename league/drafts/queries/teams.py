"""Whose team is whose, and who may direct a draft."""

from __future__ import annotations

from django.db.models import Q

from league.drafts.models import Draft, DraftTeam
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED


def team_of(draft_id: int, player_id: int | None) -> int | None:
    """The number of the team for which a player may act: that of their franchise; outside seasons their own."""
    if player_id is None:
        return None
    own = Q(franchise__owner=player_id) | Q(franchise__isnull=True, player=player_id)
    return DraftTeam.objects.filter(own, draft=draft_id).values_list("number", flat=True).first()


def directs(row: Draft, player_id: int | None) -> bool:
    """Whether a player may pause, undo and force: the league's organisers, in a mock draft its host.

    Nobody directs the draft of a match.
    """
    if player_id is None or row.match_id is not None:
        return False
    if row.season is None:
        return row.host_id == player_id
    return allowed(player_id, row.season.league_id, DEED)
