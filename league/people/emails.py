"""The emails of accounts and the signed links in them."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from engines.i18n import translate as _
from league.people.models import Player
from matches.errors import ActionError

SALT = "league.people.email"
TOKEN_LIFETIME = timedelta(days=3)


def create_email_token(player_id: int, email: str, *, at: datetime) -> str:
    """Return a signed token that confirms an address, valid for TOKEN_LIFETIME."""
    return signing.dumps([player_id, email, int((at + TOKEN_LIFETIME).timestamp())], salt=SALT)


def parse_email_token(token: str, *, at: datetime) -> tuple[int, str]:
    """Return the player and the address of a token. Raises ActionError if it is invalid or expired."""
    try:
        player_id, email, expires_at = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise ActionError("bad-link", _("This link is incomplete. Open the full link from the email.")) from None
    if at.timestamp() > expires_at:
        raise ActionError("link-too-old", _("This link has expired. Request a new email on your account page."))
    return player_id, email


def send_confirmation(*, player_id: int, at: datetime) -> None:
    """Send the confirmation email for the pending address; a no-op if there is none."""
    player = Player.objects.get(pk=player_id)
    if player.pending_email:
        link = reverse("email-confirm", args=[create_email_token(player.pk, player.pending_email, at=at)])
        _send_email("confirm", player, player.pending_email, link)


def send_reset(*, player_id: int) -> None:
    """Send the reset link to the confirmed address; a no-op if there is none."""
    player = Player.objects.filter(pk=player_id).first()
    if player is not None and player.email and player.is_active:
        uid = urlsafe_base64_encode(force_bytes(player.pk))
        link = reverse("password-new", args=[uid, default_token_generator.make_token(player)])
        _send_email("reset", player, player.email, link)


def _send_email(template: str, player: Player, to: str, link: str) -> None:
    """Send an email; the first line of its template is the subject."""
    context = {"player": player, "link": settings.SITE_URL + link, "site": settings.SITE_URL}
    subject, _, body = render_to_string(f"league/people/emails/{template}.txt", context).partition("\n")
    send_mail(subject.strip(), body.strip() + "\n", None, [to])
