"""A game that raises or never returns stops only its own match: adjudication, views, bots and streams of others go on."""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from engines.contract import IllegalAction
from engines.registry import get
from matches import engine_limits, tasks
from matches.actions import bots
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.catalogues import ENGLISH
from matches.clock import TimeControl
from matches.engine_limits import EngineFailure, EngineTimeout, get_engine, limit_call, limit_step
from matches.models import Heartbeat, Match, Status, Submission
from matches.queries import board_view
from matches.queries.board_view import get_board
from matches.queries.position import load_clock
from matches.stream.snapshots import SnapshotRequest, load_snapshots
from tests.factories import BotFactory, PlayerFactory
from tests.matches.conftest import StartMatch, TwoPlayerMatch

FIELD_TACTICS = type(get("field-tactics"))
LIMIT_S = 0.2


def loop(*_: Any) -> Any:
    while True:
        pass


def loop_and_catch(*_: Any) -> Any:
    """Swallow the first interrupt, as careless code does."""
    try:
        loop()
    except BaseException:
        return loop()


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.fixture(autouse=True)
def _short_limit(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ENGINE_CALL_S = LIMIT_S
    monkeypatch.setattr(engine_limits, "TICK_S", 0.05)
    monkeypatch.setattr(board_view, "_failed", {})


@pytest.mark.parametrize(
    ("method", "fault"),
    [("apply", loop), ("describe", loop_and_catch), *((method, fail) for method in ("apply", "load", "to_act", "dump"))],
)
def test_a_game_that_fails_in_adjudication_puts_its_match_under_review(
    table: TwoPlayerMatch, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch, method: str, fault: Callable[..., Any]
) -> None:
    sent = table.send(0, "B4-B5", at=table.at)
    with monkeypatch.context() as patch:
        patch.setattr(FIELD_TACTICS, method, fault)
        adjudicate(match_id=table.id, at=table.at)
    match = table.row
    assert (match.status, match.deadline_at, load_clock(match).held_at) == (Status.REVIEW, None, table.at)
    assert Submission.objects.get(pk=sent).judged_at is None
    assert not start_match().say(0, "first red").code


@pytest.mark.parametrize(("method", "fault"), [("view", loop), ("legal", fail)])
def test_a_match_that_cannot_be_shown_has_a_page_without_a_board_and_goes_to_review(
    table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch, method: str, fault: Callable[..., Any]
) -> None:
    held: list[int] = []
    monkeypatch.setattr(board_view, "enqueue", lambda task, match_id: held.append(match_id))
    monkeypatch.setattr(FIELD_TACTICS, method, fault)
    board = get_board(table.id, table.red.pk)
    assert (board["view"], board["legal"], board["can"]["resign"]) == (None, None, False)
    assert held == [table.id]
    assert Client().get(f"/matches/{table.id}/").status_code == 200
    assert Client().get(f"/matches/{table.id}/plain/").status_code == 200
    tasks.hold(match_id=table.id)
    assert table.row.status == Status.REVIEW


def test_a_match_that_cannot_be_shown_is_not_tried_again_for_each_viewer_and_the_stream_of_others_goes_on(
    table: TwoPlayerMatch, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, calls = start_match(), list[int]()
    view, state = FIELD_TACTICS.view, get("field-tactics").load(table.row.state)

    def fail_for_one(self: Any, shown: Any, viewer: int | None) -> Any:
        if shown != state:
            return view(shown, viewer)
        calls.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(FIELD_TACTICS, "view", fail_for_one)
    for player_id in (None, table.red.pk, table.blue.pk):
        get_board(table.id, player_id)
    assert len(calls) == 1
    requests = [SnapshotRequest(match_id, [0], {(None, ENGLISH)}) for match_id in (table.id, other.id)]
    shown: list[Any] = load_snapshots(requests)
    assert shown[0][ENGLISH].boards[None]["view"] is None
    assert shown[1][ENGLISH].boards[None]["view"] is not None


@pytest.fixture
def bot_match(db: None, at: datetime) -> Match:
    """A match of Order & Chaos in which the greedy bot is to move."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": at})
    seats = [SeatPlan(BotFactory(bot="greedy").pk, bot="greedy"), SeatPlan(PlayerFactory().pk, ready=True)]
    match_id = create_match(game="order-and-chaos", options={}, seats=seats, control=TimeControl(60_000, 0), at=at)
    return Match.objects.get(pk=match_id)


@pytest.mark.parametrize(("place", "fault"), [("legal", fail), ("choice", loop)])
def test_a_game_that_fails_for_a_bot_or_a_bot_that_never_decides_puts_its_match_under_review(
    bot_match: Match, at: datetime, monkeypatch: pytest.MonkeyPatch, place: str, fault: Callable[..., Any]
) -> None:
    assert bot_match.status == Status.PLAYING
    if place == "legal":
        monkeypatch.setattr(type(get("order-and-chaos")), place, fault)
    else:
        monkeypatch.setattr("matches.actions.bots.bots.choose_action", fault)
    bots.play_due_bots(match_id=bot_match.pk, at=at, think_s=0.01)
    bot_match.refresh_from_db()
    assert bot_match.status == Status.REVIEW


def test_many_quick_calls_of_one_step_share_its_limit_and_time_outside_the_engine_is_never_interrupted() -> None:
    def call_often() -> None:
        for _ in range(1_000_000):
            limit_call(sum, range(10_000))

    with limit_step(), pytest.raises(EngineTimeout):
        call_often()
    with limit_step():
        limit_call(int)
        ends = time.thread_time() + 2 * LIMIT_S
        while time.thread_time() < ends:
            pass


def test_a_thread_that_computes_does_not_use_up_the_limit_of_another() -> None:
    results: list[str] = []

    def wait() -> str:
        stop.wait(3 * LIMIT_S)
        return "returned"

    stop = threading.Event()
    waiting = threading.Thread(target=lambda: results.append(limit_call(wait)))
    waiting.start()
    with pytest.raises(EngineTimeout):
        limit_call(loop)
    waiting.join()
    assert results == ["returned"]


def test_refusals_pass_and_other_exceptions_are_failures_of_the_game() -> None:
    engine = get_engine("order-and-chaos")
    with pytest.raises(IllegalAction):
        engine.decode("no move")
    with pytest.raises(EngineFailure, match="ZeroDivisionError"):
        limit_call(fail)
    assert limit_call(int, "7") == 7
    assert not engine_limits._watchdog._steps
