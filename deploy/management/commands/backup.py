"""Write a backup: manage.py backup FOLDER [--keep-days 30]."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.backups.database import BackupError, Database
from deploy.backups.dumps import Manifest, dump, prune


class Command(BaseCommand):
    """Command that writes a dump of the database and deletes old ones."""

    help = "Dump the live database into FOLDER, with a manifest of row counts and checksums."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--metrics", type=Path, help=".prom file with metrics of this backup for node_exporter")
        parser.add_argument("--keep-days", type=int, help="delete older backups, except the newest three")

    def handle(self, *args: Any, folder: Path, keep_days: int | None, metrics: Path | None, **options: Any) -> None:
        at = datetime.now(UTC)  # Only names the file; not a time of the game, so not the server time.
        try:
            path = dump(Database.from_settings(), folder, at)
            rows = sum(content.rows for content in Manifest.beside(path).tables.values())
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path}: {rows} rows, {path.stat().st_size} bytes")
        if keep_days is not None:
            for old in prune(folder, at, timedelta(days=keep_days)):
                self.stdout.write(f"{old}: removed")
        if metrics is not None and metrics.parent.is_dir():  # Machines without node_exporter do not have this folder.
            _write_metrics(metrics, at, path.stat().st_size)


def _write_metrics(file: Path, at: datetime, size: int) -> None:
    """Write the metrics of this backup for node_exporter, atomically, because it may read at any moment."""
    temporary = file.with_suffix(".part")
    try:
        temporary.write_text(f"league_zero_backup_made_seconds {at.timestamp():.0f}\nleague_zero_backup_bytes {size}\n")
        temporary.chmod(0o644)  # node_exporter runs as another user.
        temporary.replace(file)
    except OSError as error:
        raise CommandError(f"The backup succeeded, but {file} could not be written: {error.strerror}") from error
