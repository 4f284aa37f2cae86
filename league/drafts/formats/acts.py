"""What can be done in a draft. The log of acts with their moments is the truth; everything else is folded from it.

In JSON an act is `{"is": tag, ...its fields}`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from engines.words import say
from league.drafts.formats.codec import Malformed, decode, encode, tag_members
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Take:
    """The team takes a card at its price: any of the pool, or in a deck draft one of an open row."""

    tag: ClassVar[str] = "pick"
    team: int
    card: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The team draws from the top of a deck (counted from 0) till a card comes that fits its roster; those that do not
    are laid open."""

    tag: ClassVar[str] = "draw"
    team: int
    deck: int


@dataclass(frozen=True, slots=True)
class Nominate:
    """The team puts a card up and opens with a bid of its own."""

    tag: ClassVar[str] = "nominate"
    team: int
    card: int
    bid: int


@dataclass(frozen=True, slots=True)
class Bid:
    """`lot` says which, so that a bid which comes late is never taken for one on the next."""

    tag: ClassVar[str] = "bid"
    team: int
    lot: int
    amount: int


@dataclass(frozen=True, slots=True)
class Seal:
    """A sealed bid in place of the team's earlier one on that card; an amount of None takes it back."""

    tag: ClassVar[str] = "seal"
    team: int
    round: int
    card: int
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The team gives up its turn, a lot, its nominations, or says that its sealed bids are complete."""

    tag: ClassVar[str] = "pass"
    team: int


@dataclass(frozen=True, slots=True)
class Queue:
    """The cards that autopick is to try first, best first. Nobody else sees them."""

    tag: ClassVar[str] = "queue"
    team: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Auto:
    """Autopick on or off for a team, by its player or by the organiser; everybody sees it."""

    tag: ClassVar[str] = "auto"
    team: int
    on: bool


@dataclass(frozen=True, slots=True)
class Skip:
    """The organiser moves the turn that runs to the end; in an auction the next team nominates."""

    tag: ClassVar[str] = "skip"


@dataclass(frozen=True, slots=True)
class Force:
    """The organiser gives a card to a team, for its next turn where there are turns, at the least price if none is
    given. The roster stays legal."""

    tag: ClassVar[str] = "force"
    team: int
    card: int
    price: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The organiser takes back one pick by its number; later ones stand."""

    tag: ClassVar[str] = "undo"
    pick: int


@dataclass(frozen=True, slots=True)
class Order:
    """The organiser says who has the turns that are left, first one first; in an auction, who nominates."""

    tag: ClassVar[str] = "order"
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    tag: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume:
    tag: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Credit:
    """Time for the team whose turn runs, after a lost connection or by the organiser's grace."""

    tag: ClassVar[str] = "credit"
    team: int
    ms: int


@dataclass(frozen=True, slots=True)
class Flag:
    """The deadline fell: autopick, the turn marked overdue, the lot sold, or the sealed bids opened."""

    tag: ClassVar[str] = "flag"


@dataclass(frozen=True, slots=True)
class End:
    """The organiser ends the draft. With a roster below its minimum only if `unfinished` says so."""

    tag: ClassVar[str] = "end"
    unfinished: bool = False


Act = (
    Take | Draw | Nominate | Bid | Seal | Pass | Queue | Auto | Skip | Force | Undo | Order | Pause | Resume | Credit
    | Flag | End
)  # fmt: skip
tag_members(Act)
KINDS: dict[str, type[Any]] = {one.tag: one for one in get_args(Act)}
ORGANISERS = (Skip, Force, Undo, Order, Pause, Resume, Credit, End)
"""Acts of the organiser; Flag is the clock's, the others are the named team's (Auto also the organiser's)."""
TIMED = (Take, Draw, Nominate, Bid, Seal, Pass)
"""Acts of a team that have to come before its deadline and not in a pause."""


def dump(act: Act) -> dict[str, Any]:
    kept: dict[str, Any] = encode(act, Act)
    return kept


def load(data: Mapping[str, Any] | Any) -> Act:
    """Refused (`bad-act`, with the field) if the JSON is no act."""
    tag = data.get("is") if isinstance(data, Mapping) else None
    if not isinstance(tag, str) or tag not in KINDS:
        raise Refused("bad-act", say("An act is one of {kinds}.", kinds=", ".join(KINDS)), "is")
    try:
        act: Act = decode(Act, dict(data))  # type: ignore[arg-type]
    except Malformed as error:
        raise Refused("bad-act", str(error), error.where or None) from error
    return act
