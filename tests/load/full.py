"""A million matches and fifty thousand players in PostgreSQL: how long pages take, and a steady mix of readers.

    python -m tests.load.full [--matches N] [--players N] [--rates R ...] [--seconds S]

Fills a database of its own: a few matches of every game are played by bots, and copied; one copy in two hundred has
its log. Then every page is asked for by itself, with nothing kept of what was asked before, and readers ask for a mix of
them at steady rates (`tests.load.readers`). The database runs without fsync: nothing but reading is measured.

Targets: home 80 ms, event 150, match 100, no page over 15 queries; 200 requests a second on two cores with p99 250 ms.
"""

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.load import bench, readers, site as running_site
from tests.load.measure import ask, read_arguments, tell_missed

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PLAYED = 4
"""Matches of each game that are really played, and then copied."""
LOGGED = 200
"""Every so manieth copy has its log."""
SMALL_EVENTS = 5_000
LIVE = 50
BEGINNING_S = 15
"""Until a worker has begun, and has given back the time in which there was none."""
MOST_QUERIES = 15
LIMITS = {"home": 80, "event": 150, "match": 100}
"""Milliseconds of server time, by the kind of page that the line of it begins with."""

# Which match each is a copy of, a minute apart, between players drawn by lot. All else is made from this.
_COPIES = """
    CREATE TEMP TABLE copies AS
    SELECT %(from)s + n AS id, one.id AS like_one, one.game, one.ranks,
        timestamptz '2024-01-01' + n * interval '1 minute' AS at,
        floor(random() * %(players)s)::int AS home, 1 + floor(random() * (%(players)s / 5 - 1))::int AS step
    FROM generate_series(1, %(matches)s) n
    JOIN matches_match one ON one.id = (%(ids)s::bigint[])[1 + n %% cardinality(%(ids)s::bigint[])]
"""
_MATCHES = """
    INSERT INTO matches_match (id, {columns}) SELECT copy.id, {values}
    FROM copies copy JOIN matches_match one ON one.id = copy.like_one
"""
_SEATS = """
    INSERT INTO matches_seat (match_id, number, player_id, bot, pace_ms, nonce, by_link, ready_at)
    SELECT copy.id, seat.number, %(first)s + (copy.home + seat.number * copy.step) %% %(players)s, '', 0, seat.nonce,
        false, copy.at
    FROM copies copy JOIN matches_seat seat ON seat.match_id = copy.like_one
"""
_LOGS = """
    INSERT INTO matches_entry (match_id, n, by, "do", note, sealed, texts, at, lag_ms, judged_at, "left", prev, hash,
        nonce)
    SELECT copy.id, e.n, e.by, e."do", e.note, e.sealed, e.texts, copy.at + e.n * interval '1 second', e.lag_ms,
        NULL, e."left", e.prev, e.hash, e.nonce
    FROM copies copy JOIN matches_entry e ON e.match_id = copy.like_one WHERE copy.id %% %(logged)s = 0
"""
_RATED = """
    INSERT INTO league_ratedmatch (match_id, game, pool, counted_at, casual)
    SELECT id, game, game, at, false FROM copies
"""
_COUNTED = """
    INSERT INTO league_statmatch (match_id, counted_at, game, event, turns) SELECT id, at, game, 0, 20 FROM copies
"""
_RESULTS = """
    INSERT INTO league_statseat (match_id, seat, player_id, game, event, at, result)
    SELECT copy.id, number, %(first)s + (home + number * step) %% %(players)s, game, 0, at,
        CASE WHEN ranks -> 0 = ranks -> 1 THEN 0 WHEN ranks -> number = '1' THEN 1 ELSE -1 END
    FROM copies copy, generate_series(0, 1) number
"""
_TALLIES = """
    INSERT INTO league_tally (game, event, player, topic, key, seat, matches, won, drawn, lost, uses, good, bad)
    SELECT game, event, %(first)s + n, topic, key, seat, matches, won, drawn, lost, uses, good, bad
    FROM league_tally, generate_series(8, %(players)s - 1) n WHERE player = %(first)s
"""
_NEXT = "SELECT setval(pg_get_serial_sequence('matches_match', 'id'), %(from)s + %(matches)s + 1)"


def fill(matches: int, players: int) -> None:
    """The million, and what a league has besides."""
    from django.db import connection

    from league.people.models import Player
    from league.ratings.actions.recalculation import recompute_pool
    from league.ratings.models import RatedMatch
    from matches.models import Match

    made = Player.objects.bulk_create(
        (Player(username=f"full{n}", display_name=f"Player {n}", password="!") for n in range(players)), batch_size=5_000
    )
    ids = _play(made[:8])
    first = (Match.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    drawn = {
        **dict.fromkeys(("created_at", "started_at", "closed_at"), "copy.at"),
        "deadline_at": "NULL", "alarm_at": "NULL", "bot_due_at": "NULL",
    }  # fmt: skip
    names = [field.column for field in Match._meta.concrete_fields if not field.primary_key]
    columns, values = (", ".join(f'{of}"{name}"' for name in names) for of in ("", "one."))
    values = ", ".join(drawn.get(name, f'one."{name}"') for name in names)
    told = {"ids": ids, "matches": matches, "first": made[0].pk, "players": players, "from": first, "logged": LOGGED}
    copied = _MATCHES.format(columns=columns, values=values)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # what is copied refers to what is there
        for statement in (_COPIES, copied, _SEATS, _LOGS, _RATED, _COUNTED, _RESULTS, _TALLIES, _NEXT):
            cursor.execute(statement, told)
            print(f"{' '.join(statement.split()[:3])}: {cursor.rowcount:,} rows", flush=True)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")
    for pool in RatedMatch.objects.order_by("pool").values_list("pool", flat=True).distinct():
        recompute_pool(pool=pool)


def _play(people: Sequence[Any]) -> list[int]:
    """Some matches of every game between bots, to their end."""
    from engines import registry
    from league.demo.whole_season import play_match
    from league.stats.actions import count_stats
    from league.stats.models import StatMatch
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl

    played = []
    for game in registry.keys():  # noqa: SIM118
        for number in range(PLAYED):
            seats = [SeatPlan(people[seat].pk, bot="random", ready=True) for seat in range(2)]
            options = {"advantage": "red"} if game == "field-tactics" else {}
            at = AT + timedelta(hours=number)
            match_id = create_match(game=game, options=options, seats=seats, control=TimeControl(), at=at)
            StatMatch.objects.create(match_id=match_id)
            count_stats(match_id=match_id, at=play_match(match_id, at))
            played.append(match_id)
    return played


def events() -> tuple[int, int]:
    """A Swiss of 500, a double elimination of 512, and thousands of small events that are over; the first two's ids."""
    from league.events.models import Event
    from matches.models import Match, Status
    from matches.server_time import now
    from tests.load import event_pages

    swiss, knock_out = event_pages.swiss(500, 9, Random(1)), event_pages.knock_out(512)
    # They are dated long ago: a worker would find that nobody has come to their matches, and the events would end.
    Match.objects.filter(status=Status.OPEN).update(deadline_at=now() + timedelta(days=1), alarm_at=None)
    one = Event.objects.get(pk=swiss)
    small = []
    for number in range(SMALL_EVENTS):
        copy = Event(**{field.attname: getattr(one, field.attname) for field in Event._meta.concrete_fields})
        copy.pk, copy.name, copy.status = None, f"Evening {number}", "finished"
        copy.created_at = copy.started_at = copy.finished_at = AT - timedelta(hours=number)
        small.append(copy)
    Event.objects.bulk_create(small, batch_size=1000)
    return swiss, knock_out


def main() -> None:
    asked = read_arguments(matches=1_000_000, players=50_000, rates=[50.0, 100.0, 200.0], seconds=30.0, webs=2)
    with running_site.running(durable=False, workers=0, webs=asked.webs) as site:
        from django.conf import settings
        from django.db import connection
        from django.test import Client

        from league.people.models import Player

        settings.ALLOWED_HOSTS = ["*"]
        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}  # of this process alone
        began = time.perf_counter()
        fill(asked.matches, asked.players)
        swiss, knock_out = events()
        with connection.cursor() as cursor:  # as on a site that did not get all its rows this minute
            cursor.execute("VACUUM (ANALYZE)")
        site.start("worker0")
        time.sleep(BEGINNING_S)
        live = bench.open_matches(LIVE)
        asyncio.run(bench.play_at(site, live, 0.0, 0.0))  # both sides hand in their pieces, so that there is a board
        print(f"{asked.matches:,} matches, {asked.players:,} players: filled in {time.perf_counter() - began:.0f} s")
        kinds = readers.addresses(swiss, knock_out, [match_id for match_id, _ in live])
        player = Client()
        player.force_login(Player.objects.get(username="full7"))
        for who, client in (("signed out", Client()), ("signed in", player)):
            print(f"{who}:")
            for kind, lists in kinds.items():
                for urls in lists:
                    ask(client, urls[len(urls) // 4], most_ms=LIMITS.get(kind, 1000), most_queries=MOST_QUERIES)
        people = [person for _, pair in live for person in pair]
        for rate in asked.rates:
            readers.measure(site, kinds, people, rate, asked.seconds)
    tell_missed()


if __name__ == "__main__":
    main()
