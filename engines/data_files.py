"""Data files in the folder of an engine: TOML, read into dataclasses by their annotations and checked on load (C-8).

    str, int, float, bool    a value of that type        tuple[X, ...], tuple[X, X]  a list, of that length
    Annotated[X, Check]      an X that meets it          Mapping[str, X]             a table of X, by any names
    Annotated[int, IndexedWords]  a word, as its number      a dataclass                 a table of its fields
    Any                      any value

A field with a default may be left out; `field(metadata={"key": ...})` names its key if that cannot be the field's
name. Conditions on several fields are checked by `__post_init__`, whose BadData begins with a field's name.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


class BadData(ValueError):
    """An invalid data file: the message names file, key and reason."""


def check_that(condition: object, reason: str) -> None:
    """Raise BadData with the reason unless `condition` is true."""
    if not condition:
        raise BadData(reason)


class Check(NamedTuple):
    """A condition on a value, and the reason to report if it is not met."""

    meets: Callable[[Any], bool]
    wanted: str


class IndexedWords(NamedTuple):
    """Allowed words; each is stored as its index."""

    words: tuple[str, ...]


def int_range(minimum: int, maximum: int = 99) -> Check:
    """Return the check of a whole number."""
    return Check(lambda value: minimum <= value <= maximum, f"must be a whole number from {minimum} to {maximum}")


def one_of(*words: str) -> Check:
    """Return the check of a text that must be one of these."""
    return Check(words.__contains__, f"must be one of {', '.join(filter(None, words))}")


def at_least(count: int, noun: str) -> Check:
    """Return the check of a list's minimum length."""
    return Check(lambda value: len(value) >= count, f"must have at least {count} {noun}")


Text = Annotated[str, Check(bool, "must be a non-empty text")]


def check_different(names: Iterable[str], label: str) -> None:
    """Raise BadData if a name occurs twice, ignoring case."""
    folded = [name.lower() for name in names]
    if duplicates := sorted({name for name in folded if folded.count(name) > 1}):
        raise BadData(f"{label}: {duplicates[0]!r} appears twice")


def load_toml(path: Path, error_class: type[Exception] = BadData) -> dict[str, Any]:
    """Return a TOML file's contents. Raises `error_class` with the file's name and the reason if it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise error_class(f"{path.name}: {error}") from None


def load(kind: type[T], path: Path) -> T:
    """Return the contents of a file as a dataclass. Raises BadData."""
    return parse(kind, load_toml(path), path.name)


def parse(kind: type[T], raw: Mapping[str, Any], source: str) -> T:
    """Return a file's contents as a dataclass. Raises BadData naming the source."""
    result: T = _convert(kind, raw, f"{source}:")
    return result


def _convert(kind: Any, raw: Any, where: str) -> Any:
    if kind is Any:
        return raw
    origin, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _convert_dataclass(kind, raw, where)
    if origin is Annotated:
        return _convert_annotated(parts[0], parts[1], raw, where)
    if origin is UnionType:
        return _convert(parts[0], raw, where)
    if origin is tuple:
        return _convert_list(parts, raw, where)
    if origin is not None:
        return {name: _convert(parts[1], value, _join(where, name)) for name, value in _mapping(raw, where).items()}
    if type(raw) is kind or (kind is float and type(raw) is int):
        return raw
    raise BadData(f"{where}: must be of type {kind.__name__}")


def _convert_annotated(kind: Any, constraint: Check | IndexedWords, raw: Any, where: str) -> Any:
    if isinstance(constraint, IndexedWords):
        if raw not in constraint.words:
            raise BadData(f"{where}: must be one of {', '.join(constraint.words)}, not {raw!r}")
        return constraint.words.index(raw)
    value = _convert(kind, raw, where)
    if not constraint.meets(value):
        raise BadData(f"{where}: {constraint.wanted}, not {raw!r}")
    return value


def _convert_list(parts: tuple[Any, ...], raw: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise BadData(f"{where}: must be a list")
    kinds = parts[:1] * len(raw) if parts[-1] is Ellipsis else parts
    if len(raw) != len(kinds):
        raise BadData(f"{where}: must have {len(kinds)} items, not {len(raw)}")
    return tuple(_convert(kind, value, f"{where}[{n}]") for n, (kind, value) in enumerate(zip(kinds, raw, strict=True)))


def _convert_dataclass(kind: Any, raw: Any, where: str) -> Any:
    table, hints, values = dict(_mapping(raw, where)), get_type_hints(kind, include_extras=True), {}
    for field in fields(kind):
        key = field.metadata.get("key", field.name)
        if key in table:
            values[field.name] = _convert(hints[field.name], table.pop(key), _join(where, key))
        elif field.default is MISSING:
            raise BadData(f"{_join(where, key)}: missing key")
    if table:
        raise BadData(f"{_join(where, min(table))}: unknown key")
    try:
        return kind(**values)
    except BadData as error:
        raise BadData(_join(where, str(error))) from None


def _mapping(raw: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise BadData(f"{where}: must be a table")
    return raw


def _join(where: str, key: str) -> str:
    return f"{where} {key}" if where.endswith(":") else f"{where}.{key}"
