"""`manage.py rating_list EVENT FILE`: ratings of an event's entrants from a whole rating list of FIDE."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.events.models import Event
from league.formats.rating_list import KINDS
from league.registration.actions.rating_lists import fill_from_rating_list
from matches.errors import ActionError
from matches.server_time import now


class Command(BaseCommand):
    """Command that fills in ratings and FIDE IDs."""

    help = "Fill in ratings, FIDE IDs, federations and titles of an event's entrants from a rating list (TXT or XML)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="number of an event that hasn't started")
        parser.add_argument("file", metavar="FILE", help="unpacked list of ratings.fide.com")
        parser.add_argument("--kind", choices=KINDS, default="standard")

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = Event.objects.filter(pk=options["event"]).values_list("organiser", flat=True).first()
        if organiser is None:
            raise CommandError(f"Event {options['event']} not found.")
        try:
            with Path(options["file"]).open("rb") as file:
                result = fill_from_rating_list(
                    event_id=options["event"], by=organiser, file=file, kind=options["kind"], at=now()
                )
        except (OSError, ActionError) as error:
            raise CommandError(str(error)) from error
        found, missing = result["found"], result["missing"]
        self.stdout.write(f"Found: {len(found)}. Not found, or more than one of the name: {len(missing)}.")
        for name in missing:
            self.stdout.write(f"  {name}")
