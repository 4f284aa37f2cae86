"""Write a backup: manage.py backup FOLDER [--keep-days 30]."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.backups.database import Impossible, Place
from deploy.backups.dumps import Paper, dump, forget


class Command(BaseCommand):
    """Writes a dump of the database and deletes old ones."""

    help = "Dump the database into FOLDER while it is used, with a file that says what stood in every table."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--metrics", type=Path, help="a .prom file for node_exporter, which tells of this backup")
        parser.add_argument("--keep-days", type=int, help="remove older backups; the newest three always stay")

    def handle(self, *args: Any, folder: Path, keep_days: int | None, metrics: Path | None, **options: Any) -> None:
        at = datetime.now(UTC)  # Only names the file; not a time of the game, so not the server time.
        try:
            path = dump(Place.of_settings(), folder, at)
            rows = sum(content.rows for content in Paper.beside(path).tables.values())
        except Impossible as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path}: {rows} rows, {path.stat().st_size} bytes")
        if keep_days is not None:
            for old in forget(folder, at, timedelta(days=keep_days)):
                self.stdout.write(f"{old}: removed")
        if metrics is not None and metrics.parent.is_dir():  # Machines without node_exporter do not have this folder.
            _tell(metrics, at, path.stat().st_size)


def _tell(file: Path, at: datetime, size: int) -> None:
    """Write the metrics of this backup for node_exporter, atomically, because it may read at any moment."""
    part = file.with_suffix(".part")
    try:
        part.write_text(f"league_zero_backup_made_seconds {at.timestamp():.0f}\nleague_zero_backup_bytes {size}\n")
        part.chmod(0o644)  # node_exporter runs as another user.
        part.replace(file)
    except OSError as error:
        raise CommandError(f"The backup is made, but {file} could not be written: {error.strerror}") from error
