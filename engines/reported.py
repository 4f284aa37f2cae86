"""Games that are played elsewhere: they have players and results, but no moves, no bots and no options.

A match of such a game never starts; it is closed by a reported result. The key of such a game begins with PREFIX. Its name
and numbers of players come from whoever registers a lookup (`engines.registry.register_reported`).
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, NoReturn, TypedDict

from engines.common import FORFEIT_REASONS, ViewOutcome, dump_outcome, load_outcome, render_outcome
from engines.contract import BadOption, Engine, IllegalAction, Json, Options, Outcome, RandomSource, Seat, View
from engines.i18n import Message, translate as _

PREFIX = "title-"
MAX_SEATS = 64
ANY_COUNT = range(1, MAX_SEATS + 1)


def is_reported(key: str) -> bool:
    """Return whether the key is that of a game without an engine.

    >>> is_reported("title-7"), is_reported("zero-day")
    (True, False)
    """
    return key.startswith(PREFIX)


class ReportedView(TypedDict):
    """The view of a match that is played elsewhere."""

    outcome: ViewOutcome | None


class State(NamedTuple):
    """The state: the outcome, or nothing yet."""

    seats: int
    outcome: Outcome | None = None


class ReportedGame(Engine[State, NoReturn]):
    """A game of which only players and results are known; see `engines.contract.Engine` for its methods."""

    version = 1
    reported = True
    is_open = True
    reasons: Mapping[str, str] = FORFEIT_REASONS
    view_type: type[View] = ReportedView

    def __init__(
        self, key: str, name: str = "", counts: Sequence[int] = ANY_COUNT, *, draws: bool = True, sides: Sequence[str] = ()
    ) -> None:
        """Take what is known of the game; `sides` are the marked names of its sides, if they have any."""
        self.key, self.name, self.seat_counts, self.draws, self.sides = key, name or key, counts, draws, sides

    @property
    def seat_names(self) -> Sequence[str]:  # type: ignore[override]
        if self.sides:
            return tuple(map(_, self.sides))
        return tuple(_("Side {number}", number=number) for number in range(1, max(self.seat_counts) + 1))

    def options(self, data: Mapping[str, Json]) -> Options:
        for name in data:
            raise BadOption(name, "This game has no options.")
        return {}

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seat_counts:
            raise BadOption("seats", "{game} can't be played by {seats} players.", game=self.name, seats=seats)
        return State(seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset()

    def turn(self, state: State) -> Json:
        return 0

    def legal(self, state: State, seat: Seat) -> Iterable[NoReturn] | None:
        return ()

    def sample(self, state: State, seat: Seat, rng: Random) -> NoReturn:
        raise _no_moves()

    def chance(self, state: State, stream: RandomSource) -> None:
        return None

    def apply(self, state: State, actor: Seat | None, action: NoReturn) -> State:
        raise _no_moves()

    def forfeit(self, state: State, seats: frozenset[Seat], reason: str) -> Outcome:
        """Return the outcome in which these seats are last; if all forfeit, nobody is first."""
        if len(seats) == state.seats:
            return Outcome((state.seats,) * state.seats, "double-forfeit")
        last = state.seats - len(seats) + 1
        return Outcome(tuple(last if seat in seats else 1 for seat in range(state.seats)), reason)

    def view(self, state: State, viewer: Seat | None) -> View:
        return {"outcome": render_outcome(state.outcome)}

    def describe(self, state: State, actor: Seat | None, action: NoReturn, viewer: Seat | None) -> Message:
        raise _no_moves()

    def note(self, state: State, actor: Seat | None, action: NoReturn) -> str:
        return ""

    def dump(self, state: State) -> Json:
        return [state.seats, dump_outcome(state.outcome)]

    def load(self, saved: Any) -> State:
        seats, outcome = saved
        return State(seats, load_outcome(outcome))

    def encode(self, action: NoReturn) -> str:
        raise _no_moves()

    def decode(self, text: str) -> NoReturn:
        raise _no_moves()


def _no_moves() -> IllegalAction:
    return IllegalAction("reported", "This game is played elsewhere. Only its result is reported here.")
