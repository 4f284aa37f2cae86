"""`manage.py ratings recompute`: all ratings from the matches."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.ratings.actions.recalculation import compare, recompute
from league.ratings.models import RatedMatch, RatingPool


class Command(BaseCommand):
    """Command that recomputes the ratings."""

    help = "Work the ratings out anew from the matches. Until a pool is done, nothing is counted in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["recompute"])
        parser.add_argument(
            "--check", action="store_true", help="only compare; exit with 1 and name the first difference"
        )
        parser.add_argument("--pool", help="only this pool, as zero-day or zero-day/advanced")

    def handle(self, *args: Any, check: bool, pool: str | None, **options: Any) -> None:
        counted = RatingPool.objects.values_list("key", flat=True), RatedMatch.objects.values_list("pool", flat=True)
        known, differ = sorted({key for keys in counted for key in keys}), False
        if pool and pool not in known:
            raise CommandError(f"There is no pool {pool}. There are: {', '.join(known) or 'none yet'}.")
        for key in [pool] if pool else known:
            began = time.monotonic()
            done = (compare if check else recompute)(pool=key)
            self.stdout.write(
                f"{key}: {done.matches:,} matches, {done.changes:,} changes, {done.players:,} players "
                f"in {time.monotonic() - began:.1f} s"
            )
            if done.first:
                differ = True
                self.stderr.write(done.first)
        if differ:
            sys.exit(1)
