"""How tables are changed while the release before still works with them, which does not know of what is new."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import schema
from django.db.models import CASCADE, SET_NULL, Field, Model

GOES = {CASCADE: " ON DELETE CASCADE", SET_NULL: " ON DELETE SET NULL"}


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """A new column keeps its default in the database, for rows that are stored without it. What goes with a row, or
    lets go of it, does so in the database: whoever deletes the row may not know of it.
    """

    _keeps = False

    def add_field(self, model: type[Model], field: Field[Any, Any]) -> None:
        written = type(self).sql_create_column_inline_fk
        self.sql_create_column_inline_fk = written.replace("%(deferrable)s", f"{_goes(field)}%(deferrable)s")
        self._keeps = not field.null
        try:
            super().add_field(model, field)
        finally:
            self._keeps = False

    def skip_default_on_alter(self, field: Field[Any, Any]) -> bool:
        """Django asks this before it takes the default away again."""
        return self._keeps or bool(super().skip_default_on_alter(field))

    def _create_fk_sql(self, model: type[Model], field: Field[Any, Any], suffix: str) -> Any:
        statement = super()._create_fk_sql(model, field, suffix)  # type: ignore[misc]  # the stubs leave it out
        statement.parts["deferrable"] = _goes(field) + statement.parts["deferrable"]
        return statement


def _goes(field: Any) -> str:
    return GOES.get(field.remote_field.on_delete, "") if field.many_to_one or field.one_to_one else ""
