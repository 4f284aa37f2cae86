"""Data files that lie beside an engine: TOML, read into dataclasses by their annotations and checked on load (C-8).

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


def need(met: object, reason: str) -> None:
    """Raise BadData with the reason unless `condition` is true."""
    if not met:
        raise BadData(reason)


class Check(NamedTuple):
    """A condition on a value, and the reason to report if it is not met."""

    meets: Callable[[Any], bool]
    wanted: str


class Words(NamedTuple):
    """Allowed words, each of which stands for its index."""

    words: tuple[str, ...]


def whole(least: int, most: int = 99) -> Check:
    """Return the check of a whole number."""
    return Check(lambda value: least <= value <= most, f"a whole number from {least} to {most} is needed")


def one_of(*words: str) -> Check:
    """Return the check of a text that must be one of these."""
    return Check(words.__contains__, f"one of {', '.join(filter(None, words))} is needed")


def at_least(count: int, what: str) -> Check:
    """Return the check of a list's minimum length."""
    return Check(lambda value: len(value) >= count, f"at least {count} {what} are needed")


Text = Annotated[str, Check(bool, "a text is needed")]


def check_different(names: Iterable[str], what: str) -> None:
    """Raise BadData if a name occurs twice, ignoring case."""
    folded = [name.lower() for name in names]
    if twice := sorted({name for name in folded if folded.count(name) > 1}):
        raise BadData(f"{what}: {twice[0]!r} stands twice")


def load_toml(path: Path, wrong: type[Exception] = BadData) -> dict[str, Any]:
    """Return a TOML file's contents. Raises `error_class` with the file's name and the reason if it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise wrong(f"{path.name}: {fault}") from None


def load(kind: type[T], path: Path) -> T:
    """Return the contents of a file as a dataclass. Raises BadData."""
    return read(kind, load_toml(path), path.name)


def read(kind: type[T], raw: Mapping[str, Any], source: str) -> T:
    """Return a file's contents as a dataclass. Raises BadData naming the source."""
    made: T = _read(kind, raw, f"{source}:")
    return made


def _read(kind: Any, raw: Any, where: str) -> Any:
    if kind is Any:
        return raw
    origin, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _table(kind, raw, where)
    if origin is Annotated:
        return _annotated(parts[0], parts[1], raw, where)
    if origin is UnionType:
        return _read(parts[0], raw, where)
    if origin is tuple:
        return _list(parts, raw, where)
    if origin is not None:
        return {name: _read(parts[1], value, _at(where, name)) for name, value in _dict(raw, where).items()}
    if type(raw) is kind or (kind is float and type(raw) is int):
        return raw
    raise BadData(f"{where}: a value of type {kind.__name__} is needed")


def _annotated(kind: Any, more: Check | Words, raw: Any, where: str) -> Any:
    if isinstance(more, Words):
        if raw not in more.words:
            raise BadData(f"{where}: {raw!r} is none of {', '.join(more.words)}")
        return more.words.index(raw)
    value = _read(kind, raw, where)
    if not more.meets(value):
        raise BadData(f"{where}: {more.wanted}, not {raw!r}")
    return value


def _list(parts: tuple[Any, ...], raw: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise BadData(f"{where}: a list is needed")
    kinds = parts[:1] * len(raw) if parts[-1] is Ellipsis else parts
    if len(raw) != len(kinds):
        raise BadData(f"{where}: a list of {len(kinds)} is needed, not of {len(raw)}")
    return tuple(_read(kind, value, f"{where}[{at}]") for at, (kind, value) in enumerate(zip(kinds, raw, strict=True)))


def _table(kind: Any, raw: Any, where: str) -> Any:
    table, hints, values = dict(_dict(raw, where)), get_type_hints(kind, include_extras=True), {}
    for field in fields(kind):
        key = field.metadata.get("key", field.name)
        if key in table:
            values[field.name] = _read(hints[field.name], table.pop(key), _at(where, key))
        elif field.default is MISSING:
            raise BadData(f"{_at(where, key)}: the key is missing")
    if table:
        raise BadData(f"{_at(where, min(table))}: unknown key")
    try:
        return kind(**values)
    except BadData as fault:
        raise BadData(_at(where, str(fault))) from None


def _dict(raw: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise BadData(f"{where}: a table is needed")
    return raw


def _at(where: str, key: str) -> str:
    return f"{where} {key}" if where.endswith(":") else f"{where}.{key}"
