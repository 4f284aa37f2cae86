"""A hundred matches of bots that one person has started: how much longer other people wait for a verdict."""

import asyncio
import statistics

from tests.attacks.attack import Attack, Target
from tests.load import bench

FLOOD = 100
PEOPLE = 4


def slow_verdicts(target: Target) -> float:
    """Return by how many ms the median way of a move, from its POST to the opponent's event, grows under the flood."""
    port, seconds = target.site.port, float(target.times(1, 15))
    from django.db import transaction

    from league.people.actions.bots import get_house_bot
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl
    from matches.models import Match, Status
    from matches.server_time import now

    def median() -> float:
        return statistics.median(asyncio.run(bench.play(port, bench.open_matches(PEOPLE), seconds)))

    median()  # warms up
    quiet = median()
    seats = [SeatPlan(get_house_bot(kind="level-5", at=now(), number=number), bot="greedy") for number in (1, 2)]
    with transaction.atomic():  # all for one person
        made = [
            create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=now())
            for _ in range(target.times(20, FLOOD))
        ]
    flooded = median()
    going = Match.objects.filter(pk__in=made, status=Status.PLAYING)  # leaves the site as quiet as it was
    going.update(status=Status.VOID, closed_at=now(), deadline_at=None, bot_due_at=None)
    return max(0.0, flooded - quiet)


ATTACKS = [Attack("bot flood: a human's verdict", "ms", "5 to 18 ms", 5, slow_verdicts)]
