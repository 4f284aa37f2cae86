"""Delivery of due webhook events: claimed in the row, posted outside any transaction, then recorded."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from random import uniform

from django.db import transaction
from django.db.models import F, Min
from django.urls import reverse

from engines.i18n import to_stored, translate as _
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.outgoing_http.safe_http import Post, PostResult, post, post_to_url
from league.outgoing_http.url_validation import parse_url
from league.webhooks.event_types import MAX_FAILURES, TEST, TOO_MANY_REQUESTS, compute_retry_delay, parse_pause, sign
from league.webhooks.models import Delivery, DeliveryStatus, Webhook
from league.webhooks.queries import list_due_deliveries
from league.webhooks.services.base import ChatService
from matches.errors import ActionError

logger = logging.getLogger(__name__)
CLAIM_LEASE = timedelta(seconds=60)
"""How long a claim lasts before another process may try."""
MAX_THREADS = 8
GONE_STATUS = 410
"""The HTTP status with which the receiver unsubscribes."""
RETENTION = timedelta(days=30)


def deliver_due(clock: Callable[[], datetime], *, send: Post = post) -> int:
    """Try the oldest due delivery of each webhook, so that slow ones block no others; return the number of attempts."""
    claimed = claim_deliveries(clock())
    with ThreadPoolExecutor(MAX_THREADS, "webhook") as threads:
        attempts = [(delivery, threads.submit(_post, delivery, clock(), send)) for delivery in claimed]
        for delivery, future in attempts:
            try:
                record_attempt(delivery_id=delivery.pk, result=future.result(), at=clock())
            except Exception:  # The others were posted and must be recorded.
                logger.exception("saving the result of delivery %s failed", delivery.pk)
    return len(claimed)


def claim_deliveries(at: datetime) -> list[Delivery]:
    """Claim and return due deliveries for this process, at most one per webhook."""
    due = list_due_deliveries(at)
    # By webhook, so that one with thousands of deliveries does not hide others.
    webhooks = due.values("webhook").annotate(since=Min("due_at")).order_by("since", "webhook")[:MAX_THREADS]
    claimed = []
    for oldest in list(webhooks):
        row = due.filter(webhook=oldest["webhook"]).order_by("due_at", "pk").select_related("webhook").first()
        if row is not None:
            unclaimed = Delivery.objects.filter(pk=row.pk, due_at=row.due_at)
            if unclaimed.update(due_at=at + CLAIM_LEASE, tries=F("tries") + 1, tried_at=at):
                claimed.append(row)
    return claimed


def _post(delivery: Delivery, at: datetime, send: Post) -> PostResult:
    webhook, body = delivery.webhook, delivery.body.encode()
    headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "League-Zero-Webhooks/1"}
    if webhook.chat is not None:
        return _post_to_chat(webhook.chat, delivery, {**headers, "Content-Type": "application/json"}, send)
    timestamp = int(at.timestamp())
    headers |= {
        "webhook-id": str(delivery.uid),
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(sign(key, str(delivery.uid), timestamp, body) for key in webhook.valid_keys(at)),
    }
    return post_to_url(webhook.url, body, headers, send=send)


def _post_to_chat(chat: ChatService, delivery: Delivery, headers: dict[str, str], send: Post) -> PostResult:
    """Send a message to a chat service. The response is kept without the secret, should the service repeat it."""
    try:
        address = delivery.webhook.address
    except ActionError as error:
        return PostResult(None, error.text, 0)
    request = chat.build_request(address, str(delivery.uid))
    result = post_to_url(request.url, delivery.body.encode(), {**headers, **request.headers}, method=request.method, send=send)
    return replace(result, text=result.text.replace(address.credential, "…")) if address.credential in result.text else result


@transaction.atomic
def record_attempt(*, delivery_id: int, result: PostResult, at: datetime) -> None:
    """Record an attempt's outcome, schedule the next, and disable a webhook that fails too often."""
    webhook = Webhook.objects.select_for_update(of=("self",)).filter(deliveries=delivery_id).first()
    if webhook is None:
        return  # Deleted meanwhile.
    row = Delivery.objects.get(pk=delivery_id)
    row.code, row.answer, row.took_ms, row.tried_at = result.code, to_stored(result.text), result.took_ms, at
    delay = None if row.kind == TEST else compute_retry_delay(row.tries)
    if result.code == TOO_MANY_REQUESTS:
        pause = parse_pause(result.retry_after, result.text, at)
        Webhook.objects.filter(pk=webhook.pk).update(paused_until=at + pause)
        delay = None if delay is None else pause
    elif delay is not None:
        delay *= uniform(0.9, 1.1)
    if result.good:
        row.status, row.due_at = DeliveryStatus.SENT, None
    elif delay is None:
        row.status, row.due_at = DeliveryStatus.FAILED, None
    else:
        row.due_at = at + delay
    row.save(update_fields=["code", "answer", "took_ms", "tried_at", "status", "due_at"])
    if result.good:
        Webhook.objects.filter(pk=webhook.pk).exclude(failures=0).update(failures=0)
    elif row.kind != TEST and result.code != TOO_MANY_REQUESTS:
        _record_failure(webhook, result, at)


def _record_failure(webhook: Webhook, result: PostResult, at: datetime) -> None:
    webhook.failures += 1
    is_gone = result.code == GONE_STATUS or (webhook.chat is not None and result.code in webhook.chat.dead_codes)
    if webhook.off_at is None and (webhook.failures >= MAX_FAILURES or is_gone):
        webhook.off_at = at
        webhook.off_why = to_stored(_explain_end(webhook, result, is_gone=is_gone))
        webhook.deliveries.filter(status=DeliveryStatus.WAITING).update(status=DeliveryStatus.FAILED, due_at=None)
        host = parse_url(webhook.url, local=True).host
        params = {"host": f"{host} ({webhook.name})" if webhook.name else host, "failures": str(webhook.failures)}
        key = f"hook.{webhook.pk}.{at.timestamp():.0f}"
        path = reverse("hook", args=[webhook.uid])
        notification = NewNotification(webhook.made_by_id, key, params, path, case="gone" if is_gone else "")
        notify([notification], kind=Kind.WEBHOOK, at=at)
    webhook.save(update_fields=["failures", "off_at", "off_why"])


def _explain_end(webhook: Webhook, result: PostResult, *, is_gone: bool) -> str:
    if not is_gone:
        return _("{times} delivery attempts failed in a row.", times=webhook.failures)
    if webhook.chat is None:
        return _("The server answered 410 Gone.")
    return _(
        "{service} answered {code}: the address or its access is no longer valid.",
        service=webhook.get_service_display(), code=result.code,
    )  # fmt: skip


def purge_deliveries(*, at: datetime) -> int:
    """Delete deliveries after thirty days; return their number."""
    deleted, _ = Delivery.objects.filter(made_at__lt=at - RETENTION, due_at=None).delete()
    return deleted
