"""The letter of a notification, and the signed link that ends letters of its kind."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from engines.words import say
from league.notifications.kinds import Kind
from league.notifications.models import Notice
from league.people.language import speaking_to
from matches.refusals import Refused

SALT = "league.notices.stop"


def stop_token(player_id: int, kind: str) -> str:
    """A signed text with which letters of a kind are switched off, without signing in, for as long as you like."""
    return signing.dumps([player_id, kind], salt=SALT, compress=True)


def read_stop(token: str) -> tuple[int, str]:
    """Refused if it is not ours."""
    try:
        player_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise Refused("bad-link", say("This link is not complete. Open the whole link of the letter.")) from None
    if kind not in Kind.values:
        raise Refused("bad-link", say("Letters of this kind are no longer sent."))
    return int(player_id), str(kind)


def letter(notice: Notice) -> EmailMessage:
    """The letter of a notification to its player's confirmed address, in the player's language."""
    with speaking_to(notice.player):
        return _composed(notice)


def _composed(notice: Notice) -> EmailMessage:
    """Its headers let a mail program switch its kind off with one click (RFC 2369 and 8058)."""
    stop = settings.SITE_URL + reverse("notices-stop", args=[stop_token(notice.player_id, notice.kind)])
    given = {
        "notice": notice, "player": notice.player, "link": settings.SITE_URL + notice.path, "stop": stop,
        "kind": str(Kind(notice.kind).label), "choices": settings.SITE_URL + reverse("notices-choose"),
    }  # fmt: skip
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return EmailMessage(
        " ".join(notice.text.split()),
        render_to_string("league/notifications/letter.txt", given).strip() + "\n",
        None,
        [notice.player.email],
        headers={
            "Message-ID": f"<notice-{notice.uid}@{host}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
