"""What models cannot declare: tables that only grow, and PostgreSQL's index for names by any of their parts."""

import logging

from django.db import DatabaseError, migrations, transaction

logger = logging.getLogger(__name__)
APPEND_ONLY = {
    "league_audit_only_added": ("league_auditentry", "entries of the audit log are only added"),
    "league_payments_only_added": ("league_payment", "payments are only added"),
}
"""Trigger: (table, what it answers to an update or a deletion)."""
TRIGGERS = {
    "postgresql": [
        """
        CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{message}'; END $$
        """,
        "CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    ],
    # SQLite has no TRUNCATE: emptying a database, as tests do, must be able to delete.
    "sqlite": ["CREATE TRIGGER {name} BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"],
}
DROPS = {
    "postgresql": ["DROP TRIGGER {name} ON {table}", "DROP FUNCTION {name}()"],
    "sqlite": ["DROP TRIGGER {name}"],
}
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
# In the words in which search asks for it.
INDEX = """
    CREATE INDEX IF NOT EXISTS league_player_names ON league_player
    USING gin (upper(display_name::text) gin_trgm_ops, upper(username::text) gin_trgm_ops)
    WHERE is_active AND NOT is_guest
"""
# The planner finds frequent names quicker from the newest player on; it can tell by statistics.
STATISTICS = "CREATE STATISTICS IF NOT EXISTS league_player_shown ON (upper(display_name::text)) FROM league_player"


def make_append_only(apps, schema_editor):
    _for_each_table(TRIGGERS, schema_editor)


def drop_append_only(apps, schema_editor):
    _for_each_table(DROPS, schema_editor)


def _for_each_table(statements, schema_editor):
    for name, (table, message) in APPEND_ONLY.items():
        for statement in statements.get(schema_editor.connection.vendor, ()):
            schema_editor.execute(statement.format(name=name, table=table, message=message))


def index_names(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(STATISTICS)
        try:
            with transaction.atomic(using=connection.alias):
                cursor.execute(EXTENSION)
        except DatabaseError as error:
            logger.warning("search looks through all names: PostgreSQL's pg_trgm is not available: %s", error)
            return
        cursor.execute(INDEX)
        cursor.execute("ANALYZE league_player")


def drop_names(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("DROP INDEX IF EXISTS league_player_names")
            cursor.execute("DROP STATISTICS IF EXISTS league_player_shown")


class Migration(migrations.Migration):
    dependencies = [("league", "0002_initial")]
    operations = [
        migrations.RunPython(make_append_only, drop_append_only),
        migrations.RunPython(index_names, drop_names),
    ]
