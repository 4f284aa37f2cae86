"""Chat messages, mutes and reports."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Room(models.TextChoices):
    """The chat rooms of a match."""

    PLAYERS = "players", gettext_lazy("Players")
    SPECTATORS = "spectators", gettext_lazy("Spectators")


class Message(models.Model):
    """A chat message. Numbered per room, so that numbers reveal nothing about the other room."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(max_length=10, choices=Room)
    n = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="messages")
    text = models.CharField(max_length=300)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    """Since when only staff can read it."""

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["match", "room", "n"], name="message_number_once"),
            models.CheckConstraint(name="message_room_known", condition=Q(room__in=Room.values)),
        ]
        indexes = [models.Index(fields=["by", "-at"], name="message_newest_by")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.room}:{self.n}"


class Mute(models.Model):
    """A player who has muted another one, in all matches."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "player"], name="mute_once"),
            models.CheckConstraint(name="mute_is_of_another", condition=~Q(by=models.F("player"))),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} mutes {self.player_id}"


class Report(models.Model):
    """A message reported to the staff; open until it is settled."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports")
    why = models.CharField(max_length=200)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "by"], name="report_once")]
        indexes = [models.Index(fields=["-at"], name="report_open", condition=Q(settled_at__isnull=True))]

    def __str__(self) -> str:
        return f"report of {self.message_id}"
