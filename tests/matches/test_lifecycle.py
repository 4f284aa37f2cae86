"""Every message in every state of a match: what is heard, what is refused, with which code, and changes nothing."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from matches import lifecycle
from matches.actions.adjudication import adjudicate
from matches.actions.clocks import go_berserk, take_vacation
from matches.actions.close import hold_for_review
from matches.actions.creation import MatchPlan, SeatPlan, create_matches, leave_seat, set_ready, take_seat
from matches.actions.endings import abort_match, cancel_open_match, claim_result, resign
from matches.actions.offers import respond_to_offer
from matches.actions.submission import submit
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.lifecycle import InvalidTransition, MatchAction, check_transition, find_refusal
from matches.models import Entry, Match, Seat, Status, Submission
from matches.offers import CASUAL_POLICY
from matches.queries.lessons import get_hint
from matches.queries.replay import build_record, iter_frames
from tests.factories import BotFactory, PlayerFactory

OPEN, PLAYING, PAUSED, REVIEW, CLOSED, VOID = Status.values
HEARD = ""


@dataclass
class Scene:
    """A match of Order & Chaos in one state; `me` sits at it (seat 0, to act), `stranger` nowhere."""

    id: int
    me: int
    stranger: int
    at: datetime


def scene(status: str, at: datetime) -> Scene:
    record_heartbeat(at)
    me, machine, stranger = PlayerFactory().pk, BotFactory().pk, PlayerFactory().pk
    other = SeatPlan(None) if status == OPEN else SeatPlan(machine, bot="random")
    seats, rules = [SeatPlan(me, ready=True), other], {"berserk": True, "terms": CASUAL_POLICY}
    plan = MatchPlan("order-and-chaos", {}, seats, TimeControl(), learn=status != OPEN, **rules)  # type: ignore[arg-type]
    (made,) = create_matches([plan], at=at)
    if status == OPEN:
        Seat.objects.filter(match=made, number=0).update(ready_at=None)
    elif status == PAUSED:
        respond_to_offer(match_id=made, player_id=me, kind="pause", do="offer", at=at)
    elif status == REVIEW:
        hold_for_review(match_id=made, at=at)
    elif status == CLOSED:
        submit(match_id=made, player_id=me, turn=0, text="resign", key="r", received_at=at)
        adjudicate(match_id=made, at=at)
    elif status == VOID:
        abort_match(match_id=made, player_id=me, at=at)
    assert Match.objects.get(pk=made).status == status
    return Scene(made, me, stranger, at)


SAY: dict[MatchAction, Callable[[Scene], object]] = {
    MatchAction.SIT: lambda s: take_seat(match_id=s.id, player_id=s.stranger, at=s.at),
    MatchAction.LEAVE: lambda s: leave_seat(match_id=s.id, player_id=s.me, at=s.at),
    MatchAction.READY: lambda s: set_ready(match_id=s.id, player_id=s.me, at=s.at),
    MatchAction.CANCEL: lambda s: cancel_open_match(match_id=s.id, at=s.at),
    MatchAction.SUBMIT: lambda s: submit(match_id=s.id, player_id=s.me, turn=0, text="x", key="k", received_at=s.at),
    MatchAction.BERSERK: lambda s: go_berserk(match_id=s.id, player_id=s.me, at=s.at),
    MatchAction.VACATION: lambda s: take_vacation(match_id=s.id, player_id=s.me, days=1, at=s.at),
    MatchAction.HINT: lambda s: get_hint(s.id, s.me),
    MatchAction.ABORT: lambda s: abort_match(match_id=s.id, player_id=s.me, at=s.at),
    MatchAction.CLAIM: lambda s: claim_result(match_id=s.id, player_id=s.me, seat=1, what="win", at=s.at),
    MatchAction.DRAW: lambda s: respond_to_offer(match_id=s.id, player_id=s.me, kind="draw", do="offer", at=s.at),
    MatchAction.TAKEBACK: lambda s: respond_to_offer(match_id=s.id, player_id=s.me, kind="takeback", do="offer", at=s.at),
    MatchAction.PAUSE: lambda s: respond_to_offer(match_id=s.id, player_id=s.me, kind="pause", do="offer", at=s.at),
    MatchAction.RESUME: lambda s: respond_to_offer(match_id=s.id, player_id=s.me, kind="resume", do="offer", at=s.at),
    MatchAction.RESIGN: lambda s: resign(match_id=s.id, player_id=s.me, received_at=s.at),
    MatchAction.REPLAY: lambda s: list(iter_frames(s.id, "all")),
    MatchAction.RECORD: lambda s: build_record(s.id),
}  # fmt: skip
CODES: dict[MatchAction, tuple[str, str, str, str, str, str]] = {
    #                   open           playing      paused      review       closed        void
    MatchAction.SIT:       (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    MatchAction.LEAVE:     (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    MatchAction.READY:     (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    MatchAction.CANCEL:  (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    MatchAction.SUBMIT:    ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.BERSERK:   ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.VACATION:  ("not-started", "no-vacation", "paused", "in-review", "match-over", "match-over"),
    MatchAction.HINT:      ("no-hints",    HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.ABORT:     ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.CLAIM:     ("not-started", "not-gone",  "paused",   "in-review", "match-over", "match-over"),
    MatchAction.DRAW:      ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.TAKEBACK:  ("not-started", "nothing-to-give-back", "paused", "in-review", "match-over", "match-over"),
    MatchAction.PAUSE:     ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    MatchAction.RESUME:    ("not-started", "not-paused", HEARD,     "in-review", "match-over", "match-over"),
    MatchAction.RESIGN:    ("not-started", HEARD,       HEARD,      "in-review", "match-over", "match-over"),
    MatchAction.REPLAY:    ("not-over",    "not-over",  "not-over", "not-over",  HEARD,        "not-played"),
    MatchAction.RECORD:    ("not-over",    "not-over",  "not-over", "not-over",  HEARD,        "not-played"),
}  # fmt: skip
"""What a player at the match is answered who has nothing else against the message."""


def rows(match_id: int) -> list[Any]:
    """Everything stored of a match."""
    kept = [Match.objects.filter(pk=match_id), Seat.objects.filter(match=match_id), Entry.objects.filter(match=match_id)]
    return [*(list(one.values()) for one in kept), Submission.objects.filter(match=match_id).count()]


@pytest.mark.parametrize("status", Status.values)
def test_every_message_is_answered_in_every_state(at: datetime, db: None, status: str) -> None:
    column = list(Status.values).index(status)
    for message, say in SAY.items():
        made = scene(status, at)
        before = rows(made.id)
        try:
            say(made)
            code, text = HEARD, "."
        except ActionError as refused:
            code, text = refused.code, refused.text
        assert (message, code) == (message, CODES[message][column])
        assert text.endswith(".")
        assert code == HEARD or rows(made.id) == before, message


def test_the_table_leaves_no_message_out_and_a_rematch_is_for_what_was_played_to_its_end() -> None:
    """The rematch is the lobby's to hear, so only the table is asked for it."""
    assert set(SAY) | {MatchAction.REMATCH} == set(MatchAction) == set(lifecycle.ACCEPTED_IN)
    over = [find_refusal(MatchAction.REMATCH, status) for status in Status.values]
    assert [one and one[0] for one in over] == [*["not-over"] * 4, None, "not-played"]


NEXT = {
    OPEN: {PLAYING, CLOSED, VOID}, PLAYING: {PAUSED, REVIEW, CLOSED, VOID}, PAUSED: {PLAYING, REVIEW, CLOSED, VOID},
    REVIEW: {PLAYING, PAUSED, CLOSED, VOID}, CLOSED: set(), VOID: {PAUSED},
}  # fmt: skip


def test_a_match_goes_only_where_the_table_leads() -> None:
    for now, then in itertools.product(Status.values, repeat=2):
        if then in NEXT[now]:
            check_transition(now, then)
        else:
            with pytest.raises(InvalidTransition):
                check_transition(now, then)
