"""`manage.py generate_trf`: the report of a random tournament."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.formats.swiss.format import MAX_ENTRANTS
from league.formats.trf.random_report import generate_report

MAX_ROUNDS = 30


class Command(BaseCommand):
    """Command that writes the report of a random tournament."""

    help = (
        "Print the report (TRF) of a random Swiss tournament, with byes, forfeits, late entries and withdrawals. "
        "The same arguments give the same file."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=_to_number(2, MAX_ENTRANTS), default=40, help="default 40")
        parser.add_argument("--rounds", type=_to_number(1, MAX_ROUNDS), default=9, help="default 9")
        parser.add_argument("--seed", default="1", help="any text; default 1")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(generate_report(options["seed"], options["players"], options["rounds"]), ending="")


def _to_number(minimum: int, maximum: int) -> Any:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not minimum <= int(text) <= maximum:
            raise argparse.ArgumentTypeError(f"must be a whole number from {minimum} to {maximum}")
        return int(text)

    return parse
