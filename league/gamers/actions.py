"""Load the default set of Gamers, and import and remove a league's own."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import to_card
from league.audit.actions import record
from league.gamers.files import Fault
from league.gamers.models import Gamer
from league.gamers.queries import MAX_OWN_GAMERS, preview_import
from league.leagues.actions import lock_league_if_allowed
from league.leagues.models import League
from league.leagues.rules import PLAN_SEASONS
from matches.errors import ActionError

MAX_FAULTS_SHOWN = 20
MAX_HANDLES = 50
"""Most handles of an import in the audit log."""


@transaction.atomic
def load_default_gamers(*, at: datetime) -> int:
    """Load missing Gamers of the default set and return their number. Safe to call concurrently."""
    existing = {handle.lower() for handle in Gamer.objects.filter(league=None).values_list("handle", flat=True)}
    missing = [gamer for gamer in GAMERS if gamer.handle.lower() not in existing]
    Gamer.objects.bulk_create((_build_gamer(to_card(gamer), None, at) for gamer in missing), ignore_conflicts=True)
    return len(missing)


def _build_gamer(data: Mapping[str, Any], league: League | None, at: datetime) -> Gamer:
    fields = {name: data[name] for name in ("handle", "name", "genre", "salary")}
    talent, flavour = data["talent"] or "", data.get("text", "")
    return Gamer(league=league, **fields, **data["stats"], talent=talent, flavour=flavour, created_at=at)


@transaction.atomic
def import_gamers(*, league_id: int, by: int, text: str, why: str = "", at: datetime) -> int:
    """Add all Gamers of a file to the league, or none; return their number.

    Raises ActionError: those of `files.parse_file`, too-many-gamers, bad-gamers (every bad row with its field, a line
    each).
    """
    league = lock_league_if_allowed(league_id, by, PLAN_SEASONS)
    result = preview_import(league_id, text)
    if result.faults:
        raise ActionError("bad-gamers", format_faults(result.faults), "text")
    count = Gamer.objects.filter(league=league).count()
    if count + len(result.entries) > MAX_OWN_GAMERS:
        words = {"limit": f"{MAX_OWN_GAMERS:,}", "there": count}
        text = _("The limit is {limit} Gamers per league. This league has {there}.", **words)
        raise ActionError("too-many-gamers", text)
    cards = [entry.card for entry in result.entries]
    Gamer.objects.bulk_create(_build_gamer(data, league, at) for data in cards)
    after: dict[str, Json] = {
        "name": league.name, "gamers": len(cards), "handles": [data["handle"] for data in cards[:MAX_HANDLES]],
    }  # fmt: skip
    record(by=by, action="gamers.imported", subject=("league", league_id), league_id=league_id, after=after, why=why, at=at)
    return len(cards)


@transaction.atomic
def remove_gamers(*, league_id: int, by: int, gamer: int | None = None, why: str = "", at: datetime) -> int:
    """Remove one of the league's own Gamers, or all that no season has; return the number.

    Raises ActionError: not-found, in-a-season.
    """
    league = lock_league_if_allowed(league_id, by, PLAN_SEASONS)
    rows = Gamer.objects.filter(league=league)
    if gamer is not None:
        rows = rows.filter(pk=gamer)
        row = rows.first()
        if row is None:
            raise ActionError("not-found", _("Gamer not found in this league."), "own_gamer_id")
        if row.seasons.exists():
            text = _("{handle} is used in a season and can't be removed.", handle=row.handle)
            raise ActionError("in-a-season", text, "own_gamer_id")
    rows = rows.filter(seasons__isnull=True)
    handles = list(rows.order_by("handle").values_list("handle", flat=True))
    if handles:
        rows.delete()
        before: dict[str, Json] = {"name": league.name, "gamers": len(handles), "handles": [*handles[:MAX_HANDLES]]}
        subject = ("league", league_id)
        record(by=by, action="gamers.removed", subject=subject, league_id=league_id, before=before, why=why, at=at)
    return len(handles)


def format_faults(faults: list[Fault]) -> str:
    """Return the first faults, one per line, and the number of the others."""
    lines = []
    for fault in faults[:MAX_FAULTS_SHOWN]:
        handle, field = f" ({fault.handle})" if fault.handle else "", f", {fault.field}" if fault.field else ""
        lines.append(f"{_('Row {row}', row=fault.row)}{handle}{field}: {fault.text}")
    if hidden := len(faults) - len(lines):
        lines.append(_("and {more} more.", more=hidden))
    return "\n".join(lines)
