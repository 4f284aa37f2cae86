"""A draft at a moment: what its log of acts comes to."""

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
    """Linear and snake: the turns that are left."""

    tag: ClassVar[str] = "turns"
    queue: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Decks:
    """Turns, and the decks they pick from: `bands` are the cards each was made of, `decks` what is undrawn in secret
    order (top first), `rows` what lies open beside each."""

    tag: ClassVar[str] = "decks"
    queue: tuple[Turn, ...]
    bands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A bid that counted."""

    team: int
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Lot:
    """The card that is up; the last offer is the highest. `ends` is in draft time."""

    number: int
    card: int
    offers: tuple[Offer, ...]
    passed: frozenset[int]
    ends: datetime
    auto: bool = False
    """Nominated by autopick."""

    @property
    def high(self) -> Offer:
        return self.offers[-1]


@dataclass(frozen=True, slots=True)
class Auction:
    """`order` begins with the team that nominates next; `done` gave their nominations up."""

    tag: ClassVar[str] = "auction"
    order: tuple[int, ...]
    lots: int = 0
    lot: Lot | None = None
    done: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sealed:
    card: int
    amount: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A sealed bid once it is open; `fate` is won, outbid, or the code of the refusal that it met."""

    team: int
    card: int
    amount: int
    fate: str


@dataclass(frozen=True, slots=True)
class Opening:
    """A round that is over. `ranks` broke ties, first one first."""

    round: int
    at: datetime
    ranks: tuple[int, ...]
    bids: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class Blind:
    """`ends` (draft time) is when the round's bids are opened; `ranks` are those of waiver order, best first."""

    tag: ClassVar[str] = "blind"
    round: int
    ends: datetime
    ranks: tuple[int, ...]
    bids: Mapping[int, tuple[Sealed, ...]] = field(default_factory=dict)
    """By team, in the order in which they were made."""
    ready: frozenset[int] = frozenset()
    openings: tuple[Opening, ...] = ()


Table = Turns | Decks | Auction | Blind
tag_members(Table)


@dataclass(frozen=True)
class DraftState:
    """`setup` is not of the log; everything else is folded from it and may be kept as a cache (`dump`, `load`)."""

    setup: Setup
    began_at: datetime
    at: datetime
    """Of the last act."""
    clock: Clock
    """In draft time (`hours`), a seat per team in the order of the setup."""
    table: Table
    plan: Mapping[int, tuple[int, ...]]
    picks: tuple[Pick, ...] = ()
    made: int = 0
    """Picks so far, those taken back included."""
    queues: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    auto: frozenset[int] = frozenset()
    auto_since: datetime | None = None
    """When (draft time) autopick was switched on in the turn that runs; None if it was on before."""
    pauses: tuple[Pause, ...] = ()
    running: tuple[int, int] | None = None
    """(team, number of the turn) of the clock that runs."""
    overdue: bool = False
    """A soft clock has run out in the turn that runs."""
    credited: int = 0
    """Milliseconds credited in the turn that runs."""
    over: str = ""
    """complete or ended, once it is over."""

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
        """The draft with these parts of its table changed."""
        return replace(self, table=replace(self.table, **changes))

    def dump(self) -> dict[str, Any]:
        """JSON of everything but the setup. It holds secrets."""
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
