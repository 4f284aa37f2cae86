"""The schema that is checked in is the one that the site serves, and the client is the one made of it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from docs.examples import make_client

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


def test_a_removal_that_answers_with_what_is_left_says_so() -> None:
    """The generator takes every removal for one that answers nothing."""
    ends = ("staff/{username}/", "franchises/{franchise_id}/", "windows/{window_id}/", "pool/{gamer_id}/",
            "bids/{claim_id}/", "line-up/", "quick-pairing/", "time/proposal/")  # fmt: skip
    removals = {path: one["responses"] for path, method, one in operations() if method == "delete"}
    for path, answers in removals.items():
        assert ("200" if path.endswith(ends) else "204") in answers, path


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
