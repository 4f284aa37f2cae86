"""What is checked: a game, what the checks must know about it, and its random matches."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines import play
from engines.contract import AnyEngine, IllegalAction, Json, Seat
from engines.randomness import CommittedRandom

NONSENSE = ("", "x", "pass", "resign now", "a1", "a1-a1", "z99", "0", "-1", "1 2 3", "nothing of this game", "A" * 200)
"""Texts that are seldom legal in any game."""

Worlds = Callable[[Any, "Seat | None", Random], "Any | None"]


class Fault(AssertionError):
    """A rule of the contract that an engine breaks.

    `check` names the rule. `seat` is the seat, None for the referee and spectators; `entry` the number of actions
    before it in the match.
    """

    def __init__(self, check: str, text: str, seat: Seat | None = None) -> None:
        self.check, self.text, self.seat = check, text, seat
        self.entry: int | None = None
        super().__init__(f"{check}: {text}")


def expect(condition: object, check: str, text: str, seat: Seat | None = None) -> None:
    """Raise Fault unless the condition is true."""
    if not condition:
        raise Fault(check, text, seat)


@dataclass(frozen=True)
class Limits:
    """How much an engine may take; `python -m engines check` uses the defaults."""

    actions: int = 5000  # of a random match
    view: int = 60_000  # bytes as JSON
    dump: int = 200_000  # bytes as JSON
    call_s: float = 1.0  # CPU time of one call
    call_bytes: int = 64_000_000  # memory of one call


@dataclass(frozen=True)
class CheckedGame:
    """A game, and what the checks must know about it.

    `another` returns a position that the viewer cannot tell from a given one, None where nothing is hidden. `hidden`
    names everything in a dump that such a pair may differ in. `scene` returns a position that random matches seldom reach.
    """

    engine: AnyEngine
    options: Sequence[Mapping[str, Json]] = ({},)
    nonsense: Sequence[str] = NONSENSE
    another: Worlds = lambda state, viewer, rng: None
    hidden: frozenset[str] = frozenset()
    scene: Callable[[Random], Any] | None = None
    looks_ahead: bool = True  # Whether the worlds of `another` stay alike, as far as the log tells.
    limits: Limits = field(default_factory=Limits)

    @property
    def key(self) -> str:
        return self.engine.key


@dataclass(frozen=True)
class RandomMatch:
    """A random match: everything about it follows from the game, a number and a seed."""

    game: CheckedGame
    number: int
    seed: str = "proof"

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def engine(self) -> AnyEngine:
        return self.game.engine

    @property
    def options(self) -> Any:
        given = self.game.options
        return self.engine.options(given[self.number % len(given)])

    @property
    def seats(self) -> int:
        counts = self.engine.seat_counts
        return counts[self.number // len(self.game.options) % len(counts)]

    @property
    def rng(self) -> Random:
        return Random(f"{self.key} {self.seed} {self.number}")

    @property
    def secret(self) -> bytes:
        """Return the seed of the referee's draws."""
        return hashlib.sha256(f"{self.key} {self.seed} {self.number}".encode()).digest()

    @property
    def name(self) -> str:
        return f"{self.seed}-{self.number}"

    @property
    def nonces(self) -> tuple[str, ...]:
        return tuple(f"{self.number}.{seat}" for seat in range(self.seats))

    def draws(self, n: int) -> CommittedRandom:
        """Return the referee's draws for entry `n`."""
        return CommittedRandom(self.secret, self.name, self.nonces, n)


def play_match(
    random_match: RandomMatch, rng: Random
) -> Iterator[tuple[play.Position[Any], Seat | None, str, play.Position[Any]]]:
    """Play a random match with the referee's draws; yield position, actor, action, and the position after it."""
    engine, limit = random_match.engine, random_match.game.limits.actions
    position = play.begin(engine, random_match.options, random_match.seats)
    n = 0
    while position.outcome is None:
        n += 1
        expect(n <= limit, "end", f"the match has not ended after {limit} actions")
        by: Seat | None = None
        do = play.referee_action(engine, position, random_match.draws(n))
        if do is None:
            acting = sorted(play.to_act(engine, position))
            expect(acting, "turn", "no seat is to act, nor the referee, and the match has no outcome")
            by = rng.choice(acting)
            do = engine.encode(engine.sample(position.state, by, rng))
        before, position = position, play.advance(engine, position, by, do)
        yield before, by, do, position


def find_refusal(engine: AnyEngine, state: Any, seat: Seat | None, text: str) -> tuple[str, str]:
    """Return code and sentence of the engine's refusal of a text; ("", "") if it is legal."""
    try:
        engine.apply(state, seat, engine.decode(text))
    except IllegalAction as refusal:
        return refusal.code, refusal.text
    return "", ""
