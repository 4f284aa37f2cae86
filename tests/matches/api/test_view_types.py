"""Every view of every game is what its type says, and the API's schema, its examples and the pages say the same."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.views import make_pages
from engines import play, registry, typed_dicts
from matches.api import typed_fields
from tests.engines.games import GAMES
from tests.permissions.schema import strict
from tests.thorough import WHOLE

MOST = 14 if WHOLE else 3
"""Positions between the first and the last of a match whose views are validated, about."""
SCHEMA = Path("docs/openapi.json")
AGAIN = "run `make api` and check in what it makes"
VERSIONS = [(key, version) for key in registry.keys() for version in registry.versions(key)]  # noqa: SIM118
every_game = pytest.mark.parametrize("key", registry.keys())


@cache
def validator_of(key: str) -> Draft202012Validator:
    """One that takes a view of the game, with no key too few and none too many."""
    wanted = {"$ref": f"#/components/schemas/{registry.get(key).view_type.__name__}"}
    return Draft202012Validator({**wanted, "components": {"schemas": strict(typed_fields.build_components())}})


def faults(check: Draft202012Validator, value: Any) -> list[str]:
    errors = (inner for error in check.iter_errors(value) for inner in (error.context or [error]))
    return [f"{error.json_path}: {error.message[:160]}" for error in errors]


def views(key: str, version: int, options: Any, seats: int, seed: str) -> Iterator[Any]:
    """What each seat, a spectator and a replay see in a random match: its first positions, some between, and the last.

    As JSON, for that is what is sent.
    """
    engine = registry.get(key, version)
    positions = [play.begin(engine, options, seats)]
    positions += [position for _, _, position in play.play_randomly(engine, options, seats, Random(seed))]
    for position in [*positions[: 4 if WHOLE else 2], *positions[4 :: max(1, len(positions) // MOST)], positions[-1]]:
        shown = [engine.view(position.state, viewer) for viewer in (None, *range(seats))]
        for view in [*shown, engine.open_view(position.state)]:
            yield json.loads(json.dumps(view))


@pytest.mark.parametrize(("key", "version"), VERSIONS)
def test_every_view_of_random_matches_fits_its_type(key: str, version: int) -> None:
    check, seen = validator_of(key), 0
    seat_counts = registry.get(key, version).seat_counts
    every = {json.dumps(options): options for options in GAMES[key].options}
    for number, options in enumerate([*every.values()][: None if WHOLE else 3]):
        for seats in seat_counts if WHOLE else seat_counts[number % len(seat_counts) :][:1]:
            for view in views(key, version, options, seats, f"{key} {number} {seats}"):
                assert not faults(check, view), (options, seats)
                seen += 1
    assert seen > 10


def test_the_schema_names_the_view_of_every_game() -> None:
    schemas = json.loads(SCHEMA.read_text())["components"]["schemas"]
    kinds = [registry.get(key).view_type.__name__ for key in registry.keys()]  # noqa: SIM118
    refs = [{"$ref": f"#/components/schemas/{kind}"} for kind in kinds]
    assert schemas["Board"]["properties"]["view"]["oneOf"] == [*refs, {"type": "null"}]
    assert schemas["Frame"]["properties"]["view"]["oneOf"] == refs
    for name, kind in typed_fields.build_components().items():
        assert schemas[name] == kind
        assert kind["description"]
        for field, part in kind["properties"].items():
            assert part.get("description"), f"{name}.{field}: say what it means, in a text under it."


@every_game
def test_the_page_of_a_game_has_every_field_and_an_example_that_bots_played(key: str) -> None:
    example, kind = typed_fields.load_example(key), registry.get(key).view_type
    assert example == make_pages.made_example(key), AGAIN
    assert faults(validator_of(key), example) == []
    assert typed_fields.build_components()[kind.__name__]["examples"] == [example]
    assert len(json.dumps(example)) < 4000
    text = (make_pages.HERE / f"{key}.md").read_text()
    assert text == make_pages.page_text(key, text), AGAIN
    unwrapped = " ".join(text.split())
    for name, meaning in typed_dicts.get_descriptions(kind).items():
        assert f"- `{name}` (" in unwrapped
        assert f"): {meaning}" in unwrapped


def test_a_type_without_a_schema_is_refused() -> None:
    with pytest.raises(typed_dicts.NoSchema):
        typed_dicts.build_schema(set[int])
