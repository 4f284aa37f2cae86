"""Which side has a game's built-in advantage: the higher seed's."""

from collections.abc import Mapping

from engines.contract import Json

SIDES = {"field-tactics": ("red", "blue")}
"""Games with an `advantage` option, and its value for each seat."""


def with_advantage(game: str, options: Mapping[str, Json], *, home_seed: int, away_seed: int) -> dict[str, Json]:
    """The options of one match of an event; seed 1 is the highest."""
    if game not in SIDES:
        return dict(options)
    return {**options, "advantage": SIDES[game][home_seed > away_seed]}
