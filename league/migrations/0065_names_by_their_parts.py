"""On PostgreSQL, an index that finds players by any part of their names, in the words in which search asks for it.

What many have in their names is found quicker from the newest player on: the planner can tell by statistics.
"""

import logging

from django.db import DatabaseError, migrations, transaction

logger = logging.getLogger(__name__)
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
INDEX = """
    CREATE INDEX IF NOT EXISTS league_player_names ON league_player
    USING gin (upper(display_name::text) gin_trgm_ops, upper(username::text) gin_trgm_ops)
    WHERE is_active AND NOT is_guest
"""
STATISTICS = "CREATE STATISTICS IF NOT EXISTS league_player_shown ON (upper(display_name::text)) FROM league_player"


def make(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(STATISTICS)
        try:
            with transaction.atomic(using=connection.alias):
                cursor.execute(EXTENSION)
        except DatabaseError as error:
            logger.warning("search looks through all names, for PostgreSQL's pg_trgm could not be had: %s", error)
            return
        cursor.execute(INDEX)
        cursor.execute("ANALYZE league_player")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("DROP INDEX IF EXISTS league_player_names")
            cursor.execute("DROP STATISTICS IF EXISTS league_player_shown")


class Migration(migrations.Migration):
    dependencies = [("league", "0064_guesses")]
    operations = [migrations.RunPython(make, drop)]
