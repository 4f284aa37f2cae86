"""Zero Day as an installed game."""

from pathlib import Path

from engines.packages import GamePackage
from engines.zero_day import bot, picture, previews, stats, text
from engines.zero_day.engine import ZeroDay
from engines.zero_day.fair_play import FAIR_PLAY
from engines.zero_day.search_adapter import ADAPTER
from engines.zero_day.trained_evaluation import PLAN, TRAINED

_FOLDER = Path(__file__).parent

GAME = GamePackage(
    engines=(ZeroDay(1), ZeroDay(2), ZeroDay(3), ZeroDay(4), ZeroDay(5), ZeroDay()),
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
