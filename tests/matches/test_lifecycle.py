"""Every message in every state of a match: what is heard, what is refused, with which code, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from matches import lifecycle
from matches.actions.clocks import go_berserk, take_vacation
from matches.actions.closing import hold_for_review
from matches.actions.creation import MatchPlan, SeatPlan, leave_seat, make_ready, open_matches, take_seat
from matches.actions.endings import abort, call_off, claim, resign
from matches.actions.judging import adjudicate
from matches.actions.offers import agree
from matches.actions.submitting import submit
from matches.actions.sweep import beat
from matches.clock import Control
from matches.lifecycle import Message, WrongStatus, check, refusal
from matches.models import Entry, Match, Seat, Status, Submission
from matches.offers import CASUAL
from matches.queries.lessons import hint
from matches.queries.replay import record_of, replay
from matches.refusals import Refused
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
    beat(at)
    me, machine, stranger = PlayerFactory().pk, BotFactory().pk, PlayerFactory().pk
    other = SeatPlan(None) if status == OPEN else SeatPlan(machine, bot="random")
    plan = MatchPlan(
        "order-and-chaos",
        {},
        [SeatPlan(me, ready=True), other],
        Control(),
        learn=status != OPEN,
        berserk=True,
        terms=CASUAL,
    )
    (made,) = open_matches([plan], at=at)
    if status == OPEN:
        Seat.objects.filter(match=made, number=0).update(ready_at=None)
    elif status == PAUSED:
        agree(match_id=made, player_id=me, kind="pause", do="offer", at=at)
    elif status == REVIEW:
        hold_for_review(match_id=made, at=at)
    elif status == CLOSED:
        submit(match_id=made, player_id=me, turn=0, text="resign", key="r", received_at=at)
        adjudicate(match_id=made, at=at)
    elif status == VOID:
        abort(match_id=made, player_id=me, at=at)
    assert Match.objects.get(pk=made).status == status
    return Scene(made, me, stranger, at)


SAY: dict[Message, Callable[[Scene], object]] = {
    Message.SIT: lambda s: take_seat(match_id=s.id, player_id=s.stranger, at=s.at),
    Message.LEAVE: lambda s: leave_seat(match_id=s.id, player_id=s.me, at=s.at),
    Message.READY: lambda s: make_ready(match_id=s.id, player_id=s.me, at=s.at),
    Message.CALL_OFF: lambda s: call_off(match_id=s.id, at=s.at),
    Message.SUBMIT: lambda s: submit(match_id=s.id, player_id=s.me, turn=0, text="x", key="k", received_at=s.at),
    Message.BERSERK: lambda s: go_berserk(match_id=s.id, player_id=s.me, at=s.at),
    Message.VACATION: lambda s: take_vacation(match_id=s.id, player_id=s.me, days=1, at=s.at),
    Message.HINT: lambda s: hint(s.id, s.me),
    Message.ABORT: lambda s: abort(match_id=s.id, player_id=s.me, at=s.at),
    Message.CLAIM: lambda s: claim(match_id=s.id, player_id=s.me, seat=1, what="win", at=s.at),
    Message.DRAW: lambda s: agree(match_id=s.id, player_id=s.me, kind="draw", do="offer", at=s.at),
    Message.TAKEBACK: lambda s: agree(match_id=s.id, player_id=s.me, kind="takeback", do="offer", at=s.at),
    Message.PAUSE: lambda s: agree(match_id=s.id, player_id=s.me, kind="pause", do="offer", at=s.at),
    Message.RESUME: lambda s: agree(match_id=s.id, player_id=s.me, kind="resume", do="offer", at=s.at),
    Message.RESIGN: lambda s: resign(match_id=s.id, player_id=s.me, received_at=s.at),
    Message.REPLAY: lambda s: list(replay(s.id, "all")),
    Message.RECORD: lambda s: record_of(s.id),
}  # fmt: skip
CODES: dict[Message, tuple[str, str, str, str, str, str]] = {
    #                   open           playing      paused      review       closed        void
    Message.SIT:       (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    Message.LEAVE:     (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    Message.READY:     (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    Message.CALL_OFF:  (HEARD,         "not-open",  "not-open", "not-open",  "not-open",   "not-open"),
    Message.SUBMIT:    ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.BERSERK:   ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.VACATION:  ("not-started", "no-vacation", "paused", "in-review", "match-over", "match-over"),
    Message.HINT:      ("no-hints",    HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.ABORT:     ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.CLAIM:     ("not-started", "not-gone",  "paused",   "in-review", "match-over", "match-over"),
    Message.DRAW:      ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.TAKEBACK:  ("not-started", "nothing-to-give-back", "paused", "in-review", "match-over", "match-over"),
    Message.PAUSE:     ("not-started", HEARD,       "paused",   "in-review", "match-over", "match-over"),
    Message.RESUME:    ("not-started", "not-paused", HEARD,     "in-review", "match-over", "match-over"),
    Message.RESIGN:    ("not-started", HEARD,       HEARD,      "in-review", "match-over", "match-over"),
    Message.REPLAY:    ("not-over",    "not-over",  "not-over", "not-over",  HEARD,        "not-played"),
    Message.RECORD:    ("not-over",    "not-over",  "not-over", "not-over",  HEARD,        "not-played"),
}  # fmt: skip
"""What a player at the match is answered who has nothing else against the message."""


def rows(match_id: int) -> list[Any]:
    """Everything stored of a match."""
    kept = [
        Match.objects.filter(pk=match_id),
        Seat.objects.filter(match=match_id),
        Entry.objects.filter(match=match_id),
    ]
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
        except Refused as refused:
            code, text = refused.code, refused.text
        assert (message, code) == (message, CODES[message][column])
        assert text.endswith(".")
        assert code == HEARD or rows(made.id) == before, message


def test_the_table_says_the_same_and_leaves_no_message_out() -> None:
    """The rematch is the lobby's to hear, so only the table is asked for it."""
    assert set(SAY) | {Message.REMATCH} == set(Message) == set(lifecycle.TAKEN_IN)
    for message, codes in CODES.items():
        for status, code in zip(Status.values, codes, strict=True):
            told = refusal(message, status)
            taken = code in (HEARD, "not-gone", "nothing-to-give-back", "no-hints", "no-vacation")
            assert (told is None) == (taken and not (message == Message.HINT and status == OPEN)), (message, status)
    over = [refusal(Message.REMATCH, status) for status in Status.values]
    assert [one and one[0] for one in over] == [*["not-over"] * 4, None, "not-played"]


NEXT = {
    OPEN: {PLAYING, CLOSED, VOID}, PLAYING: {PAUSED, REVIEW, CLOSED, VOID}, PAUSED: {PLAYING, REVIEW, CLOSED, VOID},
    REVIEW: {PLAYING, PAUSED, CLOSED, VOID}, CLOSED: set(), VOID: {PAUSED},
}  # fmt: skip


@pytest.mark.parametrize("now", Status.values)
@pytest.mark.parametrize("then", Status.values)
def test_a_match_goes_only_where_the_table_leads(now: str, then: str) -> None:
    if then in NEXT[now]:
        check(now, then)
    else:
        with pytest.raises(WrongStatus):
            check(now, then)
