"""Which draft a season's pages speak of."""

from __future__ import annotations

from league.drafts.models import Draft, DraftStatus


def standing_draft(season_id: int) -> int | None:
    """The newest that was not called off."""
    rows = Draft.objects.filter(season=season_id).exclude(status=DraftStatus.CANCELLED)
    return rows.order_by("-pk").values_list("pk", flat=True).first()
