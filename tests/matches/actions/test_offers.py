"""What players agree on: draws, moves taken back, pauses. Asking, answering, lapsing, and what each of it does."""

from datetime import datetime
from typing import Any

import pytest

from matches.actions import referee
from matches.actions.adjudication import adjudicate
from matches.actions.close import hold_for_review
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import abort_match, resign
from matches.actions.offers import ACCEPT, DECLINE, OFFER, PAUSE_DURATION, WITHDRAW, respond_to_offer
from matches.actions.sweep import record_heartbeat, run_sweep
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Entry, Heartbeat, Match, Status
from matches.offers import CASUAL_POLICY, OfferPolicy
from matches.queries.board_view import get_board
from matches.queries.position import load_clock
from tests.factories import NOON, BotFactory, PlayerFactory
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch, refusal, refuses


def casual(at: datetime, terms: OfferPolicy = CASUAL_POLICY, game: str = "order-and-chaos") -> TwoPlayerMatch:
    """A match of Order & Chaos, where nothing is secret, without a move."""
    record_heartbeat(at)
    table = TwoPlayerMatch(at, TimeControl(), game=game)
    Match.objects.filter(pk=table.id).update(terms=terms.dump())
    return table


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    return casual(NOON)


def does(table: TwoPlayerMatch, seat: int, kind: str, do: Any = OFFER) -> str:
    """What the seat's message came to: the code of a refusal, or nothing."""
    return refusal(respond_to_offer, table.id, player_id=table.players[seat].pk, kind=kind, do=do, at=table.at)[0]


def go(table: TwoPlayerMatch) -> int:
    """Whoever is to act does what the game lists first; return the seat."""
    seat = int(table.row.to_act[0])
    found: Any = get_board(table.id, table.players[seat].pk)
    said = table.say(seat, found["legal"][0])
    assert not said.code, said.refusal
    return seat


def said(table: TwoPlayerMatch) -> list[str]:
    return list(Entry.objects.filter(match=table.id).order_by("n").values_list("do", flat=True))


def test_an_accepted_draw_ends_the_match_and_its_record_verifies(table: TwoPlayerMatch) -> None:
    go(table)
    assert does(table, 0, "draw") == ""
    assert does(table, 1, "draw", ACCEPT) == ""
    row = table.row
    assert (row.status, row.ranks, row.reason) == (Status.CLOSED, [1, 1], "agreed")
    assert said(table)[-3:] == ["offer-draw 0", "agree-draw 1", "draw"]
    shown: Any = get_board(table.id)
    assert shown["outcome"]["text"] == "The players agreed to a draw."
    table.verify()


def test_an_offer_lapses_with_the_move_of_who_was_asked_and_not_with_the_askers(table: TwoPlayerMatch) -> None:
    asker = int(table.row.to_act[0])
    assert does(table, asker, "draw") == ""
    assert go(table) == asker
    assert [one["kind"] for one in get_board(table.id)["asked"]] == ["draw"]
    go(table)
    assert get_board(table.id)["asked"] == []
    assert does(table, 1 - asker, "draw", ACCEPT) == "nothing-asked"


def told(table: TwoPlayerMatch) -> list[list[str]]:
    """By seat: what its player is told about offers that came to nothing."""
    return [[one["text"] for one in get_board(table.id, player.pk)["answered"]] for player in table.players]


def test_both_sides_are_told_that_an_offer_came_to_nothing_until_it_is_made_again(table: TwoPlayerMatch) -> None:
    asker = go(table)
    does(table, asker, "draw")
    assert told(table) == [[], []]
    does(table, 1 - asker, "draw", DECLINE)
    names = [str(table.red), str(table.blue)]
    expected = [f"{names[1 - asker]} declined your draw offer.", f"You declined {names[asker]}’s draw offer."]
    assert told(table) == ([[one] for one in expected] if asker == 0 else [[one] for one in reversed(expected)])
    assert get_board(table.id)["answered"] == []
    go(table)
    go(table)
    assert told(table)[asker] == [expected[0]]
    does(table, asker, "draw")
    assert told(table) == [[], []], "it is made again"
    does(table, asker, "pause")
    does(table, asker, "pause", WITHDRAW)
    go(table)
    assert told(table)[asker] == ["You cancelled your pause request.", f"Your draw offer ended: {names[1 - asker]} moved."]
    assert [one["how"] for one in get_board(table.id, table.red.pk)["answered"]] == ["withdrawn", "lapsed"]


def test_nobody_asks_the_same_again_before_an_own_move(table: TwoPlayerMatch) -> None:
    asker = int(table.row.to_act[0])
    assert does(table, asker, "draw") == ""
    assert does(table, asker, "draw") == "asked-already"
    assert does(table, asker, "draw", ACCEPT) == "own-question"
    assert does(table, 1 - asker, "draw", WITHDRAW) == "not-your-question"
    assert does(table, 1 - asker, "draw", DECLINE) == ""
    assert does(table, asker, "draw") == "asked-too-soon"
    go(table)
    assert does(table, asker, "draw") == ""
    assert does(table, asker, "draw", WITHDRAW) == ""


def test_draws_and_pauses_are_offered_only_where_game_and_event_know_them(at: datetime, db: None) -> None:
    without = casual(at, OfferPolicy(draw=False))
    assert does(without, 0, "draw") == "no-draws"
    assert refusal(respond_to_offer, without.id, player_id=without.red.pk, kind="peace", do=OFFER, at=at)[1] == "kind"
    assert does(casual(at, game="field-tactics"), 0, "draw") == "no-draws"
    counted = casual(at, OfferPolicy())
    assert [does(counted, 0, kind) for kind in ("draw", "pause")] == ["", "no-pauses"]


def test_a_bot_declines_a_draw_and_grants_the_rest(at: datetime, db: None) -> None:
    record_heartbeat(at)
    person, machine = PlayerFactory(), BotFactory()
    seats = [SeatPlan(person.pk, ready=True), SeatPlan(machine.pk, bot="random")]
    made = create_match(game="order-and-chaos", options={}, seats=seats, control=TimeControl(), at=at, terms=CASUAL_POLICY)
    respond_to_offer(match_id=made, player_id=person.pk, kind="draw", do=OFFER, at=at)
    assert Entry.objects.get(match=made, n=2).do == "decline-draw 1"
    respond_to_offer(match_id=made, player_id=person.pk, kind="pause", do=OFFER, at=at)
    assert Match.objects.get(pk=made).status == Status.PAUSED
    respond_to_offer(match_id=made, player_id=person.pk, kind="resume", do=OFFER, at=at)
    row = Match.objects.get(pk=made)
    assert (row.status, row.paused_at, row.paused_until) == (Status.PLAYING, None, None)


def test_a_move_goes_back_with_the_reply_to_it(table: TwoPlayerMatch) -> None:
    first = int(table.row.to_act[0])
    before = table.row.state
    go(table)
    go(table)
    assert does(table, first, "takeback") == ""
    assert table.row.state != before
    assert does(table, 1 - first, "takeback", ACCEPT) == ""
    row = table.row
    assert (row.state, row.to_act) == (before, [first])
    assert said(table)[-1] == f"takeback {first}"
    go(table)
    table.verify(by=first)


def test_no_takebacks_in_games_with_secrets_or_matches_that_count_and_a_wish_lapses_with_a_move(table: TwoPlayerMatch) -> None:
    hidden, counted = casual(table.at, game="field-tactics"), casual(table.at, OfferPolicy())
    assert does(hidden, 0, "takeback") == "no-takebacks"
    assert does(counted, go(counted), "takeback") == "no-takebacks"
    assert does(table, 0, "takeback") == "nothing-to-give-back"
    first = go(table)
    assert does(table, first, "takeback") == ""
    go(table)
    assert does(table, 1 - first, "takeback", ACCEPT) == "nothing-asked"


def test_a_secret_team_is_never_taken_back(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match()
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    assert [does(table, seat, "takeback") for seat in (0, 1)] == ["nothing-to-give-back"] * 2
    table.say(0, "tile CO B3")
    assert does(table, 0, "takeback") == ""
    assert does(table, 1, "takeback") == ""
    assert does(table, 0, "takeback") in ("asked-too-soon", "nothing-to-give-back")


def test_a_pause_stops_every_clock_and_refuses_moves_until_both_are_back(table: TwoPlayerMatch) -> None:
    go(table)
    acts = int(table.row.to_act[0])
    table.at += 10 * S
    record_heartbeat(table.at)
    before = load_clock(table.row).remaining(acts, table.at)
    assert [does(table, 0, "pause"), does(table, 1, "pause", ACCEPT)] == ["", ""]
    row = table.row
    assert (row.status, row.deadline_at) == (Status.PAUSED, table.at + PAUSE_DURATION)
    table.at += 300 * S
    Heartbeat.objects.update(beat_at=table.at)
    with pytest.raises(ActionError, match="paused"):
        table.send(acts, "whatever", at=table.at)
    shown: Any = get_board(table.id)
    assert shown["clock"]["seats"][acts] == {
        "turn_left": before.turn, "reserve_left": before.reserve, "running": False
    }  # fmt: skip
    assert does(table, 0, "resume") == ""
    assert does(table, 1, "resume", DECLINE) == "not-answered-so"
    assert does(table, 1, "resume", ACCEPT) == ""
    assert table.row.status == Status.PLAYING
    assert load_clock(table.row).remaining(acts, table.at) == before
    table.verify(by=acts)


def test_an_agreed_pause_ends_by_itself(table: TwoPlayerMatch) -> None:
    does(table, 0, "pause")
    does(table, 1, "pause")
    left = load_clock(table.row).remaining(table.row.to_act[0], table.at)
    table.at += PAUSE_DURATION + S
    Heartbeat.objects.update(beat_at=table.at)
    run_sweep(table.at)
    row = table.row
    assert (row.status, row.paused_at) == (Status.PLAYING, None)
    assert load_clock(row).remaining(row.to_act[0], table.at) == left
    table.verify(by=0)


def test_resigning_ends_a_pause_but_not_the_referees(table: TwoPlayerMatch) -> None:
    does(table, 0, "pause")
    does(table, 1, "pause")
    Match.objects.filter(pk=table.id).update(paused_until=None)
    with refuses("paused"):
        resign(match_id=table.id, player_id=table.red.pk, received_at=table.at)
    assert does(table, 0, "resume") == "paused"
    Match.objects.filter(pk=table.id).update(paused_until=table.at + 60 * S)
    resign(match_id=table.id, player_id=table.red.pk, received_at=table.at)
    run_sweep(table.at + 2 * S)
    assert (table.row.status, table.row.reason) == (Status.CLOSED, "resigned")


def test_a_match_is_aborted_before_its_second_move_only(table: TwoPlayerMatch) -> None:
    go(table)
    abort_match(match_id=table.id, player_id=table.red.pk, at=table.at)
    row = table.row
    assert (row.status, row.ranks, row.to_act, row.deadline_at) == (Status.VOID, None, [], None)
    assert get_board(table.id)["log"][-1]["text"].endswith(" aborts the match.")
    later, counted = casual(table.at), casual(table.at, OfferPolicy())
    go(later), go(later)
    for one, code in ((later, "already-moved"), (counted, "no-abort")):
        with refuses(code):
            abort_match(match_id=one.id, player_id=one.red.pk, at=one.at)
        assert one.row.status == Status.PLAYING


def test_pauses_of_players_and_of_a_referee_leave_a_record_whose_clocks_come_out_again(table: TwoPlayerMatch) -> None:
    """They stand in one row: a referee takes a pause of the players' over, gives time, and lets the match go on."""
    go(table)
    table.at += 7 * S
    for seat, do in ((1, OFFER), (0, ACCEPT)):
        assert does(table, seat, "pause", do) == ""
    paused = table.row
    assert (paused.status, paused.paused_at, paused.to_act) == (Status.PAUSED, table.at, [1])
    table.at += 60 * S
    assert does(table, 0, "resume") == ""
    referee.pause(match_id=table.id, why="The room is cleared.", at=table.at)
    held = table.row
    assert (held.status, held.paused_at, held.paused_until) == (Status.PAUSED, table.at, None)
    assert does(table, 1, "resume", ACCEPT) == does(table, 1, "resume") == "paused"
    table.at += PAUSE_DURATION
    run_sweep(table.at)
    assert table.row.status == Status.PAUSED
    referee.add_time(match_id=table.id, seats=[0], seconds=30, why="For the walk back.", at=table.at)
    referee.resume(match_id=table.id, why="All are back.", at=table.at)
    assert (table.row.status, table.row.paused_at) == (Status.PLAYING, None)
    table.at += 5 * S
    assert go(table) == 1
    table.verify(by=0)


def test_nothing_is_agreed_on_once_somebodys_time_has_run_out(table: TwoPlayerMatch) -> None:
    go(table)
    assert does(table, 1, "draw") == ""
    table.at = table.row.deadline_at
    assert does(table, 0, "draw", ACCEPT) == "time-is-up"
    adjudicate(match_id=table.id, at=table.at + S)
    assert table.row.reason == "time"


def test_a_pause_that_a_fault_of_ours_puts_into_review_keeps_what_each_clock_had(table: TwoPlayerMatch) -> None:
    go(table)
    table.at += 7 * S
    for seat, do in ((1, OFFER), (0, ACCEPT)):
        assert does(table, seat, "pause", do) == ""
    before = load_clock(table.row)
    hold_for_review(match_id=table.id, at=table.at)
    assert (table.row.status, table.row.paused_at, table.row.paused_until) == (Status.REVIEW, None, None)
    referee.resume(match_id=table.id, why="It was ours.", at=table.at + S)
    assert load_clock(table.row).remaining(1, table.at + S) == before.remaining(1, table.at)
    table.verify(by=0)
