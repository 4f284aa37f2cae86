"""Load the default set of Gamers, and import and remove a league's own."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.contract import Json
from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import card
from engines.words import say
from league.audit.actions import record
from league.gamers.files import Fault
from league.gamers.models import Gamer
from league.gamers.queries import MOST_OWN, preview
from league.leagues.actions import managed
from league.leagues.models import League
from league.leagues.rules import DEED
from matches.refusals import Refused

MOST_TOLD = 20
MOST_KEPT = 50
"""Most handles of an import in the audit log."""


@transaction.atomic
def load_default_gamers(*, at: datetime) -> int:
    """Load missing Gamers of the default set and return their number. Safe to call concurrently."""
    known = {handle.lower() for handle in Gamer.objects.filter(league=None).values_list("handle", flat=True)}
    fresh = [one for one in GAMERS if one.handle.lower() not in known]
    Gamer.objects.bulk_create((_row(card(one), None, at) for one in fresh), ignore_conflicts=True)
    return len(fresh)


def _row(sound: Mapping[str, Any], league: League | None, at: datetime) -> Gamer:
    named = {name: sound[name] for name in ("handle", "name", "genre", "salary")}
    talent, flavour = sound["talent"] or "", sound.get("text", "")
    return Gamer(league=league, **named, **sound["stats"], talent=talent, flavour=flavour, created_at=at)


@transaction.atomic
def import_gamers(*, league_id: int, by: int, text: str, why: str = "", at: datetime) -> int:
    """Add all Gamers of a file to the league, or none; return their number.

    Codes: those of `files.parse_file`, too-many-gamers, bad-gamers (every bad row with its field, a line each).
    """
    league = managed(league_id, by, DEED)
    found = preview(league_id, text)
    if found.faults:
        raise Refused("bad-gamers", format_faults(found.faults), "text")
    there = Gamer.objects.filter(league=league).count()
    if there + len(found.entries) > MOST_OWN:
        words = {"most_own": f"{MOST_OWN:,}", "there": there}
        text = say("The limit is {most_own} Gamers per league. This league has {there}.", **words)
        raise Refused("too-many-gamers", text)
    cards = [entry.card for entry in found.entries]
    Gamer.objects.bulk_create(_row(one, league, at) for one in cards)
    after: dict[str, Json] = {
        "name": league.name, "gamers": len(cards), "handles": [one["handle"] for one in cards[:MOST_KEPT]],
    }  # fmt: skip
    record(
        by=by, act="gamers.imported", subject=("league", league_id), league_id=league_id, after=after, why=why, at=at
    )
    return len(cards)


@transaction.atomic
def remove_gamers(*, league_id: int, by: int, gamer: int | None = None, why: str = "", at: datetime) -> int:
    """Remove one of the league's own Gamers, or all that no season has; return the number.

    Codes: not-found, in-a-season.
    """
    league = managed(league_id, by, DEED)
    rows = Gamer.objects.filter(league=league)
    if gamer is not None:
        rows = rows.filter(pk=gamer)
        row = rows.first()
        if row is None:
            raise Refused("not-found", say("Gamer not found in this league."), "own_gamer_id")
        if row.seasons.exists():
            text = say("{handle} is used in a season and can't be removed.", handle=row.handle)
            raise Refused("in-a-season", text, "own_gamer_id")
    rows = rows.filter(seasons__isnull=True)
    handles = list(rows.order_by("handle").values_list("handle", flat=True))
    if handles:
        rows.delete()
        before: dict[str, Json] = {"name": league.name, "gamers": len(handles), "handles": [*handles[:MOST_KEPT]]}
        subject = ("league", league_id)
        record(by=by, act="gamers.removed", subject=subject, league_id=league_id, before=before, why=why, at=at)
    return len(handles)


def format_faults(faults: list[Fault]) -> str:
    """Return the first faults, one per line, and the number of the others."""
    lines = []
    for fault in faults[:MOST_TOLD]:
        handle, field = f" ({fault.handle})" if fault.handle else "", f", {fault.field}" if fault.field else ""
        lines.append(f"{say('Row {row}', row=fault.row)}{handle}{field}: {fault.text}")
    if more := len(faults) - len(lines):
        lines.append(say("and {more} more.", more=more))
    return "\n".join(lines)
