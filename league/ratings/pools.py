"""Rating pools: ratings are separate by game and speed, or by an event's own name.

The pool of normal speed has the game's key alone; all others have a name: `zero-day`, `zero-day/fast`, `zero-day/advanced`.
"""

import re

from engines.i18n import translate as _
from league.ratings.speeds import Speed
from matches.errors import ActionError

MAX_KEY_LENGTH = 80
RESERVED_NAMES = {"bots", *Speed, *(f"{speed}-bots" for speed in Speed)}
"""Names that events can't give to pools of their own."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def get_pool_key(game: str, name: str = "") -> str:
    """Return the key of a game's pool of normal speed, or of a named one.

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


def is_bots_pool(pool: str) -> bool:
    """Return whether the pool is for matches with bot accounts."""
    return get_own_name(pool) == "bots" or pool.endswith("-bots")


def get_speed_pool(game: str, speed: Speed) -> str:
    """Return the key of a game's pool for a speed.

    >>> [get_speed_pool("zero-day", speed) for speed in Speed]
    ['zero-day/fast', 'zero-day', 'zero-day/correspondence']
    """
    return get_pool_key(game, "" if speed == Speed.NORMAL else speed)


def find_speed(pool: str) -> Speed | None:
    """Return the speed of the matches of a pool; None if it is an event's own, which may have all.

    >>> [find_speed(f"zero-day{name}") for name in ("", "/fast-bots", "/advanced")]
    [<Speed.NORMAL: 'normal'>, <Speed.FAST: 'fast'>, None]
    """
    own_name = get_own_name(pool)
    name = "" if own_name == "bots" else own_name.removesuffix("-bots")
    return next((speed for speed in Speed if get_pool_key("", name) == get_speed_pool("", speed)), None)


def sort_key(pool: str) -> tuple[str, bool, bool, int, str]:
    """Return the sort key of a pool: by game, the speeds first, then those of bot accounts, then events' own."""
    speed = find_speed(pool)
    return (get_game_key(pool), speed is None, is_bots_pool(pool), list(Speed).index(speed) if speed else 0, pool)


def get_game_key(pool: str) -> str:
    """Return the game's key.

    >>> get_game_key("zero-day/advanced"), get_game_key("zero-day")
    ('zero-day', 'zero-day')
    """
    return pool.partition("/")[0]


def get_own_name(pool: str) -> str:
    """Return the pool's own name, empty for the game's pool of normal speed.

    >>> get_own_name("zero-day/advanced"), get_own_name("zero-day")
    ('advanced', '')
    """
    return pool.partition("/")[2]


def check_own_name(name: str, game: str) -> None:
    """Raise ActionError if an event of the game can't have a pool of this name; empty stands for no own pool."""
    if name in RESERVED_NAMES:
        text = _("The pool name {name} is reserved. Choose another name, or leave it blank.", name=name)
        raise ActionError("bad-pool", text, "pool")
    check_key(get_pool_key(game, name), game)


def check_key(pool: str, game: str) -> None:
    """Raise ActionError unless the pool is one of this game: its key, optionally with a slash and a name."""
    name = get_own_name(pool)
    if get_game_key(pool) != game or len(pool) > MAX_KEY_LENGTH or (pool != game and not _NAME.fullmatch(name)):
        text = _(
            "A pool of this game must be named {game}, or {game}/ followed by lowercase letters, digits and hyphens.", game=game
        )
        raise ActionError("bad-pool", text, "pool")
