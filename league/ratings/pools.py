"""Rating pools: ratings are separate by game, and optionally by option set or event."""

import re

from engines.i18n import say
from matches.refusals import Refused

MAX_KEY_LENGTH = 80
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def get_pool_key(game: str, name: str = "") -> str:
    """Return the key of a game's own pool or of a named one.

    >>> pool_of("zero-day"), pool_of("zero-day", "advanced")
    ('zero-day', 'zero-day/advanced')
    """
    return f"{game}/{name}" if name else game


def get_bots_pool(pool: str) -> str:
    """Return the key of the parallel pool for matches with bot accounts.

    >>> bots_pool("zero-day"), bots_pool("zero-day/advanced")
    ('zero-day/bots', 'zero-day/advanced-bots')
    """
    game, name = get_game_key(pool), get_own_name(pool)
    return get_pool_key(game, f"{name}-bots" if name else "bots")


def get_game_key(pool: str) -> str:
    """Return the game's key.

    >>> game_of("zero-day/advanced"), game_of("zero-day")
    ('zero-day', 'zero-day')
    """
    return pool.partition("/")[0]


def get_own_name(pool: str) -> str:
    """Return the pool's own name, empty for the game's pool.

    >>> name_of("zero-day/advanced"), name_of("zero-day")
    ('advanced', '')
    """
    return pool.partition("/")[2]


def check_key(pool: str, game: str) -> None:
    """Raise Refused unless the pool is one of this game: its key, optionally with a slash and a name."""
    name = get_own_name(pool)
    if get_game_key(pool) != game or len(pool) > MAX_KEY_LENGTH or (pool != game and not _NAME.fullmatch(name)):
        text = say(
            "A pool of this game must be named {game}, or {game}/ followed by lowercase letters, digits and hyphens.",
            game=game,
        )
        raise Refused("bad-pool", text, "pool")
