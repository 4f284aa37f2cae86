"""Save and delete set-ups."""

from datetime import datetime

from django.db import transaction

from engines.contract import IllegalAction
from engines.i18n import mark, translate as _
from league.games import check_game
from league.people.queries import lock_account
from league.set_ups.models import MAX_NAME_LENGTH, SavedSetUp
from league.text_cleaning import clean_line
from matches.engine_limits import get_engine
from matches.errors import ActionError

MAX_SET_UPS = 20
"""Per player and game."""


@transaction.atomic
def save_set_up(*, player_id: int, game: str, name: str, text: str, at: datetime) -> SavedSetUp:
    """Save a set-up, replacing the player's one of this game and name.

    Raises ActionError("account-needed") for a guest, "unknown-game", "bad-name", "limit-reached", or the engine's code for a
    text that is not in the game's notation.
    """
    lock_account(player_id)
    check_game(game)
    name = clean_line(name, min_length=1, max_length=MAX_NAME_LENGTH, field="name", label=mark("A set-up's name"))
    try:
        get_engine(game).decode(text)
    except IllegalAction as error:
        raise ActionError(error.code, error.text, "text") from None
    if SavedSetUp.objects.filter(player=player_id, game=game).exclude(name=name).count() >= MAX_SET_UPS:
        message = _("You've reached the limit of {limit} saved set-ups. Delete one first.", limit=MAX_SET_UPS)
        raise ActionError("limit-reached", message)
    row, _created = SavedSetUp.objects.update_or_create(
        player_id=player_id, game=game, name=name, defaults={"text": text, "saved_at": at}
    )
    return row


def delete_set_up(*, player_id: int, set_up_id: int) -> None:
    """Delete one of the player's set-ups. Raises ActionError("not-found")."""
    deleted, _unused = SavedSetUp.objects.filter(player=player_id, pk=set_up_id).delete()
    if not deleted:
        raise ActionError("not-found", _("Set-up not found."))
