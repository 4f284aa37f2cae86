"""`manage.py pair FILE.trf`: the pairing of a tournament's next round."""

import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from league.formats.protocol import CannotPair
from league.formats.swiss.explanations import find_conflict
from league.formats.swiss.pairing import pair_next_round
from league.formats.trf import BadTrf, decode, parse_report
from league.formats.trf.next_round import parse_next_round


class Command(BaseCommand):
    """Command that pairs the next round of a tournament report."""

    help = "Print the next round of a tournament report (TRF): the number of pairs, then White and Black, 0 for a bye."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="tournament report, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            parsed = parse_next_round(parse_report(decode(data)))
        except OSError as error:
            self._fail(f"{name}:1: Can't read the file: {error.strerror}.")
        except BadTrf as error:
            self._fail(f"{name}:{error.line}: {error.text}")
        try:
            pairs = pair_next_round(parsed.tournament)
        except CannotPair as error:
            reason = find_conflict(parsed.tournament)
            self._fail(f"{name}:1: {reason.text(parsed.starts) if reason else error}")
        starts = {0: 0, **parsed.starts}
        self.stdout.write("\n".join([str(len(pairs)), *(f"{starts[board.white]} {starts[board.black]}" for board in pairs)]))

    def _fail(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(1)
