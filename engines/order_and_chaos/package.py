"""Order and Chaos as an installed game."""

from pathlib import Path

from engines.order_and_chaos import bot, picture, stats, text
from engines.order_and_chaos.engine import OrderAndChaos
from engines.order_and_chaos.search_adapter import ADAPTER
from engines.order_and_chaos.trained_evaluation import PLAN, TRAINED
from engines.packages import GamePackage

_FOLDER = Path(__file__).parent

GAME = GamePackage(
    engines=(OrderAndChaos(1), OrderAndChaos(2), OrderAndChaos(3), OrderAndChaos(4), OrderAndChaos()),
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
    puzzles=_FOLDER / "data" / "puzzles.jsonl",
    stats=stats.READER,
    site=_FOLDER / "site",
)
