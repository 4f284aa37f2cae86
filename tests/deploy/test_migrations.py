"""During an upgrade, and on the way back, the release before works with the tables of the next one."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import migrations, models

import league
import matches

INITIAL = {"league": "0003_database_objects", "matches": "0001_initial"}
"""What every release has."""
LOOKED_AT: dict[str, str] = {
    "league.0004_ratings_per_speed: RunPython": "To the release before, the pools of speeds are pools with a name.",
    "league.0005_follows: AlterField": "To the release before, the new kind of notification is a kind without a name.",
    "league.0005_follows: RemoveConstraint": "It is replaced by one that allows more.",
    "league.0005_follows: AddConstraint": "It allows all that the release before writes.",
    "league.0008_challenge_withdrawn: AddConstraint": "The release before leaves the new column empty, which it allows.",
    "league.0011_delivery_webhook: SeparateDatabaseAndState": "A field has another name in the models; the column stays.",
    "league.0013_staff_roles: AlterField": "To the release before, the new roles are roles without a name.",
    "league.0013_staff_roles: RemoveConstraint": "It is replaced by one that allows more.",
    "league.0013_staff_roles: AddConstraint": "It allows all that the release before writes.",
    "league.0013_staff_roles: RunPython": "To the release before, an owner is staff without rights until it has stopped.",
    "league.0014_placeholders: AddConstraint": "The release before creates no placeholders.",
    "league.0018_result_reports: RemoveConstraint": "It is replaced by one that allows more.",
    "league.0018_result_reports: AddConstraint": "It allows all that the release before writes.",
    "league.0018_result_reports: AlterField": "To the release before, the new kind of notification is a kind without a name.",
    "league.0018_result_reports: AddField": "The new columns of events have defaults; the others are of new tables.",
    "league.0019_match_times: RemoveConstraint": "It is replaced by one that allows more.",
    "league.0019_match_times: AddConstraint": "It allows all that the release before writes.",
    "league.0019_match_times: AlterField": "To the release before, the new kind of notification is a kind without a name.",
    "league.0019_match_times: AddField": "The new columns have defaults; the others are of new tables.",
    "league.0020_teams: AddConstraint": "All are of new tables.",
    "league.0022_second_factor: RunPython": "It copies; the release before goes on with its own tables.",
    "league.0024_reviews: AddConstraint": "All are of new tables.",
    "league.0026_duplicates: AddConstraint": "The release before leaves the new column at its default, which it allows.",
    "league.0028_puzzle_start: AlterField": "Only the models apply the default; the release before applies its own.",
}
"""`app.migration: Operation` that does more than add: why the release before does not mind."""


def only_adds(operation: Any) -> bool:
    """Tell whether a release that does not know of the change can still write rows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    return isinstance(operation, migrations.CreateModel | migrations.AddIndex)


@pytest.mark.parametrize(
    ("field", "is_safe"),
    [(models.TextField(null=True), True), (models.IntegerField(db_default=0), True), (models.IntegerField(default=0), False)],
)
def test_a_new_column_is_nullable_or_has_a_default_in_the_database(field: Any, is_safe: bool) -> None:
    assert only_adds(migrations.AddField("match", "new", field)) is is_safe


def test_taking_something_away_needs_a_reason() -> None:
    assert not only_adds(migrations.RemoveField("match", "game"))
    assert only_adds(migrations.CreateModel("New", []))


def test_migrations_after_the_initial_ones_only_add() -> None:
    more = {name for name, operation in _operations() if not only_adds(operation)}
    assert more == set(LOOKED_AT)


def _operations() -> list[tuple[str, Any]]:
    found = []
    for package in (league, matches):
        label = package.__name__
        files = sorted(Path(str(package.__file__)).parent.joinpath("migrations").glob("[0-9]*.py"))
        assert INITIAL[label] in {file.stem for file in files}
        for file in (file for file in files if file.stem > INITIAL[label]):
            made = import_module(f"{label}.migrations.{file.stem}").Migration.operations
            found += [(f"{label}.{file.stem}: {type(operation).__name__}", operation) for operation in made]
    return found
