"""During an upgrade, and on the way back, the release before works with the tables of the next one."""

from importlib import import_module
from pathlib import Path
from typing import Any

from django.db import migrations

import league
import matches

INITIAL = {"league": "0003_database_objects", "matches": "0001_initial"}
"""What every release has."""
LOOKED_AT: dict[str, str] = {
    "league.0004_ratings_per_speed: RunPython": "To the release before, the pools of speeds are pools with a name.",
    "league.0005_follows: AddConstraint, AlterField, RemoveConstraint": "A kind without a name; the constraint allows more.",
    "league.0008_challenge_withdrawn: AddConstraint": "The release before leaves the new column empty, which it allows.",
    "league.0011_delivery_webhook: SeparateDatabaseAndState": "A field has another name in the models; the column stays.",
    "league.0013_staff_roles: AddConstraint, AlterField, RemoveConstraint, RunPython": (
        "Roles without a name; the constraint allows more; an owner is staff without rights until it has stopped."
    ),
    "league.0014_placeholders: AddConstraint": "The release before creates no placeholders.",
    "league.0018_result_reports: AddConstraint, AddField, AlterField, RemoveConstraint": (
        "A kind without a name; the constraint allows more; new columns of events have defaults, others are of new tables."
    ),
    "league.0019_match_times: AddConstraint, AddField, AlterField, RemoveConstraint": (
        "A kind without a name; the constraint allows more; new columns have defaults, others are of new tables."
    ),
    "league.0020_teams: AddConstraint": "All are of new tables.",
    "league.0022_second_factor: RunPython": "It copies; the release before goes on with its own tables.",
    "league.0024_reviews: AddConstraint": "All are of new tables.",
    "league.0026_duplicates: AddConstraint": "The release before leaves the new column at its default, which it allows.",
    "league.0028_puzzle_start: AlterField": "Only the models apply the default; the release before applies its own.",
    "league.0029_unknown_zone: AlterField": "As before; an empty zone reaches the release before only on the way back.",
    "league.0031_consent: AlterField": "Only the words of a choice change, which no database knows.",
}
"""`app.migration: Operations` that do more than add: why the release before does not mind."""


def only_adds(operation: Any) -> bool:
    """Tell whether a release that does not know of the change can still write rows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    return isinstance(operation, migrations.CreateModel | migrations.AddIndex)


def test_migrations_after_the_initial_ones_only_add() -> None:
    more = []
    for package in (league, matches):
        label = package.__name__
        files = sorted(Path(str(package.__file__)).parent.joinpath("migrations").glob("[0-9]*.py"))
        assert INITIAL[label] in {file.stem for file in files}
        for file in (file for file in files if file.stem > INITIAL[label]):
            made = import_module(f"{label}.migrations.{file.stem}").Migration.operations
            names = sorted({type(operation).__name__ for operation in made if not only_adds(operation)})
            more += [f"{label}.{file.stem}: {', '.join(names)}"] if names else []
    assert more == list(LOOKED_AT)
