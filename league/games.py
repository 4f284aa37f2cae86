"""The league's view of the games: keys, seats, bots, options and texts."""

from dataclasses import dataclass
from functools import cache

from engines import bots, registry
from engines.i18n import translate as _, translate_n
from engines.levels import Level
from engines.option_specs import OptionSpec
from engines.package_files import TEXTS, load_texts
from engines.registry import UnknownGame, get_option_specs
from engines.reported import is_reported
from matches.assets import list_playable_games
from matches.errors import ActionError
from matches.queries.lessons import get_lesson

USUAL_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `sides` are the names of all seats, `counts` the numbers of players, `length` the usual duration."""

    key: str
    name: str
    sides: tuple[str, ...]
    counts: tuple[int, ...]
    bots: tuple[str, ...]
    """The keys of the levels of its bots, weakest first."""
    about: str
    hidden: str
    length: str

    @property
    def choices(self) -> tuple[OptionSpec, ...]:
        return () if self.is_reported else get_option_specs(self.key)

    @property
    def levels(self) -> tuple[Level, ...]:
        """Return the levels of its bots, weakest first."""
        return bots.list_levels(self.key) if self.bots else ()

    @property
    def bot_choices(self) -> list[tuple[str, str]]:
        """Return its bots as (key, level and measured rating), weakest first."""
        return [(level.key, _level_text(level)) for level in self.levels]

    @property
    def easiest_bot(self) -> str:
        return self.bots[0]

    @property
    def usual_bot(self) -> str:
        """Return the bot that is played without a choice."""
        return self.bots[min(USUAL_LEVEL, len(self.bots)) - 1]

    @property
    def has_tutorial(self) -> bool:
        return get_lesson(self.key).tutorial is not None

    @property
    def has_puzzles(self) -> bool:
        package = registry.find_package(self.key)
        return package is not None and package.puzzles is not None

    @property
    def is_reported(self) -> bool:
        """Return whether it is played elsewhere, so that it has no rules, bots and lobby here."""
        return is_reported(self.key)

    @property
    def seats_text(self) -> str:
        """Return the possible numbers of players as text.

        >>> Game("g", "G", (), (2,), (), "", "", "").seats_text
        '2 players'
        """
        minimum, maximum = self.counts[0], self.counts[-1]
        if minimum == maximum:
            return translate_n("{n} player", "{n} players", maximum)
        return _("{least} to {most} players", least=minimum, most=maximum)


def find_game(key: str) -> Game | None:
    """Return the game of this key; None if it is unknown."""
    return _build_game(key) if key in list_playable_games() else None


def find_rated_game(key: str) -> Game | None:
    """Return the game of this key, also one that is played elsewhere; None if it is unknown."""
    if not is_reported(key):
        return find_game(key)
    try:
        engine = registry.get(key)
    except UnknownGame:
        return None
    return Game(key, engine.name, tuple(map(_, engine.seat_names)), tuple(engine.seat_counts), (), "", "", "")


def get_game(key: str) -> Game:
    """Return the game of this key. Raises ActionError("not-found")."""
    result = find_game(key)
    if result is None:
        raise ActionError("not-found", _("Game not found."))
    return result


def check_game(key: str) -> None:
    """Raise ActionError("unknown-game") if the site has no such game, played here or elsewhere."""
    if find_rated_game(key) is None:
        raise ActionError("unknown-game", _("Game not found."), "game")


def list_games() -> tuple[Game, ...]:
    """Return the site's games."""
    return tuple(_build_game(key) for key in list_playable_games())


def list_two_player_games() -> tuple[Game, ...]:
    """Return the site's games for two players."""
    return tuple(game for game in list_games() if 2 in game.counts)


def game_name(key: str) -> str:
    """Return the name of a game, or the key if it is unknown."""
    try:
        return registry.get(key).name
    except UnknownGame:
        return key


def has_rosters(key: str) -> bool:
    """Return whether the Gamers of a franchise or a draft can play in matches of this game."""
    return key in list_roster_games()


def list_roster_games() -> tuple[str, ...]:
    """Return the keys of the games in whose matches Gamers can play."""
    return tuple(key for key in registry.keys() if registry.get(key).has_rosters)  # noqa: SIM118


def _build_game(key: str) -> Game:
    engine = registry.get(key)
    hidden = _("Everything is open") if engine.is_open else _("Not everything is visible to all")
    texts = {"about": "", "length": "", "hidden": hidden} | {name: _(text) for name, text in _load_texts(key).items()}
    return Game(
        key, engine.name, tuple(map(_, engine.seat_names)), tuple(engine.seat_counts),
        tuple(level.key for level in bots.list_levels(key)),
        texts["about"], texts["hidden"], texts["length"],
    )  # fmt: skip


def _level_text(level: Level) -> str:
    if level.rating is None:
        return _("Level {number}", number=level.number)
    return _("Level {number}, rating about {rating}", number=level.number, rating=level.rating.rating)


@cache
def _load_texts(key: str) -> dict[str, str]:
    """Return what the game's package tells visitors."""
    file = registry.get_package(key).find_site_file(TEXTS)
    return {} if file is None else load_texts(file)
