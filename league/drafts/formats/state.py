"""The state of a draft, folded from its log of actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cache, cached_property
from typing import Any, ClassVar, get_type_hints

from league.drafts.formats.codec import decode, encode, tag_members
from league.drafts.formats.draft_time import Hours, Pause
from league.drafts.formats.entities import Pick, Setup, Turn
from league.drafts.formats.rosters import Books
from matches.clock import Clock


@dataclass(frozen=True, slots=True)
class Turns:
    """The table of linear and snake drafts: the remaining turns."""

    tag: ClassVar[str] = "turns"
    queue: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Decks:
    """The table of deck drafts: the remaining turns, and the decks they pick from.

    `bands` are the cards of each deck, `decks` the undrawn ones in secret order (top first), `rows` the open ones.
    """

    tag: ClassVar[str] = "decks"
    queue: tuple[Turn, ...]
    bands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An accepted bid."""

    team: int
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Lot:
    """The card up for auction; the last offer is the highest. `ends` is in draft time."""

    number: int
    card: int
    offers: tuple[Offer, ...]
    passed: frozenset[int]
    ends: datetime
    auto: bool = False
    """Whether autopick nominated it."""

    @property
    def high(self) -> Offer:
        return self.offers[-1]


@dataclass(frozen=True, slots=True)
class Auction:
    """The table of auctions: `order` begins with the next nominator; `done` are teams without further nominations."""

    tag: ClassVar[str] = "auction"
    order: tuple[int, ...]
    lots: int = 0
    lot: Lot | None = None
    done: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sealed:
    """A blind bid that has not been processed."""

    card: int
    amount: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A processed blind bid; `fate` is won, outbid, or the code of its refusal."""

    team: int
    card: int
    amount: int
    fate: str


@dataclass(frozen=True, slots=True)
class Opening:
    """A finished round of blind bids. `ranks` is the order that broke ties, the first wins."""

    round: int
    at: datetime
    ranks: tuple[int, ...]
    bids: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class Blind:
    """The table of blind auctions: bids are opened at `ends` (draft time); `ranks` is the waiver order, best first."""

    tag: ClassVar[str] = "blind"
    round: int
    ends: datetime
    ranks: tuple[int, ...]
    bids: Mapping[int, tuple[Sealed, ...]] = field(default_factory=dict)
    """The bids by team, in the order in which they were placed."""
    ready: frozenset[int] = frozenset()
    openings: tuple[Opening, ...] = ()


Table = Turns | Decks | Auction | Blind
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
        turns = Counter(turn.team for turn in self.table.queue) if isinstance(self.table, Turns | Decks) else None
        return Books(self.setup, self.picks, self.plan, turns)

    @property
    def hours(self) -> Hours:
        return Hours(self.began_at, self.setup.timing, self.pauses)

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def with_table(self, **changes: Any) -> DraftState:
        """Return the draft with these parts of its table changed."""
        return replace(self, table=replace(self.table, **changes))

    def dump(self) -> dict[str, Any]:
        """Return everything but the setup as JSON. It contains secrets."""
        kept = {name: encode(getattr(self, name), unstructure_as=kind) for name, kind in _types().items()}
        return {**kept, "clock": self.clock.dump()}

    @classmethod
    def load(cls, setup: Setup, kept: Mapping[str, Any]) -> DraftState:
        values = {name: decode(kept[name], kind) for name, kind in _types().items() if name in kept}
        return cls(setup=setup, clock=Clock.load(setup.timing.pick, kept["clock"]), **values)


@cache
def _types() -> dict[str, Any]:
    """Return the types of the fields that `encode` and `decode` know."""
    hints = get_type_hints(DraftState)
    return {one.name: hints[one.name] for one in fields(DraftState) if one.name not in ("setup", "clock")}
