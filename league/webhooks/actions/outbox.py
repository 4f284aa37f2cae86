"""The outbox: deliveries for webhooks, written in the transaction of the event."""

import json
import logging
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q

from engines.contract import Json
from engines.i18n import Message, to_stored, translate_stored
from league.webhooks.chat_messages import build_message
from league.webhooks.models import Delivery, Webhook
from matches.catalogues import use_english, use_language

logger = logging.getLogger(__name__)
EventData = Mapping[str, Any]
"""JSON values, times, and messages (`engines.i18n`), which each webhook gets in its language."""


def enqueue_event(
    *,
    kind: str,
    key: str,
    data: EventData,
    at: datetime,
    league_id: int | None = None,
    players: Collection[int] = (),
    details: Callable[[], EventData] | None = None,
) -> int:
    """Create deliveries for the subscribed webhooks of a league and of these people; return their number.

    Call it in the transaction of the event. `key` identifies it, so that a webhook gets it once. `data` holds only what
    every spectator may know at `at`, and paths of the site (`path`), which become full URLs. `details` adds to it; it is
    called only if a webhook is subscribed.
    """
    is_recipient = Q(player__in=players) | Q(league=league_id) if league_id is not None else Q(player__in=players)
    webhooks = [webhook for webhook in Webhook.objects.filter(is_recipient, off_at=None) if kind in webhook.kinds]
    if webhooks and details is not None:
        data = {**data, **details()}
    return _store(kind, [(webhook, key, data) for webhook in webhooks], at)


def enqueue_events(kind: str, events: Sequence[tuple[int, str, Mapping[str, Json]]], at: datetime) -> None:
    """Create deliveries for webhooks of many people with different data: player, key and data."""
    webhooks = Webhook.objects.filter(player__in={player for player, _, _ in events}, off_at=None)
    candidates = [(webhook, key, data) for webhook in webhooks for player, key, data in events if webhook.player_id == player]
    _store(kind, [candidate for candidate in candidates if kind in candidate[0].kinds], at)


def _store(kind: str, events: Iterable[tuple[Webhook, str, EventData]], at: datetime) -> int:
    """Store the deliveries and return their number. A message that can't be built is logged, and delays nothing."""
    deliveries = []
    for webhook, key, data in events:
        try:
            deliveries.append(build_delivery(webhook, kind, key, data, at))
        except Exception:
            logger.exception("the message %s for webhook %s failed", kind, webhook.pk)
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return len(deliveries)


def build_delivery(webhook: Webhook, kind: str, key: str, data: EventData, at: datetime) -> Delivery:
    """Return an unsaved delivery that is due at once."""
    uid = uuid.uuid4()
    with use_language(webhook.language) if webhook.chat else use_english():
        values = {name: _translate(value) for name, value in data.items() if name != "path"}
        url = f"{settings.SITE_URL}{data['path']}" if "path" in data else ""
        if webhook.chat is not None:
            body = webhook.chat.build_body(build_message(kind, values, url))
        else:
            body = {"id": str(uid), "kind": kind, "at": at.isoformat(), "data": values | ({"url": url} if url else {})}
    text = json.dumps(body, ensure_ascii=False, default=datetime.isoformat)
    return Delivery(uid=uid, webhook=webhook, kind=kind, key=key, body=text, made_at=at, due_at=at)


def _translate(value: Any) -> Any:
    return str(translate_stored(to_stored(value))) if isinstance(value, Message) else value
