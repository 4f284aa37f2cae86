"""The start of an open match, and the end of one whose players did not come."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from engines import play, record
from engines.contract import Json, Outcome
from engines.reported import is_reported
from matches.actions.close import close_match
from matches.actions.match_session import MatchSession
from matches.clock import Clock
from matches.engine_limits import get_engine
from matches.lifecycle import check_transition
from matches.models import Match, Preparation, Presence, Status
from matches.offers import OfferPolicy, get_claim_delay
from matches.preparation import begin_preparation
from matches.pubsub import publish_match, publish_on_commit
from matches.queries.seats import Seats, read_seats
from matches.server_time import to_ms
from matches.signals import match_started, open_matches_changed

READY_TRUSTED_FOR = timedelta(minutes=5)
"""How long a player's "ready" is trusted without asking again."""
WATCHED_FOR = timedelta(seconds=15)
"""A player who had the match open this recently is present."""
READY_TIMEOUT = timedelta(minutes=3)
"""How long the other players wait before the match is cancelled."""


def start_if_ready(match: Match, at: datetime) -> bool:
    """Start the locked match if every seat is taken and ready; return whether it started.

    A match that is played elsewhere never does.
    A match with a preparation (`matches.preparation`) begins that instead.
    """
    seats = read_seats(match.pk)
    if not all(seat.ready for seat in seats) or is_reported(match.game):
        return False
    if match.preparation == Preparation.PLANNED:
        begin_preparation(match, at)
    if match.preparation == Preparation.RUNNING:
        return False
    check_transition(match.status, Status.PLAYING)
    engine = get_engine(match.game, match.engine_version)
    position = play.begin(engine, match.options, len(seats))
    clock = Clock.create(match.control_value, len(seats), play.time_limit(engine, match.options))
    match.status, match.started_at, match.deadline_at = Status.PLAYING, at, None
    match.turns = [0] * len(seats)
    match.about = build_details(match, seats)
    match.save(update_fields=["about"])  # Not among the fields that each move writes.
    match.last_hash = record.hash_header(build_header(match, seats))
    # With the seats as this transaction reads them: uncommitted data must not be cached for others.
    session = MatchSession(match, seats, engine, position, clock)
    session.run_referee(at)
    session.save(at)
    publish_on_commit("home")
    match_started.send(None, player_ids=[seat.player_id for seat in seats if not seat.bot])
    return True


def forfeit_absent(match: Match, deadline: datetime) -> None:
    """Close the locked open match whose deadline has passed: players who are not ready forfeit.

    If absence does not lose in this match, it is voided instead.
    """
    if not OfferPolicy.load(match.terms).absent_lose:
        void_open_match(match, deadline)
        return
    ranks = tuple(2 if ready_at is None else 1 for ready_at in match.seats.values_list("ready_at", flat=True))
    close_match(match, Outcome(ranks, "no-show" if 1 in ranks else "double-forfeit"), at=deadline)
    match.save()
    publish_match(match.pk, match.last_entry)


def void_open_match(match: Match, at: datetime) -> None:
    """Void the locked open match: it does not count."""
    check_transition(match.status, Status.VOID)
    match.status, match.closed_at, match.deadline_at = Status.VOID, at, None
    match.save(update_fields=["status", "closed_at", "deadline_at"])
    announce_open_match(match)


def move_open_match(match: Match, start_by: datetime | None) -> None:
    """Set until when the players of the locked open match have to appear."""
    match.deadline_at = start_by
    match.save(update_fields=["deadline_at"])
    announce_open_match(match)


def announce_open_match(*matches: Match) -> None:
    """Notify pages and the league that open matches have changed or are no longer open."""
    for match in matches:
        publish_match(match.pk, match.last_entry)
    open_matches_changed.send(None)
    publish_on_commit("home")


def build_header(match: Match, seats: Seats) -> dict[str, Json]:
    """Return the header, the first line of the match's record."""
    engine = get_engine(match.game, match.engine_version)
    timed: dict[str, Any] = {}
    if match.tells_time and match.started_at is not None:
        limit_ms = play.time_limit(engine, match.options)
        control = match.control if limit_ms is None else {**match.control, "limit_ms": limit_ms}
        timed = {"control": control, "began": to_ms(match.started_at)}
    return record.build_header(
        engine, match.options, seats=len(seats), match=str(match.pk), nonces=[seat.nonce for seat in seats],
        commitment=match.commitment, site_data=match.about if match.has_site else None,
        draws=match.duplicate_name, **timed,
    )  # fmt: skip


def build_details(match: Match, seats: Seats) -> dict[str, Json]:
    """Return site, players and event for the record's header of a match that starts now."""
    players: list[Json] = [
        record.build_player(str(seat.player_id), seat.name, secrets.token_hex(16), bot=seat.bot) for seat in seats
    ]
    return {"site": settings.SITE_URL, "players": players, "event": (match.about or {}).get("event")}


def reconfirm_ready(match: Match, at: datetime) -> None:
    """If all players of a locked challenge are ready, ask those who said so long ago to get ready again.

    Not for matches in which absence loses, which have their own deadline, nor for correspondence.
    """
    lenient = not OfferPolicy.load(match.terms).absent_lose and get_claim_delay(match.control_value) is not None
    if not lenient or match.seats.filter(ready_at=None).exists():
        return
    present = Presence.objects.filter(match=match, seen_at__gt=at - WATCHED_FOR).values_list("seat", flat=True)
    stale = match.seats.filter(bot="", ready_at__lte=at - READY_TRUSTED_FOR).exclude(number__in=list(present))
    if stale.update(ready_at=None):
        match.deadline_at = at + READY_TIMEOUT
        match.save(update_fields=["deadline_at"])


def clear_reconfirmation(match: Match) -> None:
    """Clear the deadline of the locked match because a seat is open again."""
    if match.deadline_at is not None and not OfferPolicy.load(match.terms).absent_lose:
        match.deadline_at = None
        match.save(update_fields=["deadline_at"])
