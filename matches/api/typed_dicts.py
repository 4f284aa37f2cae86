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
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Json = dict[str, Any]
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}
NULL = {"type": "null"}


class NoSchema(TypeError):
    """A type hint that this module has no JSON schema for."""


def components(*roots: Any) -> dict[str, Json]:
    """Return the schemas of these TypedDicts and of all that they refer to, sorted by name."""
    found: dict[str, Json] = {}
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if kind.__name__ not in found:
            found[kind.__name__] = component(kind)
            waiting += [inner for hint in hints(kind).values() for inner in typed_dicts(hint)]
    return dict(sorted(found.items()))


def component(kind: Any) -> Json:
    """Return the schema of one TypedDict, with references to others."""
    texts = descriptions(kind)
    properties = {
        name: {**schema(hint), **({"description": texts[name]} if name in texts else {})}
        for name, hint in hints(kind).items()
    }
    always = [name for name, hint in hints(kind).items() if get_origin(hint) is not NotRequired]
    return {"type": "object", "description": description(kind), "properties": properties, "required": always}


def schema(hint: Any) -> Json:
    """Return the schema of a type hint. Raises NoSchema."""
    hint = parts(hint)
    if is_typeddict(hint):
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    return {} if hint is Any else _of_many(hint, get_origin(hint), get_args(hint))


def _of_many(hint: Any, origin: Any, inside: tuple[Any, ...]) -> Json:
    if origin is Literal:
        names = list(dict.fromkeys(PLAIN[type(value)] for value in inside))
        return {"type": names if len(names) > 1 else names[0], "enum": list(inside)}
    if origin in (Union, types.UnionType):
        return _union([schema(part) for part in inside])
    if origin is tuple:
        items = [schema(part) for part in inside]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema(inside[1])}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": schema(inside[0])}
    raise NoSchema(f"{hint!r} has no JSON schema")


@cache
def description(kind: Any) -> str:
    """Return the description of a TypedDict: its docstring, or the string below its assignment."""
    return " ".join((kind.__doc__ or _texts(_module(kind).body).get(kind.__name__, "")).split())


@cache
def descriptions(kind: Any) -> Mapping[str, str]:
    """Return the descriptions of a TypedDict's fields; fields without one are left out."""
    node = next((n for n in _module(kind).body if isinstance(n, ast.ClassDef) and n.name == kind.__name__), None)
    annotated = {name: text for name, hint in hints(kind).items() if (text := _text(hint))}
    return {**annotated, **_texts(node.body)} if node else annotated


def parts(hint: Any) -> Any:
    """Return the hint without `NotRequired` and the strings of `Annotated`; with its tuple instead of `list`."""
    if get_origin(hint) not in (Annotated, NotRequired):
        return hint
    inside = get_args(hint)
    return parts(next((part for part in inside[1:] if get_origin(part) is tuple), inside[0]))


@cache
def hints(kind: Any) -> Mapping[str, Any]:
    """Return the type hints of a TypedDict's fields, including `NotRequired` and `Annotated`."""
    return get_type_hints(kind, include_extras=True)


def _text(hint: Any) -> str:
    inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
    extras = get_args(inner)[1:] if get_origin(inner) is Annotated else ()
    return next((part for part in extras if isinstance(part, str)), "")


@cache
def _module(kind: Any) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[kind.__module__]))


def _texts(body: Sequence[ast.stmt]) -> dict[str, str]:
    """Return the strings directly below assigned names, by name."""
    found = {}
    for above, node in pairwise(body):
        target = above.target if isinstance(above, ast.AnnAssign) else getattr(above, "targets", [None])[0]
        if isinstance(target, ast.Name) and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[target.id] = " ".join(str(node.value.value).split())
    return found


def typed_dicts(hint: Any) -> Iterator[Any]:
    """Yield the TypedDicts that a hint refers to."""
    hint = parts(hint)
    if is_typeddict(hint):
        yield hint
    for part in get_args(hint):
        yield from typed_dicts(part)


def _union(schemas: Sequence[Json]) -> Json:
    """Return the schema of a union; plain types and null are merged into one `type`."""
    if all(list(one) == ["type"] for one in schemas):
        return {"type": [one["type"] for one in schemas]}
    first, *rest = schemas
    if rest == [NULL] and isinstance(first.get("type"), str):
        nullable = {"enum": [*first["enum"], None]} if "enum" in first else {}
        return {**first, "type": [first["type"], "null"], **nullable}
    return {"oneOf": list(schemas)}
