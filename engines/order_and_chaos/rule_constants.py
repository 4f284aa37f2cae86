"""The constants of the rules, read from `data/rules.toml` and checked on load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.data_files import load_toml
from engines.order_and_chaos.board import SIDES

FILE = Path(__file__).parent / "data" / "rules.toml"


class BadRuleConstants(ValueError):
    """The file of numbers is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class RuleConstants:
    first: int  # the seat that begins
    capacity: int
    freeze: int
    close: int
    occupation: int
    grave: int
    points: tuple[float, float]  # of a small and of a big chessman
    penalty: float
    milliseconds: int
    turns: int
    limits: Mapping[str, tuple[int, int, int]]  # option -> default, least, most


_SHAPE = {
    "battle": ("capacity", "freeze", "close"),
    "win": ("occupation", "grave"),
    "points": ("small", "big", "penalty"),
    "classroom": ("milliseconds", "turns"),
    "limits": ("quiet_turn_limit", "repetition_limit"),
}


def read(raw: Mapping[str, Any], source: str) -> RuleConstants:
    """The numbers of a file's contents; BadRuleConstants where they are wrong."""
    if unknown := sorted(set(raw) - {*_SHAPE, "first"}):
        raise BadRuleConstants(f"{source}: {unknown[0]}: unknown key")
    if raw.get("first") not in SIDES:
        raise BadRuleConstants(f"{source}: first: one of {', '.join(SIDES)} is needed")
    tables = {name: _table(raw, name, source) for name in _SHAPE}
    whole = {
        key: _whole(tables[name][key], f"{source}: {name}.{key}")
        for name in ("battle", "win", "classroom")
        for key in _SHAPE[name]
    }
    halves = [_half(tables["points"][key], f"{source}: points.{key}") for key in _SHAPE["points"]]
    if not 2 <= whole["capacity"] <= 4:
        raise BadRuleConstants(f"{source}: battle.capacity: 2 to 4 is needed")
    if not whole["freeze"] <= whole["close"] <= whole["capacity"]:
        raise BadRuleConstants(f"{source}: battle.close: a number from freeze to capacity is needed")
    return RuleConstants(
        SIDES.index(raw["first"]),
        whole["capacity"],
        whole["freeze"],
        whole["close"],
        whole["occupation"],
        whole["grave"],
        (halves[0], halves[1]),
        halves[2],
        whole["milliseconds"],
        whole["turns"],
        {key: _limit(tables["limits"][key], f"{source}: limits.{key}") for key in _SHAPE["limits"]},
    )


def _table(raw: Mapping[str, Any], name: str, source: str) -> Mapping[str, Any]:
    table = raw.get(name)
    if not isinstance(table, dict):
        raise BadRuleConstants(f"{source}: {name}: a table is needed")
    for key in _SHAPE[name]:
        if key not in table:
            raise BadRuleConstants(f"{source}: {name}.{key}: is missing")
    if unknown := sorted(set(table) - set(_SHAPE[name])):
        raise BadRuleConstants(f"{source}: {name}.{unknown[0]}: unknown key")
    return table


def _whole(value: Any, where: str) -> int:
    if type(value) is not int or value < 1:
        raise BadRuleConstants(f"{where}: a whole number from 1 is needed, not {value!r}")
    return value


def _half(value: Any, where: str) -> float:
    if type(value) not in (int, float) or not 0 <= value < 1000 or value * 2 % 1:
        raise BadRuleConstants(f"{where}: a multiple of a half is needed, not {value!r}")
    return float(value)


def _limit(value: Any, where: str) -> tuple[int, int, int]:
    if not isinstance(value, list) or len(value) != 3:
        raise BadRuleConstants(f"{where}: default, least and most are needed")
    default, least, most = (_whole(part, where) for part in value)
    if not least <= default <= most:
        raise BadRuleConstants(f"{where}: the default must lie between least and most")
    return default, least, most


def load(path: Path = FILE) -> RuleConstants:
    """Read a file of numbers; BadRuleConstants names what is wrong with it."""
    return read(load_toml(path, BadRuleConstants), path.name)


CONSTANTS = load()
