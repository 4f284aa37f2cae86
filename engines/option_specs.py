"""The options of a game's matches (ruling C-7) with labels and texts for forms and pages.

Read from the file `choices` of the game's package and checked on load. Defaults are the engine's own. The file is English;
labels and texts are translated on use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from engines import data_files
from engines.contract import AnyEngine, Json
from engines.data_files import BadData, one_of
from engines.i18n import translate as _

FLAG, NUMBER, PICK, STRUCTURE = "flag", "number", "pick", "structure"


@dataclass(frozen=True, slots=True)
class OptionValue:
    """A possible value of a pick; `value` may be None."""

    label: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option. `least` and `most` belong to numbers, `values` to picks; structures are for programs only."""

    name: str
    label: str
    kind: Annotated[str, one_of(FLAG, NUMBER, PICK, STRUCTURE)]
    text: str
    default: Any = None
    least: int = 0
    most: int = 0
    values: tuple[OptionValue, ...] = ()

    def __post_init__(self) -> None:
        if (self.kind == NUMBER) != (self.least < self.most) or (self.kind == PICK) != bool(self.values):
            raise BadData(f"kind: {self.kind} (a number needs least and most, a pick needs values, other kinds neither)")

    @property
    def has_valid_default(self) -> bool:
        """Return whether the default is one of the option's possible values."""
        if self.kind == NUMBER:
            return isinstance(self.default, int) and self.least <= self.default <= self.most
        if self.kind == PICK:
            return self.default in [option_value.value for option_value in self.values]
        return self.kind == STRUCTURE or isinstance(self.default, bool)


@dataclass(frozen=True, slots=True)
class ChoicesFile:
    """The contents of a choices file."""

    choice: tuple[OptionSpec, ...] = ()


def translate_spec(spec: OptionSpec) -> OptionSpec:
    """Return the option in the reader's language."""
    values = tuple(replace(option_value, label=_(option_value.label)) for option_value in spec.values)
    return replace(spec, label=_(spec.label), text=_(spec.text), values=values)


def load_option_specs(file: Path | None, engine: AnyEngine) -> tuple[OptionSpec, ...]:
    """Return the options of a game in display order, from its file. Raises BadData."""
    raw = {} if file is None else data_files.load_toml(file)
    return parse_option_specs(raw, engine.options({}), f"{engine.key}/{'options' if file is None else file.name}")


def parse_option_specs(raw: Mapping[str, Any], defaults: Mapping[str, Json], source: str) -> tuple[OptionSpec, ...]:
    """Return the options of a file's contents. Raises BadData unless they are exactly the options of the engine."""
    specs = {spec.name: spec for spec in data_files.parse(ChoicesFile, raw, source).choice}
    if unknown := sorted(set(specs) - set(defaults)):
        raise BadData(f"{source}: name: {unknown[0]!r} is not an option of this game")
    if missing := sorted(set(defaults) - set(specs)):
        raise BadData(f"{source}: choice: the option {missing[0]} is missing")
    complete_specs = tuple(replace(spec, default=defaults[name]) for name, spec in specs.items())
    for spec in complete_specs:
        if not spec.has_valid_default:
            raise BadData(f"{source}: {spec.name}: the default {spec.default!r} is not among its values")
    return complete_specs
