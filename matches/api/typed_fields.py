"""Fields of serializers whose shape a TypedDict describes, and the components that the schema needs for them."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Union

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines import registry
from matches.api import typed_dicts

_roots: dict[str, Any] = {}
"""By name, every TypedDict that a field names itself."""
FOLDER = Path(__file__).with_name("view_examples")


def typed(hint: Any, **given: Any) -> Any:
    """Return a field for values of this type hint, which names TypedDicts; `given` is for the serializer's field."""
    _roots.update({kind.__name__: kind for kind in typed_dicts.typed_dicts(hint)})
    field = type("TypedField", (serializers.JSONField,), {})
    return extend_schema_field(typed_dicts.schema(hint))(field)(**given)


def game_view(*, nullable: bool) -> Any:
    """Return the field for a game's view: one of the types that the engines name."""
    hint: Any = Union[tuple(views().values())]  # noqa: UP007
    return typed(
        hint | None if nullable else hint,
        help_text="What you may see of the game. Its key `game` tells which of these it is: "
        + ", ".join(f"`{key}` is {kind.__name__}" for key, kind in views().items())
        + "."
        + (" Null before the match has begun." if nullable else ""),
    )


def views() -> dict[str, Any]:
    """Return the type of the view of each game, by key."""
    return {key: registry.get(key).view_type for key in registry.keys()}  # noqa: SIM118


def components() -> dict[str, Any]:
    """Return the schemas that fields made here refer to, by name; those of views with an example."""
    found = typed_dicts.components(*views().values(), *_roots.values())
    for key, kind in views().items():
        found[kind.__name__]["examples"] = [example(key)]
    return found


@cache
def example(key: str) -> Any:
    """Return the example of a game. Nobody may change it."""
    return json.loads((FOLDER / f"{key}.json").read_text())
