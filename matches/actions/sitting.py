"""A match while it is judged: taken from its locked row, moved on entry by entry, and written back as one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from engines import play, record, registry
from engines.api import Engine
from engines.chance import Draws, salt
from matches.actions.closing import close
from matches.actions.keeping import keep_past
from matches.announce import match_changed, wake
from matches.clock import Clock
from matches.models import Entry, Match, Status
from matches.models.entry import reader
from matches.moment import in_ms
from matches.queries.position import clock_of, dump_behind, position_of
from matches.queries.seating import Seating, Sitter, seating
from matches.statements import insert, update

KEPT = (
    "status", "state", "behind", "clock", "to_act", "turns", "last_entry", "last_hash", "deadline_at", "alarm_at",
    "bot_due_at", "started_at", "closed_at", "held_until", "ranks", "reason",
)  # fmt: skip


@dataclass
class Sitting:
    """Lives inside one transaction that holds the match's lock; `write` must be its last call."""

    match: Match
    seats: Seating
    engine: Engine[Any, Any]
    position: play.Position[Any]
    clock: Clock
    fresh: list[Entry] = field(default_factory=list)
    ended_at: datetime | None = None

    @classmethod
    def of(cls, match: Match) -> Sitting:
        engine = registry.get(match.game, match.engine_version)
        return cls(match, seating(match), engine, position_of(match), clock_of(match))

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    def enter(self, by: int | None, do: str, *, at: datetime, resume_at: datetime) -> int:
        """Apply and log one action made at `at`, and whatever the referee must do after it; return its number.

        The mover's clock runs up to `at`; clocks that start because of it start at `resume_at`, when it is known. What
        a turn overran is paid when the turn is over, however many actions it took.
        Raises IllegalAction before anything has changed.
        """
        n = self._apply(by, do, at)
        self._referee_acts(at)
        self._run_clocks(at, resume_at)
        return n

    def begin(self, at: datetime) -> None:
        """What the referee does before the first player (a draw), and the first clocks, at `at`."""
        self._referee_acts(at)
        self._run_clocks(at, at)

    def write(self, at: datetime) -> None:
        """Store the new entries and what they come to; tell pages, bots and the league on commit."""
        insert(self.fresh)
        match = self.match
        match.state = self.engine.dump(self.position.state)
        match.behind = dump_behind(self.engine, self.position)
        match.clock = self.clock.dump()
        match.to_act = sorted(play.to_act(self.engine, self.position))
        match.deadline_at = self.clock.deadline()
        match.bot_due_at = self._bot_due(at)
        if self.position.outcome is not None:
            close(match, self.position.outcome, at=self.ended_at or at, written_at=at)
        update(match, KEPT)
        keep_past(match, at)
        match_changed(match.pk, match.last_entry)
        self._call_bots()

    def _apply(self, by: int | None, do: str, at: datetime) -> int:
        before = self.position
        step = play.step(self.engine, before, by, do)
        self.position = step.position
        self._log(before, by, step, at)
        if by is not None:
            self.clock = self.clock.pause(by, at)
        if play.turn(self.engine, before) != play.turn(self.engine, self.position):
            self.clock = self.clock.settle(at)
        return self.match.last_entry

    def _referee_acts(self, at: datetime) -> None:
        while not self.over and (act := play.referee(self.engine, self.position, self._draws())) is not None:
            self._apply(None, act, at)

    def _run_clocks(self, at: datetime, resume_at: datetime) -> None:
        acting = play.to_act(self.engine, self.position)
        if self.over:
            self.clock, self.ended_at = self.clock.halt(at), at
            return
        for seat in self.clock.running - acting:
            self.clock = self.clock.pause(seat, at)
        self.clock = self.clock.start(acting, max(at, resume_at))

    def _log(self, before: play.Position[Any], by: int | None, step: play.Step, at: datetime) -> None:
        match, n = self.match, self.match.last_entry + 1
        lefts = [self.clock.left(seat.number, at) for seat in self.seats]
        line: dict[str, Any] = record.entry(
            match.last_hash, n, by, step.do, note=step.note, at=in_ms(at),
            left=[left.turn + left.reserve for left in lefts],
            salt=salt(bytes.fromhex(match.seed), str(match.pk), n) if step.secret else None,
        )  # fmt: skip
        texts = {reader(v): play.describe(self.engine, before, by, step.do, v) for v in self._viewers()}
        self.fresh.append(
            Entry(
                match=match,
                n=n,
                by=by,
                do=step.do,
                note=step.note,
                at=at,
                prev=line["prev"],
                hash=line["hash"],
                sealed=line.get("sealed", ""),
                texts=texts,
                left=[[left.turn, left.reserve] for left in lefts],
            )
        )
        match.last_entry, match.last_hash = n, line["hash"]

    def _draws(self) -> Draws:
        nonces = tuple(seat.nonce for seat in self.seats)
        return Draws(bytes.fromhex(self.match.seed), str(self.match.pk), nonces, self.match.last_entry + 1)

    def _viewers(self) -> list[int | None]:
        return [*(seat.number for seat in self.seats), None]

    def _acting_bots(self) -> list[Sitter]:
        return [seat for seat in self.seats if seat.bot and seat.number in self.match.to_act]

    def _bot_due(self, at: datetime) -> datetime | None:
        return min((at + timedelta(milliseconds=seat.pace_ms) for seat in self._acting_bots()), default=None)

    def _call_bots(self) -> None:
        if self.match.status == Status.PLAYING and self.match.bot_due_at is not None:
            wake("matches.tasks.play_bots", eta=self.match.bot_due_at, match_id=self.match.pk)
