"""Single-use links that are signed, not stored, and work until they are used, revoked or expired."""

from datetime import datetime
from typing import ClassVar, TypeVar

from django.core.signing import BadSignature, Signer
from django.db import models

from engines.i18n import translate as _
from matches.errors import ActionError, get_or_refuse


class LinkQuerySet(models.QuerySet["SignedLinkT"]):
    """Links by their state."""

    def live(self) -> "LinkQuerySet[SignedLinkT]":
        """Return the links that are neither used nor revoked; they may have expired."""
        return self.filter(used_at=None, revoked_at=None)

    def working(self, at: datetime) -> "LinkQuerySet[SignedLinkT]":
        return self.live().filter(expires_at__gt=at)


class SignedLink(models.Model):
    """Base of links; `salt` tells the kinds apart."""

    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    over = ""
    """Why the link no longer works, set by `get_link`; empty while it works."""
    salt: ClassVar[str]

    objects = LinkQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def signer(cls) -> Signer:
        return Signer(salt=cls.salt, sep=".")

    @property
    def token(self) -> str:
        """Return the last part of the link's URL."""
        return self.signer().sign(str(self.pk))


SignedLinkT = TypeVar("SignedLinkT", bound=SignedLink)


def get_link(rows: models.QuerySet[SignedLinkT], token: str, at: datetime) -> SignedLinkT:
    """Return the link of a token, and in `over` why it no longer works. Raises ActionError("not-found")."""
    text = _("This link is invalid. Ask for a new one.")
    try:
        number = int(rows.model.signer().unsign(token))
    except (BadSignature, ValueError):
        raise ActionError("not-found", text) from None
    link = get_or_refuse(rows.filter(pk=number).first(), "not-found", text)
    if link.used_at is not None:
        link.over = _("This link has been used. Ask for a new one.")
    elif link.revoked_at is not None:
        link.over = _("This link was revoked. Ask for a new one.")
    elif link.expires_at <= at:
        link.over = _("This link has expired. Ask for a new one.")
    return link
