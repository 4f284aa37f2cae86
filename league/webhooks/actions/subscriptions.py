"""Create and change webhooks, and request deliveries by hand."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from engines.i18n import to_stored, translate as _
from league.audit.actions import record
from league.leagues.actions import lock_league_if_allowed
from league.outgoing_http.url_validation import parse_url
from league.people.queries import lock_account
from league.webhooks.actions.outbox import build_delivery
from league.webhooks.event_types import TEST, list_event_types
from league.webhooks.models import Delivery, DeliveryStatus, Webhook
from league.webhooks.queries import get_webhook
from matches.errors import ActionError

SECRET_OVERLAP = timedelta(days=1)
"""How long deliveries are also signed with a replaced secret."""
MAX_WEBHOOKS = 10
MAX_PENDING_TESTS = 5


@transaction.atomic
def create_webhook(*, by: int, url: str, kinds: Collection[str], at: datetime, league_id: int | None = None) -> Webhook:
    """Create a webhook of a league, by one of its organisers, or of the user; return it."""
    if league_id is not None:
        lock_league_if_allowed(league_id, by, "edit the league")
    else:
        lock_account(by)  # Concurrent requests must not exceed the limit.
    player_id = by if league_id is None else None
    if Webhook.objects.filter(league=league_id, player=player_id).count() >= MAX_WEBHOOKS:
        raise ActionError(
            "too-many-webhooks", _("The limit of {most} webhooks has been reached. Remove one first.", most=MAX_WEBHOOKS)
        )
    parse_url(url, local=settings.WEBHOOKS_LOCAL)
    webhook = Webhook.objects.create(
        league_id=league_id, player_id=player_id, made_by_id=by, url=url,
        kinds=_clean_kinds(kinds, league=league_id is not None), salt=secrets.token_hex(32), made_at=at,
    )  # fmt: skip
    _log_change(webhook, by, "webhook.added", at)
    return webhook


@transaction.atomic
def update_webhook(*, uid: UUID, by: int, url: str, kinds: Collection[str], on: bool, at: datetime) -> None:
    """Change, disable or enable a webhook; pending deliveries of a disabled one are not sent."""
    webhook = get_webhook(uid, by, lock=True)
    parse_url(url, local=settings.WEBHOOKS_LOCAL)
    webhook.url, webhook.kinds = url, _clean_kinds(kinds, league=webhook.league_id is not None)
    if on and webhook.off_at is not None:
        webhook.off_at, webhook.off_why, webhook.failures = None, "", 0
    elif not on and webhook.off_at is None:
        webhook.off_at, webhook.off_why = at, to_stored(_("Turned off in the settings."))
        webhook.deliveries.filter(status=DeliveryStatus.WAITING).update(status=DeliveryStatus.FAILED, due_at=None)
    webhook.save()
    _log_change(webhook, by, "webhook.edited", at)


@transaction.atomic
def replace_secret(*, uid: UUID, by: int, at: datetime) -> Webhook:
    """Replace the secret. Deliveries are signed with both for a day, so that receivers can switch."""
    webhook = get_webhook(uid, by, lock=True)
    webhook.old_salt, webhook.old_until = webhook.salt, at + SECRET_OVERLAP
    webhook.salt = secrets.token_hex(32)
    webhook.save(update_fields=["salt", "old_salt", "old_until"])
    _log_change(webhook, by, "webhook.secret", at)
    return webhook


@transaction.atomic
def delete_webhook(*, uid: UUID, by: int, at: datetime) -> None:
    """Delete a webhook with its log."""
    webhook = get_webhook(uid, by, lock=True)
    _log_change(webhook, by, "webhook.removed", at)
    webhook.delete()


@transaction.atomic
def queue_test(*, uid: UUID, by: int, at: datetime) -> UUID:
    """Queue a test delivery, tried once; return its id."""
    webhook = _require_enabled(get_webhook(uid, by, lock=True))
    if webhook.deliveries.filter(kind=TEST, status=DeliveryStatus.WAITING).count() >= MAX_PENDING_TESTS:
        raise ActionError("too-many-tests", _("Several tests are pending. Check the log in a few seconds."))
    test_delivery = build_delivery(webhook, TEST, f"test.{secrets.token_hex(8)}", {"text": "This is a test."}, at)
    test_delivery.save()
    return test_delivery.uid


@transaction.atomic
def redeliver(*, uid: UUID, delivery_uid: UUID, by: int, at: datetime) -> None:
    """Redeliver a delivery of the log with the same id and body."""
    webhook = _require_enabled(get_webhook(uid, by, lock=True))
    row = Delivery.objects.filter(uid=delivery_uid, webhook=webhook).first()
    if row is None:
        raise ActionError("not-found", _("Delivery not found."))
    row.status, row.due_at, row.tries = DeliveryStatus.WAITING, at, 0
    row.save(update_fields=["status", "due_at", "tries"])


def _require_enabled(webhook: Webhook) -> Webhook:
    if webhook.off_at is not None:
        raise ActionError("switched-off", _("This webhook is disabled. Enable it first."))
    return webhook


def _clean_kinds(kinds: Collection[str], *, league: bool) -> list[str]:
    allowed = list_event_types(league=league)
    if not kinds:
        raise ActionError("no-kinds", _("Choose at least one event type."), "kinds")
    if not set(kinds) <= set(allowed):
        raise ActionError("unknown-kind", _("Each event type must be one of {known}.", known=", ".join(allowed)), "kinds")
    return [kind for kind in allowed if kind in kinds]


def _log_change(webhook: Webhook, by: int, action: str, at: datetime) -> None:
    """Log a change of a league's webhook, with the host only, because the URL may contain a key."""
    if webhook.league_id is not None:
        host = parse_url(webhook.url, local=True).host
        record(
            by=by, action=action, subject=("league", webhook.league_id), league_id=webhook.league_id, at=at,
            after={"webhook": host, "kinds": list(webhook.kinds), "on": webhook.on},
        )  # fmt: skip
