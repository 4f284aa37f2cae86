"""The schema that is checked in is the one that the site serves, and the client is the one made of it.

Of ids: `THING_id` is the number of a row, `id` an opaque string, and a bare thing never a number.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from docs.examples import make_client
from engines import registry

DOCS = Path("docs")
AGAIN = "the API has changed: run `make api` and check in what it makes"


@cache
def made() -> tuple[Any, list[str]]:
    with GENERATOR_STATS.silence():
        schema = SchemaGenerator().get_schema(request=None, public=True)
    warned = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
    return json.loads(json.dumps(schema, default=str)), warned


def operations() -> list[tuple[str, str, Any]]:
    schema = made()[0]
    return [(path, method, one) for path, methods in schema["paths"].items() for method, one in methods.items()]


def test_the_schema_that_is_checked_in_is_up_to_date() -> None:
    assert json.loads((DOCS / "openapi.json").read_text()) == made()[0], AGAIN


def test_the_site_serves_the_stored_schema_and_makes_none(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SchemaGenerator, "get_schema", pytest.fail)
    answer = client.get("/api/schema/")
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json"
    assert answer.content == (DOCS / "openapi.json").read_bytes()


def test_nothing_of_the_schema_had_to_be_guessed() -> None:
    assert made()[1] == []


def test_every_operation_has_a_group_a_name_a_sentence_an_answer_and_the_error_shape() -> None:
    names = set()
    for path, method, one in operations():
        assert len(one["tags"]) == 1, path
        assert one["description"], (path, method)
        assert one["operationId"] not in names
        names.add(one["operationId"])
        assert any(status.startswith("2") for status in one["responses"]), path
        assert one["responses"]["default"] == {"$ref": "#/components/responses/Refused"}
        assert one["x-scopes"]
    shown = {tag["name"] for tag in made()[0]["tags"]}
    assert {one["tags"][0] for _, _, one in operations()} == shown


def test_only_what_has_to_be_sent_is_required() -> None:
    shapes = made()[0]["components"]["schemas"]
    assert set(shapes["NewEvent"]["required"]) == {"name", "game"}
    assert "required" not in shapes["PatchedEventPlan"]
    assert {"max_entrants", "season_id", "league"} <= set(shapes["PlannedEvent"]["required"])
    assert set(shapes["NewFranchise"]["required"]) == {"name"}


@pytest.mark.parametrize("name", ["shapes.py", "client.py"])
def test_the_client_is_made_of_the_schema(name: str, tmp_path: Path) -> None:
    text = make_client.files(made()[0])[name]
    checked_in = (DOCS / "examples" / "league_zero" / name).read_text()
    assert _bare(text) == _bare(checked_in), AGAIN


def _bare(text: str) -> str:
    """Without what a formatter decides about."""
    return re.sub(r",(?=[])}])", "", "".join(text.split()).replace("'", '"'))


LIMIT_OF = {"string": "maxLength", "integer": "maximum", "array": "maxItems"}


def unbounded(schema: Any, path: str) -> list[str]:
    """Return the paths of texts without a greatest length, numbers without a greatest value and endless lists."""
    if "$ref" in schema:
        return unbounded(made()[0]["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], path)
    kind = schema.get("type", "")
    endless = any(one in kind and limit not in schema for one, limit in LIMIT_OF.items())
    found = [path] if endless and not {"enum", "format"} & set(schema) else []
    for name, part in schema.get("properties", {}).items():
        found += unbounded(part, f"{path}.{name}")
    return found + (unbounded(schema["items"], f"{path}[]") if "items" in schema else [])


def test_everything_that_can_be_sent_is_bounded() -> None:
    found = []
    for path, method, one in operations():
        body = one.get("requestBody", {"content": {}})["content"]
        found += unbounded(body.get("application/json", {}).get("schema", {}), f"{method} {path}")
        for param in one.get("parameters", []):
            found += unbounded(param["schema"], f"{path}?{param['name']}") if param.get("in") == "query" else []
    assert found == []


STRINGS = {"key_id"}
"""Names on `_id` that stand for no row: of the fingerprint of a public key."""
COUNTED = {"board", "entry", "member", "one", "other"}
"""Things that also count within their match, event or team."""
TITLED = {"draft", "event", "franchise", "gamer", "match", "season"}
"""What is never addressed by a name: that is a field of its own (`event_name`)."""


def _types(schema: Any) -> set[str]:
    given = schema.get("type", [])
    inner = [_types(one) for key in ("oneOf", "anyOf", "allOf") for one in schema.get(key, ())]
    return ({given} if isinstance(given, str) else set(given)).union(*inner)


def _named(part: Any) -> Iterator[tuple[str, Any]]:
    """Name and schema of every property and parameter, without the games' own views and options."""
    views = tuple(registry.get(key).view_type.__name__.removesuffix("View") for key in sorted(registry.keys()))
    if isinstance(part, dict):
        yield from part.get("properties", {}).items()
        if "in" in part and "schema" in part:
            yield part["name"], part["schema"]
        for key, value in part.items():
            yield from () if key.startswith(views) else _named(value)
    for value in part if isinstance(part, list) else ():
        yield from _named(value)


def test_a_name_on_id_is_the_number_of_a_row_a_bare_id_a_string_and_a_thing_never_named_by_a_number() -> None:
    named = [(name, _types(schema), _types(schema.get("items", {}))) for name, schema in _named(made()[0])]
    things = {name.removesuffix("_id") for name, _, _ in named if name.endswith("_id") and name not in STRINGS}
    assert things > TITLED | COUNTED
    for name, types, of_items in named:
        assert not name.endswith("_id") or name in STRINGS or types - {"null"} == {"integer"}, name
        assert name != "id" or types == {"string"}
        assert name not in things - COUNTED or "integer" not in types, name
        assert name.removesuffix("s") not in things - COUNTED - {"player"} or "integer" not in of_items, name
        assert name not in TITLED or "string" not in types, name
