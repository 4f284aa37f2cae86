"""Playing conditional moves: the answer to a move is stored as a submission in the transaction that adjudicates the move."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from engines import play
from matches.conditional_moves import follow_lines
from matches.models import ConditionalMoves, Match, Submission

if TYPE_CHECKING:
    from matches.actions.match_session import MatchSession

KEY_PREFIX = "conditional-"


def store_answers(session: MatchSession, submission: Submission, at: datetime) -> list[Submission]:
    """Store the prepared answers to an adjudicated submission and return them, to be adjudicated next.

    They arrive at `at`, when the clock of their player begins to run, so no time is charged. Lines that the move does
    not follow are dropped. The caller saves the match, and holds its lock.
    """
    match = session.match
    if not match.has_conditional_moves:
        return []
    if submission.entry is None:
        if submission.key.startswith(KEY_PREFIX):  # Never happens while the lines fit the position.
            ConditionalMoves.objects.filter(seat__match=match, seat__number=submission.seat).delete()
        return []
    move = next(entry.do for entry in session.new_entries if entry.n == submission.entry)
    acting = play.to_act(session.engine, session.position)
    rows = ConditionalMoves.objects.filter(seat__match=match).select_related("seat").order_by("seat__number")
    answers, are_left = [], False
    for row in rows:
        seat = row.seat.number
        if seat == submission.seat:
            are_left = True
            continue
        answer, row.lines = follow_lines(row.lines, move)
        if answer is None or seat not in acting:
            row.delete()
            continue
        if row.lines:
            row.save(update_fields=["lines"])
            are_left = True
        else:
            row.delete()
        answers.append(
            Submission(
                match=match, seat=seat, turn=match.turns[seat], text=answer, received_at=max(at, submission.received_at),
                key=KEY_PREFIX + secrets.token_hex(16),
            )
        )  # fmt: skip
    match.has_conditional_moves = are_left
    for stored in answers:
        stored.save(force_insert=True)
    return answers


def drop_conditional_moves(match: Match) -> None:
    """Delete the conditional moves of a locked match, whose position no longer leads to them. The caller saves the match."""
    if match.has_conditional_moves:
        ConditionalMoves.objects.filter(seat__match=match).delete()
        match.has_conditional_moves = False
