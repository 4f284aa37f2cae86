"""A hundred matches of bots that one person has started: how much longer other people wait for a verdict."""

import asyncio
import statistics

from tests.attacks.attack import Attack, Target
from tests.load import bench

FLOOD = 100
PEOPLE = 4
WARM_UP_S = 3.0


def slow_verdicts(target: Target) -> float:
    """Return by how many ms the median way of a move, from its POST to the opponent's event, grows under the flood."""
    port, seconds = target.site.port, float(target.times(1, 15))
    asyncio.run(bench.play(port, bench.open_matches(PEOPLE), min(seconds, WARM_UP_S)))
    quiet = statistics.median(asyncio.run(bench.play(port, bench.open_matches(PEOPLE), seconds)))
    made = _flood(target.times(20, FLOOD))
    flooded = statistics.median(asyncio.run(bench.play(port, bench.open_matches(PEOPLE), seconds)))
    _stop(made)
    return max(0.0, flooded - quiet)


def _flood(count: int) -> list[int]:
    """Open matches of bots alone, all for one person."""
    from django.db import transaction

    from league.people.actions.bots import get_house_bot
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl
    from matches.server_time import now

    bots = [get_house_bot(kind="level-5", at=now(), number=number) for number in (1, 2)]
    seats = [SeatPlan(one, bot="greedy") for one in bots]
    with transaction.atomic():
        return [
            create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=now()) for _ in range(count)
        ]


def _stop(match_ids: list[int]) -> None:
    """Leave the site as quiet as it was."""
    from matches.models import Match, Status
    from matches.server_time import now

    going = Match.objects.filter(pk__in=match_ids, status=Status.PLAYING)
    going.update(status=Status.VOID, closed_at=now(), deadline_at=None, bot_due_at=None)


ATTACKS = [Attack("bot flood: a human's verdict", "ms", "5 to 18 ms", 5, slow_verdicts)]
