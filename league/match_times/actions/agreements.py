"""Locking an agreement and storing its next state; used by all actions on match times."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.models import Event, EventStatus, Pairing, SeriesMatch, Side
from league.match_times.models import TimeAgreement
from league.match_times.queries import get_terms, to_negotiation
from league.match_times.rules.negotiation import Negotiation, Terms
from league.people.models import Player
from matches.errors import ActionError


@dataclass(frozen=True, slots=True)
class LockedAgreement:
    """An agreement whose event and pairing are locked, with its two players by side."""

    event: Event
    row: TimeAgreement
    players: Sequence[Player]

    @property
    def pairing(self) -> Pairing:
        return self.row.pairing

    @property
    def state(self) -> Negotiation:
        return to_negotiation(self.row)

    @property
    def terms(self) -> Terms:
        return get_terms(self.event)

    def get_side(self, player_id: int) -> int:
        """Return the player's side. Raises ActionError("not-yours")."""
        for number, player in enumerate(self.players):
            if player.pk == player_id:
                return number
        raise ActionError("not-yours", _("You don't play in this match. Only its players can agree on its time."))

    def check_open(self) -> None:
        """Raise ActionError unless its time can be agreed now."""
        if self.event.status != EventStatus.RUNNING:
            raise ActionError("not-running", _("Match times can only be agreed while the event is running."))
        if self.pairing.counted_at is not None:
            raise ActionError("has-result", _("This match already has a result."))
        if SeriesMatch.objects.filter(pairing=self.pairing).exists():
            raise ActionError("already-started", _("This match is already open. Ask an organiser to change its time."))


def lock_agreement(event_id: int, pairing_id: int) -> LockedAgreement:
    """Lock an event and the agreement of a pairing in it. Raises ActionError("not-found").

    All actions on match times lock the event first, as those that open matches and enter results do.
    """
    event = lock_event(event_id)
    rows = TimeAgreement.objects.select_related("pairing__round").filter(pairing=pairing_id, pairing__round__event=event)
    row = rows.select_for_update(of=("self", "pairing")).first()
    if row is None:
        raise ActionError("not-found", _("This match has no time to agree on."), "pairing_id")
    sides = Side.objects.filter(pairing=pairing_id, entrant__isnull=False).select_related("entrant__player")
    players = [side.entrant.player for side in sides.order_by("number") if side.entrant]
    return LockedAgreement(event, row, players)


def store(locked: LockedAgreement, state: Negotiation) -> None:
    """Store the next state, and in the pairing its time. Sets when the sweep has to act on it."""
    row, pairing = locked.row, locked.pairing
    change_start(pairing, state.time)
    is_open = not SeriesMatch.objects.filter(pairing=pairing).exists()
    row.update(**to_columns(state, locked.terms, is_open=is_open))
    announce(locked.event.pk)


def to_columns(state: Negotiation, terms: Terms, *, is_open: bool) -> dict[str, Any]:
    """Return the columns of a state; unless it is open, nothing is due."""
    return {
        "status": state.status, "proposer": state.proposer, "slots": [slot.isoformat() for slot in state.slots],
        "since": state.since, "reminded": state.reminded, "revision": state.revision,
        "due_at": state.find_due(terms) if is_open else None, "opens_at": state.time if is_open else None,
    }  # fmt: skip


def change_start(pairing: Pairing, starts_at: datetime | None) -> None:
    """Set the time of a locked pairing, which updates its calendar entry."""
    if pairing.starts_at != starts_at:
        pairing.update(starts_at=starts_at, time_changes=pairing.time_changes + 1)
