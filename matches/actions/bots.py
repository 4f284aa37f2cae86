"""Bot moves, chosen from the bot's own view and submitted like a player's, on the same clock.

Thinking takes time, so it holds no lock. A process that plays a due bot first claims it in its row for `LEASE`; if the
process dies, the bot becomes due again.

Matches with players come first, and players are served in turn. A hint that bots are due is a permit to play one match,
whichever is next; it names a match only for workers of earlier releases. So a thousand matches of one player wait
behind one match of another, in whatever order hints arrive.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from django.db.models import Window
from django.db.models.functions import RowNumber

from engines import bots
from matches.actions.adjudication import adjudicate
from matches.actions.close import hold_for_review
from matches.actions.submission import submit
from matches.bounded_cache import BoundedCache
from matches.engine_limits import EngineFailure, EngineTimeout, get_engine, limit_call
from matches.errors import ActionError
from matches.hot_path.statements import find_match
from matches.models import Match, Seat, Status, Submission
from matches.queries.position import list_legal_actions, load_clock, load_position
from matches.queries.seats import get_seats

THINK_S = 1.0
"""The most time a bot may think for one action, in seconds."""
MAX_CLOCK_SHARE = 8
"""A bot uses at most this fraction (1/8) of the time left on its clock."""
logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=12)
"""How long a claim lasts; longer than the time limit of the task that plays bots."""
MAX_PLAYERS = 500
BOT_LATE = timedelta(seconds=3)
"""The sweep plays a bot that is this late."""
SWEEP_S = 0.25
"""Time limit of one sweep of late bots in seconds, because it runs in a process that adjudicates."""
SHORT_THINK_S = 0.2
MIN_THINK_S = 0.02
_last_served = BoundedCache[tuple[bool, int | None], float]()
"""When this process last played bots for each player, in monotonic seconds."""


class Budget:
    """A thinking time limit in seconds, counted from the first call."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(0.0, seconds)
        self._began: float | None = None

    def __call__(self) -> bool:
        return self.spent < 1.0

    @property
    def spent(self) -> float:
        """Return the share of the time that has been used, from 0 to 1."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        return min(1.0, (now - self._began) / self.seconds) if self.seconds else 1.0


def compute_budget(remaining_ms: int, max_s: float = THINK_S) -> Budget:
    """Return the thinking budget of a seat with `remaining_ms` on its clock, turn time and time bank together."""
    return Budget(min(max_s, remaining_ms / 1000 / MAX_CLOCK_SHARE))


def play_due_bots(
    *, match_id: int, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S
) -> None:
    """Submit and adjudicate a move for every bot of the match that is due. Repeated calls do not repeat a move.

    `clock` returns the time at which a move arrives once the bot has thought; without it, moves arrive at `at`.
    `think_s` is the thinking time limit for one move.
    """
    match = find_match(match_id)
    if match is None or match.status != Status.PLAYING or match.bot_due_at is None or match.bot_due_at > at:
        return
    # The claim: moves the due time, so that other processes do not find this bot.
    due = Match.objects.filter(pk=match_id, status=Status.PLAYING, bot_due_at=match.bot_due_at)
    if not due.update(bot_due_at=at + LEASE):
        return
    clock = clock or (lambda: at)
    for seat in get_seats(match):
        if seat.bot and seat.number in match.to_act:
            try:
                _play_seat(match, seat, at, clock, think_s)
            except EngineFailure:
                logger.exception("the game of match %s failed for a bot; it is now under review", match_id)
                hold_for_review(match_id=match_id, at=clock())
                return
    adjudicate(match_id=match_id, at=clock())


def _play_seat(match: Match, seat: Seat, at: datetime, clock: Callable[[], datetime], think_s: float) -> None:
    assert seat.player_id is not None
    turn = match.turns[seat.number]
    refused = Submission.objects.filter(match=match, seat=seat.number, turn=turn).exclude(code="").count()
    remaining = load_clock(match).remaining(seat.number, at)
    text = _choose_move(
        match, seat, "random" if refused else seat.bot, compute_budget(remaining.turn + remaining.reserve, think_s)
    )
    try:
        submit(
            match_id=match.pk, player_id=seat.player_id, turn=turn, received_at=clock(), key=f"bot-{turn}-{refused}",
            text=text, judge=False,
        )  # fmt: skip
    except ActionError as refusal:
        # Another process has moved for this bot, or the match has ended.
        logger.info("bot %s in match %s: %s", seat.bot, match.pk, refusal.code)


def _choose_move(match: Match, seat: Seat, policy: str, budget: Budget) -> str:
    """Return the bot's move, or a random one if the bot fails or chooses an illegal move. Raises EngineFailure."""
    engine = get_engine(match.game, match.engine_version)
    position = load_position(match)
    rng = Random(f"{match.pk} {seat.number} {match.last_entry} {match.seed}")
    legal = list_legal_actions(match, position, seat.number)
    view = engine.view(position.state, seat.number)

    def sample() -> str:
        return engine.encode(engine.sample(position.state, seat.number, rng))

    try:
        action = (policy, match.game, seat.number, view, legal, sample, rng, budget)
        return limit_call(bots.choose_action, *action, extra_s=budget.seconds)
    except EngineTimeout:
        raise
    except Exception:
        logger.exception("bot %s failed in match %s; playing a random move", policy, match.pk)
        return sample()


def play_next_bots(*, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S) -> bool:
    """Play the due bots of the next match in turn; return whether there was one.

    Waiting players share the thinking time, so that a round for all of them takes no longer than a single match.
    """
    waiting = list_due_matches(at)
    if not waiting:
        return False
    match_id, is_for_bots, player_id = waiting[0]
    rivals = sum(bots_only == is_for_bots for _, bots_only, _ in waiting)
    _last_served[is_for_bots, player_id] = time.monotonic()
    play_due_bots(match_id=match_id, at=at, clock=clock, think_s=max(MIN_THINK_S, think_s / rivals))
    return True


def sweep_bots(at: datetime, clock: Callable[[], datetime] | None = None) -> None:
    """Play bots that are late because a hint was lost or their queue is down or full, for at most `SWEEP_S`.

    Run it beside the sweep, not in it, because flags must not wait for bots. Bots think for a shorter time here. Only
    one match per round is bots-only; its next move wakes the queue again.
    """
    ends, is_over = time.monotonic() + SWEEP_S, False
    while not is_over and (waiting := list_due_matches(at - BOT_LATE)):
        match_id, bots_only, player_id = waiting[0]
        _last_served[bots_only, player_id] = time.monotonic()
        think_s = MIN_THINK_S if bots_only else SHORT_THINK_S
        try:
            play_due_bots(match_id=match_id, at=at, clock=clock, think_s=think_s)
        except Exception:
            logger.exception("bots of match %s failed; retrying next round", match_id)
        is_over = bots_only or time.monotonic() > ends


def list_due_matches(at: datetime) -> list[tuple[int, bool, int | None]]:
    """Return one match with due bots per player, in the order of play, as (match, bots only, player)."""
    position = Window(RowNumber(), partition_by=["bots_only", "served_for"], order_by=["bot_due_at", "id"])
    due = Match.objects.filter(bot_due_at__lte=at, status=Status.PLAYING).annotate(place=position).filter(place=1)
    rows = due.order_by("bots_only", "bot_due_at").values_list("pk", "bots_only", "served_for")[:MAX_PLAYERS]
    return sorted(rows, key=lambda row: (row[1], _last_served.get(row[1:], 0.0)))
