"""What a finished match's public record tells of its pieces and places. Every game's reader gives a Reading."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engines.contract import Json
from engines.referee_notation import read_word


class Line(NamedTuple):
    """One entry of a log. `at` is in ms; `left` is by seat what it had of its turn and of its reserve, in ms."""

    by: int | None
    do: str
    note: str = ""
    at: int = 0
    left: Sequence[Sequence[int]] = ()


class Use(NamedTuple):
    """`topic` is a table of the game (`piece`), `key` a line of it (`TK`); `square` is the topic of a place."""

    topic: str
    key: str
    seat: int


@dataclass
class Reading:
    """How often something was used, how often that was what its game calls a success, and how often it was lost."""

    of: dict[Use, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def used(self, topic: str, key: str, seat: int, *, uses: int = 1, good: int = 0, bad: int = 0) -> None:
        self.of[Use(topic, key, seat)].update(uses=uses, good=good, bad=bad)


@dataclass(frozen=True, slots=True)
class Topic:
    """A table of a game: what its lines are, and what `uses`, `good` and `bad` mean in it ("": it has none)."""

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
    """A place of a board as a polygon, `points` in the order of its rim; `middle` is where its figure stands."""

    key: str
    points: tuple[tuple[float, float], ...]
    middle: tuple[float, float]


def rectangle(key: str, left: float, top: float, wide: float, high: float) -> Cell:
    rim = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    return Cell(key, rim, (left + wide / 2, top + high / 2))


@dataclass(frozen=True, slots=True)
class Board:
    size: tuple[float, float]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """How a game's records are read. `board` and `square` are None and "" where no heat map is drawn."""

    topics: tuple[Topic, ...]
    read: Callable[[Sequence[Line], Mapping[str, Json], int], Reading]
    board: Callable[[], Board] | None = None
    square: str = ""
    """What is counted at a place, in words."""


def standing(lines: Iterable[Line]) -> list[Line]:
    """The lines without what was taken back, and without the words for it.

    >>> [line.do for line in standing([Line(0, "a"), Line(1, "b"), Line(1, "undo"), Line(1, "c")])]
    ['a', 'c']
    >>> [line.do for line in standing([Line(1, "a"), Line(0, "b"), Line(1, "c"), Line(None, "takeback 0")])]
    ['a']
    """
    kept: list[Line] = []
    for line in lines:
        word = read_word(line.by, line.do)
        given_back = word is not None and word.name == "takeback"
        if given_back or (line.by is not None and line.do == "undo"):
            whose = word.numbers[0] if word else line.by
            last = next((at for at in range(len(kept) - 1, -1, -1) if kept[at].by == whose), len(kept))
            del kept[last : None if given_back else last + 1]
        else:
            kept.append(line)
    return kept
