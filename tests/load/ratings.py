"""`make bench`, ratings: how fast they are worked out in memory and from PostgreSQL, and a leaderboard page of them.

The full size is `python -m tests.load.ratings --matches 1000000 --players 20000`.
"""

import argparse
import os
import random
import resource
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from league.ratings import elo
from league.ratings.rating_calculation import MatchToRate, PoolRatings
from tests.services import postgres

GAME = "field-tactics"
PAGES = 20
BATCH = 5_000

# Who sits at the matches is drawn by lot.
FILL = (
    """
    INSERT INTO matches_seat (match_id, number, player_id, bot, pace_ms, nonce, by_link)
    SELECT m.id, number, first + (home + number * (1 + other)) %% %(players)s, '', 0, '', false
    FROM (SELECT id, floor(random() * %(players)s)::int AS home, floor(random() * (%(players)s - 1))::int AS other,
              (SELECT min(id) FROM league_player) AS first FROM matches_match) m, generate_series(0, 1) number
    """,
    """
    INSERT INTO league_ratedmatch (match_id, game, pool, counted_at, casual)
    SELECT id, game, game, closed_at, false FROM matches_match
    """,
    "ANALYZE",
)


def in_memory(games: int, players: int) -> None:
    """Matches a second of a ladder alone, in the batches of a recomputation."""
    rng, began = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
    duels = []
    for number in range(games):
        first, second = rng.sample(range(players), 2)
        ranks = rng.choice(((1, 2), (1, 1), (2, 1)))
        duels.append(MatchToRate(number, began + timedelta(minutes=number), (first, second), ranks))
    wall, cpu = min(_played(duels) for _ in range(3))
    print(f"In memory: {games / wall:,.0f} matches a second ({games / cpu:,.0f} a CPU second)", flush=True)


def _played(duels: list[MatchToRate]) -> tuple[float, float]:
    """Wall and CPU seconds of playing a pool that begins anew."""
    ladder, began, used = PoolRatings(elo.Rule()), time.perf_counter(), time.process_time()
    for first in range(0, len(duels), BATCH):
        ladder.rate_matches(duels[first : first + BATCH])
    return time.perf_counter() - began, time.process_time() - used


@contextmanager
def database() -> Iterator[None]:
    """An empty league on a PostgreSQL of its own, durable as a real one is."""
    with TemporaryDirectory() as var, postgres.running(durable=True) as url:
        os.environ.update({"VAR_DIR": var, "DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0", "LOG_LEVEL": "ERROR"})
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


def from_database(matches: int, players: int) -> None:
    from django.db import connection

    from league.people.models import Player
    from league.ratings.actions.recalculation import compare_pool, recompute_pool

    Player.objects.bulk_create((Player(username=f"player{n}") for n in range(players)), batch_size=5_000)
    with connection.cursor() as cursor:
        _fill_matches(cursor, matches)
        for statement in FILL:
            cursor.execute(statement, {"game": GAME, "players": players})
    for name, act in (
        ("recomputed, nothing stored before", recompute_pool),
        ("recomputed, everything right", recompute_pool),
        ("checked", compare_pool),
    ):
        began, used, served = time.perf_counter(), time.process_time(), _server_cpu()
        done = act(pool=GAME)
        wall, cpu, server = time.perf_counter() - began, time.process_time() - used, _server_cpu() - served
        wrong = f", {done.first}" if done.first else ""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{done.matches:,} matches of {done.players:,} players {name}: {wall:.1f} s "
            f"({cpu:.1f} s of CPU in Python, {server:.1f} s in PostgreSQL), {peak} MiB{wrong}",
            flush=True,
        )


def _fill_matches(cursor: Any, matches: int) -> None:
    """Copies of one closed match, a minute apart, with results drawn by lot."""
    from matches.models import Match

    at = datetime(2026, 1, 1, tzinfo=UTC)
    ended = {"status": "closed", "ranks": [1, 2], "reason": "base", "started_at": at, "closed_at": at}
    one = Match.objects.create(game=GAME, engine_version=1, options={}, control={}, created_at=at, **ended)
    drawn = {
        **dict.fromkeys(("created_at", "started_at", "closed_at"), "at"),
        "ranks": "(CASE WHEN random() < 0.1 THEN '[1, 1]' WHEN random() < 0.5 THEN '[1, 2]' ELSE '[2, 1]' END)::jsonb",
    }
    names = [field.column for field in Match._meta.concrete_fields if not field.primary_key]
    values = ", ".join(drawn.get(name, f'"{name}"') for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    cursor.execute(
        f"INSERT INTO matches_match ({columns}) SELECT {values} FROM matches_match one, LATERAL "
        "(SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS at FROM generate_series(1, %s) n) moments "
        "WHERE one.id = %s",
        [matches, one.pk],
    )
    one.delete()


def _server_cpu() -> float:
    """Seconds of CPU of the database process that serves this one (without its parallel helpers); 0 if not told."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    ticks = stat.read_text().rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def pages() -> None:
    """Milliseconds of a request for a leaderboard page, as the site answers it."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    for url in (
        f"/leaderboard/{GAME}/",
        f"/leaderboard/{GAME}/?min_games=10&active_days=36500&bots=hide&page=50",
        f"/api/v1/players/player7/ranks/?pool={GAME}",
    ):
        client, taken = Client(headers={"host": "localhost"}), []
        for _ in range(PAGES):
            began = time.perf_counter()
            with CaptureQueriesContext(connection) as asked:
                answer = client.get(url)
            taken.append(1000 * (time.perf_counter() - began))
            assert answer.status_code == 200, answer.status_code
        print(f"{url}: p50 {statistics.median(taken):.0f} ms, max {max(taken):.0f} ms, {len(asked)} queries", flush=True)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--matches", type=int, default=50_000)
    given.add_argument("--players", type=int, default=20_000)
    asked = given.parse_args()
    in_memory(min(asked.matches, 300_000), asked.players)
    with database():
        from_database(asked.matches, asked.players)
        pages()


if __name__ == "__main__":
    main()
