"""Data that games' log readers return: use of pieces and places, and boards for heat maps."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engines.contract import Json
from engines.referee_notation import parse_word


class LogLine(NamedTuple):
    """A log entry. `at` is in ms; `left` has by seat the turn time and time bank left, in ms."""

    by: int | None
    do: str
    note: str = ""
    at: int = 0
    left: Sequence[Sequence[int]] = ()


class UsageKey(NamedTuple):
    """`topic` is a table of the game (`piece`), `key` a line of it (`TK`); places have the topic `square`."""

    topic: str
    key: str
    seat: int


@dataclass
class Usage:
    """How often something was used, how often successfully as the game defines it, and how often it was lost."""

    of: dict[UsageKey, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    openings: dict[int, str] = field(default_factory=dict)
    """By seat: how it opened, in notation (see `LogReader.opening`)."""

    def used(self, topic: str, key: str, seat: int, *, uses: int = 1, good: int = 0, bad: int = 0) -> None:
        self.of[UsageKey(topic, key, seat)].update(uses=uses, good=good, bad=bad)

    def opened(self, seat: int, text: str) -> None:
        """Note how a seat opened; only the first call for a seat counts."""
        self.openings.setdefault(seat, text)


@dataclass(frozen=True, slots=True)
class Topic:
    """A table of a game with the meaning of its lines and of `uses`, `good` and `bad` ("": not used)."""

    key: str
    title: str
    line: str
    uses: str
    good: str = ""
    bad: str = ""
    about: str = ""
    name: Callable[[str], str] = str


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a board as a polygon with `points` in order; `middle` is the label position."""

    key: str
    points: tuple[tuple[float, float], ...]
    middle: tuple[float, float]


def rectangle(key: str, left: float, top: float, width: float, height: float) -> Cell:
    """Return a rectangular place."""
    rim = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return Cell(key, rim, (left + width / 2, top + height / 2))


@dataclass(frozen=True, slots=True)
class Board:
    """The places of a board."""

    size: tuple[float, float]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class LogReader:
    """The reader of a game's logs. `board` is None and `square` "" without a heat map."""

    topics: tuple[Topic, ...]
    read: Callable[[Sequence[LogLine], Mapping[str, Json], int], Usage]
    board: Callable[[], Board] | None = None
    square: str = ""
    """What is counted at a place, in words."""
    opening: str = ""
    """What counts as an opening, in words; "" if openings are not counted."""


def remove_undone(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the entries without those undone or taken back, and without the undo entries themselves.

    >>> [line.do for line in remove_undone([LogLine(0, "a"), LogLine(1, "b"), LogLine(1, "undo"), LogLine(1, "c")])]
    ['a', 'c']
    >>> [line.do for line in remove_undone([LogLine(1, "a"), LogLine(0, "b"), LogLine(1, "c"), LogLine(None, "takeback 0")])]
    ['a']
    """
    result: list[LogLine] = []
    for line in lines:
        word = parse_word(line.by, line.do)
        is_takeback = word is not None and word.name == "takeback"
        if is_takeback or (line.by is not None and line.do == "undo"):
            seat = word.numbers[0] if word else line.by
            last = next((index for index in range(len(result) - 1, -1, -1) if result[index].by == seat), len(result))
            del result[last : None if is_takeback else last + 1]
        else:
            result.append(line)
    return result
