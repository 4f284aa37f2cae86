"""A series of games between two entrants: whose seat it is, when it is decided, what a draw means.

The two are 0, the higher seed, and 1. Points are half points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engines.words import marked, say
from league.formats.settings import BadSetting, Field, read

HIGHER, LOWER = 0, 1


class Drawn(StrEnum):
    """What a drawn game means."""

    COUNT = "count"
    REPLAY = "replay"


class Level(StrEnum):
    """What decides a series that is still equal behind its last game and the extra games."""

    DRAW = "draw"
    HIGHER = "higher-seed"
    SUDDEN_DEATH = "sudden-death"


class Deciding(StrEnum):
    """Who has the first seat in a deciding game: the last one of an odd number, and extra games."""

    ALTERNATE = "alternate"
    HIGHER = "higher-seed"
    LOT = "lot"


FIELDS = (
    Field("best_of", marked("Games"), 1, 1, 15),
    Field(
        "starts",
        marked("First seat in game 1"),
        "higher-seed",
        choices=(
            ("higher-seed", marked("the higher seed")),
            ("lower-seed", marked("the lower seed")),
            ("lot", marked("by lot")),
        ),
    ),
    Field(
        "deciding",
        marked("First seat in a deciding game"),
        Deciding.ALTERNATE.value,
        choices=(
            (Deciding.ALTERNATE, marked("alternates")),
            (Deciding.HIGHER, marked("the higher seed")),
            (Deciding.LOT, marked("by lot")),
        ),
    ),
    Field(
        "drawn",
        marked("A drawn game"),
        Drawn.COUNT.value,
        choices=((Drawn.COUNT, marked("counts half")), (Drawn.REPLAY, marked("is played again"))),
    ),
    Field("replays", marked("Replays in all"), 3, 0, 20, help=marked("Behind so many, a drawn game counts half.")),
    Field(
        "extra",
        marked("Extra games"),
        2,
        0,
        20,
        help=marked("Played one by one while the series is equal; the first won decides."),
    ),
    Field(
        "level",
        marked("A series still equal"),
        Level.HIGHER.value,
        choices=(
            (Level.DRAW, marked("is drawn")),
            (Level.HIGHER, marked("goes to the higher seed")),
            (Level.SUDDEN_DEATH, marked("has a last game, in which a draw wins for the second seat")),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Rule:
    best_of: int = 1
    starts: str = "higher-seed"
    deciding: str = Deciding.ALTERNATE.value
    drawn: str = Drawn.COUNT.value
    replays: int = 3
    extra: int = 2
    level: str = Level.HIGHER.value


def check(given: Mapping[str, Any], *, knock_out: bool) -> Rule:
    """BadSetting where the rule cannot be; in a knock-out a series must have a winner."""
    rule = Rule(**read(FIELDS, given))
    if knock_out and rule.level == Level.DRAW:
        raise BadSetting("level", say("In a knock-out a series cannot end drawn: say what decides."))
    return rule


@dataclass(frozen=True, slots=True)
class Next:
    """The game to be played now: its number, from 1, and who has the first seat."""

    number: int
    first: int
    what: str
    """`game`, `replay`, `extra` or `sudden death`."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series so far. `games` are the half points of (higher seed, lower seed) in each game, oldest first.

    `lot` is what the drawing of lots gave: 0 or 1 has the first seat where the rule asks for it. `gone` are those who
    did not come or withdrew: the other wins by walk-over, and if both are gone nobody does.
    """

    rule: Rule
    games: tuple[tuple[int, int], ...] = ()
    lot: int = HIGHER
    gone: frozenset[int] = frozenset()

    def with_game(self, higher: int, lower: int) -> Series:
        """With the half points of the next game; a double forfeit is (0, 0). ValueError when none is due."""
        if self.next_game() is None:
            raise ValueError("The series is decided.")
        return replace(self, games=(*self.games, (higher, lower)))

    def without(self, *who: int) -> Series:
        return replace(self, gone=self.gone | set(who))

    @property
    def score(self) -> tuple[int, int]:
        """Half points of all games that count."""
        return self._told().score

    @property
    def over(self) -> bool:
        return bool(self.gone) or self._told().next is None

    @property
    def winner(self) -> int | None:
        """0 or 1 once it is decided; None before, where it is drawn, and where both are gone."""
        if self.gone:
            return None if len(self.gone) == 2 else 1 - next(iter(self.gone))
        return self._told().winner

    @property
    def halves(self) -> tuple[int, int]:
        """The result as half points for a table or bracket: by walk-over the winner has all that was to be won."""
        if self.winner is not None and self.gone:
            needed = self.rule.best_of + 1
            return (needed, 0) if self.winner == HIGHER else (0, needed)
        return (0, 0) if self.gone else self.score

    def next_game(self) -> Next | None:
        return None if self.gone else self._told().next

    def _told(self) -> _Told:
        told = _Told(self.rule, self.lot)
        for game in self.games:
            told = told.after(game)
        return told


@dataclass(frozen=True, slots=True)
class _Told:
    """The series told from its beginning: what counts after each game."""

    rule: Rule
    lot: int
    score: tuple[int, int] = (0, 0)
    number: int = 0
    regular: int = 0
    replayed: int = 0
    extra: int = 0
    replaying: bool = False
    sudden: int | None = None
    """Who won the game of sudden death."""

    @property
    def next(self) -> Next | None:
        if self.winner is not None:
            return None
        if self.regular < self.rule.best_of:
            return Next(self.number + 1, self._first(), "replay" if self.replaying else "game")
        if self.extra < self.rule.extra:
            return Next(self.number + 1, self._first(), "replay" if self.replaying else "extra")
        sudden = self.rule.level == Level.SUDDEN_DEATH
        return Next(self.number + 1, self._first(), "sudden death") if sudden else None

    @property
    def winner(self) -> int | None:
        if self.sudden is not None:
            return self.sudden
        one, other = self.score
        to_win = 2 * max(0, self.rule.best_of - self.regular)
        if abs(one - other) > to_win:
            return HIGHER if one > other else LOWER
        level = self.regular >= self.rule.best_of and self.extra >= self.rule.extra
        return HIGHER if level and self.rule.level == Level.HIGHER else None

    def after(self, game: tuple[int, int]) -> _Told:
        told = replace(self, number=self.number + 1, replaying=False)
        drawn = game[0] == game[1]
        if self.next is not None and self.next.what == "sudden death":
            score = (self.score[0] + game[0], self.score[1] + game[1])
            return replace(told, score=score, sudden=1 - self._first() if drawn else int(game[1] > game[0]))
        if drawn and any(game) and self.rule.drawn == Drawn.REPLAY and self.replayed < self.rule.replays:
            return replace(told, replayed=self.replayed + 1, replaying=True)
        score = (self.score[0] + game[0], self.score[1] + game[1])
        if self.regular < self.rule.best_of:
            return replace(told, score=score, regular=self.regular + 1)
        return replace(told, score=score, extra=self.extra + 1)

    def _first(self) -> int:
        """Who has the first seat in the next game. Sides alternate; a replay swaps them like any next game."""
        deciding = self.regular >= self.rule.best_of or (
            self.regular == self.rule.best_of - 1 and self.rule.best_of % 2 == 1 and self.regular > 0
        )
        start = {"higher-seed": HIGHER, "lower-seed": LOWER, "lot": self.lot}[self.rule.starts]
        if not deciding or self.rule.deciding == Deciding.ALTERNATE:
            return (start + self.number) % 2
        given = HIGHER if self.rule.deciding == Deciding.HIGHER else self.lot
        return (given + self.extra + self.replayed) % 2
