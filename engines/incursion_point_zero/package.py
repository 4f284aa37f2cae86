"""Incursion Point: Zero as an installed game."""

from pathlib import Path

from engines.incursion_point_zero import bot, picture, previews, stats, text
from engines.incursion_point_zero.engine import IncursionPointZero
from engines.incursion_point_zero.fair_play import FAIR_PLAY
from engines.incursion_point_zero.search_adapter import ADAPTER
from engines.incursion_point_zero.trained_evaluation import PLAN, TRAINED
from engines.packages import GamePackage

_FOLDER = Path(__file__).parent

GAME = GamePackage(
    engines=(IncursionPointZero(1), IncursionPointZero(2), IncursionPointZero()),
    choices=_FOLDER / "data" / "choices.toml",
    option_sets=_FOLDER / "data" / "option_sets.toml",
    levels=_FOLDER / "data" / "levels.toml",
    level_ratings=_FOLDER / "data" / "level_ratings.toml",
    choose=bot.choose,
    search=ADAPTER,
    trained=TRAINED,
    training=PLAN,
    fair_play=FAIR_PLAY,
    board=text.board,
    legend=text.LEGEND,
    describe_board=picture.describe_board,
    preview=previews.preview,
    puzzles=_FOLDER / "data" / "puzzles.jsonl",
    stats=stats.READER,
    site=_FOLDER / "site",
)
