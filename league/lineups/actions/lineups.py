"""Planning which Gamers a franchise sends to its next matches of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.words import say
from league.events.models import OVER, Event, EventStatus
from league.events.queries.franchises import by_rosters
from league.seasons.actions.locking import locked_terms
from league.seasons.models import Contract, Franchise, Lineup, LineupGamer
from league.seasons.rules.roster import LEAST, MOST
from matches.refusals import Refused


@transaction.atomic
def plan_lineup(*, season_id: int, event_id: int, by: int, contracts: Sequence[int], at: datetime) -> None:
    """Plan the line-up of one's own franchise; nobody else sees it. It holds from the next match that opens.

    Codes: not-found, not-allowed, no-lineups, event-over, twice, too-few, too-many, not-yours.
    """
    event, franchise = _asked(season_id, event_id, by)
    chosen = set(contracts)
    if len(chosen) != len(contracts):
        raise Refused("twice", say("Name each Gamer once."), "contract_ids")
    if len(chosen) < LEAST:
        text = say(
            "A match needs {least} Gamers, and this would be {chosen}. Choose more, or send your four best.",
            least=LEAST,
            chosen=len(chosen),
        )
        raise Refused("too-few", text, "contract_ids")
    if len(chosen) > MOST:
        raise Refused("too-many", say("A match takes {most} Gamers of a side.", most=MOST), "contract_ids")
    own = Contract.objects.filter(franchise=franchise, ended_at__isnull=True, pk__in=chosen)
    if own.count() != len(chosen):
        raise Refused(
            "not-yours", say("One of these is not on your roster any more. Look at it again."), "contract_ids"
        )
    row, _ = Lineup.objects.update_or_create(
        event=event, franchise=franchise, match_id=None, defaults={"made_at": at}, create_defaults={"made_at": at}
    )
    row.gamers.all().delete()
    LineupGamer.objects.bulk_create(LineupGamer(lineup=row, contract_id=one) for one in sorted(chosen))


@transaction.atomic
def drop_lineup(*, season_id: int, event_id: int, by: int) -> None:
    """Drop the plan: the four best who are free are sent again."""
    event, franchise = _asked(season_id, event_id, by)
    Lineup.objects.filter(event=event, franchise=franchise, match_id__isnull=True).delete()


def _asked(season_id: int, event_id: int, by: int) -> tuple[Event, Franchise]:
    locked_terms(season_id)
    event = Event.objects.filter(pk=event_id, season=season_id).first()
    if event is None or (event.status == EventStatus.DRAFT and event.organiser_id != by):
        raise Refused("not-found", say("This season has no such event."))
    franchise = Franchise.objects.filter(season=season_id, owner=by).first()
    if franchise is None:
        raise Refused("not-allowed", say("Only who owns a franchise of the season plans a line-up."))
    if not by_rosters(event):
        raise Refused("no-lineups", say("The matches of this event are played without Gamers."))
    if event.status in OVER:
        raise Refused("event-over", say("This event is over."))
    return event, franchise
