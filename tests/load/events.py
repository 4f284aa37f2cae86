"""Events at size: a bracket of 1,024 in memory and in PostgreSQL, and what a result costs there and in a large Swiss.

Times are seconds or milliseconds of the wall clock; transaction statements are not counted as queries.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from tempfile import TemporaryDirectory

from league.formats.elimination.draw import double_elimination
from league.formats.elimination.state import Result, compute_ranks, compute_states, list_ready
from tests.services import postgres

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ENTRANTS = 1024
SWISS = 500
RESULTS = 600


def in_memory() -> None:
    """Create the draw, play all of it (the better seed wins) round by round, and rank everybody."""
    start = time.perf_counter()
    draw = double_elimination(ENTRANTS)
    created = time.perf_counter()
    results: dict[str, Result] = {}
    while waiting := list_ready(places := compute_states(draw, results)):
        for place in waiting:
            one, other = place.sides
            assert one
            assert other
            results[place.node.key] = Result((one, other), min(one, other))
    played = time.perf_counter()
    ranks = compute_ranks(places)
    ranked = time.perf_counter()
    assert len(ranks) == ENTRANTS
    told = (created - start, played - created, ranked - played)
    print("in memory, double elimination of 1,024: created {:.1f}, completed {:.1f}, standings {:.1f} ms".format(
        *(1000 * one for one in told)))  # fmt: skip


@contextmanager
def database() -> Iterator[None]:
    with TemporaryDirectory() as var, postgres.running(durable=True) as url:
        os.environ.update(
            DATABASE_URL=url,
            VAR_DIR=var,
            DJANGO_SETTINGS_MODULE="deploy.settings",
            REDIS_URL="redis://127.0.0.1:1/0",
            LOG_LEVEL="ERROR",
        )
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


def measured(act: Callable[[], object]) -> tuple[float, int]:
    """(seconds, queries) of an act."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        start = time.perf_counter()
        act()
        spent = time.perf_counter() - start
    ignored = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return spent, sum(1 for one in seen.captured_queries if not one["sql"].lstrip().startswith(ignored))


def in_postgres(format: str, entrants: int, settings: dict[str, int]) -> None:
    from league.events.models import Entrant
    from league.people.models import Player
    from league.results.actions.event_start import start_event
    from league.results.actions.results import record_result
    from tests.factories import PlayerFactory, end, event
    from tests.league.events.playing import open_matches

    players = Player.objects.bulk_create(Player(username=f"{format}-{number}") for number in range(entrants))
    made = event(organiser=PlayerFactory(), format=format, settings=settings, max_entrants=entrants)
    Entrant.objects.bulk_create(Entrant(event=made, player=player, joined_at=NOON) for player in players)
    spent, queries = measured(lambda: start_event(event_id=made.pk, by=made.organiser_id, at=NOON))
    print(f"{format} of {entrants:,} in PostgreSQL, with its matches: {spent:.2f} s, {queries} queries")
    times, counts = [], []
    for match_id in open_matches(made)[:RESULTS]:
        end(match_id, at=NOON)
        spent, queries = measured(lambda one=match_id: record_result(match_id=one, at=NOON))  # type: ignore[misc]
        times.append(1000 * spent)
        counts.append(queries)
    print(
        f"  a result advanced: p50 {statistics.median(times):.1f}, max {max(times):.1f} ms; "
        f"queries p50 {statistics.median(counts):.0f}, max {max(counts)}"
    )


def main() -> None:
    in_memory()
    with database():
        in_postgres("double-elimination", ENTRANTS, {})
        in_postgres("swiss", SWISS, {"rounds": 9})


if __name__ == "__main__":
    main()
