"""`manage.py pair FILE.trf`: the pairing of a tournament's next round."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.formats.protocol import CannotPair
from league.formats.swiss.explanations import find_conflict
from league.formats.swiss.pairing import pair_next_round
from league.formats.trf import BadTrf
from league.formats.trf.export import add_round
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.scoring import parse_scale
from league.management.trf_files import fail, read_trf


class Command(BaseCommand):
    """Command that pairs the next round of a tournament report."""

    help = "Print the next round of a tournament report (TRF): the number of pairs, then White and Black, 0 for a bye."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="tournament report, or - for standard input")
        parser.add_argument("--write", metavar="NEW", help="also write the report with this round to the file NEW")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        report = read_trf(self, name)
        try:
            parsed = parse_next_round(report)
        except BadTrf as error:
            fail(self, f"{name}:{error.line}: {error.text}")
        try:
            boards = pair_next_round(parsed.tournament)
        except CannotPair as error:
            reason = find_conflict(parsed.tournament)
            fail(self, f"{name}:1: {reason.text(parsed.starts) if reason else error}")
        starts = {0: 0, **parsed.starts}
        pairs = [(starts[board.white], starts[board.black]) for board in boards]
        if options["write"]:
            text = add_round(report, parsed.tournament.played + 1, pairs, parse_scale(report)["PAB"])
            try:
                Path(options["write"]).write_text(text, encoding="utf-8")
            except OSError as error:
                fail(self, f"{options['write']}:1: Can't write the file: {error.strerror}.")
        self.stdout.write("\n".join([str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]))
