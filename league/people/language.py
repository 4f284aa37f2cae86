"""The preferred language of players and browsers."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpResponse

from engines.i18n import translate as _
from league.people.models import Player
from matches.catalogues import use_language
from matches.errors import ActionError

COOKIE_MAX_AGE_S = 365 * 24 * 3600


def set_language(*, player_id: int, language: str) -> None:
    """Save the player's language. Raises ActionError("bad-language")."""
    if language not in settings.LANGUAGES_OFFERED:
        raise ActionError("bad-language", _("This language isn't available."), "language")
    Player.objects.filter(pk=player_id).exclude(language=language).update(language=language)


def use_player_language(player: Player) -> AbstractContextManager[None]:
    """Use this player's language inside the block, for emails and pushes."""
    is_offered = player.language in settings.LANGUAGES_OFFERED
    return use_language(player.language if is_offered else settings.LANGUAGE_CODE)


def set_language_cookie(response: HttpResponse, language: str) -> None:
    """Store the language in a cookie for a year."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, max_age=COOKIE_MAX_AGE_S, samesite="Lax", httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip
