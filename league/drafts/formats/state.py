"""The state of a draft, folded from its log of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cache, cached_property
from typing import Any, ClassVar, get_type_hints

from league.drafts.formats.codec import decode, encode, tag_members
from league.drafts.formats.draft_time import DraftTime, Pause
from league.drafts.formats.entities import Pick, Setup, Turn
from league.drafts.formats.rosters import Books
from matches.clock import Clock


@dataclass(frozen=True, slots=True)
class TurnTable:
    """The table of linear and snake drafts: the remaining turns."""

    tag: ClassVar[str] = "turns"
    queue: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class DeckTable:
    """The table of deck drafts: the remaining turns, and the decks they pick from.

    `bands` are the cards of each deck, `decks` the undrawn ones in secret order (top first), `rows` the open ones.
    """

    tag: ClassVar[str] = "decks"
    queue: tuple[Turn, ...]
    bands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class AcceptedBid:
    """An accepted bid."""

    team: int
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Lot:
    """The card up for auction; the last offer is the highest. `ends` is in draft time."""

    number: int
    card: int
    offers: tuple[AcceptedBid, ...]
    passed: frozenset[int]
    ends: datetime
    auto: bool = False
    """Whether autopick nominated it."""

    @property
    def high(self) -> AcceptedBid:
        return self.offers[-1]


@dataclass(frozen=True, slots=True)
class AuctionTable:
    """The table of auctions: `order` begins with the next nominator; `done` are teams without further nominations."""

    tag: ClassVar[str] = "auction"
    order: tuple[int, ...]
    lots: int = 0
    lot: Lot | None = None
    done: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BlindBid:
    """A blind bid that has not been processed."""

    card: int
    amount: int


@dataclass(frozen=True, slots=True)
class ProcessedBid:
    """A processed blind bid; `fate` is won, outbid, or the code of its refusal."""

    team: int
    card: int
    amount: int
    fate: str


@dataclass(frozen=True, slots=True)
class BidRound:
    """A finished round of blind bids. `ranks` is the order that broke ties, the first wins."""

    round: int
    at: datetime
    ranks: tuple[int, ...]
    bids: tuple[ProcessedBid, ...]


@dataclass(frozen=True, slots=True)
class BlindTable:
    """The table of blind auctions: bids are opened at `ends` (draft time); `ranks` is the waiver order, best first."""

    tag: ClassVar[str] = "blind"
    round: int
    ends: datetime
    ranks: tuple[int, ...]
    bids: Mapping[int, tuple[BlindBid, ...]] = field(default_factory=dict)
    """The bids by team, in the order in which they were placed."""
    ready: frozenset[int] = frozenset()
    openings: tuple[BidRound, ...] = ()


Table = TurnTable | DeckTable | AuctionTable | BlindTable
tag_members(Table)


@dataclass(frozen=True)
class DraftState:
    """A draft after its actions. The setup is fixed; the rest is folded from the log and cacheable (`dump`, `load`)."""

    setup: Setup
    began_at: datetime
    at: datetime
    """When the last action was applied."""
    clock: Clock
    """The clock in draft time (`hours`), with a seat per team in the order of the setup."""
    table: Table
    plan: Mapping[int, tuple[int, ...]]
    picks: tuple[Pick, ...] = ()
    made: int = 0
    """The number of picks so far, including undone ones."""
    queues: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    auto: frozenset[int] = frozenset()
    auto_since: datetime | None = None
    """When (draft time) autopick was switched on in the current turn; None if it was on before."""
    pauses: tuple[Pause, ...] = ()
    running: tuple[int, int] | None = None
    """(team, number of the turn) of the running clock."""
    overdue: bool = False
    """Whether a soft clock has run out in the current turn."""
    credited: int = 0
    """Milliseconds credited in the current turn."""
    over: str = ""
    """Once the draft is over, "complete" or "ended"; else empty."""

    @cached_property
    def books(self) -> Books:
        turns = Counter(turn.team for turn in self.table.queue) if isinstance(self.table, TurnTable | DeckTable) else None
        return Books(self.setup, self.picks, self.plan, turns)

    @property
    def hours(self) -> DraftTime:
        return DraftTime(self.began_at, self.setup.timing, self.pauses)

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def with_table(self, **changes: Any) -> DraftState:
        """Return the draft with these parts of its table changed."""
        return replace(self, table=replace(self.table, **changes))

    def dump(self) -> dict[str, Any]:
        """Return everything but the setup as JSON. It contains secrets."""
        data = {name: encode(getattr(self, name), unstructure_as=kind) for name, kind in _get_field_types().items()}
        return {**data, "clock": self.clock.dump()}

    @classmethod
    def load(cls, setup: Setup, data: Mapping[str, Any]) -> DraftState:
        values = {name: decode(data[name], kind) for name, kind in _get_field_types().items() if name in data}
        return cls(setup=setup, clock=Clock.load(setup.timing.pick, data["clock"]), **values)


@cache
def _get_field_types() -> dict[str, Any]:
    """Return the types of the fields that `encode` and `decode` know."""
    hints = get_type_hints(DraftState)
    return {entry.name: hints[entry.name] for entry in fields(DraftState) if entry.name not in ("setup", "clock")}
