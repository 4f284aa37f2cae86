"""Rulings on a match: what each does to status, clocks and log, and what each refuses."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from engines.i18n import translate_stored
from engines.referee_notation import parse_word
from engines.verification import checks
from matches.actions import referee
from matches.actions.adjudication import adjudicate
from matches.actions.bots import play_due_bots
from matches.actions.close import hold_for_review
from matches.actions.creation import SeatPlan, create_match
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Status
from matches.queries.board_view import get_board
from matches.queries.position import load_clock
from matches.queries.replay import build_record, iter_frames
from tests.factories import BotFactory, PlayerFactory
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch, refusal, refuses

WHY = "A fire alarm in the hall."


def refused(act: Callable[..., Any], table: TwoPlayerMatch, **given: Any) -> tuple[str, str | None]:
    return refusal(act, table.id, at=table.at, **{"why": WHY, **given})


def rule(act: Callable[..., Any], table: TwoPlayerMatch, **given: Any) -> int:
    return int(act(match_id=table.id, at=table.at, why=WHY, **given))


def test_in_a_pause_nobody_plays_no_time_goes_by_all_read_why_and_resuming_lets_the_turn_go_on(start_match: StartMatch) -> None:
    table = start_match(TimeControl(60_000, 60_000)).begin()
    table.at += 20 * S
    n = rule(referee.pause, table)
    row = table.row
    assert (row.status, row.deadline_at, row.to_act) == (Status.PAUSED, None, [])
    with pytest.raises(ActionError, match="paused"):
        table.send(0, "B4-B5", at=table.at)
    for player in (*table.players, None):
        shown: Any = get_board(table.id, player and player.pk)
        assert shown["ruling"]["n"] == n
        assert shown["log"][-1]["text"] == f"The referee pauses the match. Clocks are stopped. Reason: {WHY}"
        assert not any(shown["can"].values())
    table.at += timedelta(days=1)
    adjudicate(match_id=table.id, at=table.at)
    assert table.row.status == Status.PAUSED
    assert load_clock(table.row).remaining(0, table.at).turn == 40_000
    rule(referee.resume, table)
    row = table.row
    assert (row.status, row.to_act) == (Status.PLAYING, [0])
    assert row.deadline_at == table.at + 100 * S
    assert not table.say(0, "B4-B5").code


def test_a_bot_waits_while_the_match_is_paused_and_is_due_again_afterwards(start_match: StartMatch) -> None:
    table = start_match()
    bots = [SeatPlan(BotFactory().pk, bot="random") for _ in range(2)]
    table.id = create_match(game="field-tactics", options={"advantage": "red"}, seats=bots, control=TimeControl(), at=table.at)
    assert table.row.bot_due_at
    rule(referee.pause, table)
    assert table.row.bot_due_at is None
    play_due_bots(match_id=table.id, at=table.at + S)
    assert table.row.entries.filter(by__isnull=False).count() == 0
    rule(referee.resume, table)
    play_due_bots(match_id=table.id, at=table.at + S)
    assert table.row.entries.filter(by__isnull=False).count() == 1


def test_time_is_added_to_the_seats_that_are_named(table: TwoPlayerMatch) -> None:
    deadline, reserve = table.row.deadline_at, load_clock(table.row).remaining(1, table.at).reserve
    rule(referee.add_time, table, seats=[0], seconds=90)
    assert table.row.deadline_at == deadline + 90 * S
    assert load_clock(table.row).remaining(1, table.at).reserve == reserve
    assert "adds 1 min 30 s for Red." in translate_stored(table.row.ruling["text"])


def test_one_limit_for_the_whole_match_is_stopped_and_lengthened(start_match: StartMatch) -> None:
    table = TwoPlayerMatch(start_match().at, TimeControl(), game="order-and-chaos", classroom=True)
    left = load_clock(table.row).remaining(0, table.at).reserve
    rule(referee.pause, table)
    rule(referee.add_time, table, seats=[0], seconds=60)
    table.at += timedelta(hours=1)
    rule(referee.resume, table)
    assert table.row.deadline_at == table.at + timedelta(milliseconds=left + 60_000)


def test_a_ruled_result_ends_the_match_like_any_other_end(table: TwoPlayerMatch) -> None:
    rule(referee.rule_result, table, ranks=[2, 1])
    row = table.row
    assert (row.status, row.ranks, row.reason, row.closed_at) == (Status.CLOSED, [2, 1], "ruled", table.at)
    shown: Any = get_board(table.id)
    assert shown["outcome"]["text"] == "The referee set the result."
    assert checks.find_fault(build_record(table.id)) is None
    assert list(iter_frames(table.id, "all"))[-1]["text"] == f"The referee sets the result: Blue wins. Reason: {WHY}"


def test_an_annulled_match_keeps_its_secrets_and_goes_on_where_it_stood_when_it_is_reinstated(start_match: StartMatch) -> None:
    table = start_match(TimeControl(60_000, 60_000)).begin()
    table.at += 15 * S
    before: Any = get_board(table.id)
    rule(referee.annul, table)
    row = table.row
    shown: Any = get_board(table.id)
    assert (row.status, row.ranks, row.deadline_at) == (Status.VOID, None, None)
    assert shown["view"] == before["view"]
    with pytest.raises(ActionError, match="hidden information stays secret"):
        build_record(table.id)
    assert refused(referee.resume, table)[0] == "annulled"
    rule(referee.reinstate, table)
    assert table.row.status == Status.PAUSED
    assert refused(referee.reinstate, table)[0] == "nothing-to-reinstate"
    rule(referee.resume, table)
    assert load_clock(table.row).remaining(0, table.at).turn == 45_000
    assert not table.say(0, "B4-B5").code
    assert not table.say(1, "resign").code
    assert checks.find_fault(build_record(table.id)) is None


def test_a_disqualified_player_of_two_loses_and_of_three_comes_back_before_anything_is_played(table: TwoPlayerMatch) -> None:
    rule(referee.disqualify, table, seat=0)
    assert (table.row.ranks, table.row.reason) == ([2, 1], "disqualified")
    assert checks.find_fault(build_record(table.id)) is None
    players = PlayerFactory.create_batch(3)
    seats = [SeatPlan(player.pk, ready=True) for player in players]
    table.id = create_match(game="zero-day", options={}, seats=seats, control=TimeControl(), at=table.at)
    rule(referee.disqualify, table, seat=2)
    assert table.row.status == Status.PLAYING
    out, others = table.row.state, table.row.to_act
    rule(referee.reinstate, table)
    assert table.row.state != out
    rule(referee.resume, table)
    assert set(others) <= set(table.row.to_act)


def test_a_match_held_after_a_fault_can_go_on_or_be_ruled_on_though_its_engine_fails(
    table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("broken")

    hold_for_review(match_id=table.id, at=table.at)
    rule(referee.resume, table)
    assert (table.row.status, table.row.to_act) == (Status.PLAYING, [0])
    hold_for_review(match_id=table.id, at=table.at)
    with monkeypatch.context() as broken:
        broken.setattr("engines.field_tactics.engine.FieldTactics.forfeit", fail)
        assert refused(referee.disqualify, table, seat=0)[0] == "engine-failed"
        rule(referee.rule_result, table, ranks=[1, 1])
    assert (table.row.status, table.row.ranks) == (Status.CLOSED, [1, 1])
    assert checks.find_fault(build_record(table.id)) is None


@pytest.mark.parametrize(
    ("acts", "hours"),
    [
        ([(referee.add_time, {"seats": [0], "seconds": 30}), (referee.resume, {})], 2),
        ([(referee.pause, {}), (referee.add_time, {"seats": [0, 1], "seconds": 5}), (referee.resume, {})], 1),
        ([(referee.annul, {})], 1),
    ],
)
def test_the_time_of_a_hold_counts_for_nobody_and_the_record_says_so(
    start_match: StartMatch, acts: list[tuple[Callable[..., Any], dict[str, Any]]], hours: int
) -> None:
    table = start_match(TimeControl(60_000, 60_000)).begin()
    table.say(0, "B4-B5", after=7)
    table.at += 20 * S
    hold_for_review(match_id=table.id, at=table.at)
    for act, given in acts:
        table.at += timedelta(hours=1)
        rule(act, table, **given)
    held = [parse_word(None, entry.do) for entry in table.row.entries.filter(do__startswith="outage")]
    assert sum(one.numbers[1] - one.numbers[0] for one in held if one) == hours * 3_600_000 + 20_000
    if table.row.status == Status.PLAYING:
        table.at += 3 * S
        clock = load_clock(table.row)
        assert clock.remaining(1, table.at).turn == 57_000
        table.verify(by=1)


def test_what_arrived_before_a_ruling_and_a_fallen_flag_come_before_it(table: TwoPlayerMatch, start_match: StartMatch) -> None:
    table.send(0, "B4-B5", at=table.at)
    rule(referee.pause, table)
    assert [entry.do for entry in table.row.entries.all()][-2:] == ["B4-B5", "stop"]
    rule(referee.resume, table)
    table.send(0, "resign", at=table.at)
    with refuses("match-over"):
        rule(referee.pause, table)
    timed = start_match(TimeControl(60_000, 0)).begin()
    timed.at += 60 * S
    assert refused(referee.pause, timed) == ("time-is-up", None)
    timed.at += S
    with refuses("match-over"):
        rule(referee.pause, timed)


BAD: list[tuple[Callable[..., Any], dict[str, Any], tuple[str, str | None]]] = [
    (referee.pause, {"why": "  "}, ("reason-needed", "why")), (referee.pause, {"why": "x" * 301}, ("reason-needed", "why")),
    (referee.pause, {"why": "a\0bc"}, ("reason-needed", "why")), (referee.resume, {}, ("not-paused", None)),
    (referee.reinstate, {}, ("nothing-to-reinstate", None)),
    (referee.add_time, {"seats": [], "seconds": 60}, ("bad-seat", "seats")),
    (referee.add_time, {"seats": [2], "seconds": 60}, ("bad-seat", "seats")),
    (referee.add_time, {"seats": [-1], "seconds": 60}, ("bad-seat", "seats")),
    (referee.add_time, {"seats": [0], "seconds": 0}, ("out-of-range", "seconds")),
    (referee.add_time, {"seats": [0], "seconds": 86_401}, ("out-of-range", "seconds")),
    (referee.rule_result, {"ranks": []}, ("bad-ranks", "ranks")),
    (referee.rule_result, {"ranks": [1, 3]}, ("bad-ranks", "ranks")),
    (referee.rule_result, {"ranks": [1, 2, 3]}, ("bad-ranks", "ranks")),
    (referee.disqualify, {"seat": 2}, ("bad-seat", "seat")), (referee.disqualify, {"seat": True}, ("bad-seat", "seat")),
]  # fmt: skip


def test_refusals_name_the_field_and_change_nothing(table: TwoPlayerMatch) -> None:
    for act, given, told in BAD:
        assert refused(act, table, **given) == told, (act, given)
    for said in ("stop", "rule 1,2", "credit 0 60000", "annul"):
        assert table.say(0, said).code, "a player cannot say the referee's words"
    rule(referee.pause, table)
    assert refused(referee.pause, table)[0] == "paused"


def test_a_match_that_has_not_begun_or_is_over_is_not_ruled_on(start_match: StartMatch) -> None:
    table = start_match()
    acts: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (referee.pause, {}), (referee.resume, {}), (referee.annul, {}), (referee.reinstate, {}),
        (referee.disqualify, {"seat": 0}), (referee.rule_result, {"ranks": [1, 2]}),
        (referee.add_time, {"seats": [0], "seconds": 5}),
    ]  # fmt: skip
    table.say(0, "resign")
    assert {refused(act, table, **given)[0] for act, given in acts} == {"match-over"}
    seats = [SeatPlan(PlayerFactory().pk), SeatPlan(None)]
    table.id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=table.at)
    assert {refused(act, table, **given)[0] for act, given in acts} == {"not-started"}
    table.id = 10**9
    with pytest.raises(ActionError, match="Match not found"):
        referee.pause(match_id=table.id, why=WHY, at=table.at)
