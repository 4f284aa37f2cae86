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

_FIELD_TYPES: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
}


def to_primitive(value: Any) -> Any:
    """Convert a value like `dataclasses.asdict`, but without copying immutable values, in a tenth of the time."""
    kind = type(value)
    if kind in _PRIMITIVE_TYPES:
        return value
    if is_dataclass(kind):
        return {name: to_primitive(getattr(value, name)) for name in _get_field_names(kind)}
    if isinstance(value, list | tuple):
        return [to_primitive(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_primitive(item) for key, item in value.items()}
    return value


_PRIMITIVE_TYPES = frozenset({str, int, float, bool, type(None), datetime, date})


@cache
def _get_field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def get_serializer_class(value: type, name: str = "") -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a dataclass."""
    if not name:  # Prefixed with the topic's folder, because dataclasses of several topics have the same name.
        folders = reversed(value.__module__.split(".")[:-1])
        topic = next(folder for folder in folders if folder not in ("queries", "reading", "rules"))
        name = topic.capitalize() + value.__name__
    return inline_serializer(name, **get_serializer_fields(value))


def inline_serializer(name: str, /, **fields_by_name: Any) -> type[serializers.Serializer[Any]]:
    """Return a serializer class with these fields; add those of a dataclass with `**parts_of(...)`."""
    return type(f"{name}Serializer", (serializers.Serializer,), fields_by_name)


def get_serializer_fields(value: type, **options: Any) -> dict[str, Any]:
    """Return the serializer fields of a dataclass; `options` are arguments for each, such as `required=False`.

    Setting attributes later has no effect: serializers rebuild fields from their constructor arguments.
    """
    # Some modules import these only for type checking.
    hints = get_type_hints(value, localns={"Sequence": Sequence, "Mapping": Mapping})
    return {field.name: build_field(hints[field.name], **options) for field in fields(value)}


def extend_serializer(name: str, value: type, /, **extra: Any) -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a dataclass with fields added or replaced.

    Fields are copied, which gives them new creation numbers and so this order.
    """
    return inline_serializer(name, **{key: deepcopy(field) for key, field in {**get_serializer_fields(value), **extra}.items()})


def list_serializer(value: type) -> Any:
    """Return a serializer for lists of a dataclass."""
    return get_serializer_class(value)(many=True)


def json_field(**options: Any) -> Any:
    """Return a field for values whose shape depends on the game or format."""
    return serializers.JSONField(**{**options, "allow_null": True})


def build_field(hint: Any, **options: Any) -> Any:
    """Return the serializer field of a type hint."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        alternatives = [item for item in arguments if item is not types.NoneType]
        is_optional = len(alternatives) == 1 and len(arguments) == 2
        return build_field(alternatives[0], **{**options, "allow_null": True}) if is_optional else json_field(**options)
    if hint in _FIELD_TYPES:
        return _FIELD_TYPES[hint](**options)
    if origin is Literal:
        return serializers.ChoiceField(list(arguments), **options)
    if is_dataclass(hint) and isinstance(hint, type):
        return get_serializer_class(hint)(**options)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return serializers.ChoiceField([item.value for item in hint], **options)
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return serializers.DictField(**({"child": build_field(arguments[1])} if arguments else {}), **options)
    if isinstance(kind, type) and issubclass(kind, Collection) and arguments:
        return _build_list_field(arguments, options)
    return json_field(**options)


def _build_list_field(arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    kinds = {argument for argument in arguments if argument is not Ellipsis}
    child = next(iter(kinds)) if len(kinds) == 1 else Any
    if isinstance(child, type) and is_dataclass(child):
        return get_serializer_class(child)(many=True, **options)
    return serializers.ListField(child=build_field(child), **options)
