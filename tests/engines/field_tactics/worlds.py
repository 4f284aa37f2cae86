"""For the contract suite: positions that differ only in what a viewer may not know."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.engines.field_tactics.scenes import CELLS, CODES, ENGINE, scene

HIDDEN = frozenset({"board", "hands"})
FIXED = {"O", "P", "o", "p"}  # mine and flag, of Red and of Blue, as `dump` writes them
BRIDGES = {CELLS.index(square) for square in ("B4", "E4", "B5", "E5")}
OPTIONS = ({}, {"advantage": "blue"}, {"tank_beats_engineer": True, "quiet_turn_limit": 12}, {"quiet_turn_limit": 3})
NONSENSE = ("A1-A1", "A1-A3", "C3-D4", "B5-B4", "F8-CD8", "A1", "first red", "pass", "x", "", "MN / FL", "advantage red")


def another(state: Any, viewer: int | None, rng: Random) -> Any | None:
    """A possible position that looks the same to the viewer; None where the phase hides nothing."""
    saved = ENGINE.dump(state)
    hidden = [seat for seat in (0, 1) if seat != viewer]
    if state.phase == "setup":
        return _other_setups(saved, hidden, rng)
    if state.phase not in ("play", "pass", "duel"):
        return None
    board, hands = str(saved["board"]), list(saved["hands"])
    for seat in hidden:
        board = _shuffled(board, seat, rng)
        if hands[seat] is not None:  # the choice for a duel
            hands[seat] = rng.choice([at for at, g in enumerate(board) if g.islower() == bool(seat) and g not in FIXED | {"."}])
    other = ENGINE.load({**saved, "board": board, "hands": hands})
    return other if _possible(board) and _same_turn(state, other) else None


def _shuffled(board: str, seat: int, rng: Random) -> str:
    cells = [at for at, glyph in enumerate(board) if glyph.islower() == bool(seat) and glyph != "."]
    glyphs = [board[at] for at in cells]
    rng.shuffle(glyphs)
    placed = dict(zip(cells, glyphs, strict=True))
    return "".join(placed.get(at, glyph) for at, glyph in enumerate(board))


def _possible(board: str) -> bool:
    """Mines and flags stand in their own half and not at a bridge."""
    return not any(glyph in FIXED and (at in BRIDGES or (at < 24) == glyph.islower()) for at, glyph in enumerate(board))


def _same_turn(state: Any, other: Any) -> bool:
    """Whether the side on turn has a move in both, or in neither and the other side has: the referee's pass is open."""
    if state.phase == "duel":
        return True
    playing = other._replace(phase="play")
    if state.phase == "play":
        return bool(ENGINE.legal(playing, state.seat))
    return not ENGINE.legal(playing, state.seat) and bool(ENGINE.legal(playing._replace(seat=1 - state.seat), 1 - state.seat))


def crowded(rng: Random) -> Any:
    """A position in which Blue, boxed in by its own mines, is about to be passed over, or is."""
    while True:
        inside = rng.choice((["A8", "B8", "A7"], ["F8", "E8", "F7"], ["A8", "B8", "A7", "F8", "E8", "F7"]))
        boxed = [rng.choice(CODES[:14]) if square in ("A8", "F8") else "MN" for square in inside]
        rest = rng.sample(["CD8", "B7", "C7", "D7", "E7", "C6", "D6"], rng.randrange(3))
        blue = list(zip([*inside, *rest], [*boxed, *rng.choices(("MN", "FL"), k=len(rest))], strict=True))
        red = zip(rng.sample(["A1", "CD1", "B2", "C3", "E3", "F3"], 4), rng.choices(CODES[:9], k=4), strict=True)
        told = (", ".join(f"{square} {code}" for square, code in side) for side in (red, blue))
        state = scene(*told, turn=rng.choice((0, 1)), quiet=rng.randrange(90))
        if state.seat == 0:
            return state
        if not ENGINE.legal(state, 1):
            return state._replace(phase="pass")


def _other_setups(saved: Mapping[str, Any], hidden: list[int], rng: Random) -> Any | None:
    hands = list(saved["hands"])
    start = ENGINE.load({**saved, "hands": [None, None]})
    for seat in hidden:
        if hands[seat] is not None:
            hands[seat] = ENGINE.encode(ENGINE.sample(start, seat, rng)).replace(" ", "").replace("/", "")
    return ENGINE.load({**saved, "hands": hands}) if hands != saved["hands"] else None
