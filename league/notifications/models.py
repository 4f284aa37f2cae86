"""Notifications as rows, what each person wants of them, and how far matches have been told."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.notifications.kinds import Channel, Kind, words


class Mail(models.TextChoices):
    """How far the letter of a notification has come."""

    NONE = ""
    DUE = "due"
    SENDING = "sending"
    """Somebody has begun to send it. It stays so where nobody knows whether it went out: it is never sent twice."""
    SENT = "sent"
    GIVEN_UP = "given-up"
    DROPPED = "dropped"
    """Nobody needs it any more: what it was about was seen to in time, or it was switched off."""


class Notice(models.Model):
    """One thing that one person was told. The row is the truth; stream and letter only carry it."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    """Its public name: a number would count what others are told."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    case = models.CharField(max_length=12, blank=True)
    key = models.CharField(max_length=60)
    """What happened, so that nobody is told of it twice."""
    about = models.JSONField(default=dict)
    path = models.CharField(max_length=200)
    """Where it leads on the site."""
    subject = models.BigIntegerField(default=0)
    """The id of the match, event, draft or trade that it is about."""
    mark = models.BigIntegerField(default=0)
    """The turn of a match or of a draft that it is about."""
    at = models.DateTimeField()
    on_page = models.BooleanField(default=True)
    """False where only a letter was wanted."""
    read_at = models.DateTimeField(null=True)
    waits = models.BooleanField(default=False)
    """Whether it asks for something that has not been done yet; the sweep marks it read once it has."""
    mail = models.CharField(max_length=8, choices=Mail, blank=True, default=Mail.NONE)
    mail_at = models.DateTimeField(null=True)
    """When the letter is due, or was sent."""
    mail_tries = models.PositiveSmallIntegerField(default=0)
    push_at = models.DateTimeField(null=True)
    """When it is to be pushed to browsers; null where it need not be, or has been."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "key"], name="notice_once"),
            models.CheckConstraint(name="notice_kind_known", condition=Q(kind__in=Kind.values)),
            models.CheckConstraint(
                name="notice_mail_due_has_moment", condition=~Q(mail="due") | Q(mail_at__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-at", "-id"], name="notice_list", condition=Q(on_page=True)),
            models.Index(fields=["player"], name="notice_unread", condition=Q(on_page=True, read_at__isnull=True)),
            models.Index(fields=["mail_at"], name="notice_mail_due", condition=Q(mail="due")),
            models.Index(fields=["push_at"], name="notice_push_due", condition=Q(push_at__isnull=False)),
            models.Index(fields=["kind", "id"], name="notice_waits", condition=Q(waits=True)),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        return words(self.kind, self.case, self.about)

    @property
    def is_read(self) -> bool:
        return self.read_at is not None


class NoticeTerms(models.Model):
    """What somebody wants to be told, and when. Who has no row wants everything at any time."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="notice_terms"
    )
    switches = models.JSONField(default=dict)
    """By `kind:channel`, whether it is on; what is not named is on."""
    zone = models.CharField(max_length=60, default="UTC")
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
    def of(cls, player_id: int) -> NoticeTerms:
        """Return what a player wants to be told; not stored yet if nothing was chosen."""
        return cls.objects.filter(pk=player_id).first() or cls(player_id=player_id)

    def wants(self, kind: str, channel: str) -> bool:
        """Return whether to tell of this kind in this way; everything is on until it is switched off."""
        return bool(self.switches.get(f"{kind}:{channel}", True))

    @property
    def all_switches(self) -> dict[str, bool]:
        """Return by `kind:channel` whether each is on."""
        return {f"{kind}:{channel}": self.wants(kind, channel) for kind in Kind for channel in Channel}

    def after_quiet_hours(self, moment: datetime) -> datetime:
        """Return the moment itself, or the end of the quiet hours that it falls into, which may go over midnight.

        Where clocks go forward over the end, the end is the first moment that the wall shows after it.
        """
        begins, ends = self.quiet_from, self.quiet_until
        if begins is None or ends is None:
            return moment
        zone = ZoneInfo(self.zone)
        local = moment.astimezone(zone)
        now, over_midnight = local.time(), ends < begins
        inside = (now >= begins or now < ends) if over_midnight else begins <= now < ends
        if not inside:
            return moment
        day = local.date() + timedelta(days=1) if over_midnight and now >= begins else local.date()
        return max(moment, datetime.combine(day, ends, zone).astimezone(UTC))


class PushDevice(models.Model):
    """A browser through which somebody is told, as its maker's push service named it to us."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=500)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the endpoint, in hex."""
    key = models.CharField(max_length=100)
    """Its public key, and the secret that goes with it: only it can read what is encrypted with both."""
    secret = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    """Pushes in a row that failed."""

    def __str__(self) -> str:
        return f"browser {self.uid} of {self.player_id}"

    @property
    def host(self) -> str:
        """The host of the push service."""
        return urlsplit(self.endpoint).hostname or ""


class TurnTold(models.Model):
    """Up to which entry of a correspondence match its players have been told that it is their turn."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="turn_told")
    entry = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"match {self.match_id} up to {self.entry}"
