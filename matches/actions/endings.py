"""Match endings that the rules of the game do not cause: abort, resignation, claim, or an organiser's decision."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from math import ceil

from django.db import transaction
from django.db.models import Max

from engines.contract import Outcome
from engines.i18n import translate as _, translate_n
from engines.referee_notation import ENTERED
from matches.actions.close import CLOSING_FIELDS, close_match, close_matches
from matches.actions.creation import lock_open_match
from matches.actions.locked_match import active_seats, lock_for_player
from matches.actions.match_session import MatchSession
from matches.actions.presence import DISCONNECTED_AFTER, claimable_at, service_up_since
from matches.actions.start import announce_open_match, void_open_match
from matches.actions.submission import submit
from matches.errors import ActionError, raise_refusal
from matches.hot_path.statements import store
from matches.lifecycle import MatchAction
from matches.models import Match, Presence, Status, Submission
from matches.pubsub import publish_on_commit
from matches.queries.offers import find_abort_refusal
from matches.queries.seats import find_seat, get_match, get_seat, get_seats

WIN, DRAW = "win", "draw"


@transaction.atomic
def abort_match(*, match_id: int, player_id: int, at: datetime) -> None:
    """Void a match before its second move, if its offer policy allows that. It does not count."""
    session, seat = lock_for_player(MatchAction.ABORT, match_id=match_id, player_id=player_id, at=at)
    raise_refusal(find_abort_refusal(session.match))
    session.add_entry(None, f"abort {seat}", at=at)
    session.void(at)
    session.save(at)
    publish_on_commit("home")


@transaction.atomic
def cancel_open_match(*, match_id: int, at: datetime) -> None:
    """Void a match that has not started. Raises ActionError once it is being played."""
    match = lock_open_match(match_id, MatchAction.CANCEL)
    void_open_match(match, at)


@transaction.atomic
def void_open_matches(*, match_ids: Collection[int], at: datetime) -> None:
    """Void those of the matches that have not started; the others go on."""
    matches = _lock_open_matches(match_ids)
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(status=Status.VOID, closed_at=at, deadline_at=None)
    announce_open_match(*matches)


def _lock_open_matches(match_ids: Collection[int]) -> list[Match]:
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=match_ids, status=Status.OPEN)
    return list(rows.order_by("pk"))


@transaction.atomic
def resign(*, match_id: int, player_id: int, received_at: datetime) -> Submission:
    """Submit the player's resignation, on any turn, and return the submission. It ends an agreed pause."""
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if match.status == Status.PAUSED and match.paused_until is not None:
        session, _ = lock_for_player(MatchAction.RESIGN, match_id=match_id, player_id=player_id, at=received_at)
        if session.match.status == Status.PAUSED:
            session.resume_play(received_at)
            session.save(received_at)
    return submit(
        match_id=match_id, player_id=player_id, turn=match.turns[seat] if match.turns else 0, text="resign",
        key=f"resign-{uuid.uuid4()}", received_at=received_at,
    )  # fmt: skip


@transaction.atomic
def forfeit(*, match_id: int, player_id: int, at: datetime) -> None:
    """Lose the match for this player: by resignation if it is being played, by absence if it has not begun.

    A match that is over, under review or paused by a referee stays as it is.
    """
    match = get_match(match_id, "FOR NO KEY UPDATE")
    seats = get_seats(match)
    if find_seat(seats, player_id) is None:
        return
    if match.status == Status.OPEN:
        ranks = tuple(2 if seat.player_id == player_id else 1 for seat in seats)
        close_match(match, Outcome(ranks, "no-show"), at=at)
        match.save()
        announce_open_match(match)
    elif match.status == Status.PLAYING or match.paused_until is not None:
        resign(match_id=match_id, player_id=player_id, received_at=at)


@transaction.atomic
def claim_result(*, match_id: int, player_id: int, seat: int, what: str, at: datetime) -> None:
    """End the match because the player at `seat` is disconnected: won, or drawn if the game has draws.

    With more than two players that seat leaves the match, as by resignation.
    """
    if what not in (WIN, DRAW):
        raise ActionError("bad-claim", _("Claim either a win or a draw."), "what")
    session, own_seat = lock_for_player(MatchAction.CLAIM, match_id=match_id, player_id=player_id, at=at)
    if seat not in active_seats(session) - {own_seat}:
        raise ActionError("bad-seat", _("Choose the seat of another player in this match."), "seat")
    _check_claimable(session, seat, at)
    if what == DRAW and (not session.engine.draws or len(session.seats) != 2):
        raise ActionError("no-draws", _("{game} has no draws.", game=session.engine.name), "what")
    session.add_entry(None, f"gone {seat}" if what == WIN else f"gone-draw {seat}", at=at)
    session.save(at)


def _check_claimable(session: MatchSession, seat: int, at: datetime) -> None:
    """Raise ActionError unless the seat may be claimed. Locks its presence row, so reconnecting comes before or after."""
    row = Presence.objects.select_for_update().filter(match=session.match, seat=seat).first()
    claimable_from = claimable_at(row, session.match) if row else None
    if row is None or claimable_from is None or row.seen_at > at - DISCONNECTED_AFTER:
        raise ActionError("not-gone", _("This player still appears to be connected."), "seat")
    up_since = service_up_since(at)
    if up_since is None or up_since > (row.gone_at or up_since):
        raise ActionError("not-gone", _("We had connection problems. Give the player time to reconnect."), "seat")
    last_sent_at = Submission.objects.filter(match=session.match, seat=seat).aggregate(last=Max("received_at"))["last"]
    if last_sent_at is not None and row.gone_at is not None and last_sent_at > row.gone_at:
        raise ActionError("not-gone", _("This player has just moved."), "seat")
    if at < claimable_from:
        seconds = ceil((claimable_from - at).total_seconds())
        text = translate_n(
            "Wait {n} more second for the player to reconnect.", "Wait {n} more seconds for the player to reconnect.", seconds
        )
        raise ActionError("too-early", text, "seat")


@transaction.atomic
def record_staff_results(*, ranks: Mapping[int, Sequence[int]], at: datetime) -> set[int]:
    """Close those of the matches that are open with ranks by seat that staff entered; return their ids.

    A spectator delay does not hold the results back, because nothing was played.
    """
    matches = _lock_open_matches(ranks)
    close_matches([(match, Outcome(tuple(ranks[match.pk]), ENTERED)) for match in matches], at=at)
    for match in matches:
        match.held_until = None
    store([(match, CLOSING_FIELDS) for match in matches], ())
    announce_open_match(*matches)
    return {match.pk for match in matches}
