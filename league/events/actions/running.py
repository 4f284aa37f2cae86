"""Starting an event and its rounds."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from league.events.actions.organising import announce, locked, managed
from league.events.formats import round_robin
from league.events.models import Entrant, Event, EventStatus, Pairing, Round
from league.events.rules.advantage import with_advantage
from league.ratings.actions import rate
from league.ratings.queries import values
from matches.actions.opening import SeatPlan, open_match
from matches.clock import Control
from matches.refusals import Refused


@transaction.atomic
def start_event(*, event_id: int, by: int, at: datetime) -> None:
    """Seed by rating and order of joining, publish the pairings of every round, and start the first."""
    event = managed(event_id, by)
    if event.status != EventStatus.REGISTRATION:
        raise Refused("already-started", "This event has started already.")
    entrants = _seeded(event)
    if len(entrants) < 2:
        raise Refused("too-few", "An event needs two entrants. Add a bot if nobody else comes.")
    event.status, event.started_at = EventStatus.RUNNING, at
    event.save(update_fields=["status", "started_at"])
    for number, pairings in enumerate(round_robin.schedule(len(entrants), event.cycles), start=1):
        _publish(event, number, pairings, entrants)
    _start(event, 1, at)


@transaction.atomic
def start_round(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Start the next round by hand. The number says which one was meant, so that two who press at once start one."""
    _start(managed(event_id, by), number, at)


@transaction.atomic
def start_due_round(*, event_id: int, at: datetime) -> bool:
    """Start the round that the event waits for, if its time has come; whether one was started."""
    event = locked(event_id)
    if event.next_round_at is None or event.next_round_at > at:
        return False
    following = event.rounds.filter(started_at=None).order_by("number").first()
    if following is None:
        return False
    _start(event, following.number, at)
    return True


def _seeded(event: Event) -> list[Entrant]:
    entrants = list(event.entrants.order_by("joined_at", "pk"))
    ratings = values([entrant.player_id for entrant in entrants], event.game)
    entrants.sort(key=lambda entrant: -ratings[entrant.player_id])
    for seed, entrant in enumerate(entrants, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["seed"])
    return entrants


def _publish(event: Event, number: int, pairings: round_robin.Round, entrants: Sequence[Entrant]) -> None:
    row = Round.objects.create(event=event, number=number)
    Pairing.objects.bulk_create(
        Pairing(round=row, board=board, home=entrants[home - 1], away=entrants[away - 1] if away else None)
        for board, (home, away) in enumerate(pairings, start=1)
    )


def _start(event: Event, number: int, at: datetime) -> None:
    if event.status != EventStatus.RUNNING:
        raise Refused("not-running", "This event is not running.")
    row = event.rounds.filter(number=number).first()
    if row is None:
        raise Refused("not-found", "This event has no such round.")
    if row.started_at:
        raise Refused("already-started", f"Round {number} has started already.")
    if event.rounds.filter(number__lt=number, finished_at=None).exists():
        raise Refused("round-running", "The round before it has not finished.")
    row.started_at = at
    row.save(update_fields=["started_at"])
    event.next_round_at = None
    event.save(update_fields=["next_round_at"])
    for pairing in row.pairings.select_related("home__player", "away__player"):
        _open(event, row, pairing, at)
    announce(event.pk)


def _open(event: Event, row: Round, pairing: Pairing, at: datetime) -> None:
    if pairing.away is None:
        pairing.counted_at = at
    else:
        pairing.match_id = _match(event, row, pairing, pairing.away, at)
        if event.rated:
            rate(match_id=pairing.match_id, game=event.game)
    pairing.save(update_fields=["match", "counted_at"])


def _match(event: Event, row: Round, pairing: Pairing, away: Entrant, at: datetime) -> int:
    home = pairing.home
    return open_match(
        game=event.game,
        options=with_advantage(event.game, event.options, home_seed=home.seed or 0, away_seed=away.seed or 0),
        seats=[_seat(event, home), _seat(event, away)],
        control=Control(**event.control),
        title=f"Round {row.number}, Board {pairing.board} · {event.name}",
        at=at,
        start_by=at + timedelta(minutes=event.start_by_min),
    )


def _seat(event: Event, entrant: Entrant) -> SeatPlan:
    bot = entrant.player.bot
    return SeatPlan(entrant.player_id, bot=bot, pace_ms=event.bot_pace_ms if bot else 0)
