"""OpenAPI 3.1 schemas of TypedDicts.

Each TypedDict becomes a component of the same name. The string below a field, or in its `Annotated`, is its
description; fields without `NotRequired` are required. `Annotated[list[Any], tuple[...]]` is an array of exactly those
items.
"""

import ast
import inspect
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

Json = dict[str, Any]
JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}
NULL = {"type": "null"}
_MARKERS = (NotRequired, Required)


class NoSchema(TypeError):
    """A type hint that this module has no JSON schema for."""


def build_components(*roots: Any) -> dict[str, Json]:
    """Return the schemas of these TypedDicts and of all that they refer to, sorted by name."""
    schemas: dict[str, Json] = {}
    queue = list(roots)
    while queue:
        kind = queue.pop()
        if kind.__name__ not in schemas:
            schemas[kind.__name__] = build_component(kind)
            queue += [inner for hint in get_hints(kind).values() for inner in iter_typed_dicts(hint)]
    return dict(sorted(schemas.items()))


def build_component(kind: Any) -> Json:
    """Return the schema of one TypedDict, with references to others."""
    texts = get_descriptions(kind)
    properties = {
        name: {**build_schema(hint), **({"description": texts[name]} if name in texts else {})}
        for name, hint in get_hints(kind).items()
    }
    required = [name for name, hint in get_hints(kind).items() if _is_required(kind, name, hint)]
    return {"type": "object", "description": get_description(kind), "properties": properties, "required": required}


def _is_required(kind: Any, name: str, hint: Any) -> bool:
    return get_origin(hint) is Required or (get_origin(hint) is not NotRequired and name in kind.__required_keys__)


def build_schema(hint: Any) -> Json:
    """Return the schema of a type hint. Raises NoSchema."""
    hint = unwrap(hint)
    if is_typeddict(hint):
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    if hint in JSON_TYPES:
        return {"type": JSON_TYPES[hint]}
    return {} if hint is Any else _build_container(hint, get_origin(hint), get_args(hint))


def _build_container(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> Json:
    if origin is Literal:
        names = list(dict.fromkeys(JSON_TYPES[type(value)] for value in arguments))
        return {"type": names if len(names) > 1 else names[0], "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return _build_union([build_schema(part) for part in arguments])
    if origin is tuple:
        items = [build_schema(part) for part in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": build_schema(arguments[1])}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": build_schema(arguments[0])}
    raise NoSchema(f"{hint!r} has no JSON schema")


@cache
def get_description(kind: Any) -> str:
    """Return the description of a TypedDict: its docstring, or the string below its assignment."""
    return " ".join((kind.__doc__ or _get_texts(_parse_module(kind).body).get(kind.__name__, "")).split())


@cache
def get_descriptions(kind: Any) -> Mapping[str, str]:
    """Return the descriptions of a TypedDict's fields; fields without one are left out."""
    node = next((n for n in _parse_module(kind).body if isinstance(n, ast.ClassDef) and n.name == kind.__name__), None)
    annotated = {name: text for name, hint in get_hints(kind).items() if (text := _get_text(hint))}
    return {**annotated, **_get_texts(node.body)} if node else annotated


def unwrap(hint: Any) -> Any:
    """Return the hint without `NotRequired`, `Required` and `Annotated`; if `Annotated` names a tuple, return that tuple."""
    if get_origin(hint) not in (Annotated, *_MARKERS):
        return hint
    arguments = get_args(hint)
    return unwrap(next((part for part in arguments[1:] if get_origin(part) is tuple), arguments[0]))


@cache
def get_hints(kind: Any) -> Mapping[str, Any]:
    """Return the type hints of a TypedDict's fields, including `NotRequired` and `Annotated`."""
    return get_type_hints(kind, include_extras=True)


def _get_text(hint: Any) -> str:
    inner = get_args(hint)[0] if get_origin(hint) in _MARKERS else hint
    extras = get_args(inner)[1:] if get_origin(inner) is Annotated else ()
    return next((part for part in extras if isinstance(part, str)), "")


@cache
def _parse_module(kind: Any) -> ast.Module:
    """Return the source of a type's module; an empty one if it is not there."""
    try:
        return ast.parse(inspect.getsource(sys.modules[kind.__module__]))
    except (KeyError, OSError, TypeError):
        return ast.Module([], [])


def _get_texts(body: Sequence[ast.stmt]) -> dict[str, str]:
    """Return the strings directly below assigned names, by name."""
    texts = {}
    for target_node, node in pairwise(body):
        target = target_node.target if isinstance(target_node, ast.AnnAssign) else getattr(target_node, "targets", [None])[0]
        if isinstance(target, ast.Name) and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts[target.id] = " ".join(str(node.value.value).split())
    return texts


def iter_typed_dicts(hint: Any) -> Iterator[Any]:
    """Yield the TypedDicts that a hint refers to."""
    hint = unwrap(hint)
    if is_typeddict(hint):
        yield hint
    for part in get_args(hint):
        yield from iter_typed_dicts(part)


def _build_union(schemas: Sequence[Json]) -> Json:
    """Return the schema of a union; plain types and null are merged into one `type`."""
    if all(list(item) == ["type"] for item in schemas):
        return {"type": [item["type"] for item in schemas]}
    first, *others = schemas
    if others == [NULL] and isinstance(first.get("type"), str):
        nullable = {"enum": [*first["enum"], None]} if "enum" in first else {}
        return {**first, "type": [first["type"], "null"], **nullable}
    return {"oneOf": list(schemas)}
