"""`make bench`, ratings: how fast the pools of a full league are recomputed and checked, in PostgreSQL.

The full size is `python -m tests.load.ratings --matches 1000000 --players 20000`.
"""

import resource

from engines import registry
from tests.load import full
from tests.load.measure import database, read_arguments, timed


def main() -> None:
    asked = read_arguments(matches=50_000, players=20_000)
    with database(durable=True):
        from league.ratings.actions.recalculation import compare_pool, recompute_pool

        full.fill(asked.matches, asked.players)
        for name, act in (("recomputed", recompute_pool), ("checked", compare_pool)):
            wall, cpu = timed(lambda act=act: [act(pool=game) for game in registry.keys()])  # type: ignore[misc]  # noqa: SIM118
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            times = f"{wall / 1000:.1f} s ({cpu / 1000:.1f} s of CPU in Python)"
            print(f"{asked.matches:,} matches of {asked.players:,} players {name}: {times}, {peak} MiB", flush=True)


if __name__ == "__main__":
    main()
