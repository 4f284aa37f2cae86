"""Of the franchises and drafts of somebody, what is theirs alone or open to all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from league.draft.models import DraftAct, DraftTeam
from league.people.models import Player
from league.seasons.models import Contract, Franchise, Trade, WaiverClaim

Row = dict[str, Any]


def franchises_of(person: Player, _: datetime) -> Iterator[Row]:
    for row in Franchise.objects.filter(owner=person).select_related("season__league").order_by("-pk").iterator():
        yield {
            "franchise": row.pk, "name": row.name, "season": row.season.name, "league": row.season.league.slug,
            "balance": row.balance, "owed": row.owed, "created_at": row.created_at,
        }  # fmt: skip


def contracts_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = Contract.objects.filter(franchise__owner=person).select_related("gamer__gamer").order_by("-pk")
    for row in rows.iterator(chunk_size=500):
        yield {
            "franchise": row.franchise_id, "gamer": row.gamer.gamer.handle, "salary": row.salary, "how": row.how,
            "signed_at": row.signed_at, "ended_at": row.ended_at,
        }  # fmt: skip


def bids_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = WaiverClaim.objects.filter(franchise__owner=person).select_related("gamer__gamer").order_by("-pk")
    for row in rows.iterator(chunk_size=500):
        yield {
            "franchise": row.franchise_id, "gamer": row.gamer.gamer.handle, "bid": row.bid, "status": row.status,
            "made_at": row.made_at, "opens_at": row.opens_at, "closed_at": row.closed_at, "why": row.why,
        }  # fmt: skip


def trades_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = Trade.objects.filter(proposer__owner=person).order_by("-pk")
    for row in rows.iterator(chunk_size=500):
        yield {
            "trade": row.pk, "from": row.proposer_id, "to": row.partner_id, "gives_money": row.give_money,
            "takes_money": row.take_money, "words": row.words, "status": row.status, "offered_at": row.offered_at,
            "closed_at": row.closed_at,
        }  # fmt: skip


def drafts_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = DraftTeam.objects.filter(player=person).select_related("draft").order_by("-pk")
    for row in rows.defer("draft__state", "draft__setup", "draft__seed").iterator(chunk_size=100):
        yield {
            "draft": row.draft_id, "name": row.draft.name, "kind": row.draft.kind, "status": row.draft.status,
            "team": row.name, "number": row.number, "list": row.queue,
        }  # fmt: skip


def draft_acts_of(person: Player, _: datetime) -> Iterator[Row]:
    """Only what this person sent: bids that are sealed are their own, and a list of later is among these acts."""
    rows = DraftAct.objects.filter(by=person).order_by("-pk")
    for row in rows.iterator(chunk_size=500):
        yield {"draft": row.draft_id, "n": row.n, "at": row.at, "act": row.act}
