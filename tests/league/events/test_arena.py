"""An arena on the site: matches are made whenever two are free, until the time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event, EventStatus, Pairing, Round, StageLogEntry
from league.events.stage_plans import StagePlan
from league.pairings.actions.rounds import create_next_round, finish_stage, pause_event, resume_event
from league.registration.actions.continuous_entries import pause_entry, resume_entry
from league.registration.actions.entries import join_event
from league.registration.actions.withdrawals import enter_late, withdraw
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
from matches.errors import ActionError
from matches.models import Entry, Match
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, end, event
from tests.league.events.continuous import MINUTE, arena, assert_nobody_twice, entrant_of, play_arena, running, stage_of
from tests.league.events.playing import between_two, tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
OVER = NOON + 30 * MINUTE


def points(made: Event) -> dict[int, int]:
    """By entrant, the arena's points."""
    return {line.entrant: line.halves // 2 for line in compute_lines(load_rows(stage_of(made)))}


def play(made: Event, match_id: int, ranks: tuple[int, int] = (1, 2), at: datetime = NOON, reason: str = "base") -> None:
    end(match_id, ranks=ranks, at=at, reason=reason)
    record_result(match_id=match_id, at=at)
    start_due_round(event_id=made.pk, at=at)


def ready(made: Event) -> set[int]:
    log = load_log(stage_of(made))
    return log.arena(log.known_at).ready


@pytest.mark.parametrize("players", [2, 5, 8])
def test_an_arena_is_played_to_its_end(players: int) -> None:
    made = play_arena(arena(*PlayerFactory.create_batch(players)), seed=players)
    assert made.status == "finished"
    assert made.finished_at >= OVER
    assert not Pairing.objects.filter(round__event=made, counted_at=None).exists()
    assert not made.rounds.filter(finished_at=None).exists()
    (table,) = tables_of(made.pk)
    played = sum(line.played for line in table.lines)
    assert played == 2 * Pairing.objects.filter(round__event=made).count() > 2 * players
    assert [line.rank for line in table.lines] == sorted(line.rank or 0 for line in table.lines)
    assert [column.short for column in table.columns] == ["Perf", "Run"]
    assert all(len(line.figures) == 2 for line in table.lines)


def test_the_log_tells_of_every_match_once() -> None:
    made = play_arena(arena())
    kinds = list(StageLogEntry.objects.filter(stage__event=made).values_list("kind", flat=True))
    games = Pairing.objects.filter(round__event=made).count()
    assert (kinds[0], kinds.count("joined"), kinds.count("paired"), kinds.count("ended")) == ("started", 4, games, games)
    numbers = list(StageLogEntry.objects.filter(stage__event=made).values_list("number", flat=True))
    assert numbers == list(range(1, len(kinds) + 1))


def test_the_first_matches_open_with_the_start_and_nobody_waits_without_need(at: datetime) -> None:
    made = arena()
    assert len(running(made)) == 2
    assert made.next_round_at == OVER
    sweep(at + MINUTE)
    assert len(running(made)) == 2


def test_who_has_played_is_paired_again_as_soon_as_there_is_another_opponent(at: datetime) -> None:
    made = arena()
    first, second = running(made)
    play(made, first)
    assert running(made) == [second]
    play(made, second)
    assert len(running(made)) == 2
    assert_nobody_twice(made)
    assert Round.objects.filter(event=made).count() == 2


def test_a_match_that_runs_at_the_end_counts_when_it_ends(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2))
    (match_id,) = running(made)
    sweep(OVER)
    made.refresh_from_db()
    assert made.status == "running"
    end(match_id, at=OVER + MINUTE)
    sweep(OVER + MINUTE)
    made.refresh_from_db()
    assert (made.status, made.finished_at) == ("finished", OVER + MINUTE)
    assert sorted(points(made).values()) == [0, 2]


def test_where_late_matches_do_not_count_the_arena_ends_with_its_time(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2), settings={"late_games": "drop"})
    (match_id,) = running(made)
    for player in Match.objects.get(pk=match_id).seats.values_list("player", flat=True):
        set_ready(match_id=match_id, player_id=player or 0, at=at)
    sweep(OVER)
    made.refresh_from_db()
    assert made.status == "finished"
    end(match_id, at=OVER + MINUTE)
    sweep(OVER + MINUTE)
    assert sorted(points(made).values()) == [0, 0]
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_match_that_has_not_begun_and_would_not_count_is_cancelled(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2), settings={"late_games": "drop"})
    (match_id,) = running(made)
    sweep(OVER)
    made.refresh_from_db()
    assert (made.status, Match.objects.get(pk=match_id).status) == ("finished", "void")


def test_who_comes_late_is_paired_at_once(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(3))
    assert len(running(made)) == 1
    late = PlayerFactory()
    assert join_event(event_id=made.pk, player_id=late.pk, at=at + MINUTE) == "entered"
    sweep(at + MINUTE)
    assert len(running(made)) == 2
    organised = enter_late(event_id=made.pk, by=made.organiser_id, username=PlayerFactory().username, at=at + MINUTE)
    assert organised in ready(made)


def test_who_pauses_is_not_paired_until_coming_back(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = arena(ada, ben)
    pause_entry(event_id=made.pk, player_id=ada.pk, at=at)
    play(made, running(made)[0])
    assert running(made) == []
    resume_entry(event_id=made.pk, player_id=ada.pk, at=at + MINUTE)
    sweep(at + MINUTE)
    assert len(running(made)) == 1


def test_who_does_not_come_to_a_match_is_paused_and_may_come_back(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = arena(ada, ben)
    (match_id,) = running(made)
    absent = Match.objects.get(pk=match_id).seats.get(number=1).player
    play(made, match_id, (1, 2), at + MINUTE, "no-show")
    assert ready(made) == {entrant_of(made, one) for one in (ada, ben)} - {entrant_of(made, absent)}
    assert running(made) == []
    resume_entry(event_id=made.pk, player_id=absent.pk, at=at + 2 * MINUTE)
    assert len(ready(made)) == 2


def test_if_neither_comes_neither_scores_and_both_are_paused(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2))
    play(made, running(made)[0], (2, 2), at + MINUTE, "double-forfeit")
    assert ready(made) == set()
    assert set(points(made).values()) == {0}


def test_who_withdraws_loses_the_match_and_is_out(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = arena(ada, ben)
    gone = entrant_of(made, ada)
    withdraw(event_id=made.pk, entrant_id=gone, by=ada.pk, at=at + MINUTE)
    sweep(at + MINUTE)
    assert points(made)[entrant_of(made, ben)] == 2
    assert gone not in ready(made)
    with pytest.raises(ActionError) as refusal:
        join_event(event_id=made.pk, player_id=ada.pk, at=at + 2 * MINUTE)
    assert refusal.value.code == "already-joined"


def test_bots_take_part(at: datetime) -> None:
    made = arena(PlayerFactory(), PlayerFactory())
    bot = BotFactory()
    enter_late(event_id=made.pk, by=made.organiser_id, username=bot.username, at=at)
    play(made, running(made)[0])
    assert Match.objects.filter(pk__in=running(made), seats__player=bot).count() == 1


def test_a_paused_event_makes_no_matches_and_goes_on_when_resumed(at: datetime) -> None:
    made = arena()
    pause_event(event_id=made.pk, by=made.organiser_id, at=at)
    for match_id in running(made):
        play(made, match_id)
    sweep(at + MINUTE)
    assert running(made) == []
    resume_event(event_id=made.pk, by=made.organiser_id, at=at + 2 * MINUTE)
    sweep(at + 2 * MINUTE)
    assert len(running(made)) == 2


def test_an_organiser_may_end_an_arena_once_nothing_is_played(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2))
    with pytest.raises(ActionError) as refusal:
        finish_stage(event_id=made.pk, by=made.organiser_id, at=at)
    assert refusal.value.code == "round-running"
    end(running(made)[0])
    record_result(match_id=running(made)[0] if running(made) else Match.objects.get().pk, at=at)
    finish_stage(event_id=made.pk, by=made.organiser_id, at=at + MINUTE)
    made.refresh_from_db()
    assert made.status == "finished"


def test_no_round_can_be_paired_by_hand(at: datetime) -> None:
    made = arena()
    with pytest.raises(ActionError) as refusal:
        create_next_round(event_id=made.pk, by=made.organiser_id, at=at)
    assert refusal.value.code == "no-rounds"


def test_what_a_ruling_would_change_can_be_seen_before(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2))
    play(made, running(made)[0])
    pairing = Pairing.objects.filter(counted_at__isnull=False).get()
    halves = tuple(side.halves or 0 for side in pairing.sides.order_by("number"))
    rows = load_rows(stage_of(made))
    said = compute_impact(rows, pairing.pk, between_two(rows.stage, halves[::-1]), get_entrant_names(rows))
    assert sorted((one.before, one.after) for one in said.moved) == [(1, 2), (2, 1)]


def test_a_ruling_changes_the_points_and_can_be_taken_back(at: datetime) -> None:
    made = play_arena(arena())
    pairing = Pairing.objects.filter(round__event=made).order_by("pk")[0]
    halves = tuple(pairing.sides.order_by("number").values_list("halves", flat=True))
    was, other = points(made), (0, 2) if halves != (0, 2) else (2, 0)
    steps = StageLogEntry.objects.filter(stage__event=made).count()
    ruling = override_result(
        event_id=made.pk, pairing_id=pairing.pk, halves=other, why="Wrong seat", by=made.organiser_id, at=at
    )
    assert points(made) != was
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=at)
    assert points(made) == was
    assert StageLogEntry.objects.filter(stage__event=made).count() == steps
    made.refresh_from_db()
    assert made.status == EventStatus.FINISHED


def test_a_ruling_on_a_match_that_runs_frees_its_players(at: datetime) -> None:
    made = arena()
    pairing = Pairing.objects.filter(round__event=made).order_by("pk")[0]
    override_result(event_id=made.pk, pairing_id=pairing.pk, halves=(2, 0), why="Ruled out", by=made.organiser_id, at=at)
    assert sorted(points(made).values()) == [0, 0, 0, 2]
    log = load_log(stage_of(made))
    assert len(log.arena(log.known_at).waiting) == 2


@pytest.mark.parametrize(("who", "code"), [("stranger", "not-joined"), ("playing", "not-paused"), ("late", "time-up")])
def test_what_cannot_be_is_refused_and_changes_nothing(who: str, code: str, at: datetime) -> None:
    ada = PlayerFactory()
    made = arena(ada, PlayerFactory())
    steps = StageLogEntry.objects.count()
    player, when = (PlayerFactory() if who == "stranger" else ada), OVER if who == "late" else at
    with pytest.raises(ActionError) as refusal:
        resume_entry(event_id=made.pk, player_id=player.pk, at=when)
    assert refusal.value.code == code
    assert StageLogEntry.objects.count() == steps


def test_joining_a_running_arena_keeps_to_its_rules(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2), max_entrants=2)
    private = arena(*PlayerFactory.create_batch(2))
    Event.objects.filter(pk=private.pk).update(registration="invite")
    codes = []
    for event_id, player, when in (
        (made.pk, PlayerFactory(), at),
        (made.pk, GuestFactory(), at),
        (private.pk, PlayerFactory(), at),
        (arena(*PlayerFactory.create_batch(2)).pk, PlayerFactory(), OVER + timedelta(days=1)),
    ):
        with pytest.raises(ActionError) as refusal:
            join_event(event_id=event_id, player_id=player.pk, at=when)
        codes.append(refusal.value.code)
    assert codes == ["event-full", "account-needed", "not-open", "time-up"]


@pytest.mark.parametrize(
    ("stages", "field"),
    [
        ((StagePlan("arena", {"minutes": 1}),), "minutes"),
        ((StagePlan("arena", {"hours": 1}),), "hours"),
        ((StagePlan("arena", {"berserk": "perhaps"}),), "berserk"),
        ((StagePlan("ladder", {"reach": "far"}),), "reach"),
        ((StagePlan("swiss", {"rounds": 3}), StagePlan("arena", takes=4)), "format"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(stages: tuple[StagePlan, ...], field: str) -> None:
    with pytest.raises(ActionError) as refusal:
        event(stages=stages)
    assert refusal.value.field == field
    assert not Event.objects.exists()


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


def test_only_an_arena_with_berserk_on_offers_it_and_only_while_it_runs(at: datetime) -> None:
    plain, wild = arena(), arena(*PlayerFactory.create_batch(2), settings={"berserk": True})
    assert not Match.objects.filter(pk__in=running(plain), berserk=True).exists()
    (match_id,) = running(wild)
    red, _ = begin(match_id, at)
    cancel_event(event_id=wild.pk, by=wild.organiser_id, at=at)
    with pytest.raises(ActionError) as refusal:
        go_berserk(match_id=match_id, player_id=red, at=at)
    assert refusal.value.code == "no-berserk"


def test_an_arena_that_counts_no_late_matches_ends_the_offer_with_its_time(at: datetime) -> None:
    made = arena(*PlayerFactory.create_batch(2), settings={"berserk": True, "late_games": "drop"})
    (match_id,) = running(made)
    begin(match_id, at)
    sweep(OVER)
    assert not Match.objects.get(pk=match_id).berserk


def test_berserk_is_refused_where_the_players_share_one_clock() -> None:
    with pytest.raises(ActionError) as refusal:
        event(game="order-and-chaos", options={"classroom": True}, format="arena", settings={"berserk": True})
    assert refusal.value.field == "berserk"
    assert not Event.objects.exists()


def begin(match_id: int, at: datetime) -> tuple[int, int]:
    """Both players come; their ids by seat."""
    red, blue = (player or 0 for player in Match.objects.get(pk=match_id).seats.values_list("player", flat=True))
    for player in (red, blue):
        set_ready(match_id=match_id, player_id=player, at=at)
    return red, blue
