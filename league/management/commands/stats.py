"""`manage.py stats recompute`: make the tables of the stats anew from the matches."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.stats.actions import recompute_stats
from matches.server_time import now


class Command(BaseCommand):
    """Command that rebuilds the stats tables."""

    help = "Rebuild the stats tables from all closed matches."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["recompute"])

    def handle(self, *args: Any, **options: Any) -> None:
        count = recompute_stats(at=now())
        if options["verbosity"]:
            self.stdout.write(f"{count} matches counted")
