"""Entry rules of events for bots."""

from engines.i18n import translate as _
from league.events.models import Event
from league.people.models import Player
from matches.errors import ActionError


def check_bot_account(event: Event, player: Player) -> None:
    """Raise ActionError for a bot account in an event that does not allow them, and for a person in one of bots only."""
    if event.bots_only and not (player.is_bot_account or player.bot):
        raise ActionError("bots-only", _("Only bot accounts can enter this event."), "username")
    if player.is_bot_account and not event.bot_accounts:
        raise ActionError("no-bot-accounts", _("This event doesn't allow bot accounts."), "username")
