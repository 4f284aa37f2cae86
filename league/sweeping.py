"""The guarantee behind every hint: finds what is due in the league and not done. Any number may sweep at once."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeVar

from league.account.actions.forgetting import forget_sessions
from league.account.actions.tidying import lately_deleted, tidy_deleted
from league.demo.keeping import keep_going
from league.draft.actions.acting import flag_due
from league.draft.actions.botting import play_bots
from league.draft.actions.setting_up import start_due
from league.draft.queries import due as drafts
from league.events.actions.copying import open_next
from league.events.actions.counting import advance, count_pairing
from league.events.actions.entering import open_due_check_in
from league.events.actions.fault import held_on_fault
from league.events.actions.rounds import open_due_places, start_due_round
from league.events.actions.running import start_due_event
from league.events.actions.substituting import ask_next
from league.events.actions.telling import tell_opened
from league.events.actions.waiting import open_waiting
from league.events.queries import due
from league.hooks.actions.delivering import deliver_due
from league.hooks.actions.forgetting import forget_deliveries
from league.notices.actions.forgetting import forget_notices
from league.notices.actions.mailing import send_due
from league.notices.actions.reading import settle
from league.notices.actions.turns import tell_correspondence, tell_the_gone
from league.notices.push.pushing import push_due
from league.notices.queries.settled import settled
from league.notices.queries.turns import untold
from league.people.actions.guessing import forget_guesses
from league.people.actions.guests import forget_guests
from league.quotas import forget_origins
from league.ratings.actions import count_rating, recompute_due
from league.ratings.queries import due_pools, uncounted
from league.seasons.actions.checking import check_money, due_checks
from league.seasons.actions.opening_bids import open_bids
from league.seasons.actions.trading import settle as settle_trade
from league.seasons.queries.claims import due_openings
from league.seasons.queries.trades import due_trades
from league.stats.actions import count_stats, note_matches
from league.stats.queries import finished
from matches.api.creating import purge_idempotent_requests

logger = logging.getLogger(__name__)
_Id = TypeVar("_Id", int, str)
_advance, _open_due_places = held_on_fault(advance), held_on_fault(open_due_places)
_open_waiting, _start_due_round = held_on_fault(open_waiting), held_on_fault(start_due_round)


def sweep(at: datetime) -> None:
    """One round: count closed matches, finish and start rounds, keep the demo alive. One failure stops no other."""
    _each("ratings of pool", due_pools(), lambda pool: recompute_due(pool=pool))
    _each("rating of match", uncounted(at), lambda match_id: count_rating(match_id=match_id, at=at))
    _each("pairing of match", due.uncounted(at), lambda match_id: count_pairing(match_id=match_id, at=at))
    _each("stats: new matches", [0], lambda _: note_matches())
    _each("stats of match", finished.uncounted(at), lambda match_id: count_stats(match_id=match_id, at=at))
    _each("end of a round in event", due.stalled(), lambda event_id: _advance(event_id=event_id, at=at))
    _each("matches that have been opened", [0], lambda _: tell_opened(at=at))
    _each("check-in of event", due.due_check_ins(at), lambda event_id: open_due_check_in(event_id=event_id, at=at))
    _each("free places of event", due.due_offers(at), lambda event_id: ask_next(event_id=event_id, at=at))
    _each("start of event", due.due_starts(at), lambda event_id: start_due_event(event_id=event_id, at=at))
    _each("planned matches of event", due.due_places(at), lambda event_id: _open_due_places(event_id=event_id, at=at))
    _each("waiting matches of event", due.waiting(), lambda event_id: _open_waiting(event_id=event_id, at=at))
    _each("next round of event", due.due_rounds(at), lambda event_id: _start_due_round(event_id=event_id, at=at))
    _each("next of event", due.due_repeats(), lambda event_id: open_next(event_id=event_id, at=at))
    _each("sealed bids of season", due_openings(at), lambda season_id: open_bids(season_id=season_id, at=at))
    _each("trade", due_trades(at), lambda trade_id: settle_trade(trade_id=trade_id, at=at))
    _each("money of season", due_checks(at), lambda season_id: check_money(season_id=season_id, at=at))
    _each("turn in match", untold(at), lambda match_id: tell_correspondence(match_id=match_id, at=at))
    _each("turns of those who have gone", [0], lambda _: tell_the_gone(at=at))
    _each("notifications that are done", [0], lambda _: settle(ids=settled(), at=at))
    _each("what is left of player", lately_deleted(at), lambda player_id: tidy_deleted(player_id=player_id, at=at))
    _each("demo", [0], lambda _: keep_going(at=at))


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
    _each("old guesses", [0], lambda _: forget_guesses(at=at))


def _each(what: str, ids: Iterable[_Id], act: Callable[[_Id], object]) -> None:
    for one in ids:
        try:
            act(one)
        except Exception:
            logger.exception("sweep: %s %s is left for the next round", what, one)
