"""`manage.py account NAME`: how an account stands, and what only the site's operator may do to it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseFailure

from league.people.actions.operating import Impossible, Role, operate
from matches.away import without_database


class Command(BaseCommand):
    help = "Say how an account stands, after what is asked for: a role on the site, closing, a lost second factor."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--role", type=Role, choices=list(Role), help="on the site, not in a league")
        shut = parser.add_mutually_exclusive_group()
        shut.add_argument("--close", dest="closed", action="store_true", default=None, help="nobody signs in with it")
        shut.add_argument("--open", dest="closed", action="store_false", default=None, help="after it was closed")
        parser.add_argument(
            "--without-second-factor", action="store_true", help="for who has lost the app and the recovery codes"
        )

    def handle(
        self, *_: Any, username: str, role: Role | None, closed: bool | None, without_second_factor: bool, **__: Any
    ) -> None:
        try:
            state = operate(username=username, role=role, closed=closed, without_second_factor=without_second_factor)
        except Impossible as why:
            raise CommandError(str(why)) from None
        except DatabaseFailure as error:
            raise CommandError(without_database(error)) from None
        self.stdout.write(state)
