"""Frozen values to JSON and back, strictly: what does not fit its type is refused, never guessed.

A dataclass is an object of its fields, a moment an ISO text, a set a sorted list; keys of objects are texts. Where one
of several dataclasses may stand, its class attribute `tag` stands beside its fields as `is`.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engines.words import say

T = TypeVar("T")


class Malformed(ValueError):
    """JSON that is no such value; `where` is the field at fault (dotted), empty for the whole."""

    def __init__(self, where: str, wanted: str) -> None:
        super().__init__(say("{field}: give {wanted}.", field=where or say("This"), wanted=wanted))
        self.where = where


def encode(value: Any) -> Any:
    """JSON of a value made of dataclasses, tuples, sets, mappings, moments and plain values."""
    if is_dataclass(value):
        kept = {one.name: encode(getattr(value, one.name)) for one in fields(value) if one.init}
        tag = getattr(value, "tag", None)
        return kept if tag is None else {"is": tag, **kept}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, frozenset):
        return [encode(one) for one in sorted(value)]
    if isinstance(value, tuple | list):
        return [encode(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): encode(one) for key, one in value.items()}
    return value


def decode(kind: type[T], data: Any, where: str = "") -> T:
    """The value of that type. Malformed if the JSON is none, has a field too many or lacks one without a default."""
    return cast("T", _decode(kind, data, where))


def _decode(kind: Any, data: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), data, where)
    if origin is tuple:
        return _tuple(get_args(kind), data, where)
    if origin is frozenset:
        return frozenset(_decode(get_args(kind)[0], one, where) for one in _list(data, where))
    if origin is not None and issubclass(origin, Mapping):
        key, value = get_args(kind)
        if not isinstance(data, Mapping):
            raise Malformed(where, say("an object"))
        return {_key(key, k, where): _decode(value, one, f"{where}.{k}".strip(".")) for k, one in data.items()}
    if is_dataclass(kind):
        return _object(cast("type[Any]", kind), data, where)
    return _plain(kind, data, where)


def _one_of(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in kinds:
        return None
    tagged = {one.tag: one for one in kinds if hasattr(one, "tag")}
    if tagged:
        tag = data.get("is") if isinstance(data, Mapping) else None
        if not isinstance(tag, str) or tag not in tagged:
            raise Malformed(f"{where}.is".strip("."), say("one of {kinds}", kinds=", ".join(sorted(tagged))))
        return _object(tagged[tag], data, where)
    return _first(tuple(one for one in kinds if one is not type(None)), data, where)


def _first(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    *others, last = kinds
    for one in others:
        try:
            return _decode(one, data, where)
        except Malformed:
            continue
    return _decode(last, data, where)


def _tuple(kinds: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    values = _list(data, where)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_decode(kinds[0], one, where) for one in values)
    if len(values) != len(kinds):
        raise Malformed(where, say("a list of {number}", number=len(kinds)))
    return tuple(_decode(kind, one, where) for kind, one in zip(kinds, values, strict=True))


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise Malformed(where, say("a list"))
    return data


def _key(kind: Any, text: Any, where: str) -> Any:
    if kind is not int:
        return text
    try:
        return int(text)
    except (TypeError, ValueError):
        raise Malformed(where, say("whole numbers as keys")) from None


@cache
def _shape(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Type and whether it has a default, per field."""
    hints = get_type_hints(kind)
    return {
        one.name: (hints[one.name], one.default is not MISSING or one.default_factory is not MISSING)
        for one in fields(kind)
        if one.init
    }


def _object(kind: type[Any], data: Any, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise Malformed(where, say("an object"))
    shape = _shape(cast("Hashable", kind))
    for name in data:
        if name not in shape and not (name == "is" and data["is"] == getattr(kind, "tag", None)):
            raise Malformed(
                f"{where}.{name}".strip("."), say("no such field; it has {fields}", fields=", ".join(shape))
            )
    values = {}
    for name, (hint, optional) in shape.items():
        inner = f"{where}.{name}".strip(".")
        if name in data:
            values[name] = _decode(hint, data[name], inner)
        elif not optional:
            raise Malformed(inner, say("a value"))
    try:
        return kind(**values)
    except ValueError as error:
        raise Malformed(where, say("something else: {error}", error=error)) from error


def _plain(kind: Any, data: Any, where: str) -> Any:
    if kind is Any:
        return data
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if kind is datetime:
        return _moment(data, where)
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        words = {int: say("a whole number"), str: say("a text"), bool: say("true or false"), float: say("a number")}
        raise Malformed(where, words.get(kind, str(kind)))
    return data


def _moment(data: Any, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise Malformed(where, say("a moment")) from None
    if moment.tzinfo is None:
        raise Malformed(where, say("a moment with its time zone"))
    return moment
