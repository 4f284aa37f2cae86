"""Ids in the API: `THING_id` is the number of a row, `id` an opaque string, and a bare thing never a number."""

from collections.abc import Iterator
from typing import Any

from engines import registry
from tests.deploy.test_schema import made, operations

NUMBER = ({"integer"}, {"integer", "null"})
STRINGS = {"key_id"}
"""Names on `_id` that stand for no row: of the fingerprint of a public key."""
THINGS = {
    "call", "challenge", "claim", "contract", "delivery", "device", "draft", "entrant", "event", "franchise", "gamer",
    "league", "match", "message", "notice", "overturn", "pairing", "partner", "player", "ruling", "season", "source",
    "subject", "submission", "token", "trade", "webhook", "window",
}  # fmt: skip
"""What rows are of. An `entry` or a `round` counts within its match or event."""


def _types(schema: Any) -> set[str]:
    """The JSON types that a value may have; of a list those of its items, for lists of ids."""
    given = schema.get("type", [])
    types = {given} if isinstance(given, str) else set(given)
    for key in ("oneOf", "anyOf", "allOf"):
        for one in schema.get(key, ()):
            types |= _types(one)
    return types


def _properties(schema: Any, where: str) -> Iterator[tuple[str, str, Any]]:
    if isinstance(schema, dict):
        for name, value in schema.get("properties", {}).items():
            yield name, f"{where}.{name}", value
        for key, value in schema.items():
            yield from _properties(value, f"{where}.{key}" if key not in ("properties", "items") else where)
    elif isinstance(schema, list):
        for one in schema:
            yield from _properties(one, where)


def _named() -> Iterator[tuple[str, str, Any]]:
    """Name, place and schema of every property and parameter, without the games' own views and options."""
    views = tuple(registry.get(key).view_type.__name__.removesuffix("View") for key in sorted(registry.keys()))
    components = made()[0]["components"]
    for name, schema in components["schemas"].items():
        if not name.startswith(views):
            yield from _properties(schema, name)
    for path, method, operation in operations():
        place = f"{method} {path}"
        for one in operation.get("parameters", []):
            parameter = components["parameters"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
            yield parameter["name"], f"{place} ({parameter['in']})", parameter["schema"]
        yield from _properties({key: operation.get(key) for key in ("requestBody", "responses")}, place)


def test_a_name_on_id_is_the_number_of_a_row() -> None:
    ids = [(place, _types(schema)) for name, place, schema in _named() if name.endswith("_id") and name not in STRINGS]
    assert [place for place, types in ids if types not in NUMBER] == []


def test_a_bare_id_is_a_string() -> None:
    assert [place for name, place, schema in _named() if name == "id" and _types(schema) != {"string"}] == []


def test_a_thing_is_never_named_by_a_number() -> None:
    named = [place for name, place, schema in _named() if name in THINGS and "integer" in _types(schema)]
    listed = [
        place
        for name, place, schema in _named()
        if name.removesuffix("s") in THINGS - {"player"} and "integer" in _types(schema.get("items", {}))
    ]
    assert named + listed == []


def test_what_people_read_of_a_thing_says_so() -> None:
    """`event_name`, not `event`: only players, leagues and games have a name that is also their address."""
    titled = {"draft", "event", "franchise", "gamer", "match", "season"}
    assert [place for name, place, schema in _named() if name in titled and "string" in _types(schema)] == []
