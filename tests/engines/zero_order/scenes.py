"""Positions for the tests: units and tiles on a board, and games of a few actions."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import IllegalAction

ENGINE = registry.get("zero-order")
WHITE, GREY = 0, 1
GRIDS = [
    f"{c}{r}" for c, low, high in zip("ABCDE", (1, 1, 1, 2, 3), (7, 8, 9, 9, 9), strict=True) for r in range(low, high + 1)
]
CODES = ["DE", "PU", "TO", "TW", "FR", "SW", "SP", "FI", "CO", "MI", "IM", "EX", "GR", "LO", "HI", "ST", "GL", "ER"]
EVERY = " ".join(GRIDS)
GLYPHS = {code: chr(65 + at) for at, code in enumerate(CODES)}


def tokens(codes: str, seat: int) -> int:
    return sum(1 << CODES.index(code) + 18 * seat for code in codes.split())


def scene(
    white: str,
    grey: str,
    *,
    tiles: str = EVERY,
    laid: str = "",
    turn: int = WHITE,
    phase: str = "move",
    beneath: tuple[str, str] = ("", ""),
    **changed: Any,
) -> Any:
    """A state from texts such as "B3 DE, C4 PU"; `tiles` are grids with any tile, `laid` names some: "B4 white FR"."""
    units, ground = ["."] * 39, ["."] * 39
    for seat, side in enumerate((white, grey)):
        for unit in filter(None, side.split(", ")):
            name, code = unit.split()
            units[GRIDS.index(name)] = GLYPHS[code] if seat == WHITE else GLYPHS[code].lower()
    for name in [*tiles.split(), "C5"]:
        ground[GRIDS.index(name)] = "*"
    for tile in filter(None, laid.split(", ")):
        name, side, code = tile.split()
        ground[GRIDS.index(name)] = GLYPHS[code] if side == "white" else GLYPHS[code].lower()
    options = {name: changed.pop(name) for name in list(changed) if name in ENGINE.options({})}
    start = ENGINE.dump(ENGINE.start(ENGINE.options(options), 2))
    set_up = {
        "phase": phase, "tiles": "".join(ground), "units": "".join(units), "seat": turn, "teams": [63, 63],
        "beneath": tokens(beneath[0], 0) | tokens(beneath[1], 1),
    }  # fmt: skip
    return ENGINE.load({**start, **set_up, **changed})


def do(state: Any, *actions: str) -> Any:
    """The state after actions of whoever is to act."""
    for text in actions:
        seat = min(ENGINE.to_act(state), default=None)
        state = ENGINE.apply(state, seat, ENGINE.decode(text))
    return state


def refusal(state: Any, text: str, seat: int | None = WHITE) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, play.Position(state, ENGINE.outcome(state)), seat, text)
    return caught.value


def refused(state: Any, text: str) -> str:
    return refusal(state, text, min(ENGINE.to_act(state))).code


def legal(state: Any) -> set[str]:
    listed = ENGINE.legal(state, min(ENGINE.to_act(state)))
    return {ENGINE.encode(action) for action in listed}


def may(state: Any, start: str) -> set[str]:
    """The legal actions that begin so, without that beginning."""
    return {text.removeprefix(start) for text in legal(state) if text.startswith(start)}


def units(state: Any) -> dict[str, str]:
    """Grid -> code, small letters for Grey."""
    return {name: code.lower() if seat else code for name, (seat, code) in seen(state, "units").items()}


def seen(state: Any, key: str) -> Any:
    shown: Any = ENGINE.open_view(state)
    return shown[key]


def held(state: Any) -> dict[str, list[str]]:
    """Holder's grid -> grids held."""
    return {hold["by"]: hold["held"] for hold in seen(state, "holds")}


def end(state: Any) -> tuple[int | None, str]:
    """The winner (None: a draw) and the reason."""
    outcome = ENGINE.outcome(state)
    assert outcome is not None, "the match is not over"
    return (None if outcome.ranks == (1, 1) else outcome.ranks.index(1)), outcome.reason
