"""Delivery of due webhook events: claimed in the row, posted outside any transaction, then recorded."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import uniform

from django.db import transaction
from django.db.models import F, Min
from django.urls import reverse

from engines.words import say, stored
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.outgoing_http.safe_http import Answer, Post, post, post_to_url
from league.outgoing_http.url_validation import target
from league.webhooks.event_types import MOST_FAILURES, TEST, signature, wait_after
from league.webhooks.models import Delivery, DeliveryStatus, Hook

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=60)
"""How long a claim lasts before another process may try."""
AT_ONCE = 8
GONE = 410
"""The HTTP status with which the receiver unsubscribes."""
KEPT = timedelta(days=30)


def deliver_due(clock: Callable[[], datetime], *, send: Post = post) -> int:
    """Try the oldest due delivery of each webhook, so that slow ones block no others; return the number of attempts."""
    claimed = claim(clock())
    with ThreadPoolExecutor(AT_ONCE, "webhook") as threads:
        sent = [(one, threads.submit(_post, one, clock(), send)) for one in claimed]
        for one, answer in sent:
            try:
                settle(delivery_id=one.pk, answer=answer.result(), at=clock())
            except Exception:  # The others were posted and must be recorded.
                logger.exception("what came of delivery %s could not be written down", one.pk)
    return len(claimed)


def claim(at: datetime) -> list[Delivery]:
    """Claim and return due deliveries for this process, at most one per webhook."""
    due = Delivery.objects.filter(due_at__lte=at, hook__off_at=None)
    # By webhook, so that one with thousands of deliveries does not hide others.
    hooks = due.values("hook").annotate(since=Min("due_at")).order_by("since", "hook")[:AT_ONCE]
    claimed = []
    for one in list(hooks):
        row = due.filter(hook=one["hook"]).order_by("due_at", "pk").select_related("hook").first()
        if row is not None:
            unclaimed = Delivery.objects.filter(pk=row.pk, due_at=row.due_at)
            if unclaimed.update(due_at=at + LEASE, tries=F("tries") + 1, tried_at=at):
                claimed.append(row)
    return claimed


def _post(one: Delivery, at: datetime, send: Post) -> Answer:
    body, stamp = one.body.encode(), int(at.timestamp())
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "League-Zero-Webhooks/1",
        "webhook-id": str(one.uid),
        "webhook-timestamp": str(stamp),
        "webhook-signature": " ".join(signature(key, str(one.uid), stamp, body) for key in one.hook.valid_keys(at)),
    }
    return post_to_url(one.hook.url, body, headers, send=send)


@transaction.atomic
def settle(*, delivery_id: int, answer: Answer, at: datetime) -> None:
    """Record an attempt's outcome, schedule the next, and disable a webhook that fails too often."""
    hook = Hook.objects.select_for_update(of=("self",)).filter(deliveries=delivery_id).first()
    if hook is None:
        return  # Deleted meanwhile.
    row = Delivery.objects.get(pk=delivery_id)
    row.code, row.answer, row.took_ms, row.tried_at = answer.code, stored(answer.text), answer.took_ms, at
    wait = None if row.kind == TEST else wait_after(row.tries)
    if answer.good:
        row.status, row.due_at = DeliveryStatus.SENT, None
    elif wait is None:
        row.status, row.due_at = DeliveryStatus.FAILED, None
    else:
        row.due_at = at + wait * uniform(0.9, 1.1)
    row.save(update_fields=["code", "answer", "took_ms", "tried_at", "status", "due_at"])
    if answer.good:
        Hook.objects.filter(pk=hook.pk).exclude(failures=0).update(failures=0)
    elif row.kind != TEST:
        _failed(hook, answer, at)


def _failed(hook: Hook, answer: Answer, at: datetime) -> None:
    hook.failures += 1
    if hook.off_at is None and (hook.failures >= MOST_FAILURES or answer.code == GONE):
        hook.off_at = at
        gone = answer.code == GONE
        why = (
            say("The server answered 410 Gone.")
            if gone
            else say("{times} delivery attempts failed in a row.", times=hook.failures)
        )
        hook.off_why = stored(why)
        hook.deliveries.filter(status=DeliveryStatus.WAITING).update(status=DeliveryStatus.FAILED, due_at=None)
        about = {"host": target(hook.url, local=True).host, "failures": str(hook.failures)}
        key = f"hook.{hook.pk}.{at.timestamp():.0f}"
        tell([Told(hook.made_by_id, key, about, reverse("hook", args=[hook.uid]))], kind=Kind.WEBHOOK, at=at)
    hook.save(update_fields=["failures", "off_at", "off_why"])


def forget_deliveries(*, at: datetime) -> int:
    """Delete deliveries after thirty days; return their number."""
    gone, _ = Delivery.objects.filter(made_at__lt=at - KEPT, due_at=None).delete()
    return gone
