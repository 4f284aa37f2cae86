"""`make bench`: a bracket of 1,024 in memory and in PostgreSQL, what a result costs there and in a large Swiss, and a
round whose results an organiser saves at once."""

import statistics

from league.formats.elimination.draw import double_elimination
from league.formats.elimination.state import Result, compute_ranks, compute_states, list_ready
from tests.load.measure import database, hold, read_arguments, report, tell_missed, timed

MOST_MS_OF_ROUND = 2000
"""The longest a save of a whole round may take."""


def play_bracket(entrants: int) -> None:
    """Create the draw, play all of it (the better seed wins) round by round, and rank everybody."""
    draw = double_elimination(entrants)
    results: dict[str, Result] = {}
    while waiting := list_ready(places := compute_states(draw, results)):
        for place in waiting:
            one, other = place.sides
            assert one
            assert other
            results[place.node.key] = Result((one, other), min(one, other))
    assert len(compute_ranks(places)) == entrants


def in_postgres(format: str, entrants: int, results: int, settings: dict[str, int]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from league.events.models import Entrant
    from league.people.models import Player
    from league.results.actions.event_start import start_event
    from league.results.actions.results import record_result
    from tests.factories import NOON, end, event
    from tests.league.events.playing import open_matches

    players = Player.objects.bulk_create(Player(username=f"{format}-{number}") for number in range(entrants))
    made = event(format=format, settings=settings, max_entrants=entrants)
    Entrant.objects.bulk_create(Entrant(event=made, player=player, joined_at=NOON) for player in players)
    took, _ = timed(lambda: start_event(event_id=made.pk, by=made.organiser_id, at=NOON))
    print(f"{format} of {entrants:,} started in PostgreSQL, with its matches: {took / 1000:.2f} s")
    times, counts = [], []
    for match_id in open_matches(made)[:results]:
        end(match_id, at=NOON)
        with CaptureQueriesContext(connection) as seen:
            times.append(timed(lambda one=match_id: record_result(match_id=one, at=NOON))[0])  # type: ignore[misc]
        counts.append(len(seen))
    report("  a result advanced", times)
    print(f"  its statements: p50 {statistics.median(counts):.0f}, max {max(counts)}")


def save_round(format: str, entrants: int, settings: dict[str, int], result: str) -> None:
    """Start an event of a game that is played elsewhere, and enter its first round in one grid."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from league.events.models import Pairing
    from league.results.actions.result_entry import enter_results
    from tests.factories import NOON, PlayerFactory, TitleFactory, started_event

    title = TitleFactory()
    by = title.league.staff.get().player
    plan = {"league": title.league_id, "game": title.key, "max_entrants": entrants, "auto_advance": False}
    made = started_event(*PlayerFactory.create_batch(entrants), organiser=by, format=format, settings=settings, **plan)
    pairings = Pairing.objects.filter(round__event=made, round__number=1).values_list("pk", flat=True)
    rows = [{"pairing_id": pk, "result": result} for pk in pairings]
    with CaptureQueriesContext(connection) as seen:
        took, _ = timed(lambda: enter_results(event_id=made.pk, number=1, results=rows, by=by.pk, at=NOON))
    hold(f"{format} of {entrants}: {len(rows)} results {result} saved at once, in ms", took, MOST_MS_OF_ROUND)
    print(f"  its statements: {len(seen)}")


def main() -> None:
    asked = read_arguments(entrants=1024, swiss=500, results=600, round=256)
    print(f"in memory, double elimination of {asked.entrants:,}: {timed(lambda: play_bracket(asked.entrants))[0]:.1f} ms")
    with database(durable=True):
        in_postgres("double-elimination", asked.entrants, asked.results, {})
        in_postgres("swiss", asked.swiss, asked.results, {"rounds": 9})
        for result in ("1-0", "1F-0F"):
            save_round("swiss", asked.round, {"rounds": 9}, result)
            save_round("single-elimination", asked.round, {}, result)
    tell_missed()


if __name__ == "__main__":
    main()
