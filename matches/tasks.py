"""What workers are asked to do. Arguments beyond the known ones are ignored, so that old and new workers can mix."""

from collections.abc import Sequence
from typing import Any

from celery import shared_task

from matches.actions.bots import play_next_bots
from matches.actions.judging import adjudicate, adjudicate_together
from matches.moment import now


@shared_task
def judge(*, match_id: int, **_: Any) -> None:
    """Judge what waits at a match."""
    adjudicate(match_id=match_id, at=now())


def judge_together(match_ids: Sequence[int]) -> list[int]:
    """Judge what waits at several matches; return those that are to be judged by themselves."""
    return adjudicate_together(match_ids=match_ids, at=now())


@shared_task(soft_time_limit=6, time_limit=10)
def play_bots(*, match_id: int, **_: Any) -> None:
    """Let the bots of the match whose turn it is move, whichever match the hint was about.

    Runs on a queue of its own (setting CELERY_TASK_ROUTES).
    """
    play_next_bots(at=now(), clock=now)
