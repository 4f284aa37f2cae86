"""Ten matches played over HTTP and streams while workers and the broker are killed. Prints what came of it as JSON."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

from tests.load import bench
from tests.load import site as running_site
from tests.load.site import Site

MATCHES = 10
SECONDS = 14.0


def main() -> None:
    with running_site.running(durable=False, workers=2) as site:
        matches = bench.open_matches(MATCHES)
        asyncio.run(_drive(site, matches))
        print(json.dumps(_told([match_id for match_id, _ in matches])))


async def _drive(site: Site, matches: list[Any]) -> None:
    tables = [[bench.Side(site.port, match_id, seat, pair[seat]) for seat in (0, 1)] for match_id, pair in matches]
    await asyncio.gather(*(bench.set_up(red, blue) for red, blue in tables))
    ends = time.monotonic() + SECONDS
    rng = random.Random(7)
    await asyncio.gather(_kill(site), *(_play(pair, ends, rng) for pair in tables))
    for red, _ in tables:
        if red.board["status"] == "playing":
            await red.say("resign")
    await asyncio.gather(*(red.closed for red, _ in tables))


async def _kill(site: Site) -> None:
    """Each worker in turn with -9, then started again."""
    for name in ("worker0", "worker1", "worker0"):
        await asyncio.sleep(2.5)
        await asyncio.to_thread(site.kill, name)
        await asyncio.sleep(1)
        site.start(name)


async def _play(pair: list[bench.Side], ends: float, rng: random.Random) -> None:
    while time.monotonic() < ends and pair[0].board["status"] == "playing":
        mover = pair[0] if 0 in pair[0].board["to_act"] else pair[1]
        entry = mover.board["entry"] + 1
        await mover.say(rng.choice(mover.board["legal"]))
        await asyncio.gather(*(side.until(entry) for side in pair))
        await asyncio.sleep(0.2)


def _told(match_ids: list[int]) -> dict[str, int]:
    from django.db.models import Count

    from engines import verify
    from matches.models import Entry, Submission
    from matches.queries.replay import record_of

    accepted = Submission.objects.filter(entry__isnull=False)
    return {
        "matches": len(match_ids),
        "moves": accepted.count(),
        "lost": Submission.objects.filter(judged_at=None).count(),
        "twice": Entry.objects.exclude(by=None).count() - accepted.count()
        + accepted.values("match", "entry").annotate(times=Count("id")).filter(times__gt=1).count(),
        "flags": Entry.objects.filter(by=None, do__startswith="flag").count(),
        "verified": sum(verify.fault(record_of(match_id)) is None for match_id in match_ids),
    }  # fmt: skip


if __name__ == "__main__":
    main()
