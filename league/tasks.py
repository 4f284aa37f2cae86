"""Celery tasks. Unknown arguments are ignored, so that old and new workers can run together."""

from typing import Any

from celery import shared_task

from league import sweep
from league.closed_matches import process_closed_match
from league.events.actions import notifications
from league.fair_play import actions as fair_play
from league.notifications.actions import email_delivery
from league.people import emails
from league.reviews import actions as reviews
from league.team_matches.actions import lineup_deadline
from league.team_matches.actions.lineup_deadline import list_due_lineups
from league.team_matches.actions.settlement import list_changed_matches, settle_team_match
from matches.pubsub import enqueue
from matches.server_time import now

MAX_BATCHES = 100
MAX_SLICES = 3
"""Of reviews in one task, which stays below its time limit."""
MAX_COMPARED = 5
"""Matches that are compared in one task, which stays below its time limit."""


@shared_task
def count_match(*, match_id: int, **_: Any) -> None:
    """Count a match that has closed."""
    process_closed_match(match_id=match_id, at=now())


@shared_task
def send_confirmation(*, player_id: int, **_: Any) -> None:
    """Send the email that confirms an address."""
    emails.send_confirmation(player_id=player_id, at=now())


@shared_task
def send_reset(*, player_id: int, **_: Any) -> None:
    """Send the email that resets a password."""
    emails.send_reset(player_id=player_id)


@shared_task
def send_change(*, player_id: int, action: str, former_email: str, **_: Any) -> None:
    """Send the email that tells of a change of sign-in data."""
    emails.send_change(player_id=player_id, action=action, former_email=former_email)


@shared_task
def tell_opened(**_: Any) -> None:
    """Notify the players of newly opened matches."""
    for _batch in range(MAX_BATCHES):  # The sweep sends the rest.
        if not notifications.notify_opened_matches(at=now()):
            return


@shared_task
def close_lineups(**_: Any) -> None:
    """Create the boards of team matches whose line-ups are due."""
    for match_id in list_due_lineups(now()):
        lineup_deadline.close_lineups(match_id=match_id, at=now())


@shared_task
def settle_team_matches(**_: Any) -> None:
    """Compute the score of team matches whose boards have changed."""
    for match_id in list_changed_matches():
        settle_team_match(match_id=match_id, at=now())


@shared_task
def send_letters(**_: Any) -> None:
    """Send due notification emails."""
    email_delivery.send_due_emails(now)


@shared_task(time_limit=280)
def review_matches(**_: Any) -> None:
    """Compute a slice of a review and ask for the next one. Runs on a queue of its own (CELERY_TASK_ROUTES).

    The time limit is shorter than the lease of a claim (`league.reviews.actions.LEASE`).
    """
    if reviews.compute_next_slice(at=now(), clock=now) and reviews.has_waiting_reviews(now()):
        enqueue(reviews.TASK)


@shared_task(soft_time_limit=60, time_limit=75)
def compare_matches(**_: Any) -> None:
    """Compare a few matches with what their players couldn't know. Runs on the queue of reviews (CELERY_TASK_ROUTES)."""
    for _match in range(MAX_COMPARED):
        if not fair_play.compare_next(now()):
            return


@shared_task
def sweep_league(**_: Any) -> None:
    """Run the sweep."""
    sweep.sweep(now())
