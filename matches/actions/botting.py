"""Bots play like people: from their own view, through the same inbox, on the same clock.

Thinking takes a while, so it holds no lock. Whoever plays a due bot first claims it in its row for `LEASE`; if that
process dies the bot is due again afterwards.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from engines import bots, registry
from engines.search_adapter import Budget
from matches.actions.judging import adjudicate
from matches.actions.submitting import submit
from matches.hot_path.statements import match_row
from matches.models import Match, Status, Submission
from matches.queries.position import clock_of, legal_of, position_of
from matches.queries.seating import Sitter, seating
from matches.refusals import Refused
from matches.thinking import THINK_S, budget

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=12)
"""Longer than the time limit of the task that plays bots."""


def play_due_bots(
    *, match_id: int, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S
) -> None:
    """Submit and judge a move for every bot whose move is due. Any number of calls make one move.

    `clock` tells when a bot has thought: its move arrives then (`at` where there is no clock). `think_s` is the most
    that a thinking bot may take for one move.
    """
    match = match_row(match_id)
    is_due = match is not None and match.bot_due_at is not None and match.bot_due_at <= at
    if match is None or match.status != Status.PLAYING or not is_due or not _claimed(match, at):
        return
    for seat in seating(match):
        if seat.bot and seat.number in match.to_act:
            _play(match, seat, at, clock or (lambda: at), think_s)
    adjudicate(match_id=match_id, at=clock() if clock else at)


def _claimed(match: Match, at: datetime) -> bool:
    """Whether this call is the one to play: the row's due time moves on, so that nobody else's claim finds it."""
    due = Match.objects.filter(pk=match.pk, status=Status.PLAYING, bot_due_at=match.bot_due_at)
    return bool(due.update(bot_due_at=at + LEASE))


def _play(match: Match, seat: Sitter, at: datetime, clock: Callable[[], datetime], think_s: float) -> None:
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


def _choose(match: Match, seat: Sitter, policy: str, more: Budget) -> str:
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
