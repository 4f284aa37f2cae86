"""A million matches and fifty thousand players in PostgreSQL: how long pages take, and a steady mix of readers.

    python -m tests.load.full [--matches N] [--players N] [--rates R ...] [--seconds S]

Fills a database of its own: a few matches of every game are played by bots, and copied; one copy in two hundred has
its log. Players, seats and results are drawn by lot, ratings are worked out, and there are two events with all their
pages, thousands of small ones, and matches that are on. Then every page is asked for by itself (server time, with
middleware, database and templates, and nothing kept of what was asked before), and readers ask for a mix of them at
steady rates (`tests.load.readers`). The database runs without fsync: nothing but reading is measured.

Targets: home 80 ms, event 150, match 100, no page over 15 queries; 200 requests a second on two cores with p99 250 ms.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.load import bench, readers, site as running_site

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PLAYED = 4
"""Matches of each game that are really played, and then copied."""
LOGGED = 200
"""Every so manieth copy has its log."""
SMALL_EVENTS = 5_000
LIVE = 50
TIMES = 15
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
    from league.events.models import Entrant, Event
    from league.people.models import Player
    from matches.models import Match, Status
    from matches.server_time import now
    from tests.load import event_pages

    swiss, knock_out = event_pages.swiss(500, 9, Random(1)), event_pages.knock_out(512)
    # They are dated long ago: a worker would find that nobody has come to their matches, and the events would end.
    Match.objects.filter(status=Status.OPEN).update(deadline_at=now() + timedelta(days=1), alarm_at=None)
    one = Event.objects.get(pk=swiss)
    people = list(Player.objects.filter(username__startswith="full").values_list("pk", flat=True)[:50_000])
    small = []
    for number in range(SMALL_EVENTS):
        at = AT - timedelta(hours=number)
        copy = Event(**{field.attname: getattr(one, field.attname) for field in Event._meta.concrete_fields})
        copy.pk, copy.name, copy.status = None, f"Evening {number}", "finished"
        copy.created_at = copy.started_at = copy.finished_at = at
        small.append(copy)
    rng = Random(2)
    for event in Event.objects.bulk_create(small, batch_size=1000):
        Entrant.objects.bulk_create(Entrant(event=event, player_id=player, joined_at=AT) for player in rng.sample(people, 8))
    return swiss, knock_out


def _set_up(live: Sequence[Any]) -> None:
    """Both sides hand in their pieces, so that there is a board to look at."""
    from matches.actions.adjudication import adjudicate
    from matches.actions.submission import submit
    from matches.server_time import now

    for match_id, pair in live:
        for turn, seat, text in ((0, 0, "first red"), (1, 0, bench.RED), (0, 1, bench.BLUE)):
            player, key = pair[seat].player_id, f"{seat}.{turn}"
            submit(match_id=match_id, player_id=player, turn=turn, text=text, key=key, received_at=now())
            adjudicate(match_id=match_id, at=now())


def pages(swiss: int, knock_out: int) -> dict[str, list[str]]:
    """Addresses by kind of page."""
    from matches.models import Match, Status

    def some(**what: Any) -> int:
        return int(Match.objects.filter(**what).order_by("-pk").values_list("pk", flat=True)[0])

    logged = some(status=Status.CLOSED, entries__isnull=False)
    live = some(status=Status.PLAYING)
    return {
        "home": ["/"],
        "event": [
            *(f"/events/{swiss}/{part}" for part in ("", "standings/", "rounds/", "entrants/")),
            *(f"/events/{knock_out}/{part}" for part in ("", "bracket/")), "/events/",
        ],
        "match": [f"/matches/{logged}/", f"/matches/{live}/", f"/matches/{live}/plain/", f"/matches/{logged}/verify/"],
        "other": [
            "/lobby/", "/leaderboard/field-tactics/", "/leaderboard/field-tactics/?page=50", "/players/full7/",
            "/players/full7/stats/", "/search/?q=player", "/search/?q=ayer+4321", "/leagues/", "/rules/field-tactics/",
            "/accounts/notifications/", "/notifications/",
        ],
        "api": [
            "/api/v1/matches/", f"/api/v1/matches/{logged}/", "/api/v1/events/", f"/api/v1/events/{swiss}/",
            "/api/v1/leaderboard/field-tactics/", "/api/v1/players/full7/", "/api/v1/search/?text=player",
            "/api/v1/search/?text=ull2345",
        ],
    }  # fmt: skip


def alone(kinds: dict[str, list[str]], player: Any) -> list[str]:
    """Prints each page's time and queries; returns a sentence for each that takes too much."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    missed = []
    clients = {"somebody": Client(headers={"host": "localhost"}), "a player": Client(headers={"host": "localhost"})}
    clients["a player"].force_login(player)
    for kind, urls in kinds.items():
        for url in urls:
            for who, client in clients.items():
                answer = client.get(url)
                if answer.status_code != 200:
                    print(f"{kind} {url} for {who}: {answer.status_code}")
                    continue
                took = []
                for _ in range(TIMES):
                    began = time.perf_counter()
                    client.get(url)
                    took.append(1000 * (time.perf_counter() - began))
                with CaptureQueriesContext(connection) as asked:
                    client.get(url)
                line = f"{kind} {url} for {who}: p50 {statistics.median(took):.0f} ms, max {max(took):.0f}, "
                print(f"{line}{len(asked)} queries", flush=True)
                if statistics.median(took) > LIMITS.get(kind, 1000):
                    missed.append(f"{url} for {who}: p50 {statistics.median(took):.0f} ms, wanted {LIMITS[kind]}")
                if len(asked) > MOST_QUERIES:
                    missed.append(f"{url} for {who}: {len(asked)} queries, wanted {MOST_QUERIES}")
    return missed


def _vacuum() -> None:
    """What the database does with new rows by and by is done, as on a site that did not get them all this minute."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def main() -> None:
    given = argparse.ArgumentParser(prog="python -m tests.load.full")
    given.add_argument("--matches", type=int, default=1_000_000)
    given.add_argument("--players", type=int, default=50_000)
    given.add_argument("--rates", type=float, nargs="+", default=[50, 100, 200], help="requests a second")
    given.add_argument("--seconds", type=float, default=30)
    given.add_argument("--webs", type=int, default=2)
    asked = given.parse_args()
    with running_site.running(durable=False, workers=0, webs=asked.webs) as site:
        from django.conf import settings

        from league.people.models import Player

        settings.ALLOWED_HOSTS = ["*"]
        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}  # of this process alone
        began = time.perf_counter()
        fill(asked.matches, asked.players)
        swiss, knock_out = events()
        _vacuum()
        site.start("worker0")
        time.sleep(BEGINNING_S)
        live = bench.open_matches(LIVE)
        _set_up(live)
        print(f"{asked.matches:,} matches, {asked.players:,} players: filled in {time.perf_counter() - began:.0f} s")
        missed = alone(pages(swiss, knock_out), Player.objects.get(username="full7"))
        people = [person for _, pair in live for person in pair]
        kinds = readers.addresses(swiss, knock_out, [match_id for match_id, _ in live])
        for rate in asked.rates:
            missed += readers.measured(site, kinds, people, rate, asked.seconds)
    for line in missed:
        print(f"MISSED {line}")


if __name__ == "__main__":
    main()
