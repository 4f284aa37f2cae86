"""The constants of the rules, read from `data/rules.toml` and checked on load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from engines.data_files import BadData, Check, Words, load, whole
from engines.order_and_chaos.board import SIDES

FILE = Path(__file__).parent / "data" / "rules.toml"
Some = Annotated[int, Check(lambda value: value > 0, "a whole number from 1 is needed")]
Half = Annotated[float, Check(lambda value: 0 <= value < 1000 and not value * 2 % 1, "a multiple of a half is needed")]
OPTIONS = ("quiet_turn_limit", "repetition_limit")


@dataclass(frozen=True, slots=True)
class Battle:
    capacity: Annotated[int, whole(2, 4)]
    freeze: Some
    close: Some

    def __post_init__(self) -> None:
        if not self.freeze <= self.close <= self.capacity:
            raise BadData("close: a number from freeze to capacity is needed")


@dataclass(frozen=True, slots=True)
class Win:
    occupation: Some
    grave: Some


@dataclass(frozen=True, slots=True)
class Points:
    small: Half
    big: Half
    penalty: Half


@dataclass(frozen=True, slots=True)
class Classroom:
    milliseconds: Some
    turns: Some


@dataclass(frozen=True, slots=True)
class RuleConstants:
    first: Annotated[int, Words(SIDES)]  # the seat that begins
    battle: Battle
    win: Win
    points: Points
    classroom: Classroom
    limits: Mapping[str, tuple[Some, Some, Some]]  # option -> default, least, most

    def __post_init__(self) -> None:
        if tuple(self.limits) != OPTIONS:
            raise BadData(f"limits: {', '.join(OPTIONS)} are needed")
        for name, (default, least, most) in self.limits.items():
            if not least <= default <= most:
                raise BadData(f"limits.{name}: the default must lie between least and most")


CONSTANTS = load(RuleConstants, FILE)
