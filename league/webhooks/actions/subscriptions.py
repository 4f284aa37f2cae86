"""Create and change webhooks, and request deliveries by hand."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Required, TypedDict, Unpack
from uuid import UUID

from django.conf import settings
from django.db import transaction

from engines.i18n import mark, to_stored, translate as _
from league.audit.actions import record
from league.leagues.actions import lock_league_if_allowed
from league.outgoing_http.url_validation import parse_url
from league.people.queries import lock_account
from league.text_cleaning import clean_line
from league.webhooks.actions.outbox import build_delivery
from league.webhooks.credentials import encrypt
from league.webhooks.event_types import TEST, list_event_types
from league.webhooks.models import Delivery, DeliveryStatus, Webhook
from league.webhooks.queries import get_webhook
from league.webhooks.services.registry import Service
from matches.errors import ActionError

SECRET_OVERLAP = timedelta(days=1)
"""How long deliveries are also signed with a replaced secret."""
MAX_WEBHOOKS = 10
MAX_NAME_LENGTH = 60
MAX_PENDING_TESTS = 5


class TargetInput(TypedDict, total=False):
    """What its owner typed about a webhook. Without `token`, the saved one stays."""

    url: Required[str]
    kinds: Required[Collection[str]]
    name: str
    room: str
    token: str
    language: str


@transaction.atomic
def create_webhook(
    *, by: int, at: datetime, league_id: int | None = None, service: str = Service.PROGRAM, **target: Unpack[TargetInput]
) -> Webhook:
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
    webhook = Webhook(
        league_id=league_id, player_id=player_id, made_by_id=by, service=service,
        salt=secrets.token_hex(32), made_at=at,
    )  # fmt: skip
    _set_target(webhook, target)
    webhook.save()
    _log_change(webhook, by, "webhook.added", at)
    return webhook


@transaction.atomic
def update_webhook(*, uid: UUID, by: int, on: bool, at: datetime, **target: Unpack[TargetInput]) -> None:
    """Change, disable or enable a webhook; pending deliveries of a disabled one are not sent."""
    webhook = get_webhook(uid, by, lock=True)
    _set_target(webhook, target)
    if on and webhook.off_at is not None:
        webhook.off_at, webhook.off_why, webhook.failures, webhook.paused_until = None, "", 0, None
    elif not on and webhook.off_at is None:
        webhook.off_at, webhook.off_why = at, to_stored(_("Turned off in the settings."))
        webhook.deliveries.filter(status=DeliveryStatus.WAITING).update(status=DeliveryStatus.FAILED, due_at=None)
    webhook.save()
    _log_change(webhook, by, "webhook.edited", at)


def _set_target(webhook: Webhook, target: TargetInput) -> None:
    """Set where a webhook sends, what and how. An unchanged address keeps the saved secret."""
    name = target.get("name", webhook.name)
    webhook.name = clean_line(name, min_length=0, max_length=MAX_NAME_LENGTH, field="name", label=mark("A name"))
    webhook.kinds = _clean_kinds(target["kinds"], league=webhook.league_id is not None)
    chat, url = webhook.chat, target["url"]
    if chat is None:
        parse_url(url, local=settings.WEBHOOKS_LOCAL)
        webhook.url = url
        return
    if webhook.league_id is None:
        raise ActionError("league-only", _("Only leagues can send messages to chat services."), "service")
    webhook.language = target.get("language", webhook.language)
    if webhook.language not in settings.LANGUAGES_OFFERED:
        raise ActionError("bad-language", _("This language isn't available."), "language")
    room, token = target.get("room", webhook.room).strip(), target.get("token", "").strip()
    if webhook.credential and not token and (url, room) == (webhook.url, webhook.room):
        return
    address = chat.parse(url.strip(), room, token, local=settings.WEBHOOKS_LOCAL)
    webhook.url, webhook.room, webhook.credential = address.url, address.room, encrypt(address.credential)


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
            after={
                "webhook": host, "service": webhook.service, "name": webhook.name, "kinds": list(webhook.kinds),
                "on": webhook.on,
            },
        )  # fmt: skip
