"""Serializers derived from the dataclasses that queries return, so that schema and values cannot differ."""

import types
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

_PLAIN: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
}


def plain(value: Any) -> Any:
    """Convert a value like `dataclasses.asdict`, but without copying immutable values, in a tenth of the time."""
    kind = type(value)
    if kind in _LEAVES:
        return value
    if is_dataclass(kind):
        return {name: plain(getattr(value, name)) for name in _names(kind)}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value


_LEAVES = frozenset({str, int, float, bool, type(None), datetime, date})


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def shape(value: type, name: str = "") -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a dataclass."""
    if not name:  # Prefixed with the topic's folder, because dataclasses of several topics have the same name.
        folders = reversed(value.__module__.split(".")[:-1])
        topic = next(folder for folder in folders if folder not in ("queries", "reading", "rules"))
        name = topic.capitalize() + value.__name__
    return inline(name, **parts_of(value))


def inline(name: str, /, **parts: Any) -> type[serializers.Serializer[Any]]:
    """Return a serializer class with these fields; add those of a dataclass with `**parts_of(...)`."""
    return type(f"{name}Serializer", (serializers.Serializer,), parts)


def parts_of(value: type, **given: Any) -> dict[str, Any]:
    """Return the serializer fields of a dataclass; `given` are arguments for each, such as `required=False`.

    Setting attributes later has no effect: serializers rebuild fields from their constructor arguments.
    """
    # Some modules import these only for type checking.
    hints = get_type_hints(value, localns={"Sequence": Sequence, "Mapping": Mapping})
    return {one.name: of(hints[one.name], **given) for one in fields(value)}


def shape_with(name: str, value: type, /, **own: Any) -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a dataclass with fields added or replaced.

    Fields are copied, which gives them new creation numbers and so this order.
    """
    return inline(name, **{part: deepcopy(field) for part, field in {**parts_of(value), **own}.items()})


def many(value: type) -> Any:
    """Return a serializer for lists of a dataclass."""
    return shape(value)(many=True)


def anything(**given: Any) -> Any:
    """Return a field for values whose shape depends on the game or format."""
    return serializers.JSONField(**{**given, "allow_null": True})


def of(hint: Any, **given: Any) -> Any:
    """Return the serializer field of a type hint."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        rest = [one for one in inside if one is not types.NoneType]
        alone = len(rest) == 1 and len(inside) == 2
        return of(rest[0], **{**given, "allow_null": True}) if alone else anything(**given)
    if hint in _PLAIN:
        return _PLAIN[hint](**given)
    if origin is Literal:
        return serializers.ChoiceField(list(inside), **given)
    if is_dataclass(hint) and isinstance(hint, type):
        return shape(hint)(**given)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return serializers.ChoiceField([one.value for one in hint], **given)
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return serializers.DictField(**({"child": of(inside[1])} if inside else {}), **given)
    if isinstance(kind, type) and issubclass(kind, Collection) and inside:
        return _of_many(inside, given)
    return anything(**given)


def _of_many(inside: tuple[Any, ...], given: dict[str, Any]) -> Any:
    kinds = {one for one in inside if one is not Ellipsis}
    child = next(iter(kinds)) if len(kinds) == 1 else Any
    if isinstance(child, type) and is_dataclass(child):
        return shape(child)(many=True, **given)
    return serializers.ListField(child=of(child), **given)
