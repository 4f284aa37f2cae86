"""`manage.py record_keys list` and `rotate`: the keys that sign match records."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.actions.signing import LONGEST_REASON, rotate
from matches.models import RecordKey
from matches.moment import now
from matches.refusals import Refused
from matches.signing import public_key


class Command(BaseCommand):
    help = "Show the keys that sign match records, or put a new one in the place of the one in force."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["list", "rotate"])
        parser.add_argument(
            "--reason", default="", help=f"published with the old key, at most {LONGEST_REASON} characters"
        )

    def handle(self, *args: Any, act: str, reason: str, **options: Any) -> None:
        if act == "rotate":
            try:
                key = rotate(at=now(), reason=reason)
            except Refused as refusal:
                raise CommandError(refusal.text) from None
            self.stdout.write(f"records are signed with key {key.key_id} from now on")
        for key in RecordKey.objects.all():
            until = "in force" if key.ended_at is None else f"until {key.ended_at:%Y-%m-%d %H:%M} UTC"
            why = f", {key.reason}" if key.reason else ""
            ours = "" if key.public_key == public_key(key.number) else ", not of this RECORD_KEY"
            self.stdout.write(f"{key.key_id}  {key.public_key}  from {key.began_at:%Y-%m-%d %H:%M}, {until}{why}{ours}")
