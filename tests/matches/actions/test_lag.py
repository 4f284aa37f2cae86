"""What a line takes there and back is measured by the server and given back to moves, within limits, in the log."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from matches import pubsub
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.clocks import record_ping
from matches.clock import Clock, TimeControl
from matches.errors import ActionError
from matches.latency import add_measurement, get_ping_ms
from matches.models import Match, Status, Submission
from matches.queries.position import list_legal_actions, load_position
from tests.factories import NOON, PlayerFactory
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch, begin_match, refuses

MS = timedelta(milliseconds=1)
TEN = TimeControl(10_000, 0)


def line_of(table: TwoPlayerMatch, seat: int, ms: int) -> None:
    """The seat's line has been measured."""
    lags = Match.objects.values_list("lags", flat=True).get(pk=table.id)
    Match.objects.filter(pk=table.id).update(lags=add_measurement(lags, seat, ms))


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    return begin_match(TEN)


def test_a_move_gets_its_round_trip_back_up_to_a_second_and_no_more_than_it_took(start_match: StartMatch) -> None:
    table = start_match(TimeControl(60_000, 100_000)).begin()
    line_of(table, 0, 1001)
    said = table.say(0, "B4-B5", after=90)
    entry = table.row.entries.get(n=said.entry)
    assert (entry.lag_ms, entry.left[0]) == (1000, [0, 71_000])
    line_of(table, 1, 900)
    (reply, *_) = list_legal_actions(table.row, load_position(table.row), 1) or ()
    said = table.say(1, reply, after=0.3)
    assert table.row.entries.get(n=said.entry).lag_ms == 300


@pytest.mark.parametrize(
    ("measured", "late", "in_time"),
    [
        (0, -1, True), (0, 0, False), (700, 699, True), (700, 700, False), (1500, 1499, True), (1500, 1500, False),
        (9000, 1999, True), (9000, 2000, False),
    ],
)  # fmt: skip
def test_a_late_move_is_in_time_if_its_line_explains_it(table: TwoPlayerMatch, measured: int, late: int, in_time: bool) -> None:
    line_of(table, 0, measured)
    deadline = table.row.deadline_at
    sent = table.send(0, "B4-B5", at=deadline + late * MS)
    adjudicate(match_id=table.id, at=deadline + 3 * S)
    submission = Submission.objects.get(pk=sent)
    assert submission.code == ("" if in_time else "match-over")
    if in_time:
        entry = table.row.entries.get(n=submission.entry)
        assert entry.lag_ms == max(min(measured, 1000), late + 1)
        assert sum(entry.left[0]) == entry.lag_ms - late
    else:
        assert (table.row.status, table.row.closed_at) == (Status.CLOSED, deadline)


def test_a_flag_waits_for_a_slow_line_asks_to_be_looked_at_again_and_is_dated_to_its_moment(
    table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    line_of(table, 0, 1200)
    deadline = table.row.deadline_at
    sent: list[Any] = []
    monkeypatch.setattr(pubsub, "_enqueue_now", lambda task, eta, arguments: sent.append((task, eta)))
    with django_capture_on_commit_callbacks(execute=True):
        adjudicate(match_id=table.id, at=deadline + FLAG_DELAY)
    assert sent == [("matches.tasks.judge", deadline + FLAG_DELAY + 1200 * MS)]
    adjudicate(match_id=table.id, at=deadline + FLAG_DELAY + 1199 * MS)
    assert table.row.status == Status.PLAYING
    adjudicate(match_id=table.id, at=deadline + FLAG_DELAY + 1200 * MS)
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, deadline)


@pytest.mark.parametrize("moves", [True, False])
def test_what_the_other_says_waits_while_it_is_open_whether_a_flag_fell_before(table: TwoPlayerMatch, moves: bool) -> None:
    line_of(table, 0, 1500)
    deadline = table.row.deadline_at
    resigned = table.send(1, "resign", at=deadline + 300 * MS)
    assert adjudicate(match_id=table.id, at=deadline + 301 * MS) == 0
    assert Submission.objects.get(pk=resigned).judged_at is None
    if moves:
        moved = table.send(0, "B4-B5", at=deadline + 200 * MS)
        assert adjudicate(match_id=table.id, at=deadline + 302 * MS) == 2
        assert Submission.objects.get(pk=moved).code == ""
        assert (table.row.reason, table.row.ranks) == ("resigned", [1, 2])
    else:
        adjudicate(match_id=table.id, at=deadline + 1500 * MS + FLAG_DELAY)
        assert Submission.objects.get(pk=resigned).code == "match-over"
        assert (table.row.reason, table.row.ranks, table.row.closed_at) == ("time", [2, 1], deadline)


def test_the_middle_of_three_measurements_counts() -> None:
    lags: dict[str, list[int]] = {}
    for ms in (5000, 100, 300, 200):
        lags = add_measurement(lags, 1, ms)
    assert lags == {"1": [100, 300, 200]}
    assert (get_ping_ms(lags, 1), get_ping_ms(lags, 0)) == (200, 0)
    assert get_ping_ms({"0": [4000, 4000, 4000]}, 0) == 2000


def test_a_line_is_measured_by_a_token_that_comes_back(table: TwoPlayerMatch) -> None:

    def ask(echo: str, after: int) -> tuple[str, int]:
        return record_ping(match_id=table.id, player_id=table.red.pk, echo=echo, at=table.at + after * MS)

    echo, lag = ask("", 0)
    assert lag == 0
    echo, lag = ask(echo, 180)
    assert (lag, table.row.lags) == (180, {"0": [180]})
    echo, lag = ask(echo, 380)
    assert (lag, table.row.lags) == (180, {"0": [180]})  # as good as the same: nothing is stored
    ask(echo, 380 + 900)
    assert table.row.lags == {"0": [180, 900]}


def test_a_token_of_another_player_a_stale_or_a_made_up_one_is_refused_and_changes_nothing(table: TwoPlayerMatch) -> None:
    other, _ = record_ping(match_id=table.id, player_id=table.blue.pk, echo="", at=table.at)
    own, _ = record_ping(match_id=table.id, player_id=table.red.pk, echo="", at=table.at)
    for echo, at in ((other, table.at), (own, table.at + 11 * S), (own, table.at - S), (own[:-1], table.at), ("x", table.at)):
        with pytest.raises(ActionError) as refusal:
            record_ping(match_id=table.id, player_id=table.red.pk, echo=echo, at=at)
        assert (refusal.value.code, refusal.value.field) == ("bad-echo", "echo")
    assert table.row.lags == {}
    for match_id, player, code in ((table.id, PlayerFactory(), "not-your-seat"), (table.id + 1, table.red, "not-found")):
        with refuses(code):
            record_ping(match_id=match_id, player_id=player.pk, echo="", at=table.at)


def test_the_endpoint_measures_and_refuses_what_is_no_token(table: TwoPlayerMatch) -> None:
    client = Client()

    def post(body: Any) -> Any:
        return client.post(f"/api/v1/matches/{table.id}/lag/", body, content_type="application/json")

    client.force_login(table.red)
    first = post({})
    assert (first.status_code, first.json()["lag_ms"]) == (200, 0)
    assert post({"echo": first.json()["echo"]}).json()["lag_ms"] < 2000
    for body in ({"echo": 7}, {"echo": "x" * 201}, {"echo": "nonsense"}, [1]):
        answer = post(body)
        assert answer.status_code == 400
        assert answer.json()["code"] in ("bad-echo", "malformed")


@pytest.mark.parametrize(
    ("control", "quota_s"),
    [
        (TimeControl(0, 60_000), 10), (TimeControl(0, 180_000, 2_000), 26), (TimeControl(0, 600_000, 5_000), 60),
        (TimeControl(10_000, 0), 40),
    ],
)  # fmt: skip
def test_a_quota_for_the_match_is_a_tenth_of_a_seats_time_within_limits(control: TimeControl, quota_s: int) -> None:
    clock, at, given = Clock.create(control, 2), NOON, 0
    for _ in range(70):
        clock = clock.start([0], at)
        back = clock.lag_compensation(0, at + 900 * MS, 900)
        clock = Clock.load(control, clock.pause(0, at + 900 * MS, back).settle(at + 900 * MS).dump())
        clock = clock.add_time([0], 900)
        given, at = given + back, at + S
    assert given == quota_s * 1000
    assert clock.remaining_lag_ms(0) == 0
    assert clock.remaining_lag_ms(1) == quota_s * 1000


def use_up(table: TwoPlayerMatch, seat: int, ms: int) -> None:
    """The seat has been given back so much in this match."""
    clock = table.row.clock or {}
    Match.objects.filter(pk=table.id).update(clock={**clock, "lagged": {str(seat): ms}})


@pytest.mark.parametrize(("used", "status"), [(0, Status.PLAYING), (10_000, Status.CLOSED)])
def test_a_flag_waits_for_no_ping_that_the_quota_does_not_cover(start_match: StartMatch, used: int, status: Status) -> None:
    table = start_match(TimeControl(0, 60_000)).begin()
    line_of(table, 0, 1_500)
    use_up(table, 0, used)
    adjudicate(match_id=table.id, at=table.row.deadline_at + FLAG_DELAY)
    assert table.row.status == status
