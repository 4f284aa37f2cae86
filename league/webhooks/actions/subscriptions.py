"""Create and change webhooks, and request deliveries by hand."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from engines.words import say, stored
from league.audit.actions import record
from league.leagues.actions import managed
from league.outgoing_http.url_validation import target
from league.people.queries import lock_account
from league.webhooks.actions.outbox import delivery
from league.webhooks.event_types import TEST, kinds_of
from league.webhooks.models import Delivery, DeliveryStatus, Hook
from league.webhooks.queries import hook_of
from matches.refusals import Refused

OVERLAP = timedelta(days=1)
"""How long deliveries are also signed with a replaced secret."""
MOST = 10
MOST_WAITING_TESTS = 5


@transaction.atomic
def make_hook(*, by: int, url: str, kinds: Collection[str], at: datetime, league_id: int | None = None) -> Hook:
    """Create a webhook of a league, by one of its organisers, or of the user; return it."""
    if league_id is not None:
        managed(league_id, by, "edit the league")
    else:
        lock_account(by)  # Concurrent requests must not exceed the limit.
    player_id = by if league_id is None else None
    if Hook.objects.filter(league=league_id, player=player_id).count() >= MOST:
        raise Refused(
            "too-many-webhooks", say("The limit of {most} webhooks has been reached. Remove one first.", most=MOST)
        )
    target(url, local=settings.WEBHOOKS_LOCAL)
    hook = Hook.objects.create(
        league_id=league_id, player_id=player_id, made_by_id=by, url=url,
        kinds=_known(kinds, league=league_id is not None), salt=secrets.token_hex(32), made_at=at,
    )  # fmt: skip
    _note(hook, by, "webhook.added", at)
    return hook


@transaction.atomic
def edit_hook(*, uid: UUID, by: int, url: str, kinds: Collection[str], on: bool, at: datetime) -> None:
    """Change, disable or enable a webhook; pending deliveries of a disabled one are not sent."""
    hook = hook_of(uid, by, lock=True)
    target(url, local=settings.WEBHOOKS_LOCAL)
    hook.url, hook.kinds = url, _known(kinds, league=hook.league_id is not None)
    if on and hook.off_at is not None:
        hook.off_at, hook.off_why, hook.failures = None, "", 0
    elif not on and hook.off_at is None:
        hook.off_at, hook.off_why = at, stored(say("Disabled manually."))
        hook.deliveries.filter(status=DeliveryStatus.WAITING).update(status=DeliveryStatus.FAILED, due_at=None)
    hook.save()
    _note(hook, by, "webhook.edited", at)


@transaction.atomic
def new_secret(*, uid: UUID, by: int, at: datetime) -> Hook:
    """Replace the secret. Deliveries are signed with both for a day, so that receivers can switch."""
    hook = hook_of(uid, by, lock=True)
    hook.old_salt, hook.old_until = hook.salt, at + OVERLAP
    hook.salt = secrets.token_hex(32)
    hook.save(update_fields=["salt", "old_salt", "old_until"])
    _note(hook, by, "webhook.secret", at)
    return hook


@transaction.atomic
def remove_hook(*, uid: UUID, by: int, at: datetime) -> None:
    """Delete a webhook with its log."""
    hook = hook_of(uid, by, lock=True)
    _note(hook, by, "webhook.removed", at)
    hook.delete()


@transaction.atomic
def test_hook(*, uid: UUID, by: int, at: datetime) -> UUID:
    """Queue a test delivery, tried once; return its id."""
    hook = _on(hook_of(uid, by, lock=True))
    if hook.deliveries.filter(kind=TEST, status=DeliveryStatus.WAITING).count() >= MOST_WAITING_TESTS:
        raise Refused("too-many-tests", say("Several tests are pending. Check the log in a few seconds."))
    made = delivery(hook, TEST, f"test.{secrets.token_hex(8)}", {"text": "This is a test."}, at)
    made.save()
    return made.uid


@transaction.atomic
def send_again(*, uid: UUID, delivery_uid: UUID, by: int, at: datetime) -> None:
    """Redeliver a delivery of the log with the same id and body."""
    hook = _on(hook_of(uid, by, lock=True))
    row = Delivery.objects.filter(uid=delivery_uid, hook=hook).first()
    if row is None:
        raise Refused("not-found", say("Delivery not found."))
    row.status, row.due_at, row.tries = DeliveryStatus.WAITING, at, 0
    row.save(update_fields=["status", "due_at", "tries"])


def _on(hook: Hook) -> Hook:
    if hook.off_at is not None:
        raise Refused("switched-off", say("This webhook is disabled. Enable it first."))
    return hook


def _known(kinds: Collection[str], *, league: bool) -> list[str]:
    known = kinds_of(league=league)
    if not kinds:
        raise Refused("no-kinds", say("Choose at least one event type."), "kinds")
    if not set(kinds) <= set(known):
        raise Refused("unknown-kind", say("Each event type must be one of {known}.", known=", ".join(known)), "kinds")
    return [one for one in known if one in kinds]


def _note(hook: Hook, by: int, act: str, at: datetime) -> None:
    """Log a change of a league's webhook, with the host only, because the URL may contain a key."""
    if hook.league_id is not None:
        host = target(hook.url, local=True).host
        record(
            by=by, act=act, subject=("league", hook.league_id), league_id=hook.league_id, at=at,
            after={"webhook": host, "kinds": list(hook.kinds), "on": hook.on},
        )  # fmt: skip
