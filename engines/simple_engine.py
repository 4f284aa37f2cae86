"""A base for small games of two seats, whose actions are texts and whose states are named tuples."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from engines.common import FORFEIT_REASONS, dump_outcome, forfeit_outcome, load_outcome, merge_options, to_tuples
from engines.contract import Engine, IllegalAction, Json, Options, Outcome, RandomSource, Seat


class SimpleState(Protocol):
    """A NamedTuple of texts, numbers, tuples and None with a field `outcome`, and the seat to act."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def seat(self) -> Seat | None:
        """Return the seat to act; None if the referee is to act or the match is over."""
        ...


S = TypeVar("S", bound=SimpleState)


class SimpleEngine(Engine[S, str]):
    """An engine without options, draws of the referee, notes and sealed actions, unless a game defines them.

    A game sets `key`, `name`, `seat_names`, `view_type` and `state_type`, and has `turn`, `legal`, `apply`, `view`,
    `describe` and `decode`. If anything is hidden, it also has `secret` (docs/generic-board.md#keep-secrets).
    """

    version = 1
    seat_counts: Sequence[int] = (2,)
    reasons: Mapping[str, str] = FORFEIT_REASONS
    state_type: ClassVar[Any]

    def options(self, data: Mapping[str, Json]) -> Options:
        return merge_options(self.name, {}, data)

    def start(self, options: Options, seats: int) -> S:
        state: S = self.state_type()
        return state

    def to_act(self, state: S) -> frozenset[Seat]:
        return frozenset() if state.outcome is not None or state.seat is None else frozenset({state.seat})

    def check_turn(self, state: S, actor: Seat | None) -> None:
        """Raise IllegalAction unless the actor is to act (None: the referee)."""
        if state.outcome is not None:
            raise IllegalAction("match-over", "The match is over.")
        if actor != state.seat:
            raise IllegalAction("not-your-turn", "It is not your turn.")

    def chance(self, state: S, stream: RandomSource) -> str | None:
        return None

    def forfeit(self, state: S, seats: frozenset[Seat], reason: str) -> S | Outcome:
        return forfeit_outcome(seats, reason)

    def note(self, state: S, actor: Seat | None, action: str) -> str:
        return ""

    def encode(self, action: str) -> str:
        return action

    def dump(self, state: S) -> Json:
        fields: Any = state
        return {**fields._asdict(), "outcome": dump_outcome(state.outcome)}

    def load(self, saved: Any) -> S:
        outcome = load_outcome(saved["outcome"])
        state: S = self.state_type(
            **{name: to_tuples(value) for name, value in saved.items() if name != "outcome"}, outcome=outcome
        )
        return state
