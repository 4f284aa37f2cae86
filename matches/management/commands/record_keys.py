"""`manage.py record_keys list`, `secret`, `rotate` and `revoke`: the keys that sign match records."""

import secrets
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.actions.record_signing import MAX_REASON_LENGTH, find_private_key, revoke_key, rotate_key
from matches.errors import ActionError
from matches.models import RecordKey
from matches.server_time import now


class Command(BaseCommand):
    """Command that lists, creates, rotates and revokes record keys."""

    help = "List the keys that sign match records, create a secret for a new key, replace the active key, or revoke one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["list", "secret", "rotate", "revoke"])
        parser.add_argument("--key", default="", help="key_id of the key to revoke")
        parser.add_argument("--since", default="", help="earliest possible time of the leak, such as 2026-11-22T14:00 (UTC)")
        parser.add_argument("--reason", default="", help=f"published with the key (at most {MAX_REASON_LENGTH} characters)")

    def handle(self, *args: Any, act: str, key: str, since: str, reason: str, **options: Any) -> None:
        if act == "secret":
            self.stdout.write(secrets.token_hex(32))
            return
        try:
            if act == "rotate":
                new_key = rotate_key(at=now(), reason=reason)
                self.stdout.write(f"Records are now signed with key {new_key.key_id}.")
            elif act == "revoke":
                revoked = revoke_key(key_id=key, since=_parse_moment(since), at=now(), reason=reason)
                self.stdout.write(f"Key {revoked.key_id}: signatures after {revoked.ended_at:%Y-%m-%d %H:%M} UTC are rejected.")
        except ActionError as refusal:
            raise CommandError(refusal.text) from None
        for record_key in RecordKey.objects.all():
            self.stdout.write(_format_key(record_key))


def _format_key(key: RecordKey) -> str:
    end = "" if key.ended_at is None else f" until {key.ended_at:%Y-%m-%d %H:%M} UTC"
    reason = f", {key.reason}" if key.reason else ""
    missing = "" if key.ended_at or find_private_key(key.public_key) else ", secret missing from RECORD_KEY"
    return f"{key.key_id}  {key.public_key}  {key.state}, from {key.began_at:%Y-%m-%d %H:%M}{end}{reason}{missing}"


def _parse_moment(text: str) -> datetime:
    """Return the datetime of an ISO text; in UTC unless it has an offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError("--since: use the format 2026-11-22T14:00 (UTC)") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
