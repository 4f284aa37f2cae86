"""Restore a backup into the empty database that DATABASE_URL names: manage.py restore FILE."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.migrations.loader import MigrationLoader

from deploy.backups.database import BackupError, Database
from deploy.backups.dumps import count_pending_migrations, restore


class Command(BaseCommand):
    """Command that restores a dump and compares every table with its manifest."""

    help = "Restore a backup into the empty database of DATABASE_URL and compare every table with the dump."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=".dump file from manage.py backup, with its .json beside it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        known_migrations = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
        try:
            database = Database.from_settings()
            manifest = restore(database, file, known_migrations)
            pending = count_pending_migrations(database, known_migrations)
        except BackupError as error:
            raise CommandError(str(error)) from error
        rows = sum(content.rows for content in manifest.tables.values())
        self.stdout.write(f"{len(manifest.tables)} tables with {rows} rows restored as of {manifest.made_at}.")
        if pending:
            self.stdout.write(f"{pending} migrations pending: run manage.py migrate")
        self.stdout.write("Matches are credited for the time since then when the site starts.")
