"""`manage.py ratings recompute`: all ratings from the matches."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.ratings.actions.recalculation import compare_pool, recompute_pool
from league.ratings.models import RatedMatch, RatingPool


class Command(BaseCommand):
    """Command that recomputes the ratings."""

    help = "Recalculate ratings from the matches. New results in a pool wait until it is done."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["recompute"])
        parser.add_argument("--check", action="store_true", help="only compare; exits with 1 and prints the first difference")
        parser.add_argument("--pool", help="only this pool, such as zero-day or zero-day/fast")

    def handle(self, *args: Any, check: bool, pool: str | None, **options: Any) -> None:
        key_lists = RatingPool.objects.values_list("key", flat=True), RatedMatch.objects.values_list("pool", flat=True)
        pools, has_difference = sorted({key for keys in key_lists for key in keys}), False
        if pool and pool not in pools:
            raise CommandError(f"Unknown pool: {pool}. Available: {', '.join(pools) or 'none yet'}.")
        for key in [pool] if pool else pools:
            started = time.monotonic()
            replay = (compare_pool if check else recompute_pool)(pool=key)
            self.stdout.write(
                f"{key}: {replay.matches:,} matches, {replay.changes:,} changes, {replay.players:,} players "
                f"in {time.monotonic() - started:.1f} s"
            )
            if replay.first:
                has_difference = True
                self.stderr.write(replay.first)
        if has_difference:
            sys.exit(1)
