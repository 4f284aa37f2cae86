"""What workers are asked to do. Arguments beyond the known ones are ignored, so that old and new workers can mix."""

from typing import Any

from celery import shared_task

from league import sweep
from league.closed_matches import count_closed
from league.events.actions import notifications
from league.notifications.actions import email_delivery
from league.people import emails
from matches.moment import now

MOST_BATCHES = 100


@shared_task
def count_match(*, match_id: int, **_: Any) -> None:
    """Count a match that has closed."""
    count_closed(match_id=match_id, at=now())


@shared_task
def send_confirmation(*, player_id: int, **_: Any) -> None:
    """Send the letter that confirms an e-mail address."""
    emails.send_confirmation(player_id=player_id, at=now())


@shared_task
def send_reset(*, player_id: int, **_: Any) -> None:
    """Send the letter with which a forgotten password is replaced."""
    emails.send_reset(player_id=player_id)


@shared_task
def tell_opened(**_: Any) -> None:
    """Tell the players of matches that have been opened."""
    for _batch in range(MOST_BATCHES):  # the sweep tells what is left
        if not notifications.tell_opened(at=now()):
            return


@shared_task
def send_letters(**_: Any) -> None:
    """Send the letters of notifications that are due."""
    email_delivery.send_due(now)


@shared_task
def sweep_league(**_: Any) -> None:
    """Do what is due in the league and has not been done."""
    sweep.sweep(now())
