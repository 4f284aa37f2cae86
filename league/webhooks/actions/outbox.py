"""The outbox: deliveries for webhooks, written in the transaction of the event."""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Q

from engines.contract import Json
from league.webhooks.models import Delivery, Webhook


def enqueue_event(
    *, kind: str, key: str, data: Mapping[str, Json], at: datetime, league_id: int | None = None, players: Collection[int] = ()
) -> int:
    """Create deliveries for the subscribed webhooks of a league and of these people; return their number.

    Call it in the transaction of the event. `key` identifies it, so that a webhook gets it once. `data` holds only what
    every spectator may know at `at`, and paths of the site (`path`), which become full URLs.
    """
    is_recipient = Q(player__in=players) | Q(league=league_id) if league_id is not None else Q(player__in=players)
    webhooks = [webhook for webhook in Webhook.objects.filter(is_recipient, off_at=None) if kind in webhook.kinds]
    Delivery.objects.bulk_create([build_delivery(webhook, kind, key, data, at) for webhook in webhooks], ignore_conflicts=True)
    return len(webhooks)


def enqueue_events(kind: str, events: Sequence[tuple[int, str, Mapping[str, Json]]], at: datetime) -> None:
    """Create deliveries for webhooks of many people with different data: player, key and data."""
    webhooks = Webhook.objects.filter(player__in={player for player, _, _ in events}, off_at=None)
    candidates = [(webhook, key, data) for webhook in webhooks for player, key, data in events if webhook.player_id == player]
    rows = [build_delivery(webhook, kind, key, data, at) for webhook, key, data in candidates if kind in webhook.kinds]
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)


def build_delivery(webhook: Webhook, kind: str, key: str, data: Mapping[str, Json], at: datetime) -> Delivery:
    """Return an unsaved delivery that is due at once."""
    uid = uuid.uuid4()
    event_data = {name: value for name, value in data.items() if name != "path"}
    if "path" in data:
        event_data["url"] = f"{settings.SITE_URL}{data['path']}"
    body = json.dumps({"id": str(uid), "kind": kind, "at": at.isoformat(), "data": event_data}, ensure_ascii=False)
    return Delivery(uid=uid, webhook=webhook, kind=kind, key=key, body=body, made_at=at, due_at=at)
