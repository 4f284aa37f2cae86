"""No-shows: recording them, refusing entry to banned players, and clearing them."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.bot_entry import check_bot_account
from league.events.actions.event_lifecycle import announce, lock_managed, log_action
from league.events.actions.franchise_entry import check_franchise
from league.events.models import Event, NoShow, Pairing
from league.people.models import Player
from league.people.providers import get_provider_name
from league.people.queries import has_linked_account
from league.registration.queries import format_ban, get_bans, get_policy, list_related_no_shows
from matches.errors import ActionError


def record_no_shows(event: Event, players: Collection[int], at: datetime, pairing: Pairing | None = None) -> None:
    """Record no-shows of human players once per pairing or check-in, if the event has a policy."""
    if not players or get_policy(event).warnings is None:
        return
    player_ids = Player.objects.filter(pk__in=players, bot="").order_by("pk").values_list("pk", flat=True)
    NoShow.objects.bulk_create(
        [NoShow(event=event, player_id=pk, pairing=pairing, at=at) for pk in player_ids], ignore_conflicts=True
    )


def get_player_by_name(username: str) -> Player:
    """Return the player that another person enters by username. Raises ActionError("unknown-player")."""
    player = Player.objects.filter(username__iexact=username.strip(), is_active=True, is_guest=False).first()
    if player is None:
        raise ActionError("unknown-player", _("Player not found."), "username")
    return player


def check_can_enter(event: Event, player: Player, at: datetime) -> None:
    """Raise ActionError if a player entered by another person may not take part."""
    check_bot_account(event, player)
    check_franchise(event, player.pk, name=str(player))
    if not player.bot:
        check_admission(event, player.pk, at, name=str(player))


def check_linked_account(event: Event, player_id: int, *, name: str = "") -> None:
    """Raise ActionError for a player without the linked account that the event's league requires."""
    provider = event.league.required_provider if event.league is not None else ""
    if not provider or has_linked_account(player_id, provider):
        return
    params = {"provider": get_provider_name(provider), "league": str(event.league)}
    if name:
        text = _("{name} has no linked {provider} account, which {league} requires.", name=name, **params)
        raise ActionError("link-needed", text, "username")
    text = _("{league} requires a linked {provider} account. Link one under “Linked accounts” on your account page.", **params)
    raise ActionError("link-needed", text)


def check_admission(event: Event, player_id: int, at: datetime, *, name: str = "") -> None:
    """Raise ActionError for a player who is banned or lacks the linked account that the league requires.

    Pass `name` if another person enters them.
    """
    check_linked_account(event, player_id, name=name)
    ban = get_bans(event, [player_id], at).get(player_id)
    if ban is not None:
        raise ActionError("banned", format_ban(event, ban, name), "username" if name else None)


@transaction.atomic
def clear_no_show(*, event_id: int, by: int, no_show_id: int, why: str, at: datetime) -> None:
    """Clear a no-show and its consequences, as an organiser of any event in which it counts."""
    event = lock_managed(event_id, by, boards=True)
    row = list_related_no_shows(event).filter(pk=no_show_id).select_related("player").first()
    if row is None:
        raise ActionError("not-found", _("No-show not found."))
    why = " ".join(why.split())
    if not why:
        raise ActionError("why-needed", _("Enter a reason for the activity log."), "why")
    log_action(event, by, "no-show.lifted", {"player": row.player.log_name, "missed_at": row.at.isoformat()}, None, why, at=at)
    values = {"cleared_at": at, "cleared_by": by, "clear_reason": why}
    if not NoShow.objects.filter(pk=row.pk, cleared_at=None).update(**values):
        raise ActionError("lifted-already", _("This no-show has already been cleared."))
    announce(row.event_id)
