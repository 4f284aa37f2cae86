"""`manage.py token NAME --scopes play,organise`: make a token for an account, from the server's own command line."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.api_tokens.actions import issue_token
from league.api_tokens.rules import LIFETIME_DAYS, SCOPES
from matches.errors import ActionError
from matches.server_time import now


class Command(BaseCommand):
    """Command that creates an API token."""

    help = "Create an API token for an account and print it. Keep it secret: it gives access to the account."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="command line", help="name shown in the owner's token list")
        parser.add_argument("--scopes", default="read", help=f"comma-separated: {', '.join(SCOPES)}")
        parser.add_argument("--days", type=int, default=7, choices=LIFETIME_DAYS)

    def handle(self, *_: Any, username: str, name: str, scopes: str, days: int, **__: Any) -> None:
        try:
            token = issue_token(username=username, name=name, scopes=scopes.split(","), days=days, at=now())
        except ActionError as refusal:
            raise CommandError(refusal.text) from None
        self.stdout.write(token)
