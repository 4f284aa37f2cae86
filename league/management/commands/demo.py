"""`manage.py demo`: load the demo league."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.demo.accounts import describe_accounts
from league.demo.upkeep import load_demo
from matches.server_time import now


class Command(BaseCommand):
    """Command that loads the demo league."""

    help = "Create the demo league (accounts, bots, events, an open challenge) if it is missing."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Its accounts have a public password: it isn't for production.")
        load_demo(at=now())
        if options["verbosity"]:
            self.stdout.write("\n".join(describe_accounts()))
