"""An arena on the site: matches are made whenever two are free, until the time is up."""

from datetime import datetime, timedelta

import pytest

from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event, Pairing, Round, StageLogEntry
from league.pairings.actions.rounds import create_next_round, pause_event, resume_event
from league.people.models import Player
from league.registration.actions.continuous_entries import pause_entry, resume_entry
from league.registration.actions.entries import join_event
from league.registration.actions.late_entries import enter_late
from league.registration.actions.withdrawals import withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.result_overrides import override_result, revert_override
from league.results.actions.results import record_result
from league.results.result_impact import compute_impact, get_entrant_names
from league.standings.rows import load_rows
from league.standings.standings_calculation import compute_lines
from league.standings.steps import load_log
from league.sweep import sweep
from matches.actions.clocks import go_berserk
from matches.actions.creation import set_ready
from matches.models import Entry, Match
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, end
from tests.league.conftest import kept_event
from tests.league.events.continuous import MINUTE, arena, assert_nobody_twice, entrant_of, play_arena, running, stage_of
from tests.league.events.playing import between_two, refused, tables_of
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
OVER = NOON + 30 * MINUTE
KEPT = {"two": lambda: arena(*PlayerFactory.create_batch(2)), "four": arena}
two = kept_event("two")
"""An arena of two who play their first match."""
four = kept_event("four")
"""An arena of four who play their first two matches."""


@pytest.fixture
def ada(two: Event) -> Player:
    return two.entrants.order_by("seed")[0].player


def points(made: Event) -> dict[int, int]:
    return {line.entrant: line.halves // 2 for line in compute_lines(load_rows(stage_of(made)))}


def play(made: Event, match_id: int, ranks: tuple[int, int] = (1, 2), at: datetime = NOON, reason: str = "base") -> None:
    end(match_id, ranks=ranks, at=at, reason=reason)
    record_result(match_id=match_id, at=at)
    start_due_round(event_id=made.pk, at=at)


def ready(made: Event) -> set[int]:
    log = load_log(stage_of(made))
    return log.arena(log.known_at).ready


@pytest.mark.parametrize("players", [2, 5, 8] if WHOLE else [5])
def test_an_arena_is_played_to_its_end_and_logs_every_match_once(players: int) -> None:
    made = play_arena(arena(*PlayerFactory.create_batch(players), minutes=6), seed=players)
    assert made.status == "finished"
    assert made.finished_at >= NOON + 6 * MINUTE
    assert not Pairing.objects.filter(round__event=made, counted_at=None).exists()
    assert not made.rounds.filter(finished_at=None).exists()
    (table,) = tables_of(made.pk)
    games = Pairing.objects.filter(round__event=made).count()
    assert sum(line.played for line in table.lines) == 2 * games > players
    assert [line.rank for line in table.lines] == sorted(line.rank or 0 for line in table.lines)
    assert [column.short for column in table.columns] == ["Perf", "Run"]
    assert all(len(line.figures) == 2 for line in table.lines)
    log = list(StageLogEntry.objects.filter(stage__event=made).order_by("number").values_list("kind", "number"))
    kinds = [kind for kind, _ in log]
    assert (kinds[0], kinds.count("joined"), kinds.count("paired"), kinds.count("ended")) == ("started", players, games, games)
    assert [number for _, number in log] == list(range(1, len(log) + 1))


def test_all_play_from_the_start_and_again_as_soon_as_there_is_another_opponent(four: Event, at: datetime) -> None:
    first, second = running(four)
    assert four.next_round_at == OVER
    sweep(at + MINUTE)
    assert running(four) == [first, second]
    play(four, first)
    assert running(four) == [second]
    play(four, second)
    assert len(running(four)) == 2
    assert_nobody_twice(four)
    assert Round.objects.filter(event=four).count() == 2


def test_a_match_that_runs_at_the_end_counts_when_it_ends(two: Event, at: datetime) -> None:
    (match_id,) = running(two)
    sweep(OVER)
    two.refresh_from_db()
    assert two.status == "running"
    end(match_id, at=OVER + MINUTE)
    sweep(OVER + MINUTE)
    two.refresh_from_db()
    assert (two.status, two.finished_at) == ("finished", OVER + MINUTE)
    assert sorted(points(two).values()) == [0, 2]


@pytest.mark.parametrize("begun", [True, False])
def test_where_late_matches_do_not_count_the_arena_ends_with_its_time(begun: bool, at: datetime) -> None:
    """A match that has not begun is cancelled; of one that runs neither result nor berserk counts."""
    made = arena(*PlayerFactory.create_batch(2), settings={"late_games": "drop", "berserk": True})
    (match_id,) = running(made)
    if begun:
        begin(match_id, at)
        assert Match.objects.get(pk=match_id).berserk
    sweep(OVER)
    made.refresh_from_db()
    match = Match.objects.get(pk=match_id)
    assert (made.status, match.status, match.berserk) == ("finished", "playing" if begun else "void", False)
    if begun:
        end(match_id, at=OVER + MINUTE)
        sweep(OVER + MINUTE)
    assert sorted(points(made).values()) == [0, 0]
    made.refresh_from_db()
    assert made.status == "finished"


def test_who_comes_late_is_paired_at_once(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(3))
    assert len(running(made)) == 1
    assert join_event(event_id=made.pk, player_id=PlayerFactory().pk, at=at + MINUTE) == "entered"
    sweep(at + MINUTE)
    assert len(running(made)) == 2
    bot = BotFactory()
    organised = enter_late(event_id=made.pk, by=made.organiser_id, username=bot.username, at=at + MINUTE)
    assert organised in ready(made)
    play(made, running(made)[0], at=at + MINUTE)
    assert Match.objects.filter(pk__in=running(made), seats__player=bot).count() == 1


def test_who_pauses_is_not_paired_until_coming_back(two: Event, ada: Player, at: datetime) -> None:
    pause_entry(event_id=two.pk, player_id=ada.pk, at=at)
    play(two, running(two)[0])
    assert running(two) == []
    resume_entry(event_id=two.pk, player_id=ada.pk, at=at + MINUTE)
    sweep(at + MINUTE)
    assert len(running(two)) == 1


def test_who_does_not_come_to_a_match_is_paused_and_may_come_back(two: Event, at: datetime) -> None:
    (match_id,) = running(two)
    absent = Match.objects.get(pk=match_id).seats.get(number=1).player
    play(two, match_id, (1, 2), at + MINUTE, "no-show")
    assert len(ready(two)) == 1
    assert entrant_of(two, absent) not in ready(two)
    assert running(two) == []
    resume_entry(event_id=two.pk, player_id=absent.pk, at=at + 2 * MINUTE)
    assert len(ready(two)) == 2


def test_if_neither_comes_neither_scores_and_both_are_paused(two: Event, at: datetime) -> None:
    play(two, running(two)[0], (2, 2), at + MINUTE, "double-forfeit")
    assert ready(two) == set()
    assert set(points(two).values()) == {0}


def test_who_withdraws_loses_the_match_and_is_out(two: Event, ada: Player, at: datetime) -> None:
    gone = entrant_of(two, ada)
    withdraw(event_id=two.pk, entrant_id=gone, by=ada.pk, at=at + MINUTE)
    sweep(at + MINUTE)
    assert [won for one, won in points(two).items() if one != gone] == [2]
    assert gone not in ready(two)
    with refused("already-joined"):
        join_event(event_id=two.pk, player_id=ada.pk, at=at + 2 * MINUTE)


def test_a_paused_event_makes_no_matches_and_goes_on_when_resumed(four: Event, at: datetime) -> None:
    pause_event(event_id=four.pk, by=four.organiser_id, at=at)
    for match_id in running(four):
        play(four, match_id)
    sweep(at + MINUTE)
    assert running(four) == []
    resume_event(event_id=four.pk, by=four.organiser_id, at=at + 2 * MINUTE)
    sweep(at + 2 * MINUTE)
    assert len(running(four)) == 2


def test_a_ruling_changes_the_points_as_was_foreseen_and_can_be_taken_back(two: Event, at: datetime) -> None:
    play(two, running(two)[0])
    pairing = Pairing.objects.get(round__event=two, counted_at__isnull=False)
    other = tuple(side.halves or 0 for side in pairing.sides.order_by("number"))[::-1]
    was, rows, steps = points(two), load_rows(stage_of(two)), StageLogEntry.objects.count()
    said = compute_impact(rows, pairing.pk, between_two(rows.stage, other), get_entrant_names(rows))
    assert sorted((one.before, one.after) for one in said.moved) == [(1, 2), (2, 1)]
    given = {"event_id": two.pk, "by": two.organiser_id, "at": at}
    ruling = override_result(pairing_id=pairing.pk, halves=other, why="Wrong seat", **given)
    assert points(two) == {one: 2 - won for one, won in was.items()}
    revert_override(overturn_id=ruling, **given)
    assert (points(two), StageLogEntry.objects.count()) == (was, steps)


def test_a_ruling_on_a_match_that_runs_frees_its_players(four: Event, at: datetime) -> None:
    pairing = Pairing.objects.filter(round__event=four).order_by("pk")[0]
    override_result(event_id=four.pk, pairing_id=pairing.pk, halves=(2, 0), why="Ruled out", by=four.organiser_id, at=at)
    assert sorted(points(four).values()) == [0, 0, 0, 2]
    log = load_log(stage_of(four))
    assert len(log.arena(log.known_at).waiting) == 2


def test_what_cannot_be_is_refused_and_changes_nothing(two: Event, ada: Player, at: datetime) -> None:
    steps = StageLogEntry.objects.count()
    for player, when, code in ((PlayerFactory(), at, "not-joined"), (ada, at, "not-paused"), (ada, OVER, "time-up")):
        with refused(code):
            resume_entry(event_id=two.pk, player_id=player.pk, at=when)
    with refused("no-rounds"):
        create_next_round(event_id=two.pk, by=two.organiser_id, at=at)
    assert StageLogEntry.objects.count() == steps


def test_joining_a_running_arena_keeps_to_its_rules(two: Event, at: datetime) -> None:
    for change, player, when, code in (
        ({}, PlayerFactory(), OVER + timedelta(days=1), "time-up"), ({"max_entrants": 2}, PlayerFactory(), at, "event-full"),
        ({}, GuestFactory(), at, "account-needed"),
        ({"registration": "invite", "max_entrants": 16}, PlayerFactory(), at, "not-open"),
    ):  # fmt: skip
        two.update(**change)
        with refused(code):
            join_event(event_id=two.pk, player_id=player.pk, at=when)


def test_a_win_with_half_of_the_time_makes_three_points(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2), settings={"berserk": True})
    (match_id,) = running(made)
    red, blue = begin(match_id, at)
    go_berserk(match_id=match_id, player_id=red, at=at)
    go_berserk(match_id=match_id, player_id=blue, at=at)
    Entry.objects.bulk_create(
        Entry(match_id=match_id, n=n, by=0, do="B4-B5", texts={}, at=at, left=[]) for n in range(100, 107)
    )
    play(made, match_id)
    assert sorted(points(made).values()) == [0, 3]
    ended = StageLogEntry.objects.get(stage__event=made, kind="ended").data
    assert (ended["berserk"], ended["moves"]) == ([True, True], [7, 0])


def test_only_an_arena_with_berserk_on_offers_it_and_only_while_it_runs(four: Event, at: datetime) -> None:
    wild = arena(*PlayerFactory.create_batch(2), settings={"berserk": True})
    assert not Match.objects.filter(pk__in=running(four), berserk=True).exists()
    (match_id,) = running(wild)
    red, _ = begin(match_id, at)
    cancel_event(event_id=wild.pk, by=wild.organiser_id, at=at)
    with refused("no-berserk"):
        go_berserk(match_id=match_id, player_id=red, at=at)


def begin(match_id: int, at: datetime) -> tuple[int, int]:
    """Both players come; their ids by seat."""
    red, blue = (player or 0 for player in Match.objects.get(pk=match_id).seats.values_list("player", flat=True))
    for player in (red, blue):
        set_ready(match_id=match_id, player_id=player, at=at)
    return red, blue
