"""`manage.py pair FILE.trf`: the pairing of a tournament's next round."""

import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from league.formats.protocol import CannotPair
from league.formats.swiss.explanations import conflict
from league.formats.swiss.pairing import pair
from league.formats.trf import BadTrf, decode, read
from league.formats.trf.next_round import next_round


class Command(BaseCommand):
    """Command that pairs the next round of a tournament report."""

    help = "Print the next round of a tournament report (TRF): the number of pairs, then White and Black, 0 for a bye."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a tournament report, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            found = next_round(read(decode(data)))
        except OSError as fault:
            self._fail(f"{name}:1: The file cannot be read: {fault.strerror}.")
        except BadTrf as bad:
            self._fail(f"{name}:{bad.line}: {bad.text}")
        try:
            pairs = pair(found.tournament)
        except CannotPair as none:
            why = conflict(found.tournament)
            self._fail(f"{name}:1: {why.text(found.starts) if why else none}")
        starts = {0: 0, **found.starts}
        self.stdout.write("\n".join([str(len(pairs)), *(f"{starts[one.white]} {starts[one.black]}" for one in pairs)]))

    def _fail(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(1)
