"""The levels of the site's bots, from beginner to strong: how each plays, and its measured rating.

A level is a line of the game's `levels.toml`, which names a bot setting: `greedy+25%` plays a random move in one of
four, `search@200` makes at most 200 iterations a move, `search` as many as its time allows. A game without that file
has those levels of DEFAULT that its parts can play.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from engines.data_files import BadData, Check, at_least, check_different, check_that, load

MAX_LEVELS = 8
PREFIX = "level-"
DEFAULT = ("random", "greedy+50%", "greedy", "search@50", "search")
PARTS: Mapping[str, str | None] = {"random": None, "greedy": "choose", "search": "search", "trained": "trained"}
"""What each policy needs of a game's package; the random bot needs nothing."""
SEARCHING = frozenset({"search", "trained"})
"""Policies that think as long as their budget lets them."""

SECONDS = 1.0
"""The time in which a level without a limit of its own is measured: what it has on the site."""

_SETTING = re.compile(r"([a-z]{1,20})(?:@([1-9][0-9]{0,5}))?(?:\+([1-9][0-9]?)%)?")
_KEY = re.compile(PREFIX + r"([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class BotSetting:
    """How a bot plays: by its policy, except for the share of its moves that are random.

    `iterations` limits its search; 0: nothing but its budget does.

    >>> str(BotSetting("search", 40, 25))
    'search@40+25%'
    """

    policy: str
    iterations: int = 0
    random_percent: int = 0

    def __str__(self) -> str:
        limit = f"@{self.iterations}" if self.iterations else ""
        return f"{self.policy}{limit}{f'+{self.random_percent}%' if self.random_percent else ''}"

    @property
    def takes_budget(self) -> bool:
        """Return whether it thinks for as long as it may."""
        return self.policy in SEARCHING and not self.iterations


def find_setting(text: str) -> BotSetting | None:
    """Return the setting that a text such as `search@40+25%` names; None if it names none."""
    found = _SETTING.fullmatch(text)
    if found is None or found[1] not in PARTS or (found[2] and found[1] not in SEARCHING):
        return None
    return BotSetting(found[1], int(found[2] or 0), int(found[3] or 0))


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A measured rating with its 95 % interval, from so many games. `seconds` of CPU a move, if that was the limit."""

    bot: str
    rating: int
    low: int
    high: int
    games: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a game's bots; `rating` is None until it has been measured."""

    number: int
    setting: BotSetting
    rating: LevelRating | None = None

    @property
    def key(self) -> str:
        return f"{PREFIX}{self.number}"


@dataclass(frozen=True, slots=True)
class _LevelEntry:
    bot: Annotated[str, Check(lambda text: find_setting(text) is not None, "must be a bot like greedy+25% or search@200")]


@dataclass(frozen=True, slots=True)
class _LevelsFile:
    """The contents of a game's `levels.toml`. `seconds` of CPU a move measure the levels without a limit of their own."""

    level: Annotated[tuple[_LevelEntry, ...], at_least(1, "levels")]
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        check_that(0.01 <= self.seconds <= 10, "seconds: must be from 0.01 to 10")
        check_that(len(self.level) <= MAX_LEVELS, f"level: at most {MAX_LEVELS}")
        check_different([entry.bot for entry in self.level], "level")


@dataclass(frozen=True, slots=True)
class RatingsFile:
    """The contents of a game's `level_ratings.toml`, made by `python -m engines levels`."""

    rules_version: int = 0
    rating: tuple[LevelRating, ...] = field(default=())


def parse_number(key: str) -> int | None:
    """Return the number of a level's key.

    >>> parse_number("level-3"), parse_number("greedy")
    (3, None)
    """
    found = _KEY.fullmatch(key)
    return int(found[1]) if found else None


def can_play(package: Any, bot: str) -> bool:
    """Return whether a game's package has what the policy of a setting needs."""
    setting = find_setting(bot)
    part = None if setting is None else PARTS[setting.policy]
    return setting is not None and (part is None or getattr(package, part) is not None)


def load_levels(package: Any) -> tuple[Level, ...]:
    """Return the levels of a game's package, weakest first. Raises BadData.

    A rating counts only for the setting with which it was measured.
    """
    standard = tuple(text for text in DEFAULT if can_play(package, text))
    texts = standard if package.levels is None else tuple(entry.bot for entry in _load_file(package.levels).level)
    ratings = {} if package.level_ratings is None else _load_ratings(package.level_ratings)
    levels = []
    for number, text in enumerate(texts, 1):
        setting = find_setting(text)
        if setting is None or not can_play(package, text):
            raise BadData(f"{package.levels.name}: level[{number - 1}].bot: the game has no bot {text!r}")
        levels.append(Level(number, setting, ratings.get(str(setting))))
    return tuple(levels)


def measured_seconds(package: Any) -> float:
    """Return the CPU seconds a move with which a game's levels without a limit are measured."""
    return SECONDS if package.levels is None else _load_file(package.levels).seconds


@cache
def _load_file(path: Path) -> _LevelsFile:
    return load(_LevelsFile, path)


@cache
def _load_ratings(path: Path) -> dict[str, LevelRating]:
    return {rating.bot: rating for rating in load(RatingsFile, path).rating}
