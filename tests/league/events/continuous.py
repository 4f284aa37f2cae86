"""Playing arenas for tests: time goes on, matches end, the sweep pulses."""

import random
from datetime import timedelta
from typing import Any

from league.events.models import Event, EventStatus, Pairing, SeriesMatch, Stage
from league.people.models import Player
from league.standings.steps import load_log
from league.sweep import sweep
from matches.models import Status
from tests.factories import NOON, PlayerFactory, end, started_event

MINUTE = timedelta(minutes=1)


def arena(*players: Player, minutes: int = 30, **plan: Any) -> Event:
    """An arena that has begun at noon, between four new players if none are given."""
    settings = {"minutes": minutes, **plan.pop("settings", {})}
    there = players or PlayerFactory.create_batch(4)
    plan = {"max_entrants": 16, **plan}
    return started_event(*there, format="arena", settings=settings, **plan)


def ladder(*players: Player, **plan: Any) -> Event:
    there = players or PlayerFactory.create_batch(6)
    plan = {"max_entrants": 16, **plan}
    return started_event(*there, format="ladder", **plan)


def stage_of(made: Event) -> Stage:
    return made.stages.get()


def entrant_of(made: Event, player: Player) -> int:
    return int(made.entrants.get(player=player).pk)


def running(made: Event) -> list[int]:
    rows = SeriesMatch.objects.filter(pairing__round__event=made, counted_at=None)
    rows = rows.filter(match__status__in=[Status.OPEN, Status.PLAYING])
    return list(rows.order_by("pk").values_list("match", flat=True))


def play_arena(made: Event, seed: int = 1, longest: int = 120) -> Event:
    """Let an arena run, a sweep a minute, each match ending in some minute; at no moment anybody is in two matches."""
    rng = random.Random(seed)
    for minutes in range(1, longest):
        at = NOON + minutes * MINUTE
        for match_id in running(made):
            if rng.random() < 0.4:
                end(match_id, ranks=rng.choice([(1, 2), (2, 1), (1, 1)]), at=at)
        sweep(at)
        assert_nobody_twice(made)
        made.refresh_from_db()
        if made.status != EventStatus.RUNNING:
            return made
    raise AssertionError("the arena does not end")


def assert_nobody_twice(made: Event) -> None:
    rows = Pairing.objects.filter(round__event=made, counted_at=None)
    busy = list(rows.values_list("sides__entrant", flat=True))
    assert len(busy) == len(set(busy))


def order(made: Event) -> list[int]:
    """Entrants of a ladder from the top."""
    log = load_log(stage_of(made))
    return log.ladder(log.known_at).order
