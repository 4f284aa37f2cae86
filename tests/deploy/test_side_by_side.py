"""The release before works on with tables that the next one has changed already: it does not know of what is new."""

from __future__ import annotations

import inspect
import json
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection, migrations, models

import league
import matches
from deploy.celery import app
from matches import announce

RELEASED = {"league": "0051_web_push", "matches": "0030_credited"}
"""The last migrations that nobody has to look at any more."""
ADDS = (migrations.CreateModel, migrations.AddField, migrations.AddIndex)
LOOKED_AT = {
    "league.0052_rating_changes_unchecked: AlterField": "two constraints go; who wrote what they allowed still may",
    "league.0060_browsers_and_deletion: AddConstraint": "it asks something only of rows that the new column marks",
    "league.0061_browsers_signed_in_before: RunPython": "it fills a table that the release before does not know",
    "league.0065_names_by_their_parts: RunPython": "it makes an index, and statistics",
    "matches.0034_record_key_states: AddConstraint": "it asks something only of rows that the new column marks",
    "league.0070_drafts_held_for_review: RemoveConstraint": "the constraints come back wider",
    "league.0070_drafts_held_for_review: AddConstraint": "they allow all that they allowed before",
    "league.0070_drafts_held_for_review: AlterField": "a status and a kind of notification more; no column changes",
    "league.0073_salaries_are_paid: RemoveConstraint": "the constraint comes back wider",
    "league.0073_salaries_are_paid: AddConstraint": "it allows all that it allowed before",
    "league.0073_salaries_are_paid: AlterField": "a kind of payment more; no column changes",
    "league.0075_draws_of_gamers: AddConstraint": "it asks something only of rows that the new column marks",
    "league.0075_attempts_in_buckets: SeparateDatabaseAndState": "the table stays; only the code forgets it",
    "league.0066_order_of_ratings: RemoveIndex": "the index that it has made before does as well",
}
"""What does more than add, and why the release before does not mind."""

ASKED = {
    "matches.tasks.judge": {"match_id"},
    "matches.tasks.play_bots": {"match_id"},
    "league.tasks.count_match": {"match_id"},
    "league.tasks.send_confirmation": {"player_id"},
    "league.tasks.send_reset": {"player_id"},
    "league.tasks.tell_opened": set(),
    "league.tasks.send_letters": set(),
    "league.tasks.sweep_league": set(),
}
"""What web processes of the release before ask of workers, and with which arguments."""


def operations() -> list[tuple[str, Any]]:
    found = []
    for package in (league, matches):
        label = package.__name__
        for file in sorted(Path(str(package.__file__)).parent.joinpath("migrations").glob("[0-9]*.py")):
            if file.stem > RELEASED[label]:
                made = import_module(f"{label}.migrations.{file.stem}").Migration.operations
                found += [(f"{label}.{file.stem}", one) for one in made]
    return found


def test_a_migration_only_adds_or_somebody_has_said_why_the_release_before_does_not_mind() -> None:
    more = {f"{name}: {type(one).__name__}" for name, one in operations() if not isinstance(one, ADDS)}
    assert more == set(LOOKED_AT)


def test_a_worker_does_what_the_release_before_asks_and_minds_no_argument_that_is_new() -> None:
    app.loader.import_default_modules()
    assert set(ASKED) <= set(app.tasks)
    for name in (one for one in app.tasks if one.startswith(("matches.", "league."))):
        taken = inspect.signature(app.tasks[name].run).parameters.values()
        needed = {one.name for one in taken if one.kind is one.KEYWORD_ONLY and one.default is one.empty}
        assert needed <= ASKED.get(name, needed), name
        assert any(one.kind is one.VAR_KEYWORD for one in taken), name


def test_hints_are_said_as_the_release_before_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    monkeypatch.setattr(announce, "_resting_until", 0.0)
    monkeypatch.setattr(announce, "_broker", lambda: SimpleNamespace(tell=lambda *words: said.append(words)))
    announce.publish("match.12", 3)
    announce._send("matches.tasks.judge", None, {"match_id": 12})
    (publish, channel, told), judge = said
    assert (publish, channel, json.loads(told)) == ("PUBLISH", "league-zero:changed", {"topic": "match.12", "entry": 3})
    assert judge == ("LPUSH", "league-zero:judge", 12)


Table = type[models.Model]


def table(name: str, apps: Apps, **fields: Any) -> Table:
    about = {"app_label": "side_by_side", "apps": apps}
    made: Table = type(name, (models.Model,), {"__module__": __name__, "Meta": type("Meta", (), about), **fields})
    with connection.schema_editor() as editor:
        editor.create_model(made)
    return made


def add(to: Table, **fields: Any) -> None:
    with connection.schema_editor() as editor:
        for name, field in fields.items():
            field.contribute_to_class(to, name)
            editor.add_field(to, field)


def run(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall()) if cursor.description else []


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_row_is_stored_without_a_column_that_came_later() -> None:
    known = table("Known", Apps())
    empty, kept, far = (
        models.CharField(max_length=5, blank=True),
        models.JSONField(default=dict),
        models.TextField(null=True),
    )
    add(known, empty=empty, kept=kept, far=far)
    run("INSERT INTO side_by_side_known DEFAULT VALUES")
    assert run("SELECT empty, kept, far FROM side_by_side_known") == [("", "{}", None)]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(("on_delete", "left"), [(models.CASCADE, []), (models.SET_NULL, [(None, None)])])
def test_a_row_is_deleted_though_a_later_table_and_a_later_column_name_it(on_delete: Any, left: list[Any]) -> None:
    apps = Apps()
    known = table("Known", apps)
    later = table("Later", apps, made=models.ForeignKey(known, on_delete, null=True, related_name="+"))
    add(later, added=models.ForeignKey(known, on_delete, null=True, related_name="+"))
    run("INSERT INTO side_by_side_known DEFAULT VALUES")
    run("INSERT INTO side_by_side_later (made_id, added_id) SELECT id, id FROM side_by_side_known")
    run("DELETE FROM side_by_side_known")
    run("SET CONSTRAINTS ALL IMMEDIATE")
    assert run("SELECT made_id, added_id FROM side_by_side_later") == left
