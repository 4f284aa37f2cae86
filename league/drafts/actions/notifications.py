"""Draft notifications: a turn to absent players, and a season's picks to the league's webhooks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.urls import reverse

from league.drafts.formats.entities import Pick
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftTeam
from league.leagues.models import Season
from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.read_state import mark_done
from league.notifications.kinds import Kind
from league.notifications.models import Notification
from league.webhooks.actions.outbox import enqueue_event

ABSENT_AFTER = timedelta(seconds=25)
"""A page that has not polled for this long was disconnected; it polls every ten seconds."""


def notify_turn(row: Draft, state: DraftState, at: datetime) -> None:
    """Notify the player who is to pick or nominate, once per turn, and mark notifications of earlier turns as done.

    There is no notification while the player's draft page is open, for teams on autopick, in mock drafts, or for bids
    and blind bids, which are open to all teams.
    """
    if row.season_id is None and row.match_id is None:
        return
    team, turn = state.running or (0, 0)
    must_act = state.running is not None and not state.over and team not in state.auto
    old = Notification.objects.filter(kind=Kind.PICK, subject=row.pk, waits=True)
    mark_done(ids=list(old.exclude(mark=turn if must_act else -1).values_list("pk", flat=True)), at=at)
    if not must_act or state.paused:
        return
    entry = DraftTeam.objects.select_related("franchise").filter(draft=row, number=team).first()
    player_id = (entry.franchise.owner_id if entry.franchise else entry.player_id) if entry else None
    if entry is None or player_id is None or (entry.seen_at is not None and at - entry.seen_at <= ABSENT_AFTER):
        return
    path, key = reverse("draft", args=[row.pk]), f"draft.{row.pk}.{team}.{turn}"
    notification = NewNotification(player_id, key, {"draft": row.name}, path, subject=row.pk, mark=turn)
    notify([notification], kind=Kind.PICK, at=at, waits=True)


def send_pick_webhooks(row: Draft, state: DraftState, picks: Sequence[Pick], at: datetime) -> None:
    """Send new picks to the league's webhooks: team, Gamer and price, as the draft's board shows them."""
    if row.season_id is None or not picks:
        return
    league_id = Season.objects.values_list("league", flat=True).get(pk=row.season_id)
    names = {item.id: item.name for item in state.setup.teams}
    for item in picks:
        card = state.setup.by_id[item.card]
        enqueue_event(
            kind="pick.made",
            key=f"draft.{row.pk}.pick.{item.number}",
            data={
                "draft_id": row.pk, "draft_name": row.name, "pick": item.number, "franchise_name": names[item.team],
                "handle": card.handle, "price": item.price, "how": item.how, "path": reverse("draft", args=[row.pk]),
            },
            league_id=league_id,
            at=at,
        )  # fmt: skip
