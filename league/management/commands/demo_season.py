"""`manage.py demo_season`: a whole season of franchises of bots, from founding to the archive, in a few minutes."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.demo.whole_season import BOT_NAMES, EventStuckError, format_summary, play_season
from league.people.actions.bots import BOT_KINDS
from league.seasons.actions.ledger_audit import audit_season
from matches.errors import ActionError
from matches.server_time import now


class Command(BaseCommand):
    """Command that plays a whole season."""

    help = "Play a whole season of bots: franchises, rosters, rounds, money, prizes. Exits with 1 if a check fails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--teams", type=int, default=8, help=f"number of franchises, 2 to {len(BOT_NAMES)} (default: 8)")
        parser.add_argument("--rounds", type=int, default=3, help="number of rounds unless a round robin (default: 3)")
        parser.add_argument("--bots", choices=sorted(BOT_KINDS), default="level-5", help="bots to play with (default: level-5)")

    def handle(self, *args: Any, teams: int, rounds: int, bots: str, **options: Any) -> None:
        if not 2 <= teams <= len(BOT_NAMES) or not 1 <= rounds <= 20:
            raise CommandError(f"Use 2 to {len(BOT_NAMES)} teams and 1 to 20 rounds.")
        log = self.stdout.write if options["verbosity"] > 1 else lambda _: None
        try:
            terms = play_season(teams=teams, rounds=rounds, kind=bots, clock=now, log=log)
        except EventStuckError as error:
            raise CommandError(str(error)) from None
        except ActionError as refusal:
            raise CommandError(refusal.text) from None
        faults = audit_season(season_id=terms.pk, at=now())
        self.stdout.write("\n".join(format_summary(terms, faults)))
        if faults:
            sys.exit(1)
