"""Lookups of drafts: listed and due ones, players' teams, and permission to direct."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from engines.i18n import translate as _
from league.drafts.formats.registry import get_kind
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.plans import translate_name
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PLAN_SEASONS
from matches.errors import ActionError

FLAG_DELAY = timedelta(milliseconds=40)
"""How long a flag waits for earlier actions that are still being stored; it is dated to the deadline."""
MAX_DUE = 200


def get_draft(draft_id: int) -> Draft:
    """Return the draft with its season, read with `DraftManager.light`. Raises ActionError("not-found")."""
    row = Draft.objects.light().select_related("season__league").filter(pk=draft_id).first()
    if row is None:
        raise ActionError("not-found", _("Draft not found."))
    return row


def list_season_drafts(season_id: int) -> list[dict[str, Any]]:
    """Return the drafts of a season, the newest first."""
    return _list_rows(Draft.objects.filter(season=season_id).order_by("-pk"))


def list_mock_drafts(player_id: int) -> list[dict[str, Any]]:
    """Return a player's last mock drafts, the newest first."""
    return _list_rows(Draft.objects.mock().filter(host=player_id).order_by("-pk")[:20])


def _list_rows(rows: QuerySet[Draft]) -> list[dict[str, Any]]:
    return [
        {
            "draft_id": row.pk,
            "name": translate_name(row.name),
            "kind": row.kind,
            "kind_name": _(get_kind(row.kind).name),
            "status": row.status,
            "status_name": row.get_status_display(),
        }
        for row in rows.only("name", "kind", "status")
    ]


def find_match_draft(match_id: int) -> int | None:
    """Return the id of a match's draft; None if it has none."""
    return Draft.objects.filter(match=match_id).values_list("pk", flat=True).first()


def find_league_of_draft(draft_id: int) -> int | None:
    """Return the league of the draft's season; None for other drafts and unknown ids."""
    return Draft.objects.filter(pk=draft_id).values_list("season__league", flat=True).first()


def find_current_draft(season_id: int) -> int | None:
    """Return the newest draft of a season that was not cancelled."""
    rows = Draft.objects.filter(season=season_id).exclude(status=DraftStatus.CANCELLED)
    return rows.order_by("-pk").values_list("pk", flat=True).first()


def list_due_flags(at: datetime) -> list[int]:
    """Return the drafts with a deadline that has fallen."""
    return _list_due("deadline_at", at - FLAG_DELAY)


def list_due_bots(at: datetime) -> list[int]:
    """Return the running drafts in which a bot is due."""
    return _list_due("bots_due_at", at, status=DraftStatus.RUNNING)


def list_due_starts(at: datetime) -> list[int]:
    """Return the drafts with a scheduled start that is due."""
    return _list_due("starts_at", at, status=DraftStatus.SETUP)


def _list_due(column: str, at: datetime, **conditions: str) -> list[int]:
    """Return the drafts that the sweep must process, the longest overdue first."""
    rows = Draft.objects.filter(**{f"{column}__lte": at}, **conditions).order_by(column)
    return list(rows.values_list("pk", flat=True)[:MAX_DUE])


def find_team_number(draft_id: int, player_id: int | None) -> int | None:
    """Return the number of the player's team: that of their franchise, or outside seasons their own."""
    if player_id is None:
        return None
    owned = Q(franchise__owner=player_id) | Q(franchise__isnull=True, player=player_id)
    return DraftTeam.objects.filter(owned, draft=draft_id).values_list("number", flat=True).first()


def can_direct(row: Draft, player_id: int | None) -> bool:
    """Return whether a player may pause, undo and force: the league's organisers, in a mock draft its host.

    The draft of a match has no organiser.
    """
    if player_id is None or row.match_id is not None:
        return False
    if row.season is None:
        return row.host_id == player_id
    return has_league_permission(player_id, row.season.league_id, PLAN_SEASONS)
