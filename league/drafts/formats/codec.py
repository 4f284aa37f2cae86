"""Frozen values to JSON and back by cattrs, strictly: data that does not fit its type is rejected, never converted.

A dataclass is an object of its fields, a datetime an ISO text, a set a sorted list; keys of objects are texts.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.strategies import configure_tagged_union

from engines.words import say

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]
_converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={frozenset: sorted, tuple: list})


class Malformed(ValueError):
    """Data that is no such value; `where` is the field at fault (dotted), empty for the whole."""

    def __init__(self, where: str, wanted: str) -> None:
        super().__init__(say("{field}: give {wanted}.", field=where or say("This"), wanted=wanted))
        self.where = where


class _Unfit(ValueError):
    """What to give instead, in words; `decode` adds where."""


def tag_members(union: Any) -> None:
    """Tell the members of a union of dataclasses apart by `is`, which stands for the attribute `tag` of the class."""
    configure_tagged_union(union, _converter, tag_generator=lambda kind: str(kind.tag), tag_name="is")  # type: ignore[attr-defined]


def encode(value: Any, kind: Any = None) -> Any:
    """Return the JSON of a value. Give the type of members of a tagged union and of mappings."""
    return _converter.unstructure(value, unstructure_as=kind)


def decode(kind: type[T], data: Any, where: str = "") -> T:
    """Return the value of that type. Raises Malformed for a wrong type, an unknown field and a missing one."""
    try:
        return _converter.structure(data, kind)
    except (ClassValidationError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _malformed(error, where) from error


def _malformed(error: BaseException, where: str) -> Malformed:
    """Return the first fault in a tree of errors, with the path to its field."""
    if isinstance(error, ClassValidationError):
        of_fields, of_all = error.group_exceptions()
        if of_all:
            return _malformed(of_all[0], where)
        inner, field = of_fields[0]
        return _malformed(inner, f"{where}.{field.name}".strip("."))
    if isinstance(error, ForbiddenExtraKeysError):
        names = ", ".join(one.name for one in fields(error.cl) if one.init)
        unknown = f"{where}.{min(error.extra_fields)}".strip(".")
        return Malformed(unknown, say("no such field; it has {fields}", fields=names))
    if isinstance(error, KeyError):
        return Malformed(where, say("a value"))
    return Malformed(where, str(error) if isinstance(error, _Unfit) else say("something else: {error}", error=error))


def _plain(data: Any, kind: type[Any]) -> Any:
    if kind is float and type(data) is int:
        return float(data)
    if type(data) is not kind:
        words = {int: say("a whole number"), str: say("a text"), bool: say("true or false"), float: say("a number")}
        raise _Unfit(words[kind])
    return data


def _datetime(data: Any, _: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise _Unfit(say("a moment")) from None
    if moment.tzinfo is None:
        raise _Unfit(say("a moment with its time zone"))
    return moment


def _sequence(kind: Any) -> Hook:
    make, kinds = get_origin(kind), [one for one in get_args(kind) if one is not Ellipsis]
    hooks = [_converter.get_structure_hook(one) for one in kinds]
    fixed = make is tuple and Ellipsis not in get_args(kind)

    def structure(data: Any, _: Any) -> Any:
        if not isinstance(data, list):
            raise _Unfit(say("a list"))
        if not fixed:
            return make(hooks[0](one, kinds[0]) for one in data)
        if len(data) != len(kinds):
            raise _Unfit(say("a list of {number}", number=len(kinds)))
        return tuple(hook(one, inner) for hook, one, inner in zip(hooks, data, kinds, strict=True))

    return structure


def _mapping(kind: Any) -> Hook:
    key, value = get_args(kind)
    hook = _converter.get_structure_hook(value)

    def structure(data: Any, _: Any) -> Any:
        if not isinstance(data, Mapping):
            raise _Unfit(say("an object"))
        try:
            named = {key(name): one for name, one in data.items()}
        except ValueError:
            raise _Unfit(say("whole numbers as keys")) from None
        return {name: hook(one, value) for name, one in named.items()}

    return structure


def _mapping_to_object(kind: Any) -> Callable[[Any], Any]:
    hook = _converter.get_unstructure_hook(get_args(kind)[1])
    return lambda value: {str(name): hook(one) for name, one in value.items()}


def _is_sequence(kind: Any) -> bool:
    return get_origin(kind) is tuple or get_origin(kind) is frozenset


def _is_mapping(kind: Any) -> bool:
    return get_origin(kind) is Mapping


for _kind in (int, str, bool, float):
    _converter.register_structure_hook(_kind, _plain)
_converter.register_structure_hook(datetime, _datetime)
_converter.register_unstructure_hook(datetime, datetime.isoformat)
_converter.register_structure_hook_factory(_is_sequence, _sequence)
_converter.register_structure_hook_factory(_is_mapping, _mapping)
_converter.register_unstructure_hook_factory(_is_mapping, _mapping_to_object)
