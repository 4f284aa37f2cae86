"""The interface of a game: what adjudication, records, replays and viewers need.

An engine is a set of pure functions over immutable states: no clock, no network, no Django. Seats are numbered from 0
in the order of `seat_names`. The referee itself acts as seat `None` (draws, forced passes).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from engines.i18n import Message, translate as _

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Options: TypeAlias = Mapping[str, Json]
View: TypeAlias = Mapping[str, Any]
Seat: TypeAlias = int


class IllegalAction(Exception):
    """An action that the rules forbid. `code` is stable, `text` is for people; neither reveals a secret."""

    def __init__(self, code: str, message: str, /, **params: object) -> None:
        self.code, self.text = code, _(message, **params)
        super().__init__(self.text)


def require(condition: object, code: str, message: str, /, **params: object) -> None:
    """Raise IllegalAction with a marked message and its names unless `condition` is true."""
    if not condition:
        raise IllegalAction(code, message, **params)


def malformed(message: str, /, **params: object) -> IllegalAction:
    """Return the error for a text that is not in the game's notation."""
    return IllegalAction("malformed", message, **params)


class BadOption(ValueError):
    """An unknown option or an invalid value: the option's `name`, and a sentence for the user (`text`)."""

    def __init__(self, name: str, message: str, /, **params: object) -> None:
        self.name, self.text = name, _(message, **params)
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: `ranks[seat]` is 1 for first place, ties share a rank, a double forfeit has no rank 1.

    `reason` is a stable code; the engine's `reasons` holds its sentence.
    """

    ranks: tuple[int, ...]
    reason: str


class HasOutcome(Protocol):
    """A state that has the outcome of its match."""

    @property
    def outcome(self) -> Outcome | None: ...


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """A table of the rules made from data: `key` is its anchor; title, columns and cells are translated messages."""

    key: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


S = TypeVar("S", bound=HasOutcome)
A = TypeVar("A")


class RandomSource(Protocol):
    """Source of the referee's draws (see `engines.randomness`)."""

    def below(self, n: int) -> int:
        """Return a uniform integer in range(n)."""
        ...


class Engine(Protocol[S, A]):
    """The rules of one game.

    `legal` may return None if there are too many actions to list (secret set-ups, teams); `sample` always works.
    `forfeit` takes the reason `time`, `resigned`, `disqualified`, `no-show` or `gone`, and the seats that forfeit
    together. A game without hidden information has `allows_takeback(before, seat, after)`: whether an action may be
    taken back if all agree. A game with a practice ground has `practice(units)`, a position for seat 0 of units (seat,
    code, place), `practice_units` (names by code), `practice_places`, and `skip_dummy(state)`, which lets seat 0 act again.
    A game with long tables of data has `reference()`, the ReferenceTables that end its page of rules. A game with hidden
    information should have `another(state, viewer, rng)`: a position that the viewer cannot tell from `state`, None if
    there is no other. `python -m engines check` compares the two.
    """

    key: str
    version: int
    name: str
    seat_names: Sequence[str]
    seat_counts: Sequence[int]
    reasons: Mapping[str, str]
    view_type: type[View]
    reported: bool = False  # Whether it is played elsewhere: its matches never start, and only their results are reported.
    is_open: bool = False  # Whether nothing is ever hidden, so that spectators may read what players write.
    has_open_chance: bool = False  # Whether all draws, if any, come before the first move and are shown to everyone.
    advantage_values: Sequence[str] = ()  # By seat, if the game has an option `advantage`; the higher seed gets it.
    has_rosters: bool = False  # Whether its option `rosters` takes Gamers of a franchise or a draft, unless `gamers` is off.
    draws: bool = False  # Whether the rules have draws, so that players may agree on one.
    timed_actions: frozenset[str] = frozenset()  # Referee's actions triggered by a clock, not by rules (see `time_limit`).

    def options(self, data: Mapping[str, Json]) -> Options:
        """Return the options in `data` completed by defaults. Raises BadOption for an unknown or invalid one."""
        ...

    def start(self, options: Options, seats: int) -> S:
        """Return the state before the first action. Raises BadOption for a wrong number of seats."""
        ...

    def time_limit(self, options: Options) -> int | None:
        """Return the ms from the first turn after which the referee applies `timed_actions`; None for no limit."""
        return None

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats whose clocks run; empty if the match is over or the referee is to act."""
        ...

    def turn(self, state: S) -> Json:
        """Return an identifier of the current turn: while it stays equal, further actions belong to the same turn."""
        ...

    def can_undo(self, before: S, seat: Seat, after: S) -> bool:
        """Return whether the seat's action revealed nothing: no dice, no draw, no card turned up.

        Only called if the seat alone continues the same turn.
        """
        return False

    def legal(self, state: S, seat: Seat) -> Iterable[A] | None: ...

    def is_forced(self, state: S, seat: Seat, only: A) -> bool:
        """Return whether the seat's only legal action may be played for it.

        It may if others can tell by themselves that the seat has no choice, so that its timing tells them nothing.
        """
        return self.is_open

    def sample(self, state: S, seat: Seat, rng: Random) -> A:
        """Return a random legal action."""
        return rng.choice(list(self.legal(state, seat) or ()))

    def chance(self, state: S, stream: RandomSource) -> A | None:
        """Return the referee's next action (a draw, a deal, a forced pass), or None if there is none."""
        ...

    def apply(self, state: S, actor: Seat | None, action: A) -> S:
        """Return the state after the action; `state` is unchanged. Raises IllegalAction."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome

    def forfeit(self, state: S, seats: frozenset[Seat], reason: str) -> S | Outcome: ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """Return everything the viewer may see (None: a spectator), built from an allow-list (ruling C-6).

        Its type, a TypedDict, is `view_type`, the source of the API's schema and docs/views.
        """
        ...

    def open_view(self, state: S) -> View:
        """Return a view with nothing hidden, for replays of finished matches."""
        return self.view(state, None)

    def opened(self, state: S, viewer: Seat | None) -> Any:
        """Return what the rules have just opened to the viewer besides the log's notes; only checks of secrecy use it."""
        return None

    def secret(self, state: S, actor: Seat | None, action: A) -> bool:
        """Return whether the action's text stays sealed in the log until the end of the match."""
        return False

    def describe(self, state: S, actor: Seat | None, action: A, viewer: Seat | None) -> Message:
        """Return a log line for the viewer; `state` is the one before the action."""
        ...

    def describe_end(self, state: S, viewer: Seat | None) -> Message | None:
        """Return how the rules ended the match, with sides and pieces by name; None if `reasons` says everything."""
        return None

    def note(self, state: S, actor: Seat | None, action: A) -> str:
        """Return what the referee adds to the record (see the record form of the rulings), or ""."""
        ...

    def dump(self, state: S) -> Json: ...

    def load(self, saved: Any) -> S: ...

    def encode(self, action: A) -> str:
        """Return the canonical notation of the action."""
        ...

    def decode(self, text: str) -> A:
        """Return the action of a text. Raises IllegalAction("malformed", ...)."""
        ...


AnyEngine: TypeAlias = Engine[Any, Any]
