"""The types of a Zero Day view. Seat 0 is the Admin, seats 1 to 3 are Hackers."""

from typing import Annotated, Any, Literal, TypedDict

from engines.common import ViewOutcome

Phase = Literal[
    "setup", "credentials", "initiative", "tokens", "start", "act", "choice", "scramble", "move", "free", "init",
    "protect", "referee", "over",
]  # fmt: skip
Installed = Annotated[list[Any], tuple[str, int]]
Event = Annotated[list[Any], tuple[int | None, str]]


class ZeroDayPlace(TypedDict):
    """A place of the board."""

    tile: str
    """Name of the tile."""
    neutral: int
    """Neutral pawns here."""
    pawns: list[int]
    """Seats of the Hackers here."""
    token: str | None
    """Type of the operation token here."""


class ZeroDaySpot(TypedDict):
    """A spot of the initiative track."""

    tile: str
    """Face that lies up: `gain N`, `pay N`, `bonus`, `blank`, `admin` (for the Admin alone) or `pointer`."""
    back: str
    """The other face."""
    seat: int | None
    """Seat whose token is here."""


class ZeroDaySeat(TypedDict):
    """What a seat has. All of it is open."""

    credits: int
    """Credits."""
    proxies: int
    """Proxies; 0 for the Admin."""
    score: int
    """Progress of the Admin, info of a Hacker."""
    spot: int | None
    """Its spot on the initiative track, from 0."""
    at: str | None
    """Its place on the board; null for the Admin and for a Hacker who is jacked out."""
    gone: bool
    """Whether the seat has fallen out of the match."""
    hand: list[int]
    """Free keys, 0 to 9."""
    installed: list[Installed]
    """Keys on viruses: [virus, key]."""
    personal: str | None
    """Its personal virus."""
    next: list[Literal["far", "waive"]]
    """What its next turn has: `far`, a jump of two tiles; `waive`, no payment."""


class ZeroDayOperation(TypedDict):
    """An open operation."""

    name: str
    """Name, as in the notation."""
    type: str
    """`Defense`, `Econ`, `Util` or `All`."""
    cost: int
    """Credits that it costs to resolve."""
    values: list[int]
    """N with 1 card, 2 cards and so on; 0: not resolvable."""
    basic: bool
    """Whether it is one of the three basic ones."""
    text: str
    """What it does, in your language."""
    stack: int
    """Credential cards on it."""
    cards: list[str] | None
    """Those cards; null if you may not know them."""
    n: int
    """N as it is now, Booster counted; 0: not resolvable."""


class ZeroDayDeck(TypedDict):
    """Operations that are not open."""

    unseen: list[str]
    """Names of those that were never opened, in the order of the list, not of the deck."""
    bottom: list[str]
    """Names of those put below them, the next one first."""


class ZeroDayVirus(TypedDict):
    """A virus on the table, or a personal one."""

    name: str
    """Name, as in the notation."""
    type: str
    """`Econ`, `Offense` or `Util`."""
    credits: int
    """Credits that it costs."""
    proxies: int
    """Proxies that it costs."""
    text: str
    """What it does, in your language."""


class ZeroDayTokens(TypedDict):
    """Places of the operation tokens; null: with the Admin."""

    Defense: str | None
    """Place of the Defense token."""
    Econ: str | None
    """Place of the Econ token."""
    Util: str | None
    """Place of the Util token."""


class ZeroDayTurn(TypedDict):
    """What is done and open in the turn of `on_turn`."""

    tile: bool
    """Whether the initiative tile is yet to be resolved."""
    effects: dict[str, int]
    """Copies of viruses that have yet to give something at the start of the turn, by name."""
    actions: int
    """Actions that the Admin has left."""
    far: bool
    """Whether a jump of two tiles is possible."""
    waived: bool
    """Whether no payment is due."""
    acted: bool
    """Whether the tile's action is used."""
    remote: bool
    """Whether the remote hack is used."""
    repeats: int
    """Repeats made."""
    keys: int
    """Keys in the last hack of this turn."""


class ZeroDayChoice(TypedDict):
    """The operation that is being resolved."""

    operation: str
    """Its name."""
    left: int
    """Acts, or cards to name, that are left."""


class ZeroDayHack(TypedDict):
    """A hack."""

    by: int
    """Seat of the Hacker."""
    keys: list[int] | None
    """Its keys; null unless it is yours or you are the Admin."""
    count: int
    """Number of keys."""
    unused: bool
    """Whether it was aimed at the unused cards."""
    match: int | None
    """True number of matching cards; null unless you are the Admin."""
    told: int | None
    """Number that the Admin announced; null while the hack waits for the answer."""
    token: bool
    """Whether a protection token was spent."""
    era: int
    """The view's `era` when it was made."""


class ZeroDaySeen(TypedDict):
    """Cards that were shown to a Hacker."""

    by: int
    """Seat that was shown them."""
    how: Literal["deny", "victor"]
    """By which they were shown."""
    operation: str
    """Operation on which they lay."""
    cards: list[str]
    """The cards."""
    round: int
    """Round in which they were shown."""
    era: int
    """The view's `era` then."""


class ZeroDayView(TypedDict):
    """A match of Zero Day as one viewer may see it. Seat 0 is the Admin, seats 1 to 3 are Hackers."""

    game: Literal["zero-day"]
    """Key of the game: tells the views of the five games apart."""
    phase: Phase
    """`setup` and `referee`: the referee draws; `credentials`, `initiative`, `tokens`: set-up; `start`: initiative tile
    and start effects; `act`: the Admin's actions; `choice`: of an operation; `scramble`; `move`: a Hacker jumps;
    `free`: what follows; `init`: only the initiative token is left to move; `protect`: the Admin answers a hack;
    `over`."""
    viewer: int | None
    """Seat whose view this is; null for a spectator."""
    to_act: list[int]
    """Seats whose clocks run; empty while the referee acts and after the end."""
    on_turn: int | None
    """Seat on turn; null while the set-up is drawn and after the end."""
    round: int
    """Round; 0 in the set-up."""
    round_limit: int
    """The last round."""
    goal: int
    """Progress with which the Admin wins, and info with which a Hacker wins."""
    advanced: bool
    """Whether the advanced game is played."""
    marker: int | None
    """Spot whose turn it is, from 0; null before the first turn of a round."""
    board: dict[str, ZeroDayPlace]
    """Every place of this match: `C`, `R1` to `R6`, and the tips `T1` to `T6` that there are. Tip Tn lies outside
    between Rn and the next ring place. Empty before the draw."""
    track: list[ZeroDaySpot]
    """The ten spots of the initiative track in order; empty before the draw."""
    seats: list[ZeroDaySeat]
    """By seat: what it has."""
    protection: int
    """Protection tokens of the Admin."""
    operations: list[ZeroDayOperation]
    """Open operations, the basic ones first."""
    deck: ZeroDayDeck
    """Operations that are not open."""
    viruses: list[ZeroDayVirus]
    """Viruses on the table, then personal ones."""
    tokens: ZeroDayTokens
    """Places of the operation tokens."""
    credentials: list[str] | None
    """The credentials, cards `0` to `9` and `X`; null if you may not know them, and before they are named."""
    unused: list[str] | None
    """The Admin's cards that are neither credentials nor on operations; null as `credentials`."""
    turn: ZeroDayTurn
    """What is done and open in this turn."""
    choice: ZeroDayChoice | None
    """The operation that is being resolved."""
    pending: ZeroDayHack | None
    """The hack that waits for the Admin's answer."""
    hacks: list[ZeroDayHack]
    """Hacks, oldest first: the last twelve, your own, and for the Admin all of the present era."""
    seen: list[ZeroDaySeen]
    """Cards that you were shown, oldest first."""
    era: int
    """How often the credentials were named so far; what was learnt in an earlier era is about other ones."""
    events: list[Event]
    """The last six public actions, oldest first: [seat, null for the referee; the action]."""
    outcome: ViewOutcome | None
    """How the match ended; null until then."""
