"""The start of an open match, and the end of one whose players did not come."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from engines import play, record, registry
from engines.contract import Json, Outcome
from matches.actions.closing import close
from matches.actions.sitting import Sitting
from matches.announce import changed, match_changed
from matches.clock import Clock
from matches.lifecycle import check
from matches.models import Match, Preparation, Presence, Status
from matches.moment import in_ms
from matches.offers import Terms, claim_after
from matches.preparation import begin_preparation
from matches.queries.seating import Seating, read_seating
from matches.signals import open_matches_changed

TRUSTED = timedelta(minutes=5)
"""How long a player's "ready" is trusted without asking again."""
WATCHED = timedelta(seconds=15)
"""A player who had the match open this recently is present."""
PATIENCE = timedelta(minutes=3)
"""How long the other players wait before the match is cancelled."""


def start_if_ready(match: Match, at: datetime) -> bool:
    """Start the locked match if every seat is taken and ready; return whether it started.

    A match with a preparation (`matches.preparation`) begins that instead.
    """
    seats = read_seating(match.pk)
    if not all(seat.ready for seat in seats):
        return False
    if match.preparation == Preparation.PLANNED:
        begin_preparation(match, at)
    if match.preparation == Preparation.RUNNING:
        return False
    check(match.status, Status.PLAYING)
    engine = registry.get(match.game, match.engine_version)
    position = play.begin(engine, match.options, len(seats))
    clock = Clock.fresh(match.control_value, len(seats), play.time_limit(engine, match.options))
    match.status, match.started_at, match.deadline_at = Status.PLAYING, at, None
    match.turns = [0] * len(seats)
    match.about = about(match, seats)
    match.save(update_fields=["about"])  # Not among the fields that each move writes.
    match.last_hash = record.header_hash(header(match, seats))
    # With the seats as this transaction reads them: uncommitted data must not be cached for others.
    sitting = Sitting(match, seats, engine, position, clock)
    sitting.proceed(at)
    sitting.write(at)
    changed("home")
    return True


def judge_absence(match: Match, deadline: datetime) -> None:
    """Close the locked open match whose deadline has passed: players who are not ready forfeit.

    If absence does not lose in this match, it is voided instead.
    """
    if not Terms.load(match.terms).absent_lose:
        void_open_match(match, deadline)
        return
    ranks = tuple(2 if ready_at is None else 1 for ready_at in match.seats.values_list("ready_at", flat=True))
    close(match, Outcome(ranks, "no-show" if 1 in ranks else "double-forfeit"), at=deadline)
    match.save()
    match_changed(match.pk, match.last_entry)


def void_open_match(match: Match, at: datetime) -> None:
    """Void the locked open match: it does not count."""
    check(match.status, Status.VOID)
    match.status, match.closed_at, match.deadline_at = Status.VOID, at, None
    match.save(update_fields=["status", "closed_at", "deadline_at"])
    announce_open_match(match)


def announce_open_match(match: Match) -> None:
    """Notify pages and the league that an open match has changed or is no longer open."""
    match_changed(match.pk, match.last_entry)
    open_matches_changed.send(None)
    changed("home")


def header(match: Match, seats: Seating) -> dict[str, Json]:
    """Return the header, the first line of the match's record."""
    engine = registry.get(match.game, match.engine_version)
    timed: dict[str, Any] = {}
    if match.tells_time and match.started_at is not None:
        limit_ms = play.time_limit(engine, match.options)
        control = match.control if limit_ms is None else {**match.control, "limit_ms": limit_ms}
        timed = {"control": control, "began": in_ms(match.started_at)}
    return record.header(
        engine, match.options, seats=len(seats), match=str(match.pk), nonces=[seat.nonce for seat in seats],
        commitment=match.commitment, about=match.about if match.has_site else None, **timed,
    )  # fmt: skip


def about(match: Match, seats: Seating) -> dict[str, Json]:
    """Return site, players and event for the record's header of a match that starts now."""
    players: list[Json] = [
        record.player(str(seat.player_id), seat.name, secrets.token_hex(16), bot=seat.bot) for seat in seats
    ]
    return {"site": settings.SITE_URL, "players": players, "event": (match.about or {}).get("event")}


def ask_who_is_there(match: Match, at: datetime) -> None:
    """If all players of a locked challenge are ready, ask those who said so long ago to get ready again.

    Not for matches in which absence loses, which have their own deadline, nor for correspondence.
    """
    lenient = not Terms.load(match.terms).absent_lose and claim_after(match.control_value) is not None
    if not lenient or match.seats.filter(ready_at=None).exists():
        return
    watching = Presence.objects.filter(match=match, seen_at__gt=at - WATCHED).values_list("seat", flat=True)
    stale = match.seats.filter(bot="", ready_at__lte=at - TRUSTED).exclude(number__in=list(watching))
    if stale.update(ready_at=None):
        match.deadline_at = at + PATIENCE
        match.save(update_fields=["deadline_at"])


def stop_asking(match: Match) -> None:
    """Clear the deadline of the locked match because a seat is open again."""
    if match.deadline_at is not None and not Terms.load(match.terms).absent_lose:
        match.deadline_at = None
        match.save(update_fields=["deadline_at"])
