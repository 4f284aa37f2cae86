"""The sweep, which processes everything due in the league even if a hint was lost. Safe to run concurrently."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.account.deletion import lately_deleted, tidy_deleted
from league.account.sessions import forget_sessions
from league.demo.upkeep import keep_going
from league.drafts.actions.bots import play_bots
from league.drafts.actions.draft_actions import flag_due
from league.drafts.actions.lifecycle import start_due
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries import drafts
from league.events.actions.event_copies import open_next
from league.events.actions.notifications import tell_opened
from league.events.models import Entrant, EntrantStatus, EventStatus
from league.lobby.challenges import forget_origins
from league.notifications.actions.email_delivery import send_due
from league.notifications.actions.read_state import forget_notices, settle
from league.notifications.kinds import Kind
from league.notifications.models import Mail, Notice
from league.notifications.push.delivery import push_due
from league.notifications.turns import tell_correspondence, tell_the_gone, untold
from league.pairings.actions.rounds import open_due_places
from league.pairings.queries import due
from league.people.actions.accounts import forget_guests
from league.ratings.actions.rating_updates import count_rating
from league.ratings.actions.recalculation import recompute_due
from league.ratings.queries.players import due_pools, uncounted
from league.registration.actions.entries import open_due_check_in
from league.registration.actions.waiting_list import ask_next
from league.results.actions.due_rounds import held_on_fault, open_waiting, start_due_round
from league.results.actions.event_start import start_due_event
from league.results.actions.results import advance, count_pairing
from league.seasons.actions.ledger_audit import check_money, due_checks
from league.seasons.actions.trades import settle as settle_trade
from league.seasons.actions.waivers import open_bids
from league.seasons.market_models import Trade, TradeStatus
from league.seasons.queries.market import due_openings
from league.seasons.queries.trades import due_trades
from league.stats.actions import count_stats, note_matches, uncounted_matches
from league.webhooks.actions.delivery import deliver_due, forget_deliveries
from league.webhooks.models import Delivery
from matches.api.idempotency import purge_idempotent_requests
from matches.models import Match, Seat, Status

logger = logging.getLogger(__name__)
DRAFTS, DRAFT_BOTS = "drafts", "draft bots"
OUTGOING = frozenset({"letters", "pushes", "webhooks"})
"""Names of queries in `looks`."""
MOST_SETTLED = 500
_advance, _open_due_places = held_on_fault(advance), held_on_fault(open_due_places)
_open_waiting, _start_due_round = held_on_fault(open_waiting), held_on_fault(start_due_round)


class Step(NamedTuple):
    """A task of the sweep. `look` returns the ids that are due; without it, the task always runs."""

    what: str
    look: Callable[[], Sequence[Any]] | None
    act: Callable[[Any], object]


def sweep(at: datetime) -> bool:
    """Run one round of the sweep and return whether anything was due. A failing step does not stop the others."""
    steps = _steps(at)
    is_due = _is_anything_due(steps)
    for what, look, act in steps:
        if look is None:
            is_due = _do(what, act, None) or is_due
        elif is_due:
            for pk in look():
                _do(f"{what} {pk}", act, pk)
    return is_due


def _is_anything_due(steps: Sequence[Step]) -> bool:
    """Look at all steps in one transaction: each by itself exceeds the idle limit of tests/load/idle.py."""
    try:
        with transaction.atomic() if connection.vendor == "postgresql" else nullcontext():  # SQLite would lock writers
            return any(step.look() for step in steps if step.look is not None)
    except Exception:
        logger.exception("sweep: a look failed; each is taken by itself")
        return True


def _steps(at: datetime) -> list[Step]:
    return [
        Step("ratings of pool", due_pools, lambda pk: recompute_due(pool=pk)),
        Step("rating of match", lambda: uncounted(at), lambda pk: count_rating(match_id=pk, at=at)),
        Step("pairing of match", lambda: due.uncounted(at), lambda pk: count_pairing(match_id=pk, at=at)),
        Step("stats: new matches", None, lambda _: note_matches()),
        Step("stats of match", lambda: uncounted_matches(at), lambda pk: count_stats(match_id=pk, at=at)),
        Step("end of a round in event", due.stalled, lambda pk: _advance(event_id=pk, at=at)),
        Step("matches that have been opened", None, lambda _: tell_opened(at=at)),
        Step("check-in of event", lambda: due.due_check_ins(at), lambda pk: open_due_check_in(event_id=pk, at=at)),
        Step("free places of event", lambda: due.due_offers(at), lambda pk: ask_next(event_id=pk, at=at)),
        Step("start of event", lambda: due.due_starts(at), lambda pk: start_due_event(event_id=pk, at=at)),
        Step("planned matches of event", lambda: due.due_places(at), lambda pk: _open_due_places(event_id=pk, at=at)),
        Step("waiting matches of event", due.waiting, lambda pk: _open_waiting(event_id=pk, at=at)),
        Step("next round of event", lambda: due.due_rounds(at), lambda pk: _start_due_round(event_id=pk, at=at)),
        Step("next of event", due.due_repeats, lambda pk: open_next(event_id=pk, at=at)),
        Step("sealed bids of season", lambda: due_openings(at), lambda pk: open_bids(season_id=pk, at=at)),
        Step("trade", lambda: due_trades(at), lambda pk: settle_trade(trade_id=pk, at=at)),
        Step("money of season", lambda: due_checks(at), lambda pk: check_money(season_id=pk, at=at)),
        Step("turn in match", lambda: untold(at), lambda pk: tell_correspondence(match_id=pk, at=at)),
        Step("turns of those who have gone", None, lambda _: tell_the_gone(at=at)),
        Step(
            "settled notifications",
            lambda: [ids] if (ids := settled()) else [],
            lambda ids: settle(ids=ids, at=at),
        ),
        Step("what is left of player", lambda: lately_deleted(at), lambda pk: tidy_deleted(player_id=pk, at=at)),
        Step("demo", None, lambda _: keep_going(at=at)),
    ]


def looks(at: datetime) -> Mapping[str, QuerySet[Any]]:
    """Return the querysets checked each second: drafts, and outgoing messages."""
    return {
        DRAFTS: Draft.objects.filter(
            Q(deadline_at__lte=at - drafts.SETTLING) | Q(starts_at__lte=at, status=DraftStatus.SETUP)
        ),
        DRAFT_BOTS: Draft.objects.filter(bots_due_at__lte=at, status=DraftStatus.RUNNING),
        "letters": Notice.objects.filter(mail=Mail.DUE, mail_at__lte=at),
        "pushes": Notice.objects.filter(push_at__lte=at),
        "webhooks": Delivery.objects.filter(due_at__lte=at, hook__off_at=None),
    }


def settled() -> list[int]:
    """Return notifications whose request has been done or is obsolete.

    That is: the player has come to the match or left it, checked in, answered or been passed over. In a running draft,
    each action settles its own notifications.
    """
    waiting, subject, reader = Notice.objects.filter(waits=True), OuterRef("subject"), OuterRef("player")
    seats = Seat.objects.filter(match=subject, player=reader, match__status=Status.OPEN, ready_at=None)
    entries = Entrant.objects.filter(event=subject, player=reader)
    check_ins = entries.filter(event__status=EventStatus.CHECK_IN, status=EntrantStatus.ENTERED, checked_in_at=None)
    drafts_begun = Draft.objects.filter(pk=subject, status__in=(DraftStatus.RUNNING, DraftStatus.PAUSED))
    trades = Trade.objects.filter(pk=subject, partner__owner=reader, status=TradeStatus.OFFERED)
    is_done = (
        Q(~Exists(seats), Q(kind=Kind.ROUND) | Q(kind=Kind.ASKED, case="match"))
        | Q(~Exists(entries.filter(answer_by__isnull=False)), kind=Kind.ASKED, case="place")
        | Q(~Exists(check_ins), kind=Kind.CHECK_IN)
        | Q(~Exists(drafts_begun), kind=Kind.PICK)
        | Q(~Exists(trades), kind=Kind.TRADE)
    )
    found = list(waiting.filter(is_done).values_list("pk", flat=True)[:MOST_SETTLED])
    turns = list(waiting.filter(kind=Kind.YOUR_TURN).order_by("pk")[:MOST_SETTLED])
    matches = Match.objects.exclude(status__in=(Status.CLOSED, Status.VOID)).in_bulk([row.subject for row in turns])
    return found + [row.pk for row in turns if not _is_turn(row, matches.get(row.subject))]


def _is_turn(row: Notice, match: Match | None) -> bool:
    """Return whether the turn of a notification is still running."""
    seat = int(row.key.split(".")[2])
    return match is not None and match.turns[seat] == row.mark and seat in match.to_act


def sweep_drafts(at: datetime) -> None:
    """Start due drafts and apply due flags, each second."""
    for draft_id in drafts.due_starts(at):
        _do(f"start of draft {draft_id}", start_due, draft_id=draft_id, at=at)
    for draft_id in drafts.due_flags(at):
        _do(f"flag of draft {draft_id}", flag_due, draft_id=draft_id, at=at)


def sweep_draft_bots(at: datetime) -> None:
    """Run due bots of drafts. They are slow, so run it beside the other sweeps."""
    for draft_id in drafts.due_bots(at):
        _do(f"bots of draft {draft_id}", play_bots, draft_id=draft_id, at=at)


def sweep_outgoing(clock: Callable[[], datetime]) -> None:
    """Send due emails, pushes and webhooks, each second. Receivers may be slow, so run it beside the other sweeps."""
    for send in (send_due, push_due, deliver_due):
        _do(send.__name__, send, clock)


def forget_old(at: datetime) -> None:
    """Delete expired data, once in a while."""
    for forget in (
        forget_notices, forget_deliveries, forget_sessions, purge_idempotent_requests, forget_guests, forget_origins
    ):  # fmt: skip
        _do(forget.__name__, forget, at=at)


def _do(what: str, act: Callable[..., object], *args: Any, **given: Any) -> bool:
    """Run the action and return whether it did something; log its failure without raising."""
    try:
        return bool(act(*args, **given))
    except Exception:
        logger.exception("sweep: %s is left for the next round", what)
        return False
