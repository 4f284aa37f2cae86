"""`make bench`: the pages of an event of 1,024 entrants for a signed-in reader; the targets are 150 ms and 12 queries."""

from datetime import UTC, datetime
from random import Random
from typing import Any

from tests.load.measure import ask, database, read_arguments, tell_missed

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def entered(format: str, count: int, settings: dict[str, Any]) -> Any:
    """An event of so many that is about to start."""
    from django.contrib.auth.hashers import make_password

    from league.events.actions.event_lifecycle import Plan, create_event
    from league.events.models import Entrant, Event
    from league.events.stage_plans import StagePlan
    from league.people.models import Player
    from matches.clock import TimeControl

    password = make_password(None)
    people = Player.objects.bulk_create(
        Player(username=f"{format}-{number}", display_name=f"Player {number}", password=password) for number in range(count)
    )
    plan = Plan(
        name=f"Open of {count}", game="field-tactics", control=TimeControl(), stages=(StagePlan(format, settings),),
        max_entrants=count,
    )  # fmt: skip
    event_id = create_event(by=people[0].pk, plan=plan, at=AT)
    Entrant.objects.bulk_create(Entrant(event_id=event_id, player=one, joined_at=AT) for one in people)
    return Event.objects.get(pk=event_id)


def swiss(count: int, rounds: int, rng: Random) -> int:
    """All rounds but the last are over, the last is on. Neighbours in points meet: how they were paired is no matter,
    and takes its time."""
    from league.events.models import Entrant, Event, Round, Side, StageEntrant
    from league.formats.protocol import Pairing as Drawn
    from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
    from league.pairings.actions.pairing_generation import add_rounds

    event = entered("swiss", count, {"rounds": rounds})
    stage = event.stages.get()
    entrants = list(event.entrants.order_by("pk"))
    for seed, one in enumerate(entrants, start=1):
        one.seed, one.rating = seed, 2000.0 - seed
    Entrant.objects.bulk_update(entrants, ["seed", "rating"], batch_size=500)
    StageEntrant.objects.bulk_create(StageEntrant(stage=stage, entrant=one, seed=one.seed or 0) for one in entrants)
    Event.objects.filter(pk=event.pk).update(status="running", started_at=AT)
    event.stages.update(started_at=AT)
    points: dict[int, int] = {one.pk: 0 for one in entrants}
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda one: (-points[one], rng.random()))
        (row,) = add_rounds(stage, [[Drawn(pair) for pair in zip(order[::2], order[1::2], strict=True)]])
        if number == rounds:
            break
        sides = list(Side.objects.filter(round=row).order_by("pairing", "number"))
        for one, other in zip(sides[::2], sides[1::2], strict=True):
            one.halves, other.halves = rng.choice([(2, 0), (1, 1), (0, 2)])
            for side in (one, other):
                points[side.entrant_id or 0] += side.halves or 0
        Side.objects.bulk_update(sides, ["halves"], batch_size=500)
        row.pairings.update(counted_at=AT, reason="base")
        Round.objects.filter(pk=row.pk).update(started_at=AT, finished_at=AT)
    Round.objects.filter(pk=row.pk).update(started_at=AT)
    pairings = list(row.pairings.all())
    seated = list_entrants_by_side(pairings)
    create_due_matches(event, [DueMatch(one, seated[one.pk]) for one in pairings], AT)
    return int(event.pk)


def knock_out(count: int) -> int:
    """A double elimination whose first winners round is over."""
    from django.db import transaction

    from league.events.models import Pairing, SeriesMatch, Side
    from league.pairings.actions.brackets import reconcile_bracket
    from league.results.actions.event_start import start_event
    from matches.models import Match

    event = entered("double-elimination", count, {})
    start_event(event_id=event.pk, by=event.organiser_id, at=AT)
    event.refresh_from_db()
    stage = event.stages.get()
    rows = Pairing.objects.filter(round__stage=stage, key__startswith="W1.", counted_at=None)
    ids = list(rows.values_list("pk", flat=True))
    Side.objects.filter(pairing__in=ids, number=0).update(halves=2)
    Side.objects.filter(pairing__in=ids, number=1).update(halves=0)
    matches = SeriesMatch.objects.filter(pairing__in=ids)
    Match.objects.filter(series_match__in=matches).update(
        status="closed", ranks=[1, 2], reason="base", closed_at=AT, deadline_at=None
    )
    matches.update(counted_at=AT, halves=[2, 0])
    rows.update(counted_at=AT, reason="base")
    with transaction.atomic():
        reconcile_bracket(event, stage, AT)
    return int(event.pk)


def main() -> None:
    asked = read_arguments(entrants=1024)
    with database():
        from django.test import Client

        from league.people.models import Player

        one, other = swiss(asked.entrants, 9, Random(1)), knock_out(asked.entrants)
        for event_id, format, pages in (
            (one, "swiss", ("", "standings/", "rounds/", "rounds/3/", "entrants/")),
            (other, "double-elimination", ("", "bracket/", "standings/", "rounds/", "entrants/")),
        ):
            client = Client()
            client.force_login(Player.objects.get(username=f"{format}-7"))
            for page in pages:
                ask(client, f"/events/{event_id}/{page}")
        ask(client, f"/api/v1/events/{other}/bracket/")
    tell_missed()


if __name__ == "__main__":
    main()
