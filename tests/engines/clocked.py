"""Records with clocks, run by the referee's own clock (`matches.clock`): the verifier's clocks are held against it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from engines import play, record, registry
from engines.randomness import CommittedRandom, derive_salt, hash_seed
from matches.clock import Clock, TimeControl
from tests.engines.record_lines import text_of

START = 1_790_000_000_000
SEED = bytes(range(32))
MS = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass
class Table:
    """A match being played and written down, as the site does it: the moments are whole milliseconds."""

    key: str
    control: TimeControl
    rng: Random
    options: dict[str, Any] = field(default_factory=dict)
    at: int = START
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.engine = registry.get(self.key)
        self.seats = self.engine.seat_counts[0]
        chosen = self.engine.options(self.options)
        limit = play.time_limit(self.engine, chosen)
        told = {**self.control.dump(), **({} if limit is None else {"limit_ms": limit})}
        self.lines.append(
            record.build_header(
                self.engine, chosen, seats=self.seats, match="m", nonces=("n",) * self.seats,
                commitment=hash_seed(SEED), control=told, began=self.at,
            )
        )  # fmt: skip
        self.last = record.hash_header(self.lines[0])
        self.position = play.begin(self.engine, chosen, self.seats)
        self.clock = Clock.create(self.control, self.seats, limit)
        self._referee(self.at, self.at)
        self._run(self.at, self.at)

    def do(self, by: int | None, text: str, *, at: int, judged: int = 0) -> None:
        """An entry at `at`; the clocks that it starts run from `judged`."""
        self._apply(by, text, at, max(at, judged))
        self._referee(at, max(at, judged))
        self._run(at, max(at, judged))

    def move(self, *, after: int, judged: int = 0) -> None:
        """One of those that are to act does something at random, unless a flag falls before that."""
        at = self.at = self.at + after
        fallen = self.clock.fallen(when(at))
        if fallen is not None:
            moment = (fallen[0] - EPOCH) // MS
            text = f"flag {','.join(map(str, sorted(fallen[1])))}" if fallen[1] else play.time_limit_word(self.engine)
            self.do(None, text, at=moment, judged=moment)
            return
        by = self.rng.choice(sorted(play.to_act(self.engine, self.position)))
        text = self.engine.encode(self.engine.sample(self.position.state, by, self.rng))
        self.do(by, text, at=at, judged=at + judged)
        self.at += judged

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    def text(self) -> str:
        end = record.build_closing(self.last, self.position.outcome, SEED, None)
        return text_of([*self.lines, end])

    def _apply(self, by: int | None, text: str, at: int, judged: int) -> None:
        before, n = self.position, len(self.lines)
        step = play.step(self.engine, before, by, text)
        self.position = step.position
        lefts = [self.clock.remaining(seat, when(at)) for seat in range(self.seats)]
        made = record.build_entry(
            self.last, n, by, step.do, note=step.note, at=at, left=[left.turn + left.reserve for left in lefts],
            judged=judged, salt=derive_salt(SEED, "m", n) if step.secret else None,
        )  # fmt: skip
        self.lines.append(made)
        self.last = str(made["hash"])
        if by is not None:
            self.clock = self.clock.pause(by, when(at))
        if play.current_turn(self.engine, before) != play.current_turn(self.engine, self.position):
            self.clock = self.clock.settle(when(at))

    def _referee(self, at: int, judged: int) -> None:
        while True:
            draws = CommittedRandom(SEED, "m", ("n",) * self.seats, len(self.lines))
            act = play.referee_action(self.engine, self.position, draws)
            if act is None:
                return
            self._apply(None, act, at, judged)

    def _run(self, at: int, judged: int) -> None:
        if self.over:
            self.clock = self.clock.halt(when(at))
            return
        acting = play.to_act(self.engine, self.position)
        for seat in self.clock.running - acting:
            self.clock = self.clock.pause(seat, when(at))
        self.clock = self.clock.start(acting, when(judged))


def played(key: str, control: TimeControl, seed: object, longest: Sequence[int] = (2_000, 30_000), **options: Any) -> Table:
    """A random match; each move takes up to one of `longest`, in ms, chosen by chance."""
    rng = Random(f"clocked {seed}")
    table = Table(key, control, rng, options)
    if rng.random() < 0.3 and table.clock.limit_ms is None:
        seat = rng.randrange(table.seats)
        table.clock = table.clock.halve(seat)
        table.do(None, f"berserk {seat}", at=table.at)
    while not table.over:
        table.move(after=rng.randrange(rng.choice(longest)), judged=rng.choice((0, 0, rng.randrange(400))))
    return table


def when(moment: int) -> datetime:
    return EPOCH + moment * MS
