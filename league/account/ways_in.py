"""The ways to sign in besides the password, which others may have added while they knew it."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction

from engines.i18n import translate as _
from league.discord.models import DiscordCode, DiscordLink
from league.people.actions.credentials import lock_owner, log_change
from league.people.actions.login_throttling import throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.people.queries import list_linked_accounts, list_passkeys
from matches.errors import ActionError


def list_other_ways_in(player: Player) -> list[str]:
    """Return what signs the player in besides the password, or acts for the player, in words."""
    ways = [_("Passkey: {name}", name=one.name) for one in list_passkeys(player)]
    ways += [_("{provider} account: {label}", provider=one.name, label=one.label) for one in list_linked_accounts(player)]
    ways += [_("Discord user: {name}", name=one.name) for one in DiscordLink.objects.filter(player=player)]
    return list(ways)


@throttle_password_attempts
@transaction.atomic
def remove_other_ways_in(*, player_id: int, password: str = "", at: datetime, source: Source = NO_SOURCE) -> None:
    """Remove all passkeys, linked accounts and the Discord user. Raises ActionError("last-way-in") without a password."""
    player = lock_owner(player_id, password, source)
    if not player.has_usable_password():
        raise ActionError("last-way-in", _("You couldn't sign in any more. Set a password first."))
    Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN).delete()
    SocialAccount.objects.filter(user=player).delete()
    for model in (DiscordLink, DiscordCode):
        model._default_manager.filter(player=player).delete()
    log_change(player_id=player_id, action="ways-in.removed", at=at)
