"""The sweep, which processes everything due in the league even if a hint was lost. Safe to run concurrently."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.account.deletion import end_late_activity, recently_deleted
from league.account.sessions import purge_sessions
from league.demo.upkeep import maintain_demo
from league.drafts.actions.bots import play_due_bots
from league.drafts.actions.draft_actions import apply_due_flags
from league.drafts.actions.lifecycle import start_due_draft
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries import drafts
from league.events.actions.event_copies import open_successor
from league.events.actions.notifications import notify_opened_matches
from league.events.models import Entrant, EntrantStatus, EventStatus
from league.fair_play.actions import (
    list_unwoken as list_unwoken_matches,
    register_matches as register_compared,
    wake_comparison,
)
from league.follows.actions import notify_followers
from league.lobby.challenges import clear_origins
from league.lobby.queue import purge_queue
from league.match_times.actions.deadlines import apply_deadline
from league.match_times.models import TimeAgreement
from league.match_times.queries import list_due as list_due_times, list_openings
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.actions.read_state import mark_done, purge_notifications
from league.notifications.kinds import Kind
from league.notifications.models import EmailStatus, Notification
from league.notifications.push.delivery import send_due_pushes
from league.notifications.turns import list_unannounced, notify_disconnected, notify_turns
from league.pairings.actions.match_times import open_timed_match
from league.pairings.actions.rounds import open_due_bracket_matches
from league.pairings.queries import due
from league.people.actions.accounts import purge_guests
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import recompute_if_due
from league.ratings.queries.players import list_due_pools, list_uncounted
from league.registration.actions.entries import open_due_check_in
from league.registration.actions.waiting_list import renew_offers
from league.result_reports.actions.rulings import settle_report
from league.result_reports.models import ResultReport
from league.result_reports.queries import list_due as list_due_reports
from league.result_reports.rules import ReportStatus
from league.results.actions.due_rounds import hold_event_on_error, open_deferred_matches, start_due_round
from league.results.actions.event_start import start_due_event
from league.results.actions.results import advance_stalled_event, record_result
from league.reviews.actions import drop_unwanted, list_unwoken, wake_reviewers
from league.seasons.actions.ledger_audit import audit_season, list_seasons_to_audit
from league.seasons.actions.trades import process_due_trade as settle_trade
from league.seasons.actions.waivers import process_bids
from league.seasons.market_models import Trade, TradeStatus
from league.seasons.queries.market import list_seasons_with_due_bids
from league.seasons.queries.trades import list_due_trades
from league.stats.actions import count_stats, list_uncounted_matches, register_matches
from league.team_matches.actions.alternates import continue_call, list_due_calls
from league.team_matches.actions.lineup_deadline import close_lineups, list_due_lineups
from league.team_matches.actions.settlement import list_changed_matches, settle_team_match
from league.webhooks.actions.delivery import deliver_due, purge_deliveries
from league.webhooks.queries import list_due_deliveries
from matches.api.idempotency import purge_idempotent_requests
from matches.models import Match, Seat, Status

logger = logging.getLogger(__name__)
DRAFTS, DRAFT_BOTS = "drafts", "draft bots"
OUTGOING = frozenset({"letters", "pushes", "webhooks"})
"""Names of queries in `due_querysets`."""
MAX_DONE_NOTIFICATIONS = 500
_advance, _open_due_places = hold_event_on_error(advance_stalled_event), hold_event_on_error(open_due_bracket_matches)
_open_waiting, _start_due_round = hold_event_on_error(open_deferred_matches), hold_event_on_error(start_due_round)


class Step(NamedTuple):
    """A task of the sweep. `look` returns the ids that are due; without it, the task always runs."""

    what: str
    look: Callable[[], Sequence[Any]] | None
    act: Callable[[Any], object]


def sweep(at: datetime) -> bool:
    """Run one round of the sweep and return whether anything was due. A failing step does not stop the others."""
    steps = _build_steps(at)
    is_due = _is_anything_due(steps)
    for name, find_due, action in steps:
        if find_due is None:
            is_due = _run_step(name, action, None) or is_due
        elif is_due:
            for pk in find_due():
                _run_step(f"{name} {pk}", action, pk)
    return is_due


def _is_anything_due(steps: Sequence[Step]) -> bool:
    """Look at all steps in one transaction: each by itself exceeds the idle limit of tests/load/idle.py."""
    try:
        with transaction.atomic() if connection.vendor == "postgresql" else nullcontext():  # SQLite would lock writers
            return any(step.look() for step in steps if step.look is not None)
    except Exception:
        logger.exception("sweep: a batch query failed; running the queries one by one")
        return True


def _build_steps(at: datetime) -> list[Step]:
    return [
        Step("ratings of pool", list_due_pools, lambda pk: recompute_if_due(pool=pk)),
        Step("rating of match", lambda: list_uncounted(at), lambda pk: apply_rated_match(match_id=pk, at=at)),
        Step("pairing of match", lambda: due.list_uncounted(at), lambda pk: record_result(match_id=pk, at=at)),
        Step("stats: new matches", None, lambda _: register_matches()),
        Step("stats of match", lambda: list_uncounted_matches(at), lambda pk: count_stats(match_id=pk, at=at)),
        Step("end of a round in event", due.list_stalled, lambda pk: _advance(event_id=pk, at=at)),
        Step("matches that have been opened", None, lambda _: notify_opened_matches(at=at)),
        Step("check-in of event", lambda: due.list_check_ins(at), lambda pk: open_due_check_in(event_id=pk, at=at)),
        Step("free places of event", lambda: due.list_spot_offers(at), lambda pk: renew_offers(event_id=pk, at=at)),
        Step("start of event", lambda: due.list_starts(at), lambda pk: start_due_event(event_id=pk, at=at)),
        Step("planned matches of event", lambda: due.list_brackets(at), lambda pk: _open_due_places(event_id=pk, at=at)),
        Step("agreed time of pairing", lambda: list_due_times(at), lambda pk: apply_deadline(pairing_id=pk, at=at)),
        Step("match at its time of pairing", lambda: list_openings(at), lambda pk: open_timed_match(pairing_id=pk, at=at)),
        Step("waiting matches of event", due.list_waiting, lambda pk: _open_waiting(event_id=pk, at=at)),
        Step("line-ups of team match", lambda: list_due_lineups(at), lambda pk: close_lineups(match_id=pk, at=at)),
        Step("call for an alternate", lambda: list_due_calls(at), lambda pk: continue_call(call_id=pk, at=at)),
        Step("score of team match", list_changed_matches, lambda pk: settle_team_match(match_id=pk, at=at)),
        Step("report of a result", lambda: list_due_reports(at), lambda pk: settle_report(report_id=pk, at=at)),
        Step("next round of event", lambda: due.list_rounds(at), lambda pk: _start_due_round(event_id=pk, at=at)),
        Step("next of event", due.list_repeats, lambda pk: open_successor(event_id=pk, at=at)),
        Step("sealed bids of season", lambda: list_seasons_with_due_bids(at), lambda pk: process_bids(season_id=pk, at=at)),
        Step("trade", lambda: list_due_trades(at), lambda pk: settle_trade(trade_id=pk, at=at)),
        Step("money of season", lambda: list_seasons_to_audit(at), lambda pk: audit_season(season_id=pk, at=at)),
        Step("turn in match", lambda: list_unannounced(at), lambda pk: notify_turns(match_id=pk, at=at)),
        Step("turns of those who have gone", None, lambda _: notify_disconnected(at=at)),
        Step("rated matches of followed players", None, lambda _: notify_followers(at=at)),
        Step("waiting review", lambda: list_unwoken(at), lambda pk: wake_reviewers(review_id=pk, at=at)),
        Step("fair play: new matches", None, lambda _: register_compared()),
        Step("fair play of match", lambda: list_unwoken_matches(at), lambda pk: wake_comparison(match_id=pk, at=at)),
        Step(
            "settled notifications",
            lambda: [ids] if (ids := list_done_notifications()) else [],
            lambda ids: mark_done(ids=ids, at=at),
        ),
        Step("what is left of player", lambda: recently_deleted(at), lambda pk: end_late_activity(player_id=pk, at=at)),
        Step("demo", None, lambda _: maintain_demo(at=at)),
    ]


def due_querysets(at: datetime) -> Mapping[str, QuerySet[Any]]:
    """Return the querysets checked each second: drafts, and outgoing messages."""
    return {
        DRAFTS: Draft.objects.filter(
            Q(deadline_at__lte=at - drafts.FLAG_DELAY) | Q(starts_at__lte=at, status=DraftStatus.SETUP)
        ),
        DRAFT_BOTS: Draft.objects.filter(bots_due_at__lte=at, status=DraftStatus.RUNNING),
        "letters": Notification.objects.filter(mail=EmailStatus.DUE, mail_at__lte=at),
        "pushes": Notification.objects.filter(push_at__lte=at),
        "webhooks": list_due_deliveries(at),
    }


def list_done_notifications() -> list[int]:
    """Return notifications whose request has been done or is obsolete.

    That is: the player has come to the match or left it, checked in, answered or been passed over. In a running draft,
    each action settles its own notifications.
    """
    pending, subject, player = Notification.objects.filter(waits=True), OuterRef("subject"), OuterRef("player")
    seats = Seat.objects.filter(match=subject, player=player, match__status=Status.OPEN, ready_at=None)
    entries = Entrant.objects.filter(event=subject, player=player)
    check_ins = entries.filter(event__status=EventStatus.CHECK_IN, status=EntrantStatus.ENTERED, checked_in_at=None)
    drafts_begun = Draft.objects.filter(pk=subject, status__in=(DraftStatus.RUNNING, DraftStatus.PAUSED))
    trades = Trade.objects.filter(pk=subject, partner__owner=player, status=TradeStatus.OFFERED)
    reports = ResultReport.objects.filter(pk=subject, revision=OuterRef("mark"), status=ReportStatus.REPORTED)
    agreements = TimeAgreement.objects.filter(pk=subject, revision=OuterRef("mark"), pairing__series=None)
    is_done = (
        Q(~Exists(seats), Q(kind=Kind.ROUND) | Q(kind=Kind.ASKED, case="match"))
        | Q(~Exists(entries.filter(answer_by__isnull=False)), kind=Kind.ASKED, case="place")
        | Q(~Exists(entries.filter(status=EntrantStatus.INVITED)), kind=Kind.ASKED, case="event")
        | Q(~Exists(check_ins), kind=Kind.CHECK_IN)
        | Q(~Exists(drafts_begun), kind=Kind.PICK)
        | Q(~Exists(trades), kind=Kind.TRADE)
        | Q(~Exists(reports), kind=Kind.REPORT)
        | Q(~Exists(agreements), kind=Kind.MATCH_TIME)
    )
    ids = list(pending.filter(is_done).values_list("pk", flat=True)[:MAX_DONE_NOTIFICATIONS])
    turns = list(pending.filter(kind=Kind.YOUR_TURN).order_by("pk")[:MAX_DONE_NOTIFICATIONS])
    matches = Match.objects.exclude(status__in=(Status.CLOSED, Status.VOID)).in_bulk([row.subject for row in turns])
    return ids + [row.pk for row in turns if not _is_turn_running(row, matches.get(row.subject))]


def _is_turn_running(row: Notification, match: Match | None) -> bool:
    """Return whether the turn of a notification is still running."""
    seat = int(row.key.split(".")[2])
    return match is not None and match.turns[seat] == row.mark and seat in match.to_act


def sweep_drafts(at: datetime) -> None:
    """Start due drafts and apply due flags, each second."""
    for draft_id in drafts.list_due_starts(at):
        _run_step(f"start of draft {draft_id}", start_due_draft, draft_id=draft_id, at=at)
    for draft_id in drafts.list_due_flags(at):
        _run_step(f"flag of draft {draft_id}", apply_due_flags, draft_id=draft_id, at=at)


def sweep_draft_bots(at: datetime) -> None:
    """Run due bots of drafts. They are slow, so run it beside the other sweeps."""
    for draft_id in drafts.list_due_bots(at):
        _run_step(f"bots of draft {draft_id}", play_due_bots, draft_id=draft_id, at=at)


def sweep_outgoing(clock: Callable[[], datetime]) -> None:
    """Send due emails, pushes and webhooks, each second. Receivers may be slow, so run it beside the other sweeps."""
    for send in (send_due_emails, send_due_pushes, deliver_due):
        _run_step(send.__name__, send, clock)


def purge_expired_data(at: datetime) -> None:
    """Delete expired data, once in a while."""
    for purge in (
        purge_notifications, purge_deliveries, purge_sessions, purge_idempotent_requests, purge_guests, purge_queue,
        clear_origins, drop_unwanted,
    ):  # fmt: skip
        _run_step(purge.__name__, purge, at=at)


def _run_step(name: str, action: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
    """Run the action and return whether it did something; log its failure without raising."""
    try:
        return bool(action(*args, **kwargs))
    except Exception:
        logger.exception("sweep: %s failed; retrying next round", name)
        return False
