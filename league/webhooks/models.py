"""Webhooks of leagues and people, and their deliveries."""

import base64
import hashlib
import hmac
import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from engines.i18n import translate_stored
from league.webhooks.credentials import decrypt
from league.webhooks.event_types import list_event_types
from league.webhooks.services.base import Address, ChatService
from league.webhooks.services.registry import CHAT_SERVICES, Service


class Webhook(models.Model):
    """A webhook for the events of a league or of a person. Its signing key is derived from `salt`."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, null=True, related_name="webhooks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="webhooks")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    service = models.CharField(max_length=10, choices=Service, default=Service.PROGRAM, db_default=Service.PROGRAM)
    name = models.CharField(max_length=60, blank=True, default="", db_default="")
    """A name given by its organisers, such as that of the channel."""
    url = models.CharField(max_length=500)
    """For a chat service, without its secret part."""
    room = models.CharField(max_length=255, blank=True, default="", db_default="")
    """The room on a Matrix server."""
    credential = models.TextField(blank=True, default="", db_default="")
    """The encrypted secret of a chat service (`credentials`)."""
    language = models.CharField(max_length=10, default="en", db_default="en")
    """The language of messages to a chat service."""
    kinds = models.JSONField(default=list)
    salt = models.CharField(max_length=64)
    old_salt = models.CharField(max_length=64, blank=True, default="")
    """The salt of the previous secret, which also signs deliveries until `old_until`."""
    old_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    """The number of consecutive failures."""
    paused_until = models.DateTimeField(null=True)
    """Until when the receiver asked to be left alone (429 with Retry-After)."""
    off_at = models.DateTimeField(null=True)
    off_why = models.JSONField(default=str, blank=True)
    """Why it was disabled: a message (`engines.i18n.to_stored`)."""

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="hook_of_league_or_person",
                condition=Q(league__isnull=True, player__isnull=False) | Q(league__isnull=False, player__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.name or self.url

    @property
    def chat(self) -> ChatService | None:
        """Return its chat service; None for a program."""
        return CHAT_SERVICES.get(self.service)

    @property
    def address(self) -> Address:
        """Return where messages to its chat service go. Raises ActionError if the secret can't be decrypted."""
        return Address(self.url, self.room, decrypt(self.credential))

    @property
    def on(self) -> bool:
        return self.off_at is None

    @property
    def reason_off(self) -> str:
        return translate_stored(self.off_why)

    @property
    def last_answer_text(self) -> str:
        """Return the answer to its last attempt, as read by `list_webhooks`."""
        return translate_stored(vars(self).get("last_answer") or "")

    @property
    def labels(self) -> list[str]:
        """Return the labels of its event types."""
        known = list_event_types(league=self.league_id is not None)
        return [known.get(kind, kind) for kind in self.kinds]

    @property
    def key(self) -> bytes:
        """Return the signing key. It is derived, not stored: reading the database is not enough to sign."""
        return _derive_key(self.salt)

    @property
    def secret(self) -> str:
        """Return the key in the form shown to its owner, once, when it is new; empty for chat services."""
        return "" if self.chat else "whsec_" + base64.b64encode(self.key).decode()

    def valid_keys(self, at: datetime) -> list[bytes]:
        """Return the signing keys, newest first: a replaced one is used for one more day."""
        has_old = self.old_until is not None and at < self.old_until
        return [self.key, *([_derive_key(self.old_salt)] if has_old else [])]


def _derive_key(salt: str) -> bytes:
    """Derive a key from the site's secret key and a salt."""
    return hmac.new(settings.SECRET_KEY.encode(), f"webhook {salt}".encode(), hashlib.sha256).digest()


class DeliveryStatus(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", gettext_lazy("pending")
    SENT = "sent", gettext_lazy("delivered")
    FAILED = "failed", gettext_lazy("failed")


class Delivery(models.Model):
    """An event for a webhook. Every attempt sends exactly this body."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_column="hook_id")
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=80)
    body = models.TextField()
    made_at = models.DateTimeField()
    status = models.CharField(max_length=7, choices=DeliveryStatus, default=DeliveryStatus.WAITING)
    due_at = models.DateTimeField(null=True)
    """When the next attempt is due; during an attempt, when the claim expires."""
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    code = models.PositiveSmallIntegerField(null=True)
    """The HTTP status of the last response; null if there was none."""
    answer = models.JSONField(default=str, blank=True)
    """The start of the last response's text, or a message (`engines.i18n.to_stored`) why there was none."""
    took_ms = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "key"], name="delivery_once"),
            models.CheckConstraint(
                name="delivery_waits_or_is_done",
                condition=Q(status="waiting", due_at__isnull=False) | (~Q(status="waiting") & Q(due_at__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["webhook", "-made_at", "-id"], name="delivery_log"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.webhook_id}"

    @property
    def answer_text(self) -> str:
        return translate_stored(self.answer)
