"""Serializer fields described by TypedDicts, and the schema components that they need."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Union

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines import registry
from matches.api import typed_dicts

_roots: dict[str, Any] = {}
"""Every TypedDict that a field refers to directly, by name."""
FOLDER = Path(__file__).with_name("view_examples")


def typed(hint: Any, **given: Any) -> Any:
    """Return a serializer field for values of this type hint of TypedDicts; `given` are arguments of the field."""
    _roots.update({kind.__name__: kind for kind in typed_dicts.typed_dicts(hint)})
    field = type("TypedField", (serializers.JSONField,), {})
    return extend_schema_field(typed_dicts.schema(hint))(field)(**given)


def game_view(*, nullable: bool) -> Any:
    """Return the field of a game's view: one of the view types of the engines."""
    hint: Any = Union[tuple(views().values())]  # noqa: UP007
    return typed(
        hint | None if nullable else hint,
        help_text="What you may see of the game. Its key `game` tells which of these it is: "
        + ", ".join(f"`{key}` is {kind.__name__}" for key, kind in views().items())
        + "."
        + (" Null before the match has begun." if nullable else ""),
    )


def views() -> dict[str, Any]:
    """Return the view type of each game by key."""
    return {key: registry.get(key).view_type for key in registry.keys()}  # noqa: SIM118


def components() -> dict[str, Any]:
    """Return the schemas that these fields refer to, by name; view types include an example."""
    found = typed_dicts.components(*views().values(), *_roots.values())
    for key, kind in views().items():
        found[kind.__name__]["examples"] = [example(key)]
    return found


@cache
def example(key: str) -> Any:
    """Return the example view of a game, cached; do not modify it."""
    return json.loads((FOLDER / f"{key}.json").read_text())
