"""Serializer fields described by TypedDicts, and the schema components that they need."""

import json
from functools import cache
from typing import Any, Union

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines import registry, typed_dicts
from engines.package_files import EXAMPLE

_roots: dict[str, Any] = {}
"""Every TypedDict that a field refers to directly, by name."""


def typed_field(hint: Any, **options: Any) -> Any:
    """Return a serializer field for values of this type hint of TypedDicts; `options` are arguments of the field."""
    _roots.update({kind.__name__: kind for kind in typed_dicts.iter_typed_dicts(hint)})
    field = type("TypedField", (serializers.JSONField,), {})
    return extend_schema_field(typed_dicts.build_schema(hint))(field)(**options)


def game_view_field(*, nullable: bool) -> Any:
    """Return the field of a game's view: one of the view types of the engines."""
    hint: Any = Union[tuple(get_view_types().values())]  # noqa: UP007
    return typed_field(
        hint | None if nullable else hint,
        help_text="The game state visible to you. Its key `game` selects the schema: "
        + ", ".join(f"`{key}` is {kind.__name__}" for key, kind in get_view_types().items())
        + "."
        + (" Null before the start." if nullable else ""),
    )


def get_view_types() -> dict[str, Any]:
    """Return the view type of each game by key."""
    return {key: registry.get(key).view_type for key in registry.keys()}  # noqa: SIM118


def build_components() -> dict[str, Any]:
    """Return the schemas that these fields refer to, by name; view types include an example."""
    schemas = typed_dicts.build_components(*get_view_types().values(), *_roots.values())
    for key, kind in get_view_types().items():
        example = load_example(key)
        if example is not None:
            schemas[kind.__name__]["examples"] = [example]
    return schemas


@cache
def load_example(key: str) -> Any:
    """Return the example view of a game, None if it has none; cached, do not modify it."""
    file = registry.get_package(key).find_site_file(EXAMPLE)
    return None if file is None else json.loads(file.read_text(encoding="utf-8"))
