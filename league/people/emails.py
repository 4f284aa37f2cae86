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

from engines.i18n import mark, translate as _
from league.people.language import use_player_language
from league.people.models import Player
from matches.errors import ActionError

SALT = "league.people.email"
CHANGES = {
    "password.changed": mark("The password was changed."),
    "password.replaced": mark("The password was replaced with a link from an email to this address."),
    "email.removed": mark("This email address was removed from the account."),
    "email.confirmed": mark("This email address was replaced with another one."),
    "passkey.added": mark("A passkey that signs in was added."),
    "passkey.removed": mark("A passkey was removed."),
    "provider.linked": mark("An account of another site that signs in was linked."),
    "provider.unlinked": mark("An account of another site was unlinked."),
    "second-factor.on": mark("Two-factor authentication was turned on."),
    "second-factor.off": mark("Two-factor authentication was turned off."),
    "second-factor.codes": mark("The recovery codes were replaced."),
    "discord.linked": mark("A Discord user was linked, who acts for the account by commands."),
    "discord.unlinked": mark("The Discord user was unlinked."),
    "ways-in.removed": mark("All passkeys, linked accounts and the Discord user were removed."),
}
"""What the owner is told of each change of sign-in data, by the action in the audit log."""
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


def send_change(*, player_id: int, action: str, former_email: str) -> None:
    """Tell the owner of a change of sign-in data; of one of the email address, only at the address that it was before."""
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    to = former_email if action.startswith("email.") else player and player.email
    if player is not None and to:
        _send_email("changed", player, to, reverse("reset"), change=CHANGES[action])


def _send_email(template: str, player: Player, to: str, link: str, *, change: str = "") -> None:
    """Send an email in the player's language; the first line of its template is the subject."""
    with use_player_language(player):
        context = {"player": player, "link": settings.SITE_URL + link, "site": settings.SITE_URL, "change": _(change)}
        subject, _unused, body = render_to_string(f"league/people/emails/{template}.txt", context).partition("\n")
    send_mail(subject.strip(), body.strip() + "\n", None, [to])
