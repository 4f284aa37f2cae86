"""Zero Order as an installed game."""

from pathlib import Path

from engines.packages import GamePackage
from engines.zero_order import bot, picture, previews, stats, text
from engines.zero_order.engine import ZeroOrder
from engines.zero_order.search_adapter import ADAPTER
from engines.zero_order.trained_evaluation import PLAN, TRAINED

_FOLDER = Path(__file__).parent

GAME = GamePackage(
    engines=(ZeroOrder(1), ZeroOrder(2), ZeroOrder(3), ZeroOrder()),
    choices=_FOLDER / "data" / "choices.toml",
    option_sets=_FOLDER / "data" / "option_sets.toml",
    levels=_FOLDER / "data" / "levels.toml",
    level_ratings=_FOLDER / "data" / "level_ratings.toml",
    choose=bot.choose,
    search=ADAPTER,
    trained=TRAINED,
    training=PLAN,
    board=text.board,
    legend=text.LEGEND,
    describe_board=picture.describe_board,
    preview=previews.preview,
    puzzles=_FOLDER / "data" / "puzzles.jsonl",
    stats=stats.READER,
    site=_FOLDER / "site",
)
