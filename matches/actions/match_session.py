"""A match during adjudication: loaded from its locked row, advanced entry by entry, and written back at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from engines import play, record
from engines.common import bounded_steps
from engines.contract import Engine
from engines.i18n import to_stored
from engines.randomness import Mix, derive_salt, start_draws
from engines.referee_notation import Word
from matches.actions.close import close_match, record_snapshot, reject_pending
from matches.actions.conditional_answers import drop_conditional_moves
from matches.clock import Clock, freeze
from matches.engine_limits import get_engine
from matches.hot_path.statements import Change, store
from matches.lifecycle import check_transition
from matches.models import Entry, Match, Seat, Status, Submission
from matches.models.entry import get_text_key
from matches.offers import RESUME, Offers
from matches.pubsub import enqueue, publish_match
from matches.queries.position import dump_undo_states, load_clock, load_position
from matches.queries.seats import Seats, get_seats
from matches.server_time import MS, to_ms, truncate_to_ms

MAX_REFEREE_ACTIONS = 10_000
"""More automatic actions of the referee than can follow one move."""
MATCH_FIELDS = (
    "status", "state", "behind", "clock", "to_act", "turns", "last_entry", "last_hash", "mix", "deadline_at",
    "alarm_at", "bot_due_at", "started_at", "closed_at", "held_until", "ranks", "reason", "ruling", "signed_by",
    "signature", "signed_at", "asked", "paused_at", "paused_until", "has_conditional_moves",
)  # fmt: skip


VERDICT_FIELDS = ("judged_at", "entry", "hash", "code", "refusal")
"""The fields of a submission that hold its verdict."""


MAX_CLOCK_SHARE = 10
"""A bot waits at most this fraction (1/10) of its remaining time, so that waiting never makes it lose on time."""

WATCHED_FOR = timedelta(seconds=15)
"""How long a match counts as watched after a stream last reported it; streams do so every five seconds."""


class ActionTimes(NamedTuple):
    """When an action was made, when the clocks that it starts begin to run, and the sender's ping."""

    at: datetime
    judged: datetime
    lag_ms: int = 0


@dataclass
class MatchSession:
    """A match being adjudicated, within one transaction that holds its lock; `write` must be the last call."""

    match: Match
    seats: Seats
    engine: Engine[Any, Any]
    position: play.Position[Any]
    clock: Clock
    offers: Offers = field(default_factory=Offers)
    new_entries: list[Entry] = field(default_factory=list)
    judged: list[Submission] = field(default_factory=list)
    """Adjudicated submissions, to be stored with the verdict."""
    ended_at: datetime | None = None

    @classmethod
    def of(cls, match: Match) -> MatchSession:
        engine = get_engine(match.game, match.engine_version)
        return cls(match, get_seats(match), engine, load_position(match), load_clock(match), Offers.load(match.asked))

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    def add_entry(
        self, by: int | None, do: str, *, at: datetime, resume_at: datetime | None = None, lag_ms: int = 0,
        note: str = "", nonce: str = "",
    ) -> Entry:  # fmt: skip
        """Apply and log an action made at `at`, and the referee's automatic actions after it; return its entry.

        `note` is the note of the entry if the rules add none. The mover's clock runs up to `at`, less the lag
        compensation for `lag_ms` (the sender's ping); clocks that the action starts begin at `resume_at`. Overrun turn
        time is charged when the turn is over, whatever its number of actions. `nonce` is the mover's seed for later
        draws. Raises IllegalAction, with nothing changed.
        """
        times = ActionTimes(truncate_to_ms(at), truncate_to_ms(max(at, resume_at or at)), lag_ms)
        entry = self._apply(by, do, times, note, nonce=nonce)
        self._run_referee(times)
        return entry

    def rule(self, do: str, why: str, at: datetime) -> Entry:
        """Log a referee's ruling with its reason on any turn; return the entry. The caller handles the clocks.

        Raises IllegalAction, with nothing changed.
        """
        times = ActionTimes(truncate_to_ms(at), truncate_to_ms(at))
        entry = self._apply(None, do, times, why)
        if self.over:
            self.clock, self.ended_at = self.clock.halt(times.at), times.at
        return entry

    def end_hold(self, at: datetime) -> None:
        """Log the time under review, which is charged to nobody: at least 1 ms, as a record shows the review by it alone."""
        began = self.clock.held_at
        if began is None:
            return
        ended = max(truncate_to_ms(at), began + MS)
        self.clock = self.clock.resume(ended)
        self.rule(Word("outage", (to_ms(began), to_ms(ended))).text, "review", at)

    def run_referee(self, at: datetime) -> None:
        """Do the referee's automatic actions and start the clocks of the seats to act, at `at`."""
        self._run_referee(ActionTimes(truncate_to_ms(at), truncate_to_ms(at)))

    def stop(self, at: datetime, until: datetime | None = None) -> None:
        """Pause the match at `at`: every clock stops until a referee, all players or `until` resume it."""
        match = self.match
        if match.status != Status.PAUSED:
            check_transition(match.status, Status.PAUSED)
        self.clock = freeze(self.clock, truncate_to_ms(at))
        self.offers = self.offers.close(RESUME)
        match.status, match.paused_at, match.paused_until = Status.PAUSED, at, until

    def resume_play(self, at: datetime) -> None:
        """End an agreed pause; the clocks continue with what they had."""
        self.mark_playing()
        self.add_entry(None, "resume", at=at)

    def mark_playing(self) -> None:
        """Set the status back to playing. The clocks start with the next entry or with `run_referee`."""
        check_transition(self.match.status, Status.PLAYING)
        self.match.status, self.match.paused_at, self.match.paused_until = Status.PLAYING, None, None
        self.offers = self.offers.close(RESUME)

    def void(self, at: datetime) -> None:
        """Void the match: it does not count."""
        check_transition(self.match.status, Status.VOID)
        self.clock = self.clock.halt(at)
        self.match.status, self.match.closed_at = Status.VOID, at

    def save(self, at: datetime, *, same_turn: bool = False) -> None:
        """Store the new entries and all changes; notify pages, bots and the league on commit.

        `same_turn`: nobody has moved, so the due time of a bot's move stays.
        """
        store(*self.collect_changes(at, same_turn=same_turn))

    def collect_changes(self, at: datetime, *, same_turn: bool = False) -> tuple[list[Change], list[Entry]]:
        """Do what `write` does, but return the changes and new rows for the caller to store at once."""
        match = self.match
        publish_match(match.pk, match.last_entry)  # before the announcement of the end, whose receivers have more to do
        if self.over or match.status == Status.VOID:
            self.store_verdicts()  # Because the submissions that still wait are then refused.
        match.state = self.engine.dump(self.position.state)
        match.behind = dump_undo_states(self.engine, self.position)
        match.clock = self.clock.dump()
        match.to_act = sorted(play.to_act(self.engine, self.position))
        match.deadline_at = self.clock.deadline()
        match.asked = self.offers.dump()
        if match.status != Status.PLAYING:
            match.bot_due_at = None
        elif not same_turn:
            match.bot_due_at = self._find_bot_due(at)
        if match.status != Status.PAUSED:
            match.paused_at = match.paused_until = None
        if self.position.outcome is not None:
            match.asked = None
            close_match(match, self.position.outcome, at=self.ended_at or at, written_at=at)
        elif match.status == Status.PAUSED:
            match.deadline_at = match.paused_until
        elif match.status == Status.VOID:
            match.to_act, match.asked = [], None
            drop_conditional_moves(match)
            match.deadline_at = match.alarm_at = None
            reject_pending(match.pk, at=at)
        record_snapshot(match, at)
        if match.bot_due_at is not None:
            enqueue("matches.tasks.play_bots", eta=match.bot_due_at if match.bot_due_at > at else None, match_id=match.pk)
        return [*((submission, VERDICT_FIELDS) for submission in self.judged), (match, MATCH_FIELDS)], self.new_entries

    def store_verdicts(self) -> None:
        """Store only the verdicts, instead of `write`, if the match itself has not changed."""
        store([(submission, VERDICT_FIELDS) for submission in self.judged], [])
        self.judged = []

    def _apply(self, by: int | None, do: str, times: ActionTimes, note: str = "", nonce: str = "") -> Entry:
        previous = self.position
        step = play.step(self.engine, previous, by, do)
        self.position = step.position
        lag = 0
        if by is not None:
            lag = self.clock.lag_compensation(by, times.at, times.lag_ms)
            self.clock = self.clock.pause(by, times.at, lag)
        entry = self._log(previous, by, step._replace(note=note) if note else step, times, lag, nonce)
        if play.current_turn(self.engine, previous) != play.current_turn(self.engine, self.position):
            self.clock = self.clock.settle(times.at)
        return entry

    def _run_referee(self, times: ActionTimes) -> None:
        """Do the referee's automatic actions and start the clocks of the seats to act then."""
        for _ in bounded_steps(MAX_REFEREE_ACTIONS, f"match {self.match.pk}"):
            n, nonces = self.match.last_entry + 1, tuple(seat.nonce for seat in self.seats)
            seed, match_id = bytes.fromhex(self.match.seed), str(self.match.pk)
            draws = start_draws(seed, match_id, nonces, n, self._mix().settled, duplicate=self.match.duplicate_name)
            action = None if self.over else play.referee_action(self.engine, self.position, draws)
            if action is None:
                break
            self._apply(None, action, times)
        if self.over:
            self.clock, self.ended_at = self.clock.halt(times.at), times.at
        elif self.match.status != Status.PAUSED:
            acting = play.to_act(self.engine, self.position)
            for seat in self.clock.running - acting:
                self.clock = self.clock.pause(seat, times.at)
            self.clock = self.clock.start(acting, times.judged)

    def _log(
        self, previous: play.Position[Any], by: int | None, step: play.Step, times: ActionTimes, lag: int, client_seed: str
    ) -> Entry:
        match, n = self.match, self.match.last_entry + 1
        nonce = client_seed if by is not None and match.has_site else ""  # Older records have no client seeds of moves.
        remaining = [self.clock.remaining(seat.number, times.at) for seat in self.seats]
        line: dict[str, Any] = record.build_entry(
            match.last_hash, n, by, step.do, note=step.note, nonce=nonce, at=to_ms(times.at), lag=lag,
            judged=to_ms(times.judged), left=[time.turn + time.reserve for time in remaining],
            salt=derive_salt(bytes.fromhex(match.seed), str(match.pk), n) if step.secret else None,
        )  # fmt: skip
        lines = {v: play.describe(self.engine, previous, by, step.do, v) for v in (*range(len(self.seats)), None)}
        entry = Entry(
            match=match, n=n, by=by, do=step.do, note=step.note, sealed=line.get("sealed", ""), nonce=nonce,
            texts={get_text_key(v): to_stored(play.append_note(text, by, step.do, step.note)) for v, text in lines.items()},
            at=times.at, lag_ms=lag, judged_at=times.judged if times.judged != times.at else None,
            left=[[time.turn, time.reserve] for time in remaining], prev=line["prev"], hash=line["hash"],
        )  # fmt: skip
        self.new_entries.append(entry)
        match.last_entry, match.last_hash = n, entry.hash
        if nonce:
            match.mix = list(self._mix().after(by or 0, nonce))
        return entry

    def _mix(self) -> Mix:
        return Mix(*self.match.mix) if self.match.mix else Mix()

    def _find_bot_due(self, at: datetime) -> datetime | None:
        acting = [seat for seat in self.seats if seat.bot and seat.number in self.match.to_act]
        return min((at + self._get_pace_ms(seat, at) * MS for seat in acting), default=None)

    def _get_pace_ms(self, seat: Seat, at: datetime) -> int:
        """Return how many ms a bot waits before it moves: at most a fraction of its remaining time.

        It does not wait in a bots-only match without spectators.
        """
        match = self.match
        is_watched = match.watched_at is not None and match.watched_at >= at - WATCHED_FOR
        if match.bots_only and not match.keeps_pace and not is_watched:
            return 0
        remaining = self.clock.remaining(seat.number, at)
        return min(seat.pace_ms, (remaining.turn + remaining.reserve) // MAX_CLOCK_SHARE)
