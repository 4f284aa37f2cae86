"""A match during adjudication: loaded from its locked row, advanced entry by entry, and written back at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from engines import play, record, registry
from engines.common import steps
from engines.contract import Engine
from engines.randomness import CommittedRandom, Mix, salt
from engines.referee_notation import Word
from engines.words import stored
from matches.actions.closing import close, keep_past, refuse_waiting
from matches.announce import match_changed, wake
from matches.clock import Clock, freeze
from matches.hot_path.statements import Change, store
from matches.lifecycle import check
from matches.models import Entry, Match, Seat, Status, Submission
from matches.models.entry import reader
from matches.moment import MS, in_ms, whole_ms
from matches.offers import RESUME, Asked
from matches.queries.position import clock_of, dump_behind, position_of
from matches.queries.seating import Seating, seating

MOST_REFEREE_ACTS = 10_000
"""More automatic actions of the referee than can follow one move."""
KEPT = (
    "status", "state", "behind", "clock", "to_act", "turns", "last_entry", "last_hash", "mix", "deadline_at",
    "alarm_at", "bot_due_at", "started_at", "closed_at", "held_until", "ranks", "reason", "ruling", "signed_by",
    "signature", "signed_at", "asked", "paused_at", "paused_until",
)  # fmt: skip


TOLD = ("judged_at", "entry", "hash", "code", "refusal")
"""The fields of a submission that hold its verdict."""


MOST_OF_CLOCK = 10
"""A bot waits at most this fraction (1/10) of its remaining time, so that waiting never makes it lose on time."""

WATCHED = timedelta(seconds=15)
"""How long a match counts as watched after a stream last reported it; streams do so every five seconds."""


class Moments(NamedTuple):
    """When an action was made, when the clocks that it starts begin to run, and the sender's ping."""

    at: datetime
    judged: datetime
    lag_ms: int = 0


@dataclass
class Sitting:
    """A match being adjudicated, within one transaction that holds its lock; `write` must be the last call."""

    match: Match
    seats: Seating
    engine: Engine[Any, Any]
    position: play.Position[Any]
    clock: Clock
    asked: Asked = field(default_factory=Asked)
    fresh: list[Entry] = field(default_factory=list)
    judged: list[Submission] = field(default_factory=list)
    """Adjudicated submissions, to be stored with the verdict."""
    ended_at: datetime | None = None

    @classmethod
    def of(cls, match: Match) -> Sitting:
        engine = registry.get(match.game, match.engine_version)
        return cls(match, seating(match), engine, position_of(match), clock_of(match), Asked.load(match.asked))

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    def enter(
        self, by: int | None, do: str, *, at: datetime, resume_at: datetime | None = None, lag_ms: int = 0,
        why: str = "", nonce: str = "",
    ) -> Entry:  # fmt: skip
        """Apply and log an action made at `at`, and the referee's automatic actions after it; return its entry.

        `note` is the note of the entry if the rules add none. The mover's clock runs up to `at`, less the lag
        compensation for `lag_ms` (the sender's ping); clocks that the action starts begin at `resume_at`. Overrun turn
        time is charged when the turn is over, whatever its number of actions. `nonce` is the mover's seed for later
        draws. Raises IllegalAction, with nothing changed.
        """
        when = Moments(whole_ms(at), whole_ms(max(at, resume_at or at)), lag_ms)
        entry = self._apply(by, do, when, why, nonce=nonce)
        self._go_on_from(when)
        return entry

    def rule(self, do: str, why: str, at: datetime) -> Entry:
        """Log a referee's ruling with its reason on any turn; return the entry. The caller handles the clocks.

        Raises IllegalAction, with nothing changed.
        """
        when = Moments(whole_ms(at), whole_ms(at))
        entry = self._apply(None, do, when, why)
        if self.over:
            self.clock, self.ended_at = self.clock.halt(when.at), when.at
        return entry

    def end_hold(self, at: datetime) -> None:
        """Log the time under review, which is charged to nobody. The clocks run on from `at`."""
        began, ended = self.clock.held_at, whole_ms(at)
        if began is None:
            return
        self.clock = self.clock.resume(ended)
        if began < ended:
            self.rule(Word("outage", (in_ms(began), in_ms(ended))).text, "review", ended)

    def proceed(self, at: datetime) -> None:
        """Do the referee's automatic actions and start the clocks of the seats to act, at `at`."""
        self._go_on_from(Moments(whole_ms(at), whole_ms(at)))

    def stop(self, at: datetime, until: datetime | None = None) -> None:
        """Pause the match at `at`: every clock stops until a referee, all players or `until` resume it."""
        match = self.match
        if match.status != Status.PAUSED:
            check(match.status, Status.PAUSED)
        self.clock = freeze(self.clock, whole_ms(at))
        self.asked = self.asked.close(RESUME)
        match.status, match.paused_at, match.paused_until = Status.PAUSED, at, until

    def go_on(self, at: datetime) -> None:
        """End an agreed pause; the clocks continue with what they had."""
        self.back_to_play()
        self.enter(None, "resume", at=at)

    def back_to_play(self) -> None:
        """Set the status back to playing. The clocks start with the next entry or with `run_referee`."""
        check(self.match.status, Status.PLAYING)
        self.match.status, self.match.paused_at, self.match.paused_until = Status.PLAYING, None, None
        self.asked = self.asked.close(RESUME)

    def call_off(self, at: datetime) -> None:
        """Void the match: it does not count."""
        check(self.match.status, Status.VOID)
        self.clock = self.clock.halt(at)
        self.match.status, self.match.closed_at = Status.VOID, at

    def write(self, at: datetime, *, same_turn: bool = False) -> None:
        """Store the new entries and all changes; notify pages, bots and the league on commit.

        `same_turn`: nobody has moved, so the due time of a bot's move stays.
        """
        store(*self.written(at, same_turn=same_turn))

    def written(self, at: datetime, *, same_turn: bool = False) -> tuple[list[Change], list[Entry]]:
        """Do what `write` does, but return the changes and new rows for the caller to store at once."""
        match = self.match
        match_changed(match.pk, match.last_entry)  # before the announcement of the end, whose receivers have more to do
        if self.over or match.status == Status.VOID:
            self.store_judged()  # Because the submissions that still wait are then refused.
        match.state = self.engine.dump(self.position.state)
        match.behind = dump_behind(self.engine, self.position)
        match.clock = self.clock.dump()
        match.to_act = sorted(play.to_act(self.engine, self.position))
        match.deadline_at = self.clock.deadline()
        match.asked = self.asked.dump()
        if match.status != Status.PLAYING:
            match.bot_due_at = None
        elif not same_turn:
            match.bot_due_at = self._bot_due(at)
        if match.status != Status.PAUSED:
            match.paused_at = match.paused_until = None
        if self.position.outcome is not None:
            match.asked = None
            close(match, self.position.outcome, at=self.ended_at or at, written_at=at)
        elif match.status == Status.PAUSED:
            match.deadline_at = match.paused_until
        elif match.status == Status.VOID:
            match.to_act, match.asked = [], None
            match.deadline_at = match.alarm_at = None
            refuse_waiting(match.pk, at=at)
        keep_past(match, at)
        if match.bot_due_at is not None:
            wake("matches.tasks.play_bots", eta=match.bot_due_at if match.bot_due_at > at else None, match_id=match.pk)
        return [*((one, TOLD) for one in self.judged), (match, KEPT)], self.fresh

    def store_judged(self) -> None:
        """Store only the verdicts, instead of `write`, if the match itself has not changed."""
        store([(one, TOLD) for one in self.judged], [])
        self.judged = []

    def _apply(self, by: int | None, do: str, when: Moments, why: str = "", nonce: str = "") -> Entry:
        before = self.position
        step = play.step(self.engine, before, by, do)
        self.position = step.position
        lag = 0
        if by is not None:
            lag = self.clock.credit(by, when.at, when.lag_ms)
            self.clock = self.clock.pause(by, when.at, lag)
        entry = self._log(before, by, step._replace(note=why) if why else step, when, lag, nonce)
        if play.turn(self.engine, before) != play.turn(self.engine, self.position):
            self.clock = self.clock.settle(when.at)
        return entry

    def _go_on_from(self, when: Moments) -> None:
        """Do the referee's automatic actions and start the clocks of the seats to act then."""
        for _ in steps(MOST_REFEREE_ACTS, f"match {self.match.pk}"):
            n, nonces = self.match.last_entry + 1, tuple(seat.nonce for seat in self.seats)
            seed, match_id = bytes.fromhex(self.match.seed), str(self.match.pk)
            draws = CommittedRandom(seed, match_id, nonces, n, self._mix().settled)
            act = None if self.over else play.referee(self.engine, self.position, draws)
            if act is None:
                break
            self._apply(None, act, when)
        if self.over:
            self.clock, self.ended_at = self.clock.halt(when.at), when.at
        elif self.match.status != Status.PAUSED:
            acting = play.to_act(self.engine, self.position)
            for seat in self.clock.running - acting:
                self.clock = self.clock.pause(seat, when.at)
            self.clock = self.clock.start(acting, when.judged)

    def _log(
        self, before: play.Position[Any], by: int | None, step: play.Step, when: Moments, lag: int, given: str
    ) -> Entry:
        match, n = self.match, self.match.last_entry + 1
        nonce = given if by is not None and match.has_site else ""  # Older records have no client seeds of moves.
        lefts = [self.clock.left(seat.number, when.at) for seat in self.seats]
        line: dict[str, Any] = record.entry(
            match.last_hash, n, by, step.do, note=step.note, nonce=nonce, at=in_ms(when.at), lag=lag,
            judged=in_ms(when.judged), left=[left.turn + left.reserve for left in lefts],
            salt=salt(bytes.fromhex(match.seed), str(match.pk), n) if step.secret else None,
        )  # fmt: skip
        told = {v: play.describe(self.engine, before, by, step.do, v) for v in (*range(len(self.seats)), None)}
        entry = Entry(
            match=match, n=n, by=by, do=step.do, note=step.note, sealed=line.get("sealed", ""), nonce=nonce,
            texts={reader(v): stored(play.with_note(text, by, step.do, step.note)) for v, text in told.items()},
            at=when.at, lag_ms=lag, judged_at=when.judged if when.judged != when.at else None,
            left=[[left.turn, left.reserve] for left in lefts], prev=line["prev"], hash=line["hash"],
        )  # fmt: skip
        self.fresh.append(entry)
        match.last_entry, match.last_hash = n, entry.hash
        if nonce:
            match.mix = list(self._mix().after(by or 0, nonce))
        return entry

    def _mix(self) -> Mix:
        return Mix(*self.match.mix) if self.match.mix else Mix()

    def _bot_due(self, at: datetime) -> datetime | None:
        acting = [seat for seat in self.seats if seat.bot and seat.number in self.match.to_act]
        return min((at + self._pace_ms(seat, at) * MS for seat in acting), default=None)

    def _pace_ms(self, seat: Seat, at: datetime) -> int:
        """Return how many ms a bot waits before it moves: at most a fraction of its remaining time.

        It does not wait in a bots-only match without spectators.
        """
        match = self.match
        is_watched = match.watched_at is not None and match.watched_at >= at - WATCHED
        if match.bots_only and not match.keeps_pace and not is_watched:
            return 0
        left = self.clock.left(seat.number, at)
        return min(seat.pace_ms, (left.turn + left.reserve) // MOST_OF_CLOCK)
