"""Celery tasks. They ignore unknown arguments, so that workers of two releases can run side by side."""

from collections.abc import Sequence
from typing import Any

from celery import shared_task

from matches.actions.adjudication import adjudicate, adjudicate_batch
from matches.actions.bots import play_next_bots
from matches.actions.close import hold_for_review
from matches.server_time import now


@shared_task
def judge(*, match_id: int, **_: Any) -> None:
    """Adjudicate a match's waiting submissions and due flags."""
    adjudicate(match_id=match_id, at=now())


@shared_task
def hold(*, match_id: int, **_: Any) -> None:
    """Put a match whose engine failed under review."""
    hold_for_review(match_id=match_id, at=now())


def judge_batch(match_ids: Sequence[int]) -> list[int]:
    """Adjudicate several matches; return those that must be adjudicated one by one."""
    return adjudicate_batch(match_ids=match_ids, at=now())


@shared_task(soft_time_limit=6, time_limit=10)
def play_bots(*, match_id: int, **_: Any) -> None:
    """Play the due bots of one match, chosen fairly among players (`play_next_bots`); `match_id` is ignored.

    Runs on a queue of its own (setting CELERY_TASK_ROUTES).
    """
    play_next_bots(at=now(), clock=now)
