"""Zero Order once more, written from the rules with sets and dictionaries, to check the engine against.

It shares nothing with the engine but the notation. A grid is (column, row); a token is (seat, code). `legal(game)` maps
every legal text to a function that makes the game behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

Grid = tuple[int, int]
Token = tuple[int, str]
Effect = Callable[["Game"], set[Token]]  # changes a game; the tokens that landed

DIRECTIONS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
ROWS = [(1, 7), (1, 8), (1, 9), (2, 9), (3, 9)]
BOARD = {(c, r) for c, (low, high) in enumerate(ROWS) for r in range(low, high + 1)}
MIDDLE = (2, 5)
CODES = ["DE", "PU", "TO", "TW", "FR", "SW", "SP", "FI", "CO", "MI", "IM", "EX", "GR", "LO", "HI", "ST", "GL", "ER"]
LEVEL = dict(zip(CODES, [1] * 6 + [2] * 6 + [3] * 6, strict=True))
WORD = {"DE": "delete", "PU": "push", "TO": "toss", "TW": "twist", "FR": "freeze", "SW": "switch", "SP": "split"}
WORD |= {"FI": "file", "MI": "mirror", "IM": "import", "EX": "export", "GR": "group", "LO": "lock", "HI": "hide"}
WORD |= {"ST": "stack", "GL": "glitch"}


def name(grid: Grid) -> str:
    return "ABCDE"[grid[0]] + str(grid[1])


def grid_of(text: str) -> Grid:
    return "ABCDE".index(text[0]), int(text[1])


def step(grid: Grid, direction: tuple[int, int], times: int = 1) -> Grid:
    return grid[0] + times * direction[0], grid[1] + times * direction[1]


def around(grid: Grid) -> list[Grid]:
    return [step(grid, direction) for direction in DIRECTIONS]


def mirrored(grid: Grid) -> Grid:
    return grid[0], (8, 9, 10, 11, 12)[grid[0]] - grid[1]


@dataclass
class Hold:
    holder: Token
    source: Token
    via: str
    held: frozenset[Token]


@dataclass
class Game:
    options: dict[str, Any]
    phase: str = "team"
    seat: int = 0
    slot: int = 0
    teams: list[Any] = field(default_factory=lambda: [None, None])
    hands: list[set[str]] = field(default_factory=lambda: [set(), set()])
    tiles: dict[Grid, Token | None] = field(default_factory=lambda: {MIDDLE: None})
    units: dict[Grid, Token] = field(default_factory=dict)
    stacks: list[set[str]] = field(default_factory=lambda: [set(), set()])
    holds: list[Hold] = field(default_factory=list)
    mover: Token | None = None
    acted: set[Token] = field(default_factory=set)
    landed: set[Token] = field(default_factory=set)
    fallen: set[Token] = field(default_factory=set)
    eventful: bool = False
    idle: bool = False
    idle_before: bool = False
    turn: int = 0
    quiet: int = 0
    seen: list[Any] = field(default_factory=list)
    won: tuple[int | None, str] | None = None  # winner (None: a draw) and reason

    def copy(self) -> Game:
        made = copy(self)
        made.teams, made.hands, made.stacks = (list(self.teams), [set(h) for h in self.hands], [set(s) for s in self.stacks])
        made.tiles, made.units, made.holds = dict(self.tiles), dict(self.units), [copy(h) for h in self.holds]
        made.acted, made.landed, made.fallen = set(self.acted), set(self.landed), set(self.fallen)
        made.seen = list(self.seen)
        return made

    def at(self, token: Token | None) -> Grid | None:
        return next((grid for grid, unit in self.units.items() if unit == token), None)

    def near(self, grid: Grid) -> list[Grid]:
        return sorted(other for other in around(grid) if other in self.units)

    def free(self, grid: Grid) -> bool:
        return grid in self.tiles and grid not in self.units

    def is_(self, state: str, token: Token) -> bool:
        states = {"LO": ("fixed", "immune"), "HI": ("asleep", "immune")}
        return any(token in h.held and state in states.get(h.source[1], ("fixed", "asleep")) for h in self.holds)

    def active(self, token: Token) -> bool:
        return not self.is_("fixed", token) and not self.is_("asleep", token)

    def allies(self, seat: int, grid: Grid) -> list[Grid]:
        return [g for g in self.near(grid) if self.units[g][0] == seat]

    def foes(self, seat: int, grid: Grid) -> list[Grid]:
        return [g for g in self.near(grid) if self.units[g][0] != seat and not self.is_("immune", self.units[g])]

    def held_by(self, token: Token) -> frozenset[Token]:
        return next((h.held for h in self.holds if h.holder == token), frozenset())

    def take(self, grid: Grid) -> set[Token]:
        seat, code = self.units.pop(grid)
        gone = {(seat, code)}
        if code == "ST":
            gone |= {(seat, under) for under in self.stacks[seat]}
            self.stacks[seat] = set()
        return gone

    def defeat(self, grid: Grid) -> None:
        self.fallen |= self.take(grid)
        self.eventful = True

    def settle(self) -> None:
        """End the holds that do not last, again and again until all that are left do."""
        before = None
        while before != [(hold.holder, hold.held) for hold in self.holds]:
            before = [(hold.holder, hold.held) for hold in self.holds]
            for hold in list(self.holds):
                place = self.at(hold.holder)
                if place is None or self.is_("asleep", hold.holder) or not self.sourced(hold, place):
                    self.holds.remove(hold)
                    continue
                hold.held = frozenset(token for token in hold.held if self.reaches(hold, place, token))
                if not hold.held:
                    self.holds.remove(hold)
        self.holds.sort(key=lambda hold: hold.holder)

    def sourced(self, hold: Hold, place: Grid) -> bool:
        beneath, copying = self.stacks[hold.holder[0]], self.at(hold.source) in around(place)
        stacked, copied_beneath = hold.source[1] in beneath, copying and "CO" in beneath
        return {"own": True, "copied": copying, "stacked": stacked, "copied-beneath": copied_beneath}[hold.via]

    def reaches(self, hold: Hold, place: Grid, token: Token) -> bool:
        other = self.at(token)
        if other is None or other in around(place):
            return other is not None
        if hold.source[1] != "FI" or other[0] != place[0]:
            return False
        between = range(min(other[1], place[1]) + 1, max(other[1], place[1]))
        return all(self.units.get((place[0], row)) in hold.held for row in between)

    def position(self) -> Any:
        holds = sorted((h.holder, h.source, h.via, tuple(sorted(h.held))) for h in self.holds)
        return (self.seat, sorted(self.tiles.items(), key=str), sorted(self.units.items()), holds,
                [sorted(stack) for stack in self.stacks])  # fmt: skip


def shown(game: Game) -> dict[str, Any]:
    """The game as the parts of the engine's view that both have."""
    return {
        "phase": game.phase,
        "turn": game.turn,
        "quiet": game.quiet,
        "tiles": {name(g): [None, None] if t is None else list(t) for g, t in game.tiles.items()},
        "units": {name(g): list(t) for g, t in game.units.items()},
        "stacks": [sorted(stack, key=CODES.index) for stack in game.stacks],
        "hands": [sorted(hand, key=CODES.index) for hand in game.hands],
        "holds": sorted(
            (name(game.at(h.holder) or MIDDLE), h.source[1], h.via, sorted(name(game.at(t) or MIDDLE) for t in h.held))
            for h in game.holds
        ),
        "fallen": sorted(code for _, code in game.fallen),
        "mover": None if game.mover is None or game.at(game.mover) is None else name(game.at(game.mover) or MIDDLE),
        "won": game.won,
    }
