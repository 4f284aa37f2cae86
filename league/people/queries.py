"""Lookups of players, and the state of a player's second factor."""

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Lower

from engines.i18n import translate as _
from league.people.models import Player
from league.people.providers import get_provider_name
from matches.errors import ActionError


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player found by the search for accounts."""

    username: str
    name: str
    is_bot: bool


def list_players(text: str = "", *, after: str = "", limit: int) -> list[PlayerSummary]:
    """Return accounts by username without guests: those with `text` in either name, after the username `after`."""
    rows = Player.objects.filter(is_active=True, is_guest=False).annotate(key=Lower("username")).order_by("key")
    if text:
        rows = rows.filter(Q(username__icontains=text) | Q(display_name__icontains=text))
    if after:
        rows = rows.filter(key__gt=after.lower())
    return [PlayerSummary(row.username, str(row), bool(row.bot)) for row in rows[:limit]]


def lock_account(player_id: int) -> Player:
    """Return the player, locked. Raises ActionError("account-needed") for guests and bots."""
    rows = Player.objects.select_for_update().filter(pk=player_id, is_guest=False, bot="", is_active=True)
    player = rows.first()
    if player is None:
        raise ActionError("account-needed", _("Create an account first. You keep your matches."))
    return player


def find_player(username: str) -> Player | None:
    """Return the open account with this username, in any case, or None."""
    return Player.objects.filter(username__iexact=username, is_active=True).first()


def get_player(username: str) -> Player:
    """Return the open account with this username. Raises ActionError("not-found")."""
    player = find_player(username)
    if player is None:
        raise ActionError("not-found", _("Player not found."))
    return player


def find_deleted_player(username: str) -> Player | None:
    """Return a deleted account by its replacement name, or None."""
    return Player.objects.filter(username__iexact=username, deleted_at__isnull=False).first()


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account of another site that signs a player in."""

    provider: str
    name: str
    """The provider's."""
    label: str
    """What the owner recognises the account by."""


def list_linked_accounts(player: Player) -> list[LinkedAccount]:
    """Return the player's linked accounts, by provider."""
    rows = SocialAccount.objects.filter(user=player).order_by("provider").values_list("provider", "extra_data")
    return [LinkedAccount(provider, get_provider_name(provider), str(data.get("label", ""))) for provider, data in rows]


def has_linked_account(player_id: int, provider: str) -> bool:
    """Return whether the player has linked an account of this provider."""
    return bool(SocialAccount.objects.filter(user=player_id, provider=provider).exists())


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its owner sees it."""

    id: int
    name: str
    made_at: datetime
    used_at: datetime | None


def list_passkeys(player: Player) -> list[Passkey]:
    """Return the player's passkeys, oldest first."""
    rows = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return [Passkey(row.pk, row.data["name"], row.created_at, row.last_used_at) for row in rows]


def count_ways_in(player: Player, *, without_provider: str = "", without_passkey: int = 0) -> int:
    """Return how many ways the player has to sign in: a password, linked accounts of configured providers, passkeys."""
    linked = SocialAccount.objects.filter(user=player, provider__in=settings.SIGN_IN_PROVIDERS)
    passkeys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN)
    counts = linked.exclude(provider=without_provider).count(), passkeys.exclude(pk=without_passkey).count()
    return int(player.has_usable_password() + sum(counts))


def count_recovery_codes(player: Player) -> int | None:
    """Return a player's number of recovery codes; None if two-factor authentication is off."""
    rows = dict(Authenticator.objects.filter(user=player).exclude(type=Authenticator.Type.WEBAUTHN).values_list("type", "data"))
    if Authenticator.Type.TOTP not in rows:
        return None
    return len(rows.get(Authenticator.Type.RECOVERY_CODES, {}).get("migrated_codes", []))
