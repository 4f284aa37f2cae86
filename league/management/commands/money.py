"""`manage.py money check`: whether the books and rosters of all seasons are right."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.seasons.actions.ledger_audit import audit_season
from league.seasons.models import SeasonTerms
from matches.server_time import now


class Command(BaseCommand):
    """Command that checks balances and rosters."""

    help = "Check that balances are what payments come to, and that every roster is legal. Exit with 1 on a fault."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["check"])
        parser.add_argument("--season", type=int, help="only the season of this number")

    def handle(self, *args: Any, season: int | None, **options: Any) -> None:
        rows = SeasonTerms.objects.select_related("season__league").order_by("pk")
        if season is not None:
            rows = rows.filter(pk=season)
            if not rows:
                raise CommandError(f"No season {season} is played with franchises.")
        fault_count = 0
        for terms in rows:
            name = f"{terms.season.league.slug} season {terms.pk} ({terms.season.name})"
            faults = audit_season(season_id=terms.pk, at=now())
            fault_count += len(faults)
            for fault in faults:
                self.stderr.write(f"{name}: {fault}")
            if not faults and options["verbosity"]:
                self.stdout.write(f"{name}: all is right")
        if fault_count:
            sys.exit(1)
