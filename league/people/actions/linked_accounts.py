"""Create an account with an identity of another site, and link and unlink such identities.

An identity belongs to the account that linked it first (a unique key of the table). An email address that a provider
gives is never used to find an account: whoever controls the provider could sign in as anyone.
"""

from datetime import datetime

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction

from engines.i18n import translate as _
from league.people.actions.accounts import create_account
from league.people.actions.credentials import lock_owner, log_change
from league.people.actions.login_throttling import throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.people.providers import Identity, get_provider_name
from league.people.queries import count_ways_in, lock_account
from matches.errors import ActionError, get_or_refuse


@transaction.atomic
def create_account_with(
    identity: Identity, *, username: str, email: str = "", guest_id: int | None = None, at: datetime, address: str = ""
) -> int:
    """Create an account without a password that this identity signs in; return its player's id.

    A guest's own row becomes the account and keeps its matches. The email address is unused until it is confirmed.
    """
    player_id = create_account(username=username, password=None, email=email, guest_id=guest_id, at=at, address=address)
    _link(player_id, identity)
    return player_id


@transaction.atomic
def link_identity(identity: Identity, *, player_id: int, at: datetime) -> None:
    """Let this identity sign the player in. An account has at most one identity of each provider."""
    lock_account(player_id)
    name = get_provider_name(identity.provider)
    if SocialAccount.objects.filter(user=player_id, provider=identity.provider).exclude(uid=identity.uid).exists():
        raise ActionError("already-linked", _("Another {provider} account is linked. Unlink it first.", provider=name))
    _link(player_id, identity)
    log_change(player_id=player_id, action="provider.linked", at=at)


def _link(player_id: int, identity: Identity) -> None:
    try:
        with transaction.atomic():
            SocialAccount.objects.create(
                user_id=player_id, provider=identity.provider, uid=identity.uid, extra_data={"label": identity.label}
            )
    except IntegrityError:
        name = get_provider_name(identity.provider)
        message = _("This {provider} account is already linked. Sign in with it, or unlink it first.", provider=name)
        raise ActionError("linked-elsewhere", message) from None


@throttle_password_attempts
@transaction.atomic
def unlink_identity(*, player_id: int, provider: str, password: str = "", at: datetime, source: Source = NO_SOURCE) -> None:
    """Remove the provider's identity from the account. Raises ActionError("last-way-in") if nothing else signs it in."""
    player: Player = lock_owner(player_id, password, source)
    linked = SocialAccount.objects.filter(user=player_id, provider=provider).first()
    linked = get_or_refuse(linked, "not-linked", _("No account of this provider is linked."))
    if not count_ways_in(player, without_provider=provider):
        raise ActionError("last-way-in", _("You couldn't sign in any more. Set a password or link another account first."))
    linked.delete()
    log_change(player_id=player_id, action="provider.unlinked", at=at)
