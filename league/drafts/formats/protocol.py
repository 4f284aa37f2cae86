"""The interface that each kind of draft implements; `draft_rules` does the rest.

A kind declares here what it can do; code outside this package never branches on its key.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from league.drafts.formats import clocks
from league.drafts.formats.actions import Action, Force
from league.drafts.formats.entities import Pick, Setup
from league.drafts.formats.picks import forced_price, give_card
from league.drafts.formats.state import DraftState
from league.formats.settings import Field


class Kind(Protocol):
    """The strategy of one kind of draft: its settings, its table and the effect of each action."""

    key: str
    name: str
    """A message id, translated on display."""
    fields: tuple[Field, ...]
    """The organiser's settings, for forms, help and validation."""
    sealed: bool = False
    """Whether teams place blind bids in rounds (then its table is `BlindTable`)."""
    shuffles: bool = False
    """Whether cards come from shuffled decks (then its table is `DeckTable`)."""
    mock: Mapping[str, Any] = {}
    """Default settings of a mock draft."""

    def table(self, setup: Setup, at: datetime) -> Any:
        """Return the turns, decks, lots or bids before the first action."""

    def act(self, state: DraftState, action: Action, at: datetime) -> DraftState:
        """Apply a team's action, or the organiser's Skip or Order. Raises ActionError if it is illegal."""

    def force(self, state: DraftState, action: Force, at: datetime) -> DraftState:
        return give_card(state, action.team, action.card, forced_price(state, action), "force", at)

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Undo the kind's own part of a pick. Raises ActionError if a later pick depends on it."""

    def due(self, state: DraftState) -> datetime | None:
        """Return when (draft time) the next deadline falls."""
        return clocks.turn_deadline(state)

    def cutoff(self, state: DraftState, team: int) -> datetime | None:
        """Return the draft time from which a team's action is too late; None if it only becomes overdue."""
        return state.clock.deadline() if state.setup.timing.hard else None

    def flag(self, state: DraftState, fell_at: datetime, at: datetime) -> DraftState:
        """Apply a deadline that fell at `fell_at` and was noticed at `at`."""

    def advance(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        """Skip turns in which the team can do nothing, run the clock of the next one, and complete a draft without turns."""

    def to_act(self, state: DraftState) -> frozenset[int]: ...

    def order(self, state: DraftState) -> tuple[int, ...]:
        """Return the teams in the order in which they are to act, as the organiser's Order changes it."""

    def expected_action(self, state: DraftState) -> str:
        """Return what a team is to do: pick, nominate, seal; empty while it can only answer a bid."""
        return "pick"

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """Return the kind's own part of what a viewer may see, built by allow-list."""
