"""The data files of the game, checked on load; BadTables names file, key and reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engines.data_files import load_toml

FOLDER = Path(__file__).parent / "data"


class BadTables(ValueError):
    """A data file is wrong: the message names file, key and reason."""


def read(name: str, folder: Path = FOLDER) -> Mapping[str, Any]:
    return load_toml(folder / name, BadTables)


def keys(raw: Any, wanted: Iterable[str], where: str) -> Mapping[str, Any]:
    """A table with exactly these keys."""
    if not isinstance(raw, dict):
        raise BadTables(f"{where}: a table is needed")
    wanted = set(wanted)
    if missing := sorted(wanted - set(raw)):
        raise BadTables(f"{where}.{missing[0]}: the key is missing")
    if unknown := sorted(set(raw) - wanted):
        raise BadTables(f"{where}.{unknown[0]}: unknown key")
    return raw


def entries(raw: Mapping[str, Any], key: str, shape: Mapping[str, type], where: str) -> list[Mapping[str, Any]]:
    """The list of tables under a key, every one of the given shape, with different names."""
    found = raw.get(key)
    if not isinstance(found, list) or not found:
        raise BadTables(f"{where}: {key}: a list of tables is needed")
    for at, entry in enumerate(found):
        here = f"{where}: {key}[{at}]"
        keys(entry, shape, here)
        for name, kind in shape.items():
            if type(entry[name]) is not kind:
                raise BadTables(f"{here}.{name}: a value of type {kind.__name__} is needed")
        if any(other["name"] == entry["name"] for other in found[:at]):
            raise BadTables(f"{here}.name: {entry['name']!r} stands twice")
    return found


def one_of(value: str, allowed: Iterable[str], where: str) -> str:
    allowed = tuple(allowed)
    if value not in allowed:
        raise BadTables(f"{where}: {value!r} is none of {', '.join(allowed)}")
    return value


def amount(value: Any, where: str, least: int = 0, most: int = 99) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadTables(f"{where}: a whole number from {least} to {most} is needed")
    return value


def amounts(value: Any, where: str, count: int | None, least: int = 0) -> tuple[int, ...]:
    """A list of whole numbers, of a length where one is given."""
    if not isinstance(value, list) or not value or (count is not None and len(value) != count):
        raise BadTables(f"{where}: a list of {count or 'some'} whole numbers is needed")
    return tuple(amount(number, f"{where}[{at}]", least) for at, number in enumerate(value))
