"""Closed matches are counted once, and the tables made anew from them are the same."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings, strategies as st

from engines import registry
from league.stats.actions import count_stats, recompute_stats, register_matches
from league.stats.models import StatMatch, StatSeat, Tally
from league.stats.queries.game import get_game_stats
from league.stats.queries.player import get_player_stats
from league.sweep import sweep
from matches.models import Match
from tests.factories import GAME, NOON, PlayerFactory, end, ended_match, match, matches_of_round, started_event
from tests.league.stats.played import TURN_MS, played, records
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db

FIGURES = ("matches", "won", "drawn", "lost", "uses", "good", "bad")


def tallies() -> list[tuple[Any, ...]]:
    names = ("player", "event", "game", "topic", "key", "seat", *FIGURES)
    return sorted(Tally.objects.values_list(*names))


def everything() -> list[Any]:
    seats = sorted(StatSeat.objects.values_list("match", "seat", "player", "game", "event", "at", "result"))
    matches = sorted(StatMatch.objects.exclude(counted_at=None).values_list("match", "game", "event", "turns"))
    return [tallies(), seats, matches]


def figures(**of: Any) -> dict[str, int]:
    row = Tally.objects.values(*FIGURES).get(**of)
    return {name: value for name, value in row.items() if value}


def test_a_match_is_counted_once_for_its_game_and_its_players() -> None:
    red, blue = PlayerFactory(), PlayerFactory()
    made = played(GAME, 0, [red, blue])
    assert count_stats(match_id=made.pk, at=NOON)
    before = everything()
    assert not count_stats(match_id=made.pk, at=NOON + timedelta(hours=1))
    assert everything() == before
    winner = made.ranks.index(1)
    assert figures(player=0, topic="side", seat=winner) == {"matches": 1, "won": 1}
    assert figures(player=0, topic="end", key=made.reason) == {"matches": 1}
    assert figures(player=0, topic="week", key="2026-02-23") == {"matches": 1}
    assert figures(player=red.pk, topic="opponent", key=str(blue.pk))["matches"] == 1
    time = figures(player=red.pk, topic="time")
    assert time["good"] == 5000 * sum(entry["by"] == 0 for entry in records(GAME)[0].entries)
    assert TURN_MS > 5000


def test_a_match_that_runs_adds_nothing_and_neither_does_a_lesson() -> None:
    running = match()
    lesson = played(GAME, 1, [PlayerFactory(), PlayerFactory()], learn=True)
    assert not count_stats(match_id=running.pk, at=NOON)
    count_stats(match_id=lesson.pk, at=NOON)
    sweep(NOON)
    assert recompute_stats(at=NOON) == 1
    assert everything()[:2] == [[], []]
    assert StatMatch.objects.filter(match=running, counted_at=None).count() == 0


def test_what_a_running_match_hides_is_on_no_page(client: Any) -> None:
    """Nothing of an unfinished match is read: the pages are the same with its log and without."""
    one, other = PlayerFactory(), PlayerFactory()
    count_stats(match_id=played(GAME, 0, [one, other]).pk, at=NOON)
    addresses = [f"/games/{GAME}/stats/", f"/players/{one.username}/stats/", f"/api/v1/games/{GAME}/stats/"]
    before = [_main(client, url) for url in addresses]
    hidden = played(GAME, 2, [one, other])
    Match.objects.filter(pk=hidden.pk).update(status="playing", ranks=None, closed_at=None)
    sweep(NOON)
    recompute_stats(at=NOON)
    assert all("Score" in page for page in before)
    assert [_main(client, url) for url in addresses] == before


def _main(client: Any, url: str) -> str:
    """A page without its head, whose token is always another."""
    text: str = client.get(url).content.decode()
    return text.partition("<main")[2] or text


def test_a_match_that_nobody_began_counts_only_among_the_ways_of_ending() -> None:
    made = match()
    Match.objects.filter(pk=made.pk).update(started_at=None)
    end(made.pk, ranks=(1, 2), reason="no-show")
    count_stats(match_id=made.pk, at=NOON)
    assert [row[3:5] for row in tallies()] == [("end", "no-show")]


def test_the_sweep_finds_what_no_message_told_of() -> None:
    early = match()
    sweep(NOON)
    late = ended_match()
    end(early.pk)
    sweep(NOON)
    assert set(StatMatch.objects.exclude(counted_at=None).values_list("match", flat=True)) == {early.pk, late.pk}
    before = everything()
    sweep(NOON)
    assert everything() == before
    StatMatch.objects.filter(match=early).delete()  # as if it had been stored later than a newer match
    assert register_matches() == 1
    assert StatMatch.objects.filter(match=early).exists()


def test_matches_of_an_event_are_counted_for_it_too() -> None:
    one, other = PlayerFactory(), PlayerFactory()
    made = started_event(one, other)
    (match_id,) = matches_of_round(made, 1)
    end(match_id)
    count_stats(match_id=match_id, at=NOON)
    assert figures(player=0, event=made.pk, topic="side", seat=0) == {"matches": 1, "won": 1}
    assert figures(player=0, event=0, topic="side", seat=0) == {"matches": 1, "won": 1}
    assert {row[1] for row in tallies() if row[0]} == {made.pk}


@settings(max_examples=25 if WHOLE else 5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    chosen=st.lists(st.tuples(st.sampled_from(registry.keys()), st.integers(0, 49)), min_size=1, max_size=4),
    order=st.randoms(use_true_random=False),
)
def test_tables_made_anew_equal_those_that_grew(db: None, chosen: list[tuple[str, int]], order: Any) -> None:
    """Whatever the games, and in whatever order the matches were counted."""
    people = PlayerFactory.create_batch(4)
    ids = [played(key, number, people[: records(key)[number].seats]).pk for key, number in chosen]
    order.shuffle(ids)
    for match_id in ids:
        count_stats(match_id=match_id, at=NOON)
    grown = everything()
    call_command("stats", "recompute", verbosity=0)
    assert everything() == grown
    assert len(grown[2]) >= len(ids)
    Match.objects.filter(pk__in=ids).delete()
    call_command("stats", "recompute", verbosity=0)


def test_pieces_and_places_stand_in_the_tables_of_their_game() -> None:
    for key in sorted(registry.keys()):
        people = PlayerFactory.create_batch(records(key)[0].seats)
        count_stats(match_id=played(key, 0, people).pk, at=NOON)
        page = get_game_stats(key)
        assert page.matches == 1
        keys = {table.key for table in page.tables}
        assert {"sides", "weeks", "lengths", "ends", "options"} <= keys
        assert len(keys) > 5
        if page.heat:
            assert (
                sum(cell["uses"] for cell in page.heat.cells) == sum(int(str(row.cells[1])) for row in page.heat.table.rows) > 0
            )
            assert max(cell["level"] for cell in page.heat.cells) == 8


def test_weeks_and_lengths_without_a_match_are_shown_as_empty() -> None:
    people = PlayerFactory.create_batch(2)
    for weeks in (0, 3):
        count_stats(match_id=ended_match(*people, at=NOON + timedelta(weeks=weeks)).pk, at=NOON)
    long = max(range(50), key=lambda number: len(records(GAME)[number].entries))
    count_stats(match_id=played(GAME, long, people).pk, at=NOON)
    tables = {table.key: [row.cells for row in table.rows] for table in get_game_stats(GAME).tables}
    assert [cells[1] for cells in tables["weeks"]] == [2, 0, 0, 1]
    assert tables["lengths"][0] == ("1–5", 2)
    assert tables["lengths"][-1][1] == 1
    assert {cells[1] for cells in tables["lengths"][1:-1]} == {0}


def test_streaks_and_form_are_those_of_the_matches() -> None:
    one, other = PlayerFactory(username="ada"), PlayerFactory()
    for hours, ranks in enumerate([(1, 2), (1, 2), (1, 1), (2, 1)]):
        made = ended_match(one, other, ranks=ranks, at=NOON + timedelta(hours=hours))
        count_stats(match_id=made.pk, at=NOON)
    page = get_player_stats("ADA")
    assert page.form == "LDWW"
    assert (page.streaks.now, page.streaks.word, page.streaks.won, page.streaks.unbeaten) == (1, "lost", 2, 3)
    assert page.matches == 4
