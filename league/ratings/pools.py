"""Rating pools: ratings are separate by game, and optionally by option set or event."""

import re

from engines.i18n import translate as _
from matches.errors import ActionError

MAX_KEY_LENGTH = 80
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def get_pool_key(game: str, name: str = "") -> str:
    """Return the key of a game's own pool or of a named one.

    >>> get_pool_key("zero-day"), get_pool_key("zero-day", "advanced")
    ('zero-day', 'zero-day/advanced')
    """
    return f"{game}/{name}" if name else game


def get_bots_pool(pool: str) -> str:
    """Return the key of the parallel pool for matches with bot accounts.

    >>> get_bots_pool("zero-day"), get_bots_pool("zero-day/advanced")
    ('zero-day/bots', 'zero-day/advanced-bots')
    """
    game, name = get_game_key(pool), get_own_name(pool)
    return get_pool_key(game, f"{name}-bots" if name else "bots")


def get_game_key(pool: str) -> str:
    """Return the game's key.

    >>> get_game_key("zero-day/advanced"), get_game_key("zero-day")
    ('zero-day', 'zero-day')
    """
    return pool.partition("/")[0]


def get_own_name(pool: str) -> str:
    """Return the pool's own name, empty for the game's pool.

    >>> get_own_name("zero-day/advanced"), get_own_name("zero-day")
    ('advanced', '')
    """
    return pool.partition("/")[2]


def check_key(pool: str, game: str) -> None:
    """Raises ActionError unless the pool is one of this game: its key, optionally with a slash and a name."""
    name = get_own_name(pool)
    if get_game_key(pool) != game or len(pool) > MAX_KEY_LENGTH or (pool != game and not _NAME.fullmatch(name)):
        text = _(
            "A pool of this game must be named {game}, or {game}/ followed by lowercase letters, digits and hyphens.", game=game
        )
        raise ActionError("bad-pool", text, "pool")
