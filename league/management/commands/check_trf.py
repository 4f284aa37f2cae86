"""`manage.py check_trf FILE.trf`: the pairings, points and ranks of a tournament report, computed again."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.formats.tie_breaks.definitions import BadTieBreaks
from league.formats.trf import BadTrf
from league.formats.trf.check import check_report
from league.management.trf_files import fail, read_trf


class Command(BaseCommand):
    """Command that checks a tournament report."""

    help = (
        "Check a tournament report (TRF): pair every round again, and compute points and ranks. Prints each "
        "difference as FILE:LINE: TEXT. Exits with 1 if there is one, with 2 if the file can't be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="tournament report, or - for standard input")
        parser.add_argument(
            "--tie-breaks", metavar="KEYS", help="tie-breaks behind the ranks, such as BH-C1,BH,SB (default: those of the file)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, keys = options["file"], options["tie_breaks"]
        report = read_trf(self, name, status=2)
        try:
            found = list(check_report(report, None if keys is None else [key.strip() for key in keys.split(",") if key]))
        except BadTieBreaks as error:
            fail(self, f"--tie-breaks: {error}", status=2)
        except BadTrf as error:
            fail(self, f"{name}:{error.line}: {error.text}", status=2)
        for difference in found:
            self.stdout.write(f"{name}:{difference.line}: {difference.text}")
        if found:
            sys.exit(1)
        self.stdout.write("Pairings, points and ranks agree with the rules.")
