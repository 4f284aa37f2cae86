"""Edit a player's public profile."""

from django.db import transaction

from engines.i18n import mark, translate as _
from league.people.actions.accounts import RESERVED_PREFIXES
from league.people.models import Player
from league.people.queries import lock_account
from league.text_cleaning import clean_line, clean_text
from matches.errors import ActionError
from matches.models import Seat
from matches.pubsub import publish_on_commit

MAX_EVENTS = 50


@transaction.atomic
def update_profile(*, player_id: int, display_name: str, about: str) -> None:
    """Change the display name (empty shows the username) and the text about the player."""
    display_name, about = _clean_name(display_name), clean_text(about, max_length=500, field="about")
    player = lock_account(player_id)
    if display_name and Player.objects.filter(username__iexact=display_name).exclude(pk=player_id).exists():
        raise ActionError("name-taken", _("This is another player's username. Choose another name."), "display_name")
    Player.objects.filter(pk=player_id).update(display_name=display_name, about=about)
    if display_name != player.display_name:
        _invalidate_pages(player)


def _clean_name(name: str) -> str:
    """Return a display name of 2 to 40 visible characters, or empty. Raises ActionError otherwise."""
    name = clean_line(name, min_length=0, max_length=40, field="display_name", label=mark("A name"))
    if len(name) == 1:
        raise ActionError("bad-display-name", _("A name must be 2 to 40 characters long."), "display_name")
    if name.lower().startswith(("guest ", "bot ", "deleted ", *RESERVED_PREFIXES)):
        message = _("Names that start with “guest”, “bot” or “deleted” are reserved. Choose another one.")
        raise ActionError("bad-display-name", message, "display_name")
    return name


def _invalidate_pages(player: Player) -> None:
    """Invalidate cached pages that show the player; of events only the newest."""
    games = {pool.split("/")[0] for pool in player.ratings.values_list("pool", flat=True)}
    events = player.entries.order_by("-pk").values_list("event", flat=True)[:MAX_EVENTS]
    for topic in ("home", "lobby", *(f"leaderboard.{key}" for key in games), *(f"event.{key}" for key in events)):
        publish_on_commit(topic)


@transaction.atomic
def set_bot_account(*, player_id: int, is_bot_account: bool) -> None:
    """Mark whether a program plays with this account, before its first match.

    Raises ActionError("has-played") afterwards: opponents' ratings would have been counted in the wrong pool.
    """
    player = lock_account(player_id)
    if player.is_bot_account == is_bot_account:
        return
    if Seat.objects.filter(player=player).exists():
        message = _("This account has already played. Create a separate account for your bot.")
        raise ActionError("has-played", message, "is_bot_account")
    Player.objects.filter(pk=player_id).update(is_bot_account=is_bot_account)
