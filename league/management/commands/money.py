"""`manage.py money check`: whether the books and rosters of all seasons are right."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.seasons.actions.ledger_audit import audit_season
from league.seasons.models import SeasonSettings
from matches.server_time import now


class Command(BaseCommand):
    """Command that checks balances and rosters."""

    help = "Check that balances match payments and that every roster is legal. Exits with 1 on an error."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["check"])
        parser.add_argument("--season", type=int, help="only the season with this id")

    def handle(self, *args: Any, season: int | None, **options: Any) -> None:
        rows = SeasonSettings.objects.select_related("season__league").order_by("pk")
        if season is not None:
            rows = rows.filter(pk=season)
            if not rows:
                raise CommandError(f"Season {season} not found, or it has no franchises.")
        fault_count = 0
        for terms in rows:
            name = f"{terms.season.league.slug} season {terms.pk} ({terms.season.name})"
            faults = audit_season(season_id=terms.pk, at=now())
            fault_count += len(faults)
            for fault in faults:
                self.stderr.write(f"{name}: {fault}")
            if not faults and options["verbosity"]:
                self.stdout.write(f"{name}: OK")
        if fault_count:
            sys.exit(1)
