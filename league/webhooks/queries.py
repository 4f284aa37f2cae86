"""Reads of webhooks: a player's own, and those of leagues that they organise."""

from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from engines.i18n import translate as _
from league.leagues.queries.roles import can_organise
from league.pagination import UncountedPage, paginate_without_count
from league.webhooks.models import Delivery, Webhook
from matches.errors import ActionError

PAGE_SIZE = 50


def get_webhook(uid: UUID, by: int, *, lock: bool = False) -> Webhook:
    """Return a webhook. Raises ActionError("not-found") also if the user may not manage it."""
    rows = Webhook.objects.select_related("league")
    webhook = (rows.select_for_update(of=("self",)) if lock else rows).filter(uid=uid).first()
    if webhook is None or not (webhook.player_id == by if webhook.league_id is None else can_organise(by, webhook.league_id)):
        raise ActionError("not-found", _("Webhook not found."))
    return webhook


def find_webhook_league(uid: UUID) -> int | None:
    """Return the league that a webhook belongs to; None for a person's."""
    return Webhook.objects.filter(uid=uid).values_list("league", flat=True).first()


def list_webhooks(*, player_id: int | None = None, league_id: int | None = None) -> QuerySet[Webhook]:
    """Return the webhooks of a person, or of a league, with the outcome of the last attempt (`last_code`, `last_answer`)."""
    tried = Delivery.objects.filter(webhook=OuterRef("pk"), tried_at__isnull=False).order_by("-tried_at", "-pk")
    return Webhook.objects.select_related("league").filter(player=player_id, league=league_id).annotate(
        last_code=Subquery(tried.values("code")[:1]), last_answer=Subquery(tried.values("answer")[:1]),
        last_tried_at=Subquery(tried.values("tried_at")[:1]),
    )  # fmt: skip


def list_due_deliveries(at: datetime) -> QuerySet[Delivery]:
    """Return the deliveries to attempt now: their webhook is enabled, and its receiver has not asked for a pause."""
    is_paused = Q(webhook__paused_until__gt=at)
    return Delivery.objects.filter(due_at__lte=at, webhook__off_at=None).exclude(is_paused)


def list_deliveries(webhook: Webhook, page: int) -> UncountedPage[Delivery]:
    """Return a page of a webhook's log, newest first."""
    return paginate_without_count(webhook.deliveries.order_by("-made_at", "-pk"), page, PAGE_SIZE)
