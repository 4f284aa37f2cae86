"""Of the franchises and drafts of somebody, what is theirs alone or open to all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import F

from league.account.queries.values import Row, values_of
from league.drafts.models import DraftAct, DraftTeam
from league.people.models import Player
from league.seasons.market_models import Trade, WaiverClaim
from league.seasons.models import Contract, Franchise

_OF_A_GAMER = {"franchise": F("franchise"), "gamer": F("gamer__gamer__handle")}


def franchises_of(person: Player, _: datetime) -> Iterator[Row]:
    named = {"franchise": F("pk"), "season": F("season__name"), "league": F("season__league__slug")}
    return values_of(Franchise.objects.filter(owner=person), "name", "balance", "owed", "created_at", **named)


def contracts_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = Contract.objects.filter(franchise__owner=person)
    return values_of(rows, "salary", "how", "signed_at", "ended_at", **_OF_A_GAMER)


def bids_of(person: Player, _: datetime) -> Iterator[Row]:
    rows = WaiverClaim.objects.filter(franchise__owner=person)
    return values_of(rows, "bid", "status", "made_at", "opens_at", "closed_at", "why", **_OF_A_GAMER)


def trades_of(person: Player, _: datetime) -> Iterator[Row]:
    named = {
        "trade": F("pk"), "from": F("proposer"), "to": F("partner"), "gives_money": F("give_money"),
        "takes_money": F("take_money"),
    }  # fmt: skip
    rows = Trade.objects.filter(proposer__owner=person)
    return values_of(rows, "words", "status", "offered_at", "closed_at", **named)


def drafts_of(person: Player, _: datetime) -> Iterator[Row]:
    named = {
        "draft": F("draft"), "name": F("draft__name"), "kind": F("draft__kind"), "status": F("draft__status"),
        "team": F("name"), "list": F("queue"),
    }  # fmt: skip
    return values_of(DraftTeam.objects.filter(player=person), "number", **named)


def draft_acts_of(person: Player, _: datetime) -> Iterator[Row]:
    """Only what this person sent: bids that are sealed are their own, and a list of later is among these acts."""
    return values_of(DraftAct.objects.filter(by=person), "n", "at", "act", draft=F("draft"))
