"""How players agree on the time of their match. These functions are public: pages, the API and chat commands call them.

All take ids and the time as `at`, decide races by locking the event, and raise ActionError with a sentence for the
player. Moments are aware datetimes.

- `propose_times(event_id=, pairing_id=, player_id=, slots=[...], at=)` proposes one to three times, or changes of a known
  time. A time that the opponent has proposed as well is agreed at once.
- `accept_time(event_id=, pairing_id=, player_id=, slot=, at=)` accepts a time that the opponent has proposed.
- `decline_proposal(event_id=, pairing_id=, player_id=, at=)` declines the opponent's proposal, or withdraws one's own.

A chat command `/accept 2` finds what it is about with `league.match_times.queries.list_own(player_id, at)`: the first
view whose `can_answer` is true has `event_id`, `pairing_id` and the `slots` to choose from. `/available` is
`league.match_times.actions.availability.set_availability`.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from league.events.actions.event_lifecycle import log_action
from league.match_times.actions.agreements import LockedAgreement, lock_agreement, store
from league.match_times.actions.notifications import notify_known_time, notify_players
from league.match_times.rules.negotiation import Negotiation


@transaction.atomic
def propose_times(*, event_id: int, pairing_id: int, player_id: int, slots: Sequence[datetime], at: datetime) -> None:
    """Propose times for the player's match; an open proposal is replaced. A bot accepts the first one."""
    locked = lock_agreement(event_id, pairing_id)
    side = locked.get_side(player_id)
    locked.check_open()
    state = locked.state.propose(side, slots, at)
    if state.proposer is not None and locked.players[1 - side].bot:
        state = state.accept(1 - side, state.slots[0], at)
    if state.proposer is None:
        _settle(locked, state, player_id, at)
        return
    store(locked, state)
    case = "proposed" if state.time is None else "change"
    notify_players(locked, [locked.players[1 - side]], case, at, by=locked.players[side])


@transaction.atomic
def accept_time(*, event_id: int, pairing_id: int, player_id: int, slot: datetime, at: datetime) -> None:
    """Accept one of the times that the opponent has proposed: the match opens then."""
    locked = lock_agreement(event_id, pairing_id)
    side = locked.get_side(player_id)
    locked.check_open()
    _settle(locked, locked.state.accept(side, slot, at), player_id, at)


@transaction.atomic
def decline_proposal(*, event_id: int, pairing_id: int, player_id: int, at: datetime) -> None:
    """Decline the opponent's proposal or withdraw the player's own. A known time stays."""
    locked = lock_agreement(event_id, pairing_id)
    side = locked.get_side(player_id)
    locked.check_open()
    was_own = locked.row.proposer == side
    store(locked, locked.state.decline(side, at))
    if not was_own:
        notify_players(locked, [locked.players[1 - side]], "declined", at, by=locked.players[side])


def _settle(locked: LockedAgreement, state: Negotiation, player_id: int, at: datetime) -> None:
    """Store the agreed time, log it and notify both players."""
    before, after = (_describe(locked, moment) for moment in (locked.pairing.starts_at, state.time))
    store(locked, state)
    log_action(locked.event, player_id, "pairing.agreed", before, after, at=at)
    notify_known_time(locked, "agreed", at)


def _describe(locked: LockedAgreement, moment: datetime | None) -> dict[str, Json]:
    return {
        "pairing": str(locked.pairing), "round": locked.pairing.round.number,
        "starts_at": moment.isoformat() if moment else None,
    }  # fmt: skip
