"""The player whose session a cookie names, for requests that Django's own middleware does not see."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

from league.people.backend import PlayerBackend
from league.people.models import Player
from league.people.session_store import SessionStore


def find_session_player(cookies: str) -> Player | None:
    """Return what `django.contrib.auth.get_user` makes of a Cookie header; this one never writes to the session."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    content = SessionStore(key).load() if key else {}
    if content.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in content:
        return None
    player = PlayerBackend().get_user(int(content[SESSION_KEY]))
    if player is None or not constant_time_compare(content.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()):
        return None
    return player
