"""Sending the letters of notifications: each at most once, again where it surely did not go out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import get_connection
from django.db.models import F

from league.notifications.email_messages import letter
from league.notifications.kinds import Channel, wanted
from league.notifications.models import Mail, Notice, NoticeTerms

logger = logging.getLogger(__name__)
MOST = 50
AGAIN = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=3))
"""After each try that failed, how long until the next."""


def send_due(clock: Callable[[], datetime]) -> int:
    """Send what is due; return how many went out. Any number may run at once: each letter is claimed in its row."""
    due = Notice.objects.filter(mail=Mail.DUE, mail_at__lte=clock()).order_by("mail_at")
    return sum(_send(notice, clock) for notice in list(due.select_related("player")[:MOST]))


def _send(notice: Notice, clock: Callable[[], datetime]) -> bool:
    if not _still_wanted(notice):
        Notice.objects.filter(pk=notice.pk, mail=Mail.DUE).update(mail=Mail.DROPPED)
        return False
    claimed = Notice.objects.filter(pk=notice.pk, mail=Mail.DUE, mail_at=notice.mail_at, read_at=None)
    if not claimed.update(mail=Mail.SENDING, mail_tries=F("mail_tries") + 1):
        return False
    outcome = _try(notice)
    if outcome == Mail.DUE:
        _later(notice, clock())
    else:
        Notice.objects.filter(pk=notice.pk).update(mail=outcome, mail_at=clock())
    return outcome == Mail.SENT


def _still_wanted(notice: Notice) -> bool:
    terms = NoticeTerms.objects.filter(pk=notice.player_id).first()
    on = wanted(terms.switches if terms else {}, notice.kind, Channel.EMAIL)
    return on and notice.read_at is None and bool(notice.player.email) and notice.player.is_active


def _try(notice: Notice) -> Mail:
    """SENT; DUE where the letter surely was not taken; SENDING where nobody knows, so that it is never sent twice."""
    line = get_connection()
    try:
        line.open()
    except (OSError, SMTPException) as error:
        logger.warning("no mail server for notice %s: %s", notice.uid, error)
        return Mail.DUE
    try:
        line.send_messages([letter(notice)])
    except (SMTPResponseException, SMTPRecipientsRefused) as error:
        logger.warning("the letter of notice %s was refused: %s", notice.uid, error)
        return Mail.DUE
    except (OSError, SMTPException):
        logger.exception("whether the letter of notice %s went out is not known; it is not sent again", notice.uid)
        return Mail.SENDING
    finally:
        line.close()
    return Mail.SENT


def _later(notice: Notice, at: datetime) -> None:
    tries = notice.mail_tries + 1
    if tries > len(AGAIN):
        Notice.objects.filter(pk=notice.pk).update(mail=Mail.GIVEN_UP)
    else:
        Notice.objects.filter(pk=notice.pk).update(mail=Mail.DUE, mail_at=at + AGAIN[tries - 1])
