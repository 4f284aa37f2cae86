"""The practice ground of a game: a position of the player's choice against a dummy that never moves."""

from collections.abc import Sequence
from typing import Any

from engines import play
from engines.contract import BadOption, IllegalAction
from engines.i18n import translate as _
from matches.engine_limits import get_engine
from matches.errors import ActionError
from matches.queries.tutorials import render_free_board

MAX_MOVES = 100
MAX_LENGTH = 4000  # of all moves together


def has_practice(game: str) -> bool:
    """Return whether the game has a practice ground."""
    return hasattr(get_engine(game), "practice")


def parse_units(text: str) -> list[tuple[str, str]]:
    """Return codes and places of a text such as `PU-B3 DE-D6`; invalid parts are left to the engine."""
    return [(code.upper(), place.upper()) for code, _dash, place in (unit.partition("-") for unit in text.split())]


def render_practice(game: str, own: str, dummy: str, moves: Sequence[str]) -> dict[str, Any]:
    """Return the board after these moves of seat 0 from a position of units. Raises ActionError."""
    if len(moves) > MAX_MOVES or sum(map(len, moves)) > MAX_LENGTH:
        raise ActionError("limit-reached", _("You've reached the limit of actions. Start again from the position."))
    engine: Any = get_engine(game)
    units = [(seat, *unit) for seat, text in enumerate((own, dummy)) for unit in parse_units(text)]
    try:
        state = engine.practice(units)
        position = play.Position(state, engine.outcome(state))
        for move in moves:
            position = play.advance(engine, position, 0, move)
            if position.outcome is None:
                position = play.Position(engine.skip_dummy(position.state), None)
    except (BadOption, IllegalAction) as error:
        code = error.code if isinstance(error, IllegalAction) else "bad-units"
        raise ActionError(code, error.text) from None
    return render_free_board(engine, position, 0, 2, entry=len(moves) + 1)
