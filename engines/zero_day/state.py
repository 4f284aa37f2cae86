"""A position of Zero Day: one immutable tuple. Seat 0 is the Admin, the others are Hackers."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from engines.common import dump_outcome, is_printed, load_outcome, to_tuples
from engines.contract import Json, Options, Outcome
from engines.zero_day.board import GROUND, TILES, Ground
from engines.zero_day.cards import ALL_KEYS, BASIC_COUNT, FIRST_GAME_VIRUSES, KEYS, OPERATIONS, RULES, STARTS, X

VERSION = 6  # The newest version of the rules; changes: site/rules/en.md, "Versions".

# Phases. DRAW, REFILL and PEEK wait for the referee.
DRAW, CREDENTIALS, CHOOSE, TOKENS = "draw", "credentials", "initiative", "tokens"
START, ACT, CHOICE, SCRAMBLE = "start", "act", "choice", "scramble"
MOVE, FREE, INIT, PROTECT = "move", "free", "init", "protect"
REFILL, PEEK, OVER = "refill", "peek", "over"

# Bits of `Turn.flags`; a seat's `carry` holds the first two for its next turn.
FAR, WAIVED, ACTED, REMOTE = 1, 2, 4, 8
FLAG_OF = {"": 0, "far": FAR, "waive": WAIVED}
MAX_MEMORIES = 12  # Hacks and shown cards that everybody sees; a seat keeps as many of its own from earlier eras (ZD-31).


class Table(NamedTuple):
    """The constants of a match, once drawn. `tiles` is by place, -1 if there is none."""

    options: Options
    seats: int
    tiles: tuple[int, ...] = (0,) + (-1,) * 12
    viruses: tuple[int, ...] = ()
    personal: tuple[int, ...] = ()  # by seat, -1: none
    first: int = -1  # who chooses an initiative spot first, -1: not drawn
    version: int = VERSION  # of the rules by which the match is played; comes last, for `dump`

    @property
    def goal(self) -> int:
        return RULES.goal[self.seats - 2]

    @property
    def advanced(self) -> bool:
        return bool(self.options["advanced"])

    @property
    def ground(self) -> Ground:
        return GROUND[self.seats]

    @property
    def spawn(self) -> int:
        """Return the places where neutral pawns are put."""
        return sum(1 << place for place, tile in enumerate(self.tiles) if tile >= 0 and TILES[tile].neutral)

    @property
    def cards(self) -> int:
        """Return all credential cards of the match."""
        return ALL_KEYS | 1 << X if self.options["advanced"] else ALL_KEYS


NO_EFFECTS: tuple[int, ...] = (0, 0, 0, 0)


class Turn(NamedTuple):
    """What is done and open in a turn. `effects` counts the remaining effects of Alice, Bob, Carol and Matilda."""

    tile: bool = False  # the initiative tile is yet to resolve
    effects: tuple[int, ...] = NO_EFFECTS
    left: int = 0  # the Admin's actions
    flags: int = 0
    repeats: int = 0
    size: int = 0  # keys in the last hack of this turn


class Choice(NamedTuple):
    """A resolved operation: what is left of N, and for Victor the Hackers who have yet to peek (bits)."""

    operation: int
    left: int
    peekers: int = 0


class Hack(NamedTuple):
    """A hack; `told` is -1 and `token` False while it awaits the Admin's answer."""

    seat: int
    keys: int
    unused: bool
    match: int
    told: int
    token: bool
    era: int


class ShownCards(NamedTuple):
    """Cards that a Hacker was shown by Deny (`victor` False) or by Victor."""

    seat: int
    operation: int
    cards: int
    victor: bool
    era: int
    round: int


NO_TURN = Turn()
_BASICS = tuple(range(BASIC_COUNT))
_POOL = sum(1 << number for number, operation in enumerate(OPERATIONS) if not operation.basic)


class State(NamedTuple):
    """A position. The defaults are the values before the first draw."""

    table: Table
    at: tuple[int, ...]  # place of each pawn, -1: jacked out
    spots: tuple[int, ...]  # of each seat, -1: none
    credits: tuple[int, ...]
    proxies: tuple[int, ...]
    score: tuple[int, ...]  # progress of the Admin, info of the Hackers
    protection: int
    installed: tuple[int, ...]  # by seat: keys on virus v are at bits 10 * v
    hands: tuple[int, ...]
    carry: tuple[int, ...]
    phase: str = DRAW
    seat: int = 0  # to act
    round: int = 0  # 0 in the set-up
    marker: int = -1
    neutral: int = 0  # places with a neutral pawn
    central: int = 0  # neutral pawns on the Central
    tokens: tuple[int, ...] = (-1, -1, -1)  # place of each operation token, -1: with the Admin
    tiles: tuple[int, ...] = ()  # initiative face by spot
    credentials: int = 0
    stacks: tuple[int, ...] = (0,) * len(OPERATIONS)  # cards on each operation
    open: tuple[int, ...] = ()  # operations other than basic ones, in order of opening
    pool: int = _POOL  # operations never opened
    bottom: tuple[int, ...] = ()  # operations that went below the deck, in order
    turn: Turn = NO_TURN
    choice: Choice | None = None
    pending: Hack | None = None
    hacks: tuple[Hack, ...] = ()
    seen: tuple[ShownCards, ...] = ()
    era: int = 0  # how often the credentials were named
    gone: int = 0  # seats that have left
    events: tuple[tuple[int, str], ...] = ()  # the last public actions; seat -1 is the referee
    outcome: Outcome | None = None

    @property
    def operations(self) -> tuple[int, ...]:
        """Return the open operations, basic ones first."""
        return _BASICS + self.open

    @property
    def current_choice(self) -> Choice:
        """Return the operation that is being carried out."""
        assert self.choice is not None, "this belongs to a resolved operation"
        return self.choice

    @property
    def unanswered(self) -> Hack:
        """Return the hack that awaits the Admin's answer."""
        assert self.pending is not None, "an answer belongs to a hack"
        return self.pending


_MAX_EVENTS = 6
T = TypeVar("T")
Memory = TypeVar("Memory", bound=Hack | ShownCards)


def set_at(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one value replaced."""
    return (*values[:at], value, *values[at + 1 :])


def new(options: Options, seats: int, version: int = VERSION) -> State:
    """Return the state before the first action, by a version of the rules."""
    kind = {name: bool(options[name]) for name in ("advanced", "first_game")}
    start = STARTS.find(1 if is_printed(options) else version, **kind)  # Version 1 began as the rulebook has it (ZD-32).
    viruses = FIRST_GAME_VIRUSES if options["first_game"] else ()
    table = Table(options, seats, viruses=viruses, personal=(-1,) * seats, version=version)
    none, zero = (-1,) * seats, (0,) * seats
    return State(
        table=table,
        at=none,
        spots=none,
        credits=(start.credits[seats - 2], *(RULES.credits,) * (seats - 1)),
        proxies=zero,
        score=(0, *(start.info[seats - 2],) * (seats - 1)),
        protection=start.protection[seats - 2],
        installed=zero,
        hands=(0, *(ALL_KEYS,) * (seats - 1)),
        carry=zero,
    )


def add_funds(state: State, seat: int, credits: int, proxies: int = 0) -> State:
    """Return the state with a seat's credits and proxies changed by these numbers."""
    after = state._replace(credits=set_at(state.credits, seat, state.credits[seat] + credits)) if credits else state
    return after._replace(proxies=set_at(state.proxies, seat, state.proxies[seat] + proxies)) if proxies else after


def keys_on(state: State, seat: int, virus: int) -> int:
    """Return the keys that a seat has on a virus."""
    return state.installed[seat] >> KEYS * virus & ALL_KEYS


def free_keys(state: State, seat: int, virus: int, keys: int) -> State:
    """Return the state with keys of a seat moved from a virus to its hand."""
    return state._replace(
        installed=set_at(state.installed, seat, state.installed[seat] & ~(keys << KEYS * virus)),
        hands=set_at(state.hands, seat, state.hands[seat] | keys),
    )


def stacked_cards(state: State) -> int:
    """Return the credential cards on operations."""
    return sum(state.stacks)


def occupied_spots(state: State) -> int:
    """Return the occupied initiative spots, as bits."""
    return sum([1 << spot for spot in state.spots if spot >= 0])


def installable_viruses(table: Table, seat: int) -> tuple[int, ...]:
    """Return the viruses that a Hacker may install."""
    personal = table.personal[seat]
    return table.viruses if personal < 0 else (*table.viruses, personal)


def remember(before: tuple[Memory, ...], latest: Memory, version: int = VERSION) -> tuple[Memory, ...]:
    """Return the memories with a new one. Before version 6 it pushes out a seat's older ones of earlier eras."""
    return (*before, latest) if version >= 6 else _keep_last((*before, latest), latest.era)


def begin_era(state: State, credentials: int) -> State:
    """Return the state with the credentials named anew. Of what was before, each seat keeps its last memories (ZD-31)."""
    era = state.era + 1
    after = state._replace(credentials=credentials, era=era)
    if state.table.version < 6:
        return after
    return after._replace(hacks=_keep_last(state.hacks, era), seen=_keep_last(state.seen, era))


def _keep_last(memories: tuple[Memory, ...], era: int) -> tuple[Memory, ...]:
    """Return the memories of an era, and others that are among the last ones of their seat."""
    kept: list[Memory] = []
    of_seat: Counter[int] = Counter()
    for memory in reversed(memories):
        of_seat[memory.seat] += 1
        if memory.era == era or of_seat[memory.seat] <= MAX_MEMORIES:
            kept.append(memory)
    return tuple(reversed(kept))


def recall(memories: tuple[Memory, ...], viewer: int | None, era: int) -> list[Memory]:
    """Return the latest public memories, all of the viewer's own and, for the Admin, all of the current era."""
    recent = len(memories) - MAX_MEMORIES
    return [
        item for at, item in enumerate(memories) if at >= recent or item.seat == viewer or (viewer == 0 and item.era == era)
    ]


def dump(state: State) -> dict[str, Json]:
    """Return the state as JSON for `load`."""
    return {**state._asdict(), "table": list(state.table[:-1]), "outcome": dump_outcome(state.outcome)}


def load(saved: Mapping[str, Any], version: int = VERSION) -> State:
    """Return the state of `dump`, for that version of the rules."""
    values = {name: to_tuples(saved[name]) for name in State._fields}
    values["table"], values["turn"] = Table(*values["table"])._replace(version=version), Turn(*values["turn"])
    values["choice"] = values["choice"] and Choice(*values["choice"])
    values["pending"] = values["pending"] and Hack(*values["pending"])
    values["hacks"] = tuple(Hack(*hack) for hack in values["hacks"])
    values["seen"] = tuple(ShownCards(*entry) for entry in values["seen"])
    values["outcome"] = load_outcome(saved["outcome"])
    return State(**values)


def add_event(state: State, actor: int, text: str) -> State:
    """Return the state with one more public event."""
    return state._replace(events=(*state.events[1 - _MAX_EVENTS :], (actor, text)))
