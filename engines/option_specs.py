"""What may be chosen about a match of a game, in words: its options (ruling C-7) as forms and pages show them.

Read from `engines/<package>/data/choices.toml` and checked on load. Defaults are the engine's own. The file is English;
labels and texts are told when they are asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from engines import registry
from engines.contract import Json
from engines.words import told

FLAG, NUMBER, PICK, STRUCTURE = "flag", "number", "pick", "structure"
KINDS = (FLAG, NUMBER, PICK, STRUCTURE)
_SHAPE = {
    FLAG: {"name", "label", "kind", "text"},
    NUMBER: {"name", "label", "kind", "text", "least", "most"},
    PICK: {"name", "label", "kind", "text", "values"},
    STRUCTURE: {"name", "label", "kind", "text"},
}


class BadOptionSpecs(ValueError):
    """A file of choices is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One of the values of a pick; `value` may be None."""

    value: Json
    label: str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option. `least` and `most` belong to a number, `values` to a pick; a structure is for programs only."""

    name: str
    label: str
    kind: str
    text: str
    default: Json
    least: int = 0
    most: int = 0
    values: tuple[OptionValue, ...] = ()


def option_specs(game: str) -> tuple[OptionSpec, ...]:
    """Return the options of a game in the order in which they are asked; UnknownGame where there is no such game."""
    return tuple(map(_told, _choices(game)))


def _told(one: OptionSpec) -> OptionSpec:
    values = tuple(OptionValue(value.value, told(value.label)) for value in one.values)
    return replace(one, label=told(one.label), text=told(one.text), values=values)


@cache
def _choices(game: str) -> tuple[OptionSpec, ...]:
    defaults = registry.get(game).options({})
    file = Path(__file__).parent / game.replace("-", "_") / "data" / "choices.toml"
    return read(tomllib.loads(file.read_text(encoding="utf-8")), defaults, f"{file.parent.parent.name}/choices.toml")


def read(raw: Mapping[str, Any], defaults: Mapping[str, Json], source: str) -> tuple[OptionSpec, ...]:
    """The choices of a file's contents; BadOptionSpecs unless they are exactly the options that the engine knows."""
    if unknown := sorted(set(raw) - {"choice"}):
        raise BadOptionSpecs(f"{source}: {unknown[0]}: unknown key")
    made = tuple(_choice(one, defaults, source) for one in raw.get("choice", []))
    if missing := sorted(set(defaults) - {one.name for one in made}):
        raise BadOptionSpecs(f"{source}: choice: the option {missing[0]} is missing")
    return made


def _choice(raw: Mapping[str, Any], defaults: Mapping[str, Json], source: str) -> OptionSpec:
    name = raw.get("name")
    if not isinstance(name, str) or name not in defaults:
        raise BadOptionSpecs(f"{source}: name: {name!r} is no option of this game")
    if raw.get("kind") not in KINDS:
        raise BadOptionSpecs(f"{source}: {name}.kind: one of {', '.join(KINDS)} is needed")
    kind = raw["kind"]
    if set(raw) != _SHAPE[kind]:
        raise BadOptionSpecs(f"{source}: {name}: a {kind} has the keys {', '.join(sorted(_SHAPE[kind]))}")
    values = tuple(OptionValue(one.get("value"), one["label"]) for one in raw.get("values", []))
    made = OptionSpec(
        name, raw["label"], kind, raw["text"], defaults[name], raw.get("least", 0), raw.get("most", 0), values
    )
    if not _holds(made):
        raise BadOptionSpecs(f"{source}: {name}: the default {made.default!r} is not among its values")
    return made


def _holds(made: OptionSpec) -> bool:
    if made.kind == NUMBER:
        return isinstance(made.default, int) and made.least <= made.default <= made.most
    if made.kind == PICK:
        return any(one.value == made.default for one in made.values)
    return made.kind == STRUCTURE or isinstance(made.default, bool)
