"""Calls of players to the referee, answers, and revealing a match's hidden information."""

from datetime import datetime

from django.db import IntegrityError, transaction

from engines.i18n import translate as _
from league.audit.actions import record
from league.desk.models import HiddenViewLog, RefereeCall
from league.desk.queries.access import get_access
from league.desk.rules import CALL_PERIOD
from matches.actions.referee import validate_reason
from matches.errors import ActionError
from matches.models import Match, Seat, Status
from matches.pubsub import publish_on_commit
from matches.queries.board_view import Board, render_referee_board

MIN_LENGTH, MAX_LENGTH = 3, 300


@transaction.atomic
def call_referee(*, match_id: int, player_id: int, text: str, at: datetime) -> int:
    """Store a player's call (at most one open call per player and match); return its id. The match continues."""
    cleaned = _clean_sentence(text)
    match = Match.objects.filter(pk=match_id).first() if match_id < 1 << 63 else None
    if match is None:
        raise ActionError("not-found", _("Match not found."))
    seat = Seat.objects.filter(match=match, player=player_id, bot="").values_list("number", flat=True).first()
    if seat is None:
        raise ActionError("not-your-seat", _("You don't have a seat in this match."))
    if match.learn:
        raise ActionError("no-referee", _("Tutorials have no referee. You can start a new one at any time."))
    is_over = match.status in (Status.CLOSED, Status.VOID)
    if is_over and (match.closed_at is None or at - match.closed_at > CALL_PERIOD):
        raise ActionError("match-over", _("The match ended more than a day ago. Contact the event organiser instead."))
    try:
        with transaction.atomic():
            call = RefereeCall.objects.create(
                match=match, seat=seat, player_id=player_id, text=cleaned, entry=match.last_entry, at=at
            )
    except IntegrityError:
        message = _("You've called a referee. The answer will appear here.")
        raise ActionError("already-called", message) from None
    _announce(match_id)
    return int(call.pk)


@transaction.atomic
def answer_call(*, call_id: int, by: int, text: str, at: datetime, match_id: int | None = None) -> None:
    """Answer a call once; a ruling is a separate action.

    With `match_id` it must be a call of that match. For anyone but a referee of its match the call does not exist,
    because ids would reveal the number of calls.
    """
    call = RefereeCall.objects.select_for_update().filter(pk=call_id).first() if call_id < 1 << 63 else None
    not_found = ActionError("not-found", _("Call not found."))
    if call is None or match_id not in (None, call.match_id):
        raise not_found
    try:
        access = get_access(by, call.match_id)
    except ActionError as error:
        raise (not_found if error.code == "not-allowed" else error) from None
    cleaned = _clean_sentence(text)
    if call.answered_at is not None:
        raise ActionError("already-answered", _("This call has been answered. Reload the page to see the answer."))
    call.answer, call.answered_at, call.answered_by_id = cleaned, at, by
    call.save(update_fields=["answer", "answered_at", "answered_by"])
    record(
        by=by, action="call.answered", subject=("match", call.match_id), at=at, why=cleaned,
        league_id=access.league_id, after={"seat": call.seat, "call": call.pk},
    )  # fmt: skip
    _announce(call.match_id)


def _announce(match_id: int) -> None:
    publish_on_commit("desk")
    publish_on_commit(f"desk.{match_id}")


def _clean_sentence(text: object) -> str:
    line = " ".join(text.split()) if isinstance(text, str) else ""
    if not MIN_LENGTH <= len(line) <= MAX_LENGTH or not line.isprintable():
        message = _("Use {shortest} to {longest} characters.", shortest=MIN_LENGTH, longest=MAX_LENGTH)
        raise ActionError("bad-text", message, "text")
    return line


@transaction.atomic
def reveal_board(*, match_id: int, by: int, why: str, at: datetime) -> Board:
    """Reveal the newest board to a referee and log it. Players see the log entry only after the match."""
    access = get_access(by, match_id)
    why = validate_reason(why)
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if match.status == Status.OPEN:
        raise ActionError("not-started", _("The match hasn't started. There is nothing to reveal yet."))
    if match.status == Status.CLOSED:
        raise ActionError("match-over", _("The match is over. Everything is visible on its page."))
    HiddenViewLog.objects.create(match=match, by_id=by, why=why, entry=match.last_entry, at=at)
    record(
        by=by, action="match.looked-at", subject=("match", match_id), at=at, why=why,
        league_id=access.league_id, after={"entry": match.last_entry},
    )  # fmt: skip
    return render_referee_board(match, at)
