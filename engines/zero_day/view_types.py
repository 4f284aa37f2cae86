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

    tile: Annotated[str, "Name of the tile."]
    neutral: Annotated[int, "Neutral pawns here."]
    pawns: Annotated[list[int], "Seats of the Hackers here."]
    token: Annotated[str | None, "Type of the operation token here."]


class ZeroDaySpot(TypedDict):
    """A spot of the initiative track."""

    tile: str
    """Visible face: `gain N`, `pay N`, `bonus`, `blank`, `admin` (for the Admin alone) or `pointer`."""
    back: Annotated[str, "The other face."]
    seat: Annotated[int | None, "Seat whose token is here."]


class ZeroDaySeat(TypedDict):
    """A seat's public state."""

    credits: Annotated[int, "Credits."]
    proxies: Annotated[int, "Proxies; 0 for the Admin."]
    score: Annotated[int, "Progress of the Admin, info of a Hacker."]
    spot: Annotated[int | None, "Its spot on the initiative track, from 0."]
    at: Annotated[str | None, "Its place on the board; null for the Admin and for a Hacker who is jacked out."]
    gone: Annotated[bool, "Whether the seat is out of the match."]
    hand: Annotated[list[int], "Free keys, 0 to 9."]
    installed: Annotated[list[Installed], "Keys on viruses: [virus, key]."]
    personal: Annotated[str | None, "Its personal virus."]
    next: list[Literal["far", "waive"]]
    """Effects on its next turn: `far`, a jump of two tiles; `waive`, no payment."""


class ZeroDayOperation(TypedDict):
    """An open operation."""

    name: Annotated[str, "Name, as in the notation."]
    type: Annotated[str, "`Defense`, `Econ`, `Util` or `All`."]
    cost: Annotated[int, "Cost in credits."]
    values: Annotated[list[int], "N with 1 card, 2 cards and so on; 0: not resolvable."]
    basic: Annotated[bool, "Whether it is one of the three basic operations."]
    text: Annotated[str, "What it does, in your language."]
    stack: Annotated[int, "Credential cards on it."]
    cards: Annotated[list[str] | None, "Those cards; null if hidden from you."]
    n: Annotated[int, "Current N including Booster; 0: not resolvable."]


class ZeroDayDeck(TypedDict):
    """Operations that are not face up."""

    unseen: Annotated[list[str], "Names of those never drawn, in list order, not deck order."]
    bottom: Annotated[list[str], "Names of those put at the bottom, next first."]


class ZeroDayVirus(TypedDict):
    """A virus on the table, or a personal one."""

    name: Annotated[str, "Name, as in the notation."]
    type: Annotated[str, "`Econ`, `Offense` or `Util`."]
    credits: Annotated[int, "Cost in credits."]
    proxies: Annotated[int, "Cost in proxies."]
    text: Annotated[str, "What it does, in your language."]


class ZeroDayTokens(TypedDict):
    """Places of the operation tokens; null if the Admin has it."""

    Defense: Annotated[str | None, "Place of the Defense token."]
    Econ: Annotated[str | None, "Place of the Econ token."]
    Util: Annotated[str | None, "Place of the Util token."]


class ZeroDayTurn(TypedDict):
    """State of the turn of `on_turn`."""

    tile: Annotated[bool, "Whether the initiative tile is still unresolved."]
    effects: dict[str, int]
    """Viruses whose start-of-turn effects are still unresolved, by name."""
    actions: Annotated[int, "Actions that the Admin has left."]
    far: Annotated[bool, "Whether a jump of two tiles is possible."]
    waived: Annotated[bool, "Whether no payment is due."]
    acted: Annotated[bool, "Whether the tile's action is used."]
    remote: Annotated[bool, "Whether the remote hack is used."]
    repeats: Annotated[int, "Repeats used."]
    keys: Annotated[int, "Keys in the last hack of this turn."]


class ZeroDayChoice(TypedDict):
    """The operation that is being resolved."""

    operation: Annotated[str, "Its name."]
    left: Annotated[int, "Remaining actions, or cards to name."]


class ZeroDayHack(TypedDict):
    """A hack."""

    by: Annotated[int, "Seat of the Hacker."]
    keys: Annotated[list[int] | None, "Its keys; null unless it is yours or you are the Admin."]
    count: Annotated[int, "Number of keys."]
    unused: Annotated[bool, "Whether it targeted the unused cards."]
    match: Annotated[int | None, "True number of matching cards; null unless you are the Admin."]
    told: Annotated[int | None, "Number the Admin announced; null while the hack is pending."]
    token: Annotated[bool, "Whether a protection token was spent."]
    era: Annotated[int, "The view's `era` when it was made."]


class ZeroDaySeen(TypedDict):
    """Cards shown to a Hacker."""

    by: Annotated[int, "Seat that saw them."]
    how: Annotated[Literal["deny", "victor"], "Effect that showed them."]
    operation: Annotated[str, "Operation they were on."]
    cards: Annotated[list[str], "The cards."]
    round: Annotated[int, "Round in which they were shown."]
    era: Annotated[int, "The view's `era` then."]


class ZeroDayView(TypedDict):
    """A match of Zero Day as one viewer sees it. Seat 0 is the Admin, seats 1 to 3 are Hackers."""

    game: Annotated[Literal["zero-day"], "Key of the game, which distinguishes the views of the games."]
    phase: Phase
    """`setup` and `referee`: the referee draws; `credentials`, `initiative`, `tokens`: set-up; `start`: initiative tile
    and start effects; `act`: the Admin's actions; `choice`: of an operation; `scramble`; `move`: a Hacker jumps;
    `free`: what follows; `init`: only the initiative token is left to move; `protect`: the Admin answers a hack;
    `over`."""
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee acts and after the end."]
    on_turn: Annotated[int | None, "Seat on turn; null while the set-up is drawn and after the end."]
    round: Annotated[int, "Round; 0 in the set-up."]
    round_limit: Annotated[int, "The last round."]
    goal: Annotated[int, "Progress with which the Admin wins, and info with which a Hacker wins."]
    advanced: Annotated[bool, "Whether the advanced game is played."]
    marker: Annotated[int | None, "Spot on turn, from 0; null before the first turn of a round."]
    board: dict[str, ZeroDayPlace]
    """Every place of this match: `C`, `R1` to `R6`, and the tips in play of `T1` to `T6`. Tip Tn lies outside
    between Rn and the next ring place. Empty before the draw."""
    track: Annotated[list[ZeroDaySpot], "The ten spots of the initiative track in order; empty before the draw."]
    seats: Annotated[list[ZeroDaySeat], "By seat: its public state."]
    protection: Annotated[int, "Protection tokens of the Admin."]
    operations: Annotated[list[ZeroDayOperation], "Open operations, the basic ones first."]
    deck: Annotated[ZeroDayDeck, "Operations that are not face up."]
    viruses: Annotated[list[ZeroDayVirus], "Viruses on the table, then personal ones."]
    tokens: Annotated[ZeroDayTokens, "Places of the operation tokens."]
    credentials: list[str] | None
    """The credentials, cards `0` to `9` and `X`; null if hidden from you or not named yet."""
    unused: list[str] | None
    """The Admin's cards that are neither credentials nor on operations; null as `credentials`."""
    turn: Annotated[ZeroDayTurn, "State of this turn."]
    choice: Annotated[ZeroDayChoice | None, "The operation that is being resolved."]
    pending: Annotated[ZeroDayHack | None, "The hack that waits for the Admin's answer."]
    hacks: list[ZeroDayHack]
    """Hacks, oldest first: the last twelve, your own, and for the Admin all of the present era."""
    seen: Annotated[list[ZeroDaySeen], "Cards shown to you, oldest first."]
    era: int
    """How often the credentials were named; information from earlier eras is about older credentials."""
    events: list[Event]
    """The last six public actions, oldest first: [seat, null for the referee; the action]."""
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
