"""When franchises may trade, or sign and release."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.seasons.actions.changes import not_over, organised, tell
from league.seasons.models import Window, WindowKind
from matches.refusals import Refused

MOST_WINDOWS = 60


@transaction.atomic
def add_window(
    *, season_id: int, by: int, kind: str, opens_at: datetime, closes_at: datetime, why: str = "", at: datetime
) -> int:
    """Add a window and return its id. Codes: unknown-window, bad-window, window-overlaps."""
    season, terms = organised(season_id, by)
    not_over(terms)
    if kind not in WindowKind.values:
        raise Refused(
            "unknown-window", say("A window is one of: {values}.", values=", ".join(WindowKind.values)), "kind"
        )
    if closes_at <= opens_at:
        raise Refused("bad-window", say("A window closes after it has opened."), "closes_at")
    if closes_at <= at:
        raise Refused("bad-window", say("This window would be over already."), "closes_at")
    if terms.windows.count() >= MOST_WINDOWS:
        raise Refused(
            "too-many-windows",
            say("A season has at most {most_windows} windows. Remove old ones first.", most_windows=MOST_WINDOWS),
        )
    if terms.windows.filter(kind=kind, opens_at__lt=closes_at, closes_at__gt=opens_at).exists():
        raise Refused("window-overlaps", say("Another window of this kind is open then. Remove it first."), "opens_at")
    window = Window.objects.create(terms=terms, kind=kind, opens_at=opens_at, closes_at=closes_at)
    tell(season, "season.window-added", by=by, after=_dumped(window), why=why, at=at)
    return int(window.pk)


@transaction.atomic
def remove_window(*, season_id: int, window_id: int, by: int, why: str = "", at: datetime) -> None:
    """Remove a window, open or not: what was done in it stays."""
    season, terms = organised(season_id, by)
    not_over(terms)
    window = terms.windows.filter(pk=window_id).first()
    if window is None:
        raise Refused("not-found", say("There is no such window in this season."))
    before = _dumped(window)
    window.delete()
    tell(season, "season.window-removed", by=by, before=before, why=why, at=at)


def _dumped(window: Window) -> dict[str, Json]:
    return {
        "kind": str(window.kind), "opens_at": window.opens_at.isoformat(), "closes_at": window.closes_at.isoformat(),
    }  # fmt: skip
