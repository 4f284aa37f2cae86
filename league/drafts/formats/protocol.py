"""What a kind of draft brings; `drafting` does the rest for all of them.

What a kind can do it declares here; nothing outside this package asks for its key.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from league.drafts.formats import clocks
from league.drafts.formats.acts import Act, Force
from league.drafts.formats.entities import Pick, Setup
from league.drafts.formats.picks import forced_price, given
from league.drafts.formats.state import DraftState
from league.formats.settings import Field


class Kind(Protocol):
    key: str
    name: str
    """Marked."""
    fields: tuple[Field, ...]
    """The settings an organiser may make, for forms, help and the check."""
    sealed: bool = False
    """Whether all bid in secret at the same time, in rounds (then its table is `Blind`)."""
    shuffles: bool = False
    """Whether cards come from shuffled decks (then its table is `Decks`)."""
    mock: Mapping[str, Any] = {}
    """Settings of a mock draft where the player chooses none."""

    def table(self, setup: Setup, at: datetime) -> Any:
        """Turns, decks, lots or bids before the first act."""

    def act(self, state: DraftState, act: Act, at: datetime) -> DraftState:
        """A team's act, or the organiser's Skip or Order. Refused where it may not be."""

    def force(self, state: DraftState, act: Force, at: datetime) -> DraftState:
        return given(state, act.team, act.card, forced_price(state, act), "force", at)

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """The card is in the pool again: the kind's own part of it. Refused if a later pick stands on it."""

    def due(self, state: DraftState) -> datetime | None:
        """When (draft time) something falls due."""
        return clocks.alarm(state)

    def shuts(self, state: DraftState, team: int) -> datetime | None:
        """When (draft time) a team's act comes too late; None where it only becomes overdue, or there is no hurry."""
        return state.clock.deadline() if state.setup.timing.hard else None

    def flag(self, state: DraftState, fell: datetime, at: datetime) -> DraftState:
        """What a deadline does that fell at `fell` and is noticed at `at`."""

    def onward(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        """Turns that are of no use dropped, the right clock running, the draft complete if it is."""

    def to_act(self, state: DraftState) -> frozenset[int]: ...

    def order(self, state: DraftState) -> tuple[int, ...]:
        """The teams in the order in which they are to act, as the organiser's Order changes it."""

    def asks(self, state: DraftState) -> str:
        """What a team that is to act does: pick, nominate, seal; empty while it can only answer a bid."""
        return "pick"

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        """The kind's own part of what a viewer may see, built by allow-list."""
