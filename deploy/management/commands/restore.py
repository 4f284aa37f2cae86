"""Restore a backup into the empty database that DATABASE_URL names: manage.py restore FILE."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.migrations.loader import MigrationLoader

from deploy.backups.database import Impossible, Place
from deploy.backups.dumps import restore, waiting


class Command(BaseCommand):
    """Restores a dump and compares every table with its manifest."""

    help = "Restore a backup into the empty database of DATABASE_URL, and compare every table with what was dumped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a .dump of manage.py backup, with its .json beside it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
        try:
            place = Place.of_settings()
            paper = restore(place, file, known)
            left = waiting(place, known)
        except Impossible as error:
            raise CommandError(str(error)) from error
        rows = sum(content.rows for content in paper.tables.values())
        self.stdout.write(f"{len(paper.tables)} tables with {rows} rows are as they were at {paper.made_at}.")
        if left:
            self.stdout.write(f"This version has {left} migrations more: manage.py migrate")
        self.stdout.write("Since then no clock has run: matches get the time back when the site starts.")
