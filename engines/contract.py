"""What a game must offer so that it can be refereed, recorded, replayed and watched.

An engine is a set of pure functions over immutable states: no clock, no network, no Django. Seats are numbered from
0 in the order of `seat_names`. The referee itself acts as `None` (draws, forced passes).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from engines.words import Message, told

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Options: TypeAlias = Mapping[str, Json]
View: TypeAlias = Mapping[str, Any]
Seat: TypeAlias = int


class IllegalAction(Exception):
    """An action that the rules refuse. `code` is stable, `text` is for people; neither tells a secret."""

    def __init__(self, code: str, message: str, /, **given: object) -> None:
        self.code, self.text = code, told(message, **given)
        super().__init__(self.text)


def require(met: object, code: str, message: str, /, **names: object) -> None:
    """Raise IllegalAction, with a marked message that takes the names, unless a rule is met."""
    if not met:
        raise IllegalAction(code, message, **names)


def malformed(message: str, /, **given: object) -> IllegalAction:
    """Return the refusal of a text that is not in the game's notation."""
    return IllegalAction("malformed", message, **given)


class BadOption(ValueError):
    """An option that the game does not know or cannot take. `name` is the option, the message a sentence."""

    def __init__(self, name: str, message: str, /, **given: object) -> None:
        self.name, self.text = name, told(message, **given)
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: `ranks[seat]` is 1 for first place, ties share a rank, a double forfeit has no rank 1.

    `reason` is a stable code; the engine's `reasons` holds its sentence.
    """

    ranks: tuple[int, ...]
    reason: str


class Ending(Protocol):
    """A state that knows how its match ended."""

    @property
    def outcome(self) -> Outcome | None: ...


S = TypeVar("S", bound=Ending)
A = TypeVar("A")


class RandomSource(Protocol):
    """Source of the referee's draws (see `engines.randomness`)."""

    def below(self, n: int) -> int:
        """A fair integer in range(n)."""
        ...


class Engine(Protocol[S, A]):
    """The rules of one game.

    `legal` may be None where there are too many actions to list (secret set-ups, teams); `sample` always works.
    `forfeit` takes the reason `time`, `resigned`, `disqualified`, `no-show` or `gone`, and several seats that fall
    together. A game in which all is open has `may_give_back(before, seat, after)`: whether an action may be taken back
    when all agree.
    """

    key: str
    version: int
    name: str
    seat_names: Sequence[str]
    seat_counts: Sequence[int]
    reasons: Mapping[str, str]
    view_type: type[View]
    draws: bool = False
    """Whether the rules know a draw: players may agree on one."""
    timed: frozenset[str] = frozenset()
    """What the referee does because a clock says so, not the rules (see `time_limit`)."""

    def options(self, given: Mapping[str, Json]) -> Options:
        """Defaults filled in; BadOption names one that is unknown or out of range."""
        ...

    def start(self, options: Options, seats: int) -> S:
        """The state before the first action; BadOption unless there are as many seats as the game is for."""
        ...

    def time_limit(self, options: Options) -> int | None:
        """Return the milliseconds from the first turn after which the referee does `timed`; None: no such limit."""
        return None

    def to_act(self, state: S) -> frozenset[Seat]:
        """Whose clocks run; empty when the match is over or waits for the referee."""
        ...

    def turn(self, state: S) -> Json:
        """Names the turn that is being played. While it stays equal, whoever acts again goes on in the same turn."""
        ...

    def may_take_back(self, before: S, seat: Seat, after: S) -> bool:
        """Whether the seat's action told nobody anything that it could not take back with it: no die fell, nothing
        was drawn or turned up. Asked only where the seat goes on alone in the same turn."""
        return False

    def legal(self, state: S, seat: Seat) -> Iterable[A] | None: ...

    def sample(self, state: S, seat: Seat, rng: Random) -> A:
        """A legal action at random."""
        return rng.choice(list(self.legal(state, seat) or ()))

    def chance(self, state: S, stream: RandomSource) -> A | None:
        """The referee's next act (a draw, a deal, a forced pass), or None when it has nothing to do."""
        ...

    def apply(self, state: S, actor: Seat | None, action: A) -> S:
        """The state after the action; IllegalAction where the rules refuse it. Never changes `state`."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome

    def forfeit(self, state: S, seats: frozenset[Seat], reason: str) -> S | Outcome: ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """Everything the viewer may see (None: a spectator), built by allow-list (ruling C-6).

        Its type, a TypedDict, is `view_type`: the API's schema and docs/views are made of it.
        """
        ...

    def open_view(self, state: S) -> View:
        """The same shape with nothing hidden, for replays of finished matches."""
        return self.view(state, None)

    def secret(self, state: S, actor: Seat | None, action: A) -> bool:
        """Return whether the action's text stays sealed in the log until the end of the match."""
        return False

    def describe(self, state: S, actor: Seat | None, action: A, viewer: Seat | None) -> Message:
        """A log line for the viewer; `state` is the one before the action."""
        ...

    def note(self, state: S, actor: Seat | None, action: A) -> str:
        """What the referee adds to the record (a ruling's record form), or an empty string."""
        ...

    def dump(self, state: S) -> Json: ...

    def load(self, saved: Any) -> S: ...

    def encode(self, action: A) -> str:
        """The rulings' notation, in its one canonical form."""
        ...

    def decode(self, text: str) -> A:
        """IllegalAction("malformed", ...) when the text is not in the game's notation."""
        ...
