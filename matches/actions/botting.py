"""Bots play like people: from their own view, through the same inbox."""

import logging
from datetime import datetime, timedelta
from random import Random

from engines import bots, registry
from matches.actions.judging import adjudicate
from matches.actions.submitting import submit
from matches.models import Match, Status, Submission
from matches.queries.position import legal_of, position_of
from matches.queries.seating import Sitter, seating
from matches.refusals import Refused
from matches.thinking import THINK_S, WallTime

logger = logging.getLogger(__name__)


def play_due_bots(*, match_id: int, at: datetime, think_s: float = THINK_S) -> None:
    """Submit and judge a move for every bot whose move is due. Any number of calls make one move.

    A search bot thinks for `think_s`. Nobody's clock is charged with it: the move arrives at `at` and is judged so
    much later.
    """
    match = Match.objects.filter(pk=match_id, status=Status.PLAYING, bot_due_at__lte=at).first()
    if match is None:
        return
    thought = timedelta()
    for seat in seating(match):
        if seat.bot and seat.number in match.to_act:
            budget = WallTime(think_s)
            _submit(match, seat, at, budget)
            thought += budget.used
    adjudicate(match_id=match_id, at=at + thought)


def _submit(match: Match, seat: Sitter, at: datetime, budget: WallTime) -> None:
    assert seat.player_id is not None
    turn = match.turns[seat.number]
    refused = Submission.objects.filter(match=match, seat=seat.number, turn=turn).exclude(code="").count()
    text = _choose(match, seat, "random" if refused else seat.bot, budget)
    try:
        submit(
            match_id=match.pk, player_id=seat.player_id, turn=turn, received_at=at,
            key=f"bot-{turn}-{refused}", text=text,
        )  # fmt: skip
    except Refused as refusal:
        if refusal.code != "key-reused":  # another call thought as well, came to something else and was first
            raise


def _choose(match: Match, seat: Sitter, policy: str, budget: WallTime) -> str:
    """The bot's move; one that fails or is refused plays at random, so that its match goes on."""
    engine = registry.get(match.game, match.engine_version)
    position = position_of(match)
    rng = Random(f"{match.pk} {seat.number} {match.last_entry} {match.seed}")
    legal = legal_of(match, position, seat.number)
    view = engine.view(position.state, seat.number)

    def sample() -> str:
        return engine.encode(engine.sample(position.state, seat.number, rng))

    try:
        return bots.choose(policy, match.game, seat.number, view, legal, sample, rng, budget)
    except Exception:
        logger.exception("bot %s failed at match %s and plays at random", policy, match.pk)
        return sample()
