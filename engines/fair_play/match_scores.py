"""Read the decisions of a finished match and score them, by seat and by pair of partners."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines import play
from engines.contract import AnyEngine, Json, Seat
from engines.fair_play.adapter import FairPlay, Memory
from engines.fair_play.decision_scores import Decision, Excess, score_decision, score_shared
from engines.referee_notation import parse_word

Pair = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored decision: the number of its entry (from 1), its seat, and the excess."""

    entry: int
    seat: Seat
    excess: Excess


@dataclass(frozen=True, slots=True)
class MatchScores:
    """The scored decisions of a match, in order: by seat, and by pair of partners (lower seat first)."""

    seats: Mapping[Seat, list[Scored]]
    pairs: Mapping[Pair, list[Scored]]


@dataclass(slots=True)
class _Reader:
    adapter: FairPlay
    seats: tuple[Seat, ...]
    rng: Random
    memories: dict[Seat, Memory] = field(default_factory=dict)
    by_seat: dict[Seat, list[Scored]] = field(default_factory=dict)
    by_pair: dict[Pair, list[Scored]] = field(default_factory=dict)
    own_entries: dict[Seat, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.memories = {seat: self.adapter.memory(seat) for seat in self.seats}
        self.by_seat = {seat: [] for seat in self.seats}
        self.own_entries = {seat: [] for seat in self.seats}
        if self.adapter.pool is not None:
            self.by_pair = {(low, high): [] for low in self.seats for high in self.seats if low < high}

    def score(self, engine: AnyEngine, state: Any, seat: Seat, action: Any, entry: int) -> None:
        """Score a decision of a seat from which something is hidden."""
        adapter, listed = self.adapter, engine.legal(state, seat)
        actions = [] if listed is None else list(listed)
        if action not in actions or not adapter.is_judged(state, seat, actions):
            return
        chosen, scores = actions.index(action), adapter.scores(state, seat, actions)
        drawn = self.memories[seat].draw(state, actions, self.rng, adapter.worlds)
        rows = [adapter.values(state, seat, actions, world) for world in drawn]
        decision = Decision(chosen, scores, adapter.values(state, seat, actions, adapter.truth(state)), rows)
        if (excess := score_decision(decision)) is not None:
            self.by_seat[seat].append(Scored(entry, seat, excess))
        if adapter.pool is None or adapter.expect is None:
            return
        own = adapter.values(state, seat, actions, adapter.expect(state, seat))
        for partner in self.seats:
            if partner != seat:
                pooled = adapter.values(state, seat, actions, adapter.expect(adapter.pool(state, seat, partner), seat))
                if (shared := score_shared(chosen, scores, own, pooled)) is not None:
                    self.by_pair[min(seat, partner), max(seat, partner)].append(Scored(entry, seat, shared))

    def undo(self, seat: Seat) -> None:
        """Forget the seat's last action, which it has undone."""
        if not self.own_entries.get(seat):
            return
        entry = self.own_entries[seat].pop()
        for rows in (*self.by_seat.values(), *self.by_pair.values()):
            rows[:] = [row for row in rows if row.entry != entry]


def read_match(
    engine: AnyEngine,
    adapter: FairPlay,
    options: Mapping[str, Json],
    seats: int,
    entries: Iterable[tuple[Seat | None, str]],
    seed: str,
    only: Collection[Seat] | None = None,
) -> MatchScores:
    """Return the scores of a match's decisions, of all seats or only of some. The same seed gives the same scores.

    Raises IllegalAction or BadOption if the entries are not those of a match of this engine.
    """
    judged = tuple(seat for seat in adapter.seats(seats) if only is None or seat in only)
    reader = _Reader(adapter, judged, Random(seed))
    position = play.begin(engine, options, seats)
    for number, (by, do) in enumerate(entries, 1):
        before, word = position.state, parse_word(by, do)
        if word is not None:
            position = play.advance(engine, position, by, do)
            if word.name == "undo":
                reader.undo(word.numbers[0])
            continue
        action = engine.decode(do)
        if by in reader.memories:
            reader.score(engine, before, by, action, number)
            reader.own_entries[by].append(number)
        position = play.advance(engine, position, by, do)
        for memory in reader.memories.values():
            memory.observe(before, by, action, position.state)
    return MatchScores(reader.by_seat, reader.by_pair)
