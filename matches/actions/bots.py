"""Bots play like people: from their own view, through the same inbox, on the same clock.

Thinking takes a while, so it holds no lock. Whoever plays a due bot first claims it in its row for `LEASE`; if that
process dies the bot is due again afterwards.

People's matches come first, and everybody in turn. A hint that bots are due is a permit to play one match, whichever is
next; it names one only for old workers. So a thousand matches of one person wait behind one match of another, however
the hints are ordered.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from django.db.models import Window
from django.db.models.functions import RowNumber

from engines import bots, registry
from matches.actions.judging import adjudicate
from matches.actions.submitting import submit
from matches.hot_path.statements import match_row
from matches.models import Match, Seat, Status, Submission
from matches.queries.position import clock_of, legal_of, position_of
from matches.queries.seating import seating
from matches.refusals import Refused
from matches.remembered import Remembered

THINK_S = 1.0
"""A thinking bot's time for an action."""
HURRY = 8
"""It never takes more than this part of what its clock has left."""
logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=12)
"""Longer than the time limit of the task that plays bots."""
MOST_SHARES = 500
BOT_LATE = timedelta(seconds=3)
"""A bot that is this late is played by the sweep."""
SWEEP_S = 0.25
"""So long a round of the sweep plays late bots: it runs beside what judges, in the same process."""
SHORT_THINK_S = 0.2
LEAST_THINK_S = 0.02
_served = Remembered[tuple[bool, int | None], float]()
"""When this process last played for each person, by the monotonic clock."""


class Budget:
    """Allows thinking for so many seconds from the first question on."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(0.0, seconds)
        self._began: float | None = None

    def __call__(self) -> bool:
        return self.spent < 1.0

    @property
    def spent(self) -> float:
        """The share of the time that is used up, 0 to 1."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        return min(1.0, (now - self._began) / self.seconds) if self.seconds else 1.0


def budget(left_ms: int, most_s: float = THINK_S) -> Budget:
    """For a seat that has so much left on its clock, turn and reserve together."""
    return Budget(min(most_s, left_ms / 1000 / HURRY))


def play_due_bots(
    *, match_id: int, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S
) -> None:
    """Submit and judge a move for every bot whose move is due. Any number of calls make one move.

    `clock` tells when a bot has thought: its move arrives then (`at` where there is no clock). `think_s` is the most
    that a thinking bot may take for one move.
    """
    match = match_row(match_id)
    if match is None or match.status != Status.PLAYING or match.bot_due_at is None or match.bot_due_at > at:
        return
    # The claim: the row's due time moves on, so that nobody else's finds it.
    due = Match.objects.filter(pk=match_id, status=Status.PLAYING, bot_due_at=match.bot_due_at)
    if not due.update(bot_due_at=at + LEASE):
        return
    clock = clock or (lambda: at)
    for seat in seating(match):
        if seat.bot and seat.number in match.to_act:
            _play(match, seat, at, clock, think_s)
    adjudicate(match_id=match_id, at=clock())


def _play(match: Match, seat: Seat, at: datetime, clock: Callable[[], datetime], think_s: float) -> None:
    assert seat.player_id is not None
    turn = match.turns[seat.number]
    refused = Submission.objects.filter(match=match, seat=seat.number, turn=turn).exclude(code="").count()
    left = clock_of(match).left(seat.number, at)
    text = _choose(match, seat, "random" if refused else seat.bot, budget(left.turn + left.reserve, think_s))
    try:
        submit(
            match_id=match.pk, player_id=seat.player_id, turn=turn, received_at=clock(), key=f"bot-{turn}-{refused}",
            text=text, judge=False,
        )  # fmt: skip
    except Refused as refusal:
        # Another process has moved for this bot meanwhile, or the match has ended: there is nothing left to do.
        logger.info("bot %s at match %s: %s", seat.bot, match.pk, refusal.code)


def _choose(match: Match, seat: Seat, policy: str, more: Budget) -> str:
    """The bot's move; one that fails, is refused or takes too long plays at random, so that its match goes on."""
    engine = registry.get(match.game, match.engine_version)
    position = position_of(match)
    rng = Random(f"{match.pk} {seat.number} {match.last_entry} {match.seed}")
    legal = legal_of(match, position, seat.number)
    view = engine.view(position.state, seat.number)

    def sample() -> str:
        return engine.encode(engine.sample(position.state, seat.number, rng))

    try:
        return bots.choose(policy, match.game, seat.number, view, legal, sample, rng, more)
    except Exception:
        logger.exception("bot %s failed at match %s and plays at random", policy, match.pk)
        return sample()


def play_next_bots(*, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S) -> bool:
    """Play the bots of the match whose turn it is; return whether any were due.

    Those who wait share the thinking time, so that a round among all of them takes no longer than a single match.
    """
    waiting = next_in_turn(at)
    if not waiting:
        return False
    match_id, is_for_bots, person = waiting[0]
    rivals = sum(bots_only == is_for_bots for _, bots_only, _ in waiting)
    _served[is_for_bots, person] = time.monotonic()
    play_due_bots(match_id=match_id, at=at, clock=clock, think_s=max(LEAST_THINK_S, think_s / rivals))
    return True


def sweep_bots(at: datetime, clock: Callable[[], datetime] | None = None) -> None:
    """Play for a moment the bots that nobody has played in time: their hint was lost, or their queue is down or full.

    Run it beside the sweep, never in its way: bots think, and flags do not wait. Here they think less. Of matches of
    bots alone one a round goes on, which calls the queue again.
    """
    ends, is_over = time.monotonic() + SWEEP_S, False
    while not is_over and (waiting := next_in_turn(at - BOT_LATE)):
        match_id, bots_only, person = waiting[0]
        _served[bots_only, person] = time.monotonic()
        think_s = LEAST_THINK_S if bots_only else SHORT_THINK_S
        try:
            play_due_bots(match_id=match_id, at=at, clock=clock, think_s=think_s)
        except Exception:
            logger.exception("bots of match %s are left for the next round", match_id)
        is_over = bots_only or time.monotonic() > ends


def next_in_turn(at: datetime) -> list[tuple[int, bool, int | None]]:
    """Return one match of each person whose bots are due, in the order of play, as (match, bots only, person)."""
    place = Window(RowNumber(), partition_by=["bots_only", "served_for"], order_by=["bot_due_at", "id"])
    due = Match.objects.filter(bot_due_at__lte=at, status=Status.PLAYING).annotate(place=place).filter(place=1)
    rows = due.order_by("bots_only", "bot_due_at").values_list("pk", "bots_only", "served_for")[:MOST_SHARES]
    return sorted(rows, key=lambda row: (row[1], _served.get(row[1:], 0.0)))
