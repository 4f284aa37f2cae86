"""The append-only audit log of staff actions."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models


class AppendOnlyQuerySet(models.QuerySet["AuditEntry"]):
    """Append-only queryset."""

    def update(self, **_: Any) -> NoReturn:
        raise TypeError("An entry of the audit log is never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("An entry of the audit log is never removed.")


class AuditEntry(models.Model):
    """An action of the staff. Database triggers reject changes and, on PostgreSQL, deletion (migration 0003)."""

    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="acts")
    league = models.ForeignKey("league.League", on_delete=models.PROTECT, null=True, related_name="log")
    """The league of the subject, or null."""
    subject_kind = models.CharField(max_length=20)
    subject_id = models.BigIntegerField()
    act = models.CharField(max_length=40)
    """A stable code of kind and verb: `event.overturned`."""
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.CharField(max_length=500, blank=True)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["league", "-id"], name="audit_of_league"),
            models.Index(fields=["subject_kind", "subject_id", "-id"], name="audit_of_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.subject_id}"
