"""Connect Four: discs fall into seven columns, and four in a row win. A whole game in one file, drawn by the generic board."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engines.board_description import BoardDescription, GenericView, draw_text
from engines.common import FORFEIT_REASONS, WINNER_RANKS
from engines.contract import Json, Outcome, Seat, malformed, require
from engines.i18n import Message, mark, translate as _
from engines.packages import GamePackage
from engines.search_adapter import SearchSettings, build_adapter
from engines.simple_engine import SimpleEngine

COLUMNS, ROWS = "abcdefg", 6
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
LINES = [
    [(column + n * dx, row + n * dy) for n in range(4)]
    for column in range(7) for row in range(ROWS) for dx, dy in STEPS
    if column + 3 * dx < 7 and 0 <= row + 3 * dy < ROWS
]  # fmt: skip


class State(NamedTuple):
    """The discs of each column from below, as seats, and the column of the last one."""

    columns: tuple[str, ...] = ("",) * 7
    last: str = ""
    outcome: Outcome | None = None

    @property
    def seat(self) -> Seat:
        return sum(map(len, self.columns)) % 2

    def lines(self) -> list[str]:
        """Return the discs on every line of four cells."""
        return ["".join(self.columns[x][y : y + 1] for x, y in line) for line in LINES]


class ConnectFour(SimpleEngine[State]):
    """The rules; an action is the letter of a column."""

    key = "connect-four"
    name = "Connect Four"
    seat_names: Sequence[str] = (mark("Red"), mark("Blue"))
    is_open = draws = True
    view_type = GenericView
    state_type = State
    reasons: Mapping[str, str] = {"four": mark("Four in a row."), "full": mark("The board is full."), **FORFEIT_REASONS}

    def turn(self, state: State) -> Json:
        return sum(map(len, state.columns))

    def legal(self, state: State, seat: Seat) -> Iterable[str]:
        free = [letter for letter, discs in zip(COLUMNS, state.columns, strict=True) if len(discs) < ROWS]
        return free if seat in self.to_act(state) else ()

    def apply(self, state: State, actor: Seat | None, action: str) -> State:
        self.check_turn(state, actor)
        n = COLUMNS.index(action)
        require(len(state.columns[n]) < ROWS, "full", "Column {column} is full.", column=action)
        columns = (*state.columns[:n], state.columns[n] + str(state.seat), *state.columns[n + 1 :])
        after = State(columns, action)
        if str(state.seat) * 4 in after.lines():
            return after._replace(outcome=Outcome(WINNER_RANKS[state.seat], "four"))
        is_full = all(len(discs) == ROWS for discs in columns)
        return after._replace(outcome=Outcome((1, 1), "full") if is_full else None)

    def allows_takeback(self, before: State, seat: Seat, after: State) -> bool:
        return True

    def view(self, state: State, viewer: Seat | None) -> GenericView:
        cells = [(letter, x, y) for x, letter in enumerate(COLUMNS) for y in range(ROWS)]
        pieces = [(f"{COLUMNS[x]}{y + 1}", int(seat)) for x, discs in enumerate(state.columns) for y, seat in enumerate(discs)]
        board: BoardDescription = {
            "shape": "square",
            "fixed": True,
            "cells": [{"name": f"{letter}{y + 1}", "at": [x, ROWS - 1 - y], "word": letter} for letter, x, y in cells],
            "pieces": [{"cell": cell, "owner": seat, "label": "", "name": _("disc")} for cell, seat in pieces],
            "last": [f"{state.last}{len(state.columns[COLUMNS.index(state.last)])}"] if state.last else [],
            "goal": _("Get four of your discs in a row: across, up or diagonally."),
        }
        return {"board": board}

    def describe(self, state: State, actor: Seat | None, action: str, viewer: Seat | None) -> Message:
        return _("{side} drops a disc into column {column}.", side=_(self.seat_names[actor or 0]), column=action)

    def decode(self, text: str) -> str:
        if len(text) != 1 or text not in COLUMNS:
            raise malformed("A move is the letter of a column, a to g.")
        return text


ENGINE = ConnectFour()


def read_view(view: Mapping[str, Any]) -> State:
    """Return the position of a view, for bots."""
    discs = {piece["cell"]: str(piece["owner"]) for piece in view["board"]["pieces"]}
    return State(tuple("".join(discs.get(f"{letter}{row}", "") for row in range(1, ROWS + 1)) for letter in COLUMNS))


def evaluate(state: State) -> tuple[float, float]:
    """Return the value of a position for both seats: lines that only one side can still fill count."""
    lines = state.lines()
    mine, its = (sum(4 ** len(discs) for discs in lines if discs and set(discs) == {seat}) for seat in "01")
    return (1 + mine) / (2 + mine + its), (1 + its) / (2 + mine + its)


def choose(seat: Seat, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return the move of the greedy bot: the best after the opponent's best reply."""

    def value(state: State) -> float:
        return evaluate(state)[seat] if state.outcome is None else 2.0 - state.outcome.ranks[seat]

    def worst(action: str) -> float:
        after = ENGINE.apply(read_view(view), seat, action)
        replies = (value(ENGINE.apply(after, 1 - seat, reply)) for reply in ENGINE.legal(after, 1 - seat))
        return min(replies, default=value(after)) + rng.random() / 1000

    return max(legal or (), key=worst)


SEARCH = build_adapter(lambda seat, view, legal: lambda rng: read_view(view), evaluate, SearchSettings(open_state=True))
GAME = GamePackage(engines=(ENGINE,), choose=choose, search=SEARCH, board=lambda view: draw_text(view["board"]))
