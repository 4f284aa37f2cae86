"""From the end of a match to the standings: each match counts once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from league.events.actions.brackets import advance_bracket
from league.events.actions.going_on import go_on
from league.events.actions.matching import Due, open_due
from league.events.actions.organising import announce, locked
from league.events.models import Event, EventStatus, Pairing, SeriesMatch, Side
from league.events.rules.brackets import FORMATS as BRACKETS
from league.events.rules.series import Decision, Game, decide
from league.events.rules.standings import points
from matches.queries.results import Result, result

OVER = (EventStatus.FINISHED, EventStatus.ARCHIVED, EventStatus.CANCELLED)


@transaction.atomic
def count_pairing(*, match_id: int, at: datetime) -> bool:
    """Enter a closed match into its event; whether this call did it. Run it as often as you like, from anywhere."""
    found = SeriesMatch.objects.filter(match=match_id).values_list("pairing__round__event", flat=True).first()
    ended = result(match_id)
    if found is None or ended is None:
        return False
    event = locked(found)
    row = SeriesMatch.objects.select_related("pairing__round__stage").get(match=match_id)
    halves = _by_side(points(ended.ranks), row.first)
    if not SeriesMatch.objects.filter(pk=row.pk, counted_at=None).update(halves=halves, counted_at=at):
        return False
    if row.pairing.counted_at is None:
        _count(event, row.pairing, ended, at)
    announce(event.pk)
    return True


@transaction.atomic
def advance(*, event_id: int, at: datetime) -> None:
    """Finish what has nothing open any more, and go on. Safe to run at any time."""
    go_on(locked(event_id), at)


def _count(event: Event, pairing: Pairing, ended: Result, at: datetime) -> None:
    """Decide the pairing by its matches so far, or open the next of its series."""
    stage = pairing.round.stage
    knock_out = stage.format in BRACKETS
    played = [Game(tuple(one.halves or ()), one.first) for one in pairing.series.exclude(counted_at=None)]
    drawn = str(stage.settings.get("drawn", "replay"))
    sides = list(pairing.sides.select_related("entrant__player"))
    entrants = [side.entrant for side in sides if side.entrant]
    favourite = min(range(len(entrants)), key=lambda side: entrants[side].seed or 0)
    decided = decide(played, pairing.best_of, must_end=knock_out, drawn=drawn, favourite=favourite)
    if isinstance(decided, Decision):
        settle(event, pairing, sides, decided, ended, at)
    elif event.status not in OVER:
        due = Due(pairing, entrants, len(played) + 1, decided)
        open_due(event, [due], {pairing.round_id: pairing.round}, at)


def settle(
    event: Event, pairing: Pairing, sides: Sequence[Side], decided: Decision, ended: Result, at: datetime
) -> None:
    """Write the result of a pairing and go on from it."""
    pairing.counted_at, pairing.reason, pairing.through = at, ended.reason, decided.through
    pairing.forfeit = ended.started_at is None
    pairing.save(update_fields=["counted_at", "reason", "through", "forfeit"])
    for side in sides:
        side.halves = decided.halves[side.number]
    Side.objects.bulk_update(sides, ["halves"])
    if event.status in OVER:
        return
    if pairing.round.stage.format in BRACKETS:
        advance_bracket(event, pairing.round.stage, pairing, at)
    if not pairing.round.pairings.filter(counted_at=None, needed=True).exists():
        go_on(event, at)


def _by_side(by_seat: tuple[int, ...], first: int) -> list[int]:
    """Half points by side, from those by seat, where side `first` had seat 0 and the others followed."""
    return [by_seat[(side - first) % len(by_seat)] for side in range(len(by_seat))]
