"""Notifications, their preferences, and the progress of turn notifications."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.safestring import SafeString

from league.notifications.kinds import MOMENTS, Channel, Kind, format_as_html, format_text


class EmailStatus(models.TextChoices):
    """The state of a notification's email."""

    NONE = ""
    DUE = "due"
    SENDING = "sending"
    """A process is sending it. It stays so if the outcome is unknown, so that it is never sent twice."""
    SENT = "sent"
    GIVEN_UP = "given-up"
    DROPPED = "dropped"
    """No longer needed: its reader reacted in time, or it was switched off."""


class Notification(models.Model):
    """A notification of one player, which the stream, email and push only announce."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    """The public id: a number would reveal how many notifications there are."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=12, choices=Kind)
    case = models.CharField(max_length=12, blank=True)
    key = models.CharField(max_length=60)
    """The event's key, so that it is announced once."""
    about = models.JSONField(default=dict)
    path = models.CharField(max_length=200)
    """The path of its link."""
    subject = models.BigIntegerField(default=0)
    """The id of its match, event, draft or trade."""
    mark = models.BigIntegerField(default=0)
    """Its turn of a match or of a draft."""
    at = models.DateTimeField()
    on_page = models.BooleanField(default=True)
    """False if the player wants it only by email."""
    read_at = models.DateTimeField(null=True)
    waits = models.BooleanField(default=False)
    """Whether it asks for something; the sweep marks it read once that is done."""
    mail = models.CharField(max_length=8, choices=EmailStatus, blank=True, default=EmailStatus.NONE)
    mail_at = models.DateTimeField(null=True)
    """When the email is due, or was sent."""
    mail_tries = models.PositiveSmallIntegerField(default=0)
    push_at = models.DateTimeField(null=True)
    """When the push is due; null if there is none or it was sent."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "key"], name="notice_once"),
            models.CheckConstraint(name="notice_kind_known", condition=Q(kind__in=Kind.values)),
            models.CheckConstraint(name="notice_mail_due_has_moment", condition=~Q(mail="due") | Q(mail_at__isnull=False)),
        ]
        indexes = [
            models.Index(fields=["player", "-at", "-id"], name="notice_list", condition=Q(on_page=True)),
            models.Index(fields=["player"], name="notice_unread", condition=Q(on_page=True, read_at__isnull=True)),
            models.Index(fields=["mail_at"], name="notice_mail_due", condition=Q(mail="due")),
            models.Index(fields=["push_at"], name="notice_push_due", condition=Q(push_at__isnull=False)),
            models.Index(fields=["kind", "id"], name="notice_waits", condition=Q(waits=True)),
        ]

    def __str__(self) -> str:
        return self.format_text("UTC")

    def format_text(self, zone: str) -> str:
        """Return its sentence with times in a zone."""
        return format_text(self.kind, self.case, self.about, zone)

    @property
    def text(self) -> str:
        """Return its sentence with times in its player's zone, for letters and push notifications."""
        has_time = any(name in self.about for name in MOMENTS)
        return self.format_text(NotificationPreferences.of(self.player_id).known_zone if has_time else "UTC")

    @property
    def html(self) -> SafeString:
        """Return its sentence for a page."""
        return format_as_html(self.kind, self.case, self.about)

    @property
    def is_open_challenge(self) -> bool:
        """Whether it asks its reader to accept or decline the challenge `subject`."""
        return self.waits and (self.kind, self.case) == (Kind.ASKED, "match")

    @property
    def is_read(self) -> bool:
        return self.read_at is not None


class NotificationPreferences(models.Model):
    """A player's notification preferences. Without a row all notifications are on at any time."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="notification_preferences"
    )
    switches = models.JSONField(default=dict)
    """Whether each `kind:channel` is on, by default yes."""
    zone = models.CharField(max_length=60, blank=True, default="")
    """Such as Europe/Berlin; empty until the player or their browser has told it."""
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="notice_quiet_has_both_ends",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"notifications of {self.player_id}"

    @classmethod
    def of(cls, player_id: int) -> NotificationPreferences:
        """Return a player's preferences, unsaved defaults if there are none."""
        return cls.objects.filter(pk=player_id).first() or cls(player_id=player_id)

    @property
    def known_zone(self) -> str:
        """Return the zone in which the player is told times: UTC until theirs is known."""
        return self.zone or "UTC"

    def wants(self, kind: str, channel: str) -> bool:
        """Return whether this kind is on in this channel."""
        return bool(self.switches.get(f"{kind}:{channel}", True))

    @property
    def all_switches(self) -> dict[str, bool]:
        """Return whether each `kind:channel` is on."""
        return {f"{kind}:{channel}": self.wants(kind, channel) for kind in Kind for channel in Channel}

    def after_quiet_hours(self, at: datetime) -> datetime:
        """Return the moment, or the end of the quiet hours that it falls into, which may cross midnight.

        If the end is skipped by a clock change, the first wall time after it counts.
        """
        begins, ends = self.quiet_from, self.quiet_until
        if begins is None or ends is None:
            return at
        zone = ZoneInfo(self.known_zone)
        local = at.astimezone(zone)
        now, crosses_midnight = local.time(), ends < begins
        is_quiet = (now >= begins or now < ends) if crosses_midnight else begins <= now < ends
        if not is_quiet:
            return at
        day = local.date() + timedelta(days=1) if crosses_midnight and now >= begins else local.date()
        return max(at, datetime.combine(day, ends, zone).astimezone(UTC))


class PushDevice(models.Model):
    """A browser subscribed to web push, with its push service's endpoint."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=500)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the endpoint, in hex."""
    key = models.CharField(max_length=100)
    """The browser's public key, which with the secret encrypts its messages."""
    secret = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    """The number of consecutive failures."""

    def __str__(self) -> str:
        return f"browser {self.uid} of {self.player_id}"

    @property
    def host(self) -> str:
        """Return the host of the push service."""
        return urlsplit(self.endpoint).hostname or ""


class TurnNotification(models.Model):
    """The last log entry of a correspondence match at which its players were notified of their turn."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="turn_notification")
    entry = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"match {self.match_id} up to {self.entry}"
