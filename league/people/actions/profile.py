"""Edit a player's public profile."""

from django.db import transaction

from engines.words import marked, say
from league.people.actions.accounts import RESERVED
from league.people.models import Player
from league.people.queries import lock_account
from league.text_cleaning import one_line, paragraphs
from matches.announce import changed
from matches.models import Seat
from matches.refusals import Refused

MOST_EVENTS = 50


@transaction.atomic
def edit_profile(*, player_id: int, display_name: str, about: str) -> None:
    """Change the display name (empty shows the username) and the text about the player."""
    display_name, about = _clean_name(display_name), paragraphs(about, most=500, field="about")
    player = lock_account(player_id)
    if display_name and Player.objects.filter(username__iexact=display_name).exclude(pk=player_id).exists():
        raise Refused("name-taken", say("This is another player's username. Choose another name."), "display_name")
    Player.objects.filter(pk=player_id).update(display_name=display_name, about=about)
    if display_name != player.display_name:
        _announce_name(player)


def _clean_name(name: str) -> str:
    """Return a display name of 2 to 40 visible characters, or empty. Raises Refused otherwise."""
    name = one_line(name, least=0, most=40, field="display_name", what=marked("A name"))
    if len(name) == 1:
        raise Refused("bad-display-name", say("A name must be 2 to 40 characters long."), "display_name")
    if name.lower().startswith(("guest ", "bot ", "deleted ", *RESERVED)):
        text = say("Names that start with “guest”, “bot” or “deleted” are reserved. Choose another one.")
        raise Refused("bad-display-name", text, "display_name")
    return name


def _announce_name(player: Player) -> None:
    """Invalidate cached pages that show the player; of events only the newest."""
    games = {pool.split("/")[0] for pool in player.ratings.values_list("pool", flat=True)}
    events = player.entries.order_by("-pk").values_list("event", flat=True)[:MOST_EVENTS]
    for topic in ("home", "lobby", *(f"leaderboard.{one}" for one in games), *(f"event.{one}" for one in events)):
        changed(topic)


@transaction.atomic
def set_bot_account(*, player_id: int, is_bot_account: bool) -> None:
    """Mark whether a program plays with this account, before its first match.

    Raises Refused("has-played") afterwards: opponents' ratings would have been counted in the wrong pool.
    """
    player = lock_account(player_id)
    if player.is_bot_account == is_bot_account:
        return
    if Seat.objects.filter(player=player).exists():
        text = say("This account has already played. Create a separate account for your bot.")
        raise Refused("has-played", text, "is_bot_account")
    Player.objects.filter(pk=player_id).update(is_bot_account=is_bot_account)
