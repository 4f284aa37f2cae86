"""The guarantee behind every hint: finds what is due in the league and not done. Any number may sweep at once."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import Q, QuerySet

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
from league.lobby.challenges import forget_origins
from league.notifications.actions.email_delivery import send_due
from league.notifications.actions.read_state import forget_notices, settle
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
from league.seasons.queries.market import due_openings
from league.seasons.queries.trades import due_trades
from league.settled_notifications import settled
from league.stats.actions import count_stats, note_matches, uncounted_matches
from league.webhooks.actions.delivery import deliver_due, forget_deliveries
from league.webhooks.models import Delivery
from matches.api.idempotency import purge_idempotent_requests

logger = logging.getLogger(__name__)
DRAFTS, DRAFT_BOTS = "drafts", "draft bots"
OUTGOING = frozenset({"letters", "pushes", "webhooks"})
"""Names of looks."""
_Id = TypeVar("_Id", int, str)
_advance, _open_due_places = held_on_fault(advance), held_on_fault(open_due_places)
_open_waiting, _start_due_round = held_on_fault(open_waiting), held_on_fault(start_due_round)


class Step(NamedTuple):
    """Something that the sweep does. Without a `look`, which returns the ids of what is due, it is always done."""

    what: str
    look: Callable[[], Sequence[Any]] | None
    act: Callable[[Any], object]


def sweep(at: datetime) -> bool:
    """One round: count closed matches, finish and start rounds, keep the demo alive. One failure stops no other.

    Return whether anything was due. Where nothing is, all looks are one transaction.
    """
    steps = _steps(at)
    is_due = _anything_due(steps)
    for step in steps:
        if step.look is None:
            is_due = _each(step.what, [0], step.act) or is_due
        elif is_due:
            _each(step.what, step.look(), step.act)
    return is_due


def _anything_due(steps: Sequence[Step]) -> bool:
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
            "notifications that are done",
            lambda: [ids] if (ids := settled()) else [],
            lambda ids: settle(ids=ids, at=at),
        ),
        Step("what is left of player", lambda: lately_deleted(at), lambda pk: tidy_deleted(player_id=pk, at=at)),
        Step("demo", None, lambda _: keep_going(at=at)),
    ]


def looks(at: datetime) -> Mapping[str, QuerySet[Any]]:
    """Return what is looked at each second: drafts, and what goes out to other people's machines."""
    return {
        DRAFTS: Draft.objects.filter(
            Q(deadline_at__lte=at - drafts.SETTLING) | Q(starts_at__lte=at, status=DraftStatus.SETUP)
        ),
        DRAFT_BOTS: Draft.objects.filter(bots_due_at__lte=at, status=DraftStatus.RUNNING),
        "letters": Notice.objects.filter(mail=Mail.DUE, mail_at__lte=at),
        "pushes": Notice.objects.filter(push_at__lte=at),
        "webhooks": Delivery.objects.filter(due_at__lte=at, hook__off_at=None),
    }


def sweep_drafts(at: datetime) -> None:
    """What people wait for in drafts, each second: starts and flags."""
    _each("start of draft", drafts.due_starts(at), lambda draft_id: start_due(draft_id=draft_id, at=at))
    _each("flag of draft", drafts.due_flags(at), lambda draft_id: flag_due(draft_id=draft_id, at=at))


def sweep_draft_bots(at: datetime) -> None:
    """Bots that are due in drafts. They think, so run it beside the others, never in their way."""
    _each("bots of draft", drafts.due_bots(at), lambda draft_id: play_bots(draft_id=draft_id, at=at))


def sweep_outgoing(clock: Callable[[], datetime]) -> None:
    """Letters and webhooks, each second. Others may keep them waiting, so run it beside the others."""
    _each("letters", [0], lambda _: send_due(clock))
    _each("pushes", [0], lambda _: push_due(clock))
    _each("webhooks", [0], lambda _: deliver_due(clock))


def forget_old(at: datetime) -> None:
    """Throw away what nobody looks at any more, once in a while."""
    _each("old notifications", [0], lambda _: forget_notices(at=at))
    _each("old deliveries", [0], lambda _: forget_deliveries(at=at))
    _each("old sessions", [0], lambda _: forget_sessions(at=at))
    _each("old idempotency keys", [0], lambda _: purge_idempotent_requests(at=at))
    _each("guests without matches", [0], lambda _: forget_guests(at=at))
    _each("origins of matches", [0], lambda _: forget_origins(at=at))


def _each(what: str, ids: Iterable[_Id], act: Callable[[_Id], object]) -> bool:
    """Return whether any of the acts did something, as far as they say so."""
    did = False
    for one in ids:
        try:
            did = bool(act(one)) or did
        except Exception:
            logger.exception("sweep: %s %s is left for the next round", what, one)
    return did
