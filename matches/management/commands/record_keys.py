"""`manage.py record_keys list`, `secret`, `rotate` and `revoke`: the keys that sign match records."""

import secrets
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.actions.record_signing import LONGEST_REASON, private_key, revoke, rotate
from matches.models import RecordKey
from matches.moment import now
from matches.refusals import Refused


class Command(BaseCommand):
    """Lists, creates, rotates and revokes record keys."""

    help = "Show the keys that sign match records, make a secret for a new one, replace the active one, or revoke one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["list", "secret", "rotate", "revoke"])
        parser.add_argument("--key", default="", help="the key to revoke, by its key_id")
        parser.add_argument(
            "--since", default="", help="when its secret may have been read first, as 2026-11-22T14:00 (UTC)"
        )
        parser.add_argument("--reason", default="", help=f"published with the key, at most {LONGEST_REASON} characters")

    def handle(self, *args: Any, act: str, key: str, since: str, reason: str, **options: Any) -> None:
        if act == "secret":
            self.stdout.write(secrets.token_hex(32))
            return
        try:
            if act == "rotate":
                made = rotate(at=now(), reason=reason)
                self.stdout.write(f"records are signed with key {made.key_id} from now on")
            elif act == "revoke":
                gone = revoke(key_id=key, since=_moment(since), at=now(), reason=reason)
                self.stdout.write(f"what key {gone.key_id} signed after {gone.ended_at:%Y-%m-%d %H:%M} UTC is refused")
        except Refused as refusal:
            raise CommandError(refusal.text) from None
        for one in RecordKey.objects.all():
            self.stdout.write(_line(one))


def _line(key: RecordKey) -> str:
    until = "" if key.ended_at is None else f" until {key.ended_at:%Y-%m-%d %H:%M} UTC"
    reason = f", {key.reason}" if key.reason else ""
    ours = "" if key.ended_at or private_key(key.public_key) else ", its secret is not in RECORD_KEY"
    return f"{key.key_id}  {key.public_key}  {key.state}, from {key.began_at:%Y-%m-%d %H:%M}{until}{reason}{ours}"


def _moment(text: str) -> datetime:
    """Return the datetime of an ISO text; in UTC unless it has an offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError("--since: write the moment as 2026-11-22T14:00 (UTC)") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
