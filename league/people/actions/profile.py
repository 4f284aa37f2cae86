"""How a player is seen by others."""

from django.db import transaction

from engines.words import say
from league.people.models import Player
from league.people.rules import about_given, name_given
from matches.refusals import Refused


@transaction.atomic
def edit_profile(*, player_id: int, display_name: str, about: str) -> None:
    """Change the display name (empty: the username is shown) and the lines about oneself."""
    display_name, about = name_given(display_name), about_given(about)
    player = Player.objects.select_for_update().filter(pk=player_id, is_guest=False, bot="").first()
    if player is None:
        raise Refused("account-needed", say("Sign up first; your matches stay with you."))
    if display_name and Player.objects.filter(username__iexact=display_name).exclude(pk=player_id).exists():
        raise Refused("name-taken", say("This is another player's username. Choose another name."), "display_name")
    Player.objects.filter(pk=player_id).update(display_name=display_name, about=about)
