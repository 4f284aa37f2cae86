"""`make bench`: pages of stats after ten thousand finished matches; the target is 150 ms and 12 queries each.

The matches are those of the corpus over and over, between a hundred players, in a database of its own. Half of them
belong to one event, and one player has a seat in every tenth.
"""

import argparse
import os
import time
from datetime import timedelta
from itertools import cycle
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402

from engines import registry  # noqa: E402
from league.events.models import Entrant, Event  # noqa: E402
from league.leagues.models import Season  # noqa: E402
from league.people.models import Player  # noqa: E402
from league.stats.actions import _store, count_stats  # noqa: E402
from league.stats.models import StatMatch  # noqa: E402
from league.stats.rules.match_tallies import FinishedMatch, compute_tallies, get_reader  # noqa: E402
from matches.clock import TimeControl  # noqa: E402
from matches.models import Match, Seat, Status  # noqa: E402
from tests import factories  # noqa: E402
from tests.factories import NOON  # noqa: E402
from tests.league.stats.played import lines_of, played, records  # noqa: E402

TIMES = 9


def fill(matches: int, rng: Random) -> tuple[Event, Season]:
    """Store the matches and count them. Their logs stay in memory: no page reads one."""
    people = [factories.PlayerFactory(username=f"bench{n}") for n in range(100)]
    league = factories.league(organiser=people[0])
    event = factories.event(organiser=people[0], name="Bench Cup")
    day = NOON.date()
    Event.objects.filter(pk=event.pk).update(league=league, started_at=NOON, status="running")
    Entrant.objects.bulk_create(
        Entrant(event=event, player=one, rating=rng.uniform(1200, 2200), joined_at=NOON) for one in people
    )
    season = Season.objects.create(league=league, name="Bench", starts_on=day, ends_on=day + timedelta(days=90))
    kept = cycle([(key, one) for number in range(50) for key in registry.keys() for one in [records(key)[number]]])  # noqa: SIM118
    with transaction.atomic():
        for number in range(matches):
            game, one = next(kept)
            others = rng.sample(people[1:], one.seats)
            store(game, one, [people[0], *others[1:]] if number % 10 == 0 else others, number, event.pk)
    return event, season


def store(game: str, one: Any, players: list[Player], number: int, event: int) -> None:
    at = NOON + timedelta(minutes=number)
    outcome = one.closing["outcome"]
    made = Match.objects.create(
        game=game, engine_version=one.engine.version, options=dict(one.options), control=TimeControl().dump(),
        status=Status.CLOSED, seed="", commitment="", created_at=at, started_at=at, closed_at=at,
        ranks=outcome["ranks"], reason=outcome["reason"],
    )  # fmt: skip
    Seat.objects.bulk_create(Seat(match=made, number=seat, player=player) for seat, player in enumerate(players))
    StatMatch.objects.create(match=made, counted_at=at)
    finished = FinishedMatch(
        made.pk, game, event if number % 2 and game == factories.GAME else 0, one.options, TimeControl().dump(), False,
        outcome["ranks"], outcome["reason"], [player.pk for player in players], at, True, lines_of(one),
    )  # fmt: skip
    usage = get_reader(finished.game).read(finished.lines, finished.options, len(finished.ranks))
    _store(finished, compute_tallies(finished, usage))


def page(client: Client, url: str) -> None:
    """Time of the server for one page, without the network."""
    took = []
    for _ in range(TIMES):
        at = time.perf_counter()
        answer = client.get(url)
        took.append(1000 * (time.perf_counter() - at))
        assert answer.status_code == 200, url
    with CaptureQueriesContext(connection) as seen:
        size = len(client.get(url).content) // 1024
    best, median = min(took), sorted(took)[TIMES // 2]
    print(f"{url:46} {best:6.1f} ms best {median:6.1f} ms median {len(seen):3} queries {size:4} KiB")


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--matches", type=int, default=10_000)
    asked = given.parse_args()
    setup_test_environment(debug=False)
    runner = DiscoverRunner(verbosity=0)
    old = runner.setup_databases()
    try:
        at = time.perf_counter()
        event, season = fill(asked.matches, Random(1))
        took = time.perf_counter() - at
        print(f"{asked.matches} matches stored and counted in {took:.0f} s, {connection.vendor}")
        pair = list(Player.objects.order_by("pk")[:2])
        logged = [played(factories.GAME, number, pair).pk for number in range(50)]
        at = time.perf_counter()
        for match_id in logged:
            count_stats(match_id=match_id, at=NOON)
        print(f"a match of Field Tactics counted from its log in {20 * (time.perf_counter() - at):.1f} ms, mean of 50")
        client = Client()
        for url in (
            "/players/bench0/stats/", "/players/bench0/stats/?game=field-tactics",
            f"/players/bench0/stats/?of=event-{event.pk}", "/players/bench1/stats/",
            *(f"/games/{key}/stats/" for key in registry.keys()),  # noqa: SIM118
            f"/events/{event.pk}/stats/", f"/leagues/league-1/seasons/{season.pk}/",
            "/players/bench0/against/bench1/",
        ):  # fmt: skip
            page(client, url)
    finally:
        runner.teardown_databases(old)


if __name__ == "__main__":
    main()
