"""Draft notifications: a turn to absent players, and a season's picks to the league's webhooks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.urls import reverse

from league.drafts.formats.entities import Pick
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftTeam
from league.leagues.models import Season
from league.notifications.actions.create import Told, tell
from league.notifications.actions.read_state import settle
from league.notifications.kinds import Kind
from league.notifications.models import Notice
from league.webhooks.actions.outbox import emit

GONE = timedelta(seconds=25)
"""A page that has not polled for this long was disconnected; it polls every ten seconds."""


def tell_turn(row: Draft, state: DraftState, at: datetime) -> None:
    """Notify players who are to pick or nominate, once per turn, unless their draft page is open; expire earlier turns.

    Turns on autopick, bids and blind bids are not announced, because bids are open to all teams, nor are mock drafts.
    """
    if row.season_id is None and row.match_id is None:
        return
    team, turn = state.running or (0, 0)
    asked = state.running is not None and not state.over and team not in state.auto
    old = Notice.objects.filter(kind=Kind.PICK, subject=row.pk, waits=True)
    settle(ids=list(old.exclude(mark=turn if asked else -1).values_list("pk", flat=True)), at=at)
    if not asked or state.paused:
        return
    own = DraftTeam.objects.select_related("franchise").filter(draft=row, number=team).first()
    person = (own.franchise.owner_id if own.franchise else own.player_id) if own else None
    if own is None or person is None or (own.seen_at is not None and at - own.seen_at <= GONE):
        return
    here, key = reverse("draft", args=[row.pk]), f"draft.{row.pk}.{team}.{turn}"
    told = Told(person, key, {"draft": row.name}, here, subject=row.pk, mark=turn)
    tell([told], kind=Kind.PICK, at=at, waits=True)


def tell_picks(row: Draft, state: DraftState, fresh: Sequence[Pick], at: datetime) -> None:
    """Send the fresh picks to the league's webhooks: team, Gamer and price, as the draft's board shows them."""
    if row.season_id is None or not fresh:
        return
    league_id = Season.objects.values_list("league", flat=True).get(pk=row.season_id)
    names = {one.id: one.name for one in state.setup.teams}
    for one in fresh:
        card = state.setup.by_id[one.card]
        emit(
            kind="pick.made",
            key=f"draft.{row.pk}.pick.{one.number}",
            data={
                "draft_id": row.pk, "draft_name": row.name, "pick": one.number, "franchise_name": names[one.team],
                "handle": card.handle, "price": one.price, "how": one.how, "path": reverse("draft", args=[row.pk]),
            },
            league_id=league_id,
            at=at,
        )  # fmt: skip
