"""Delivery of notification emails, each at most once, with retries after certain failures."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse

from engines.i18n import translate as _
from league.notifications.kinds import Channel, Kind
from league.notifications.models import EmailStatus, Notification, NotificationPreferences
from league.people.language import use_player_language
from matches.errors import ActionError

SALT = "league.notices.stop"
logger = logging.getLogger(__name__)
BATCH_SIZE = 50
RETRY_DELAYS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=3))
"""The delays after each failed attempt."""


class Attachment(NamedTuple):
    """A file of an email."""

    name: str
    content: bytes
    type: str


_attachments: dict[str, Callable[[Notification], Attachment | None]] = {}


def register_attachment(kind: str, find: Callable[[Notification], Attachment | None]) -> None:
    """Register what finds the attachment of emails of a kind. Called when the app is ready."""
    _attachments[kind] = find


def create_unsubscribe_token(player_id: int, kind: str) -> str:
    """Return a signed token that unsubscribes from emails of a kind, without sign-in or expiry."""
    return signing.dumps([player_id, kind], salt=SALT, compress=True)


def parse_unsubscribe_token(token: str) -> tuple[int, str]:
    """Return the player and the kind of a token. Raises ActionError if it is invalid."""
    try:
        player_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise ActionError("bad-link", _("This link is incomplete. Open the full link from the email.")) from None
    if kind not in Kind.values:
        raise ActionError("bad-link", _("Emails of this kind are no longer sent."))
    return int(player_id), str(kind)


def build_email(notice: Notification) -> EmailMessage:
    """Return the email of a notification to its player's confirmed address, in the player's language.

    Its headers let mail programs unsubscribe from its kind with one click (RFC 2369 and 8058).
    """
    unsubscribe_url = settings.SITE_URL + reverse(
        "notices-stop", args=[create_unsubscribe_token(notice.player_id, notice.kind)]
    )
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    with use_player_language(notice.player):
        context = {
            "notice": notice, "player": notice.player, "link": settings.SITE_URL + notice.path, "stop": unsubscribe_url,
            "kind": str(Kind(notice.kind).label), "choices": settings.SITE_URL + reverse("notices-choose"),
        }  # fmt: skip
        subject = " ".join(notice.text.split())
        body = render_to_string("league/notifications/letter.txt", context).strip() + "\n"
        attachment = _attachments[notice.kind](notice) if notice.kind in _attachments else None
    return EmailMessage(
        subject,
        body,
        to=[notice.player.email],
        attachments=[attachment] if attachment else [],
        headers={
            "Message-ID": f"<notice-{notice.uid}@{host}>",
            "List-Unsubscribe": f"<{unsubscribe_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


def send_due_emails(clock: Callable[[], datetime]) -> int:
    """Send due emails and return their number. Safe to call concurrently: each email is claimed in its row."""
    due = Notification.objects.filter(mail=EmailStatus.DUE, mail_at__lte=clock()).order_by("mail_at")
    return sum(_deliver(notice, clock) for notice in list(due.select_related("player")[:BATCH_SIZE]))


def _deliver(notice: Notification, clock: Callable[[], datetime]) -> bool:
    is_on = NotificationPreferences.of(notice.player_id).wants(notice.kind, Channel.EMAIL)
    if not (is_on and notice.read_at is None and notice.player.email and notice.player.is_active):
        Notification.objects.filter(pk=notice.pk, mail=EmailStatus.DUE).update(mail=EmailStatus.DROPPED)
        return False
    claimed = Notification.objects.filter(pk=notice.pk, mail=EmailStatus.DUE, mail_at=notice.mail_at, read_at=None)
    if not claimed.update(mail=EmailStatus.SENDING, mail_tries=F("mail_tries") + 1):
        return False
    outcome, at = _attempt_delivery(notice), clock()
    if outcome == EmailStatus.DUE and notice.mail_tries >= len(RETRY_DELAYS):
        Notification.objects.filter(pk=notice.pk).update(mail=EmailStatus.GIVEN_UP)
    else:
        mail_at = at + RETRY_DELAYS[notice.mail_tries] if outcome == EmailStatus.DUE else at
        Notification.objects.filter(pk=notice.pk).update(mail=outcome, mail_at=mail_at)
    return outcome == EmailStatus.SENT


def _attempt_delivery(notice: Notification) -> EmailStatus:
    """Return SENT, DUE if the email surely was not accepted, or SENDING if that is unknown, to never send it twice."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException) as error:
        logger.warning("no mail server for notice %s: %s", notice.uid, error)
        return EmailStatus.DUE
    try:
        connection.send_messages([build_email(notice)])
    except (SMTPResponseException, SMTPRecipientsRefused) as error:
        logger.warning("the email for notice %s was rejected: %s", notice.uid, error)
        return EmailStatus.DUE
    except (OSError, SMTPException):
        logger.exception("the email for notice %s may not have been sent; it is not retried", notice.uid)
        return EmailStatus.SENDING
    finally:
        connection.close()
    return EmailStatus.SENT
