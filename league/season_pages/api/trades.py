"""Trades for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.given import LARGEST_ID, fields, text, whole
from league.season_pages import serializers
from league.seasons.actions.trades import accept, counter, decline, offer, veto, withdraw
from league.seasons.api.common import actor, count, head_of, terms_of
from league.seasons.queries.trades import MOST, PAGE, all_trades, trade_of
from league.seasons.rules.terms import MOST_PLACES
from league.seasons.rules.trading import Deal
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.moment import now
from matches.refusals import Refused

OFFER = ("give", "take", "give_money", "take_money", "words", "hours")


class TradesView(APIView):
    @extend_schema(
        operation_id="v1_trades_list",
        responses=serializers.TradesSerializer,
        parameters=[
            OpenApiParameter("before", int, description="`next` of the page before."),
            OpenApiParameter("limit", int, description=f"Trades a page, at most {MOST}."),
        ],
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Trades that were agreed, and those of your franchise, newest first."""
        terms_of(request, slug, season_id)
        asked, head = request.query_params, head_of(request, slug, season_id)
        limit = whole(asked.get("limit"), "limit", most=MOST) or PAGE
        shown = all_trades(season_id, head.yours, before=whole(asked.get("before"), "before"), limit=limit)
        return listed(request, {"trades": [asdict(line) for line in shown.lines]}, before=shown.before)

    @extend_schema(request=serializers.NewTradeSerializer, responses={201: serializers.TradeSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/trades/{trade_id}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Offer a trade to another franchise."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["partner_id"], others=OFFER)
        yours = head_of(request, slug, season_id).yours
        if yours is None:
            raise Refused("not-allowed", say("You have no franchise in this season."))
        made = offer(
            season_id=season_id,
            franchise_id=yours,
            partner=count(given, "partner_id"),
            deal=_deal(given),
            by=by,
            at=now(),
        )
        return _shown(request, slug, season_id, made, 201)


class TradeView(APIView):
    @extend_schema(responses=serializers.TradeSerializer)
    def get(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        """A trade, what is given and what has become of it."""
        return _shown(request, slug, season_id, trade_id)


class TradeCounterView(APIView):
    @extend_schema(request=serializers.OfferSerializer, responses={201: serializers.TradeSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/trades/{trade_id}/")
    def post(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        """Answer an offer by another one; `give` is what you give."""
        by = actor(request, slug, season_id)
        _shown(request, slug, season_id, trade_id)
        deal = _deal(fields(request.data, others=OFFER))
        made = counter(season_id=season_id, trade_id=trade_id, deal=deal, by=by, at=now())
        return _shown(request, slug, season_id, made, 201)


class _DeedView(APIView):
    """A deed without anything to say."""

    act: Callable[..., Any]

    @extend_schema(request=None, responses=serializers.TradeSerializer)
    def post(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        by = actor(request, slug, season_id)
        _shown(request, slug, season_id, trade_id)
        fields(request.data or {})
        type(self).act(season_id=season_id, trade_id=trade_id, by=by, at=now())
        return _shown(request, slug, season_id, trade_id)


class TradeAcceptView(_DeedView):
    """Agree to an offer. It is done at once, or when the time of organisers to stop it is over."""

    act = accept


class TradeDeclineView(_DeedView):
    """Say no to an offer."""

    act = decline


class TradeWithdrawView(_DeedView):
    """Take your own offer back."""

    act = withdraw


class TradeVetoView(APIView):
    @extend_schema(request=serializers.VetoSerializer, responses=serializers.TradeSerializer)
    def post(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        """Stop a trade that was agreed, as an organiser, for a stated reason."""
        by = actor(request, slug, season_id)
        _shown(request, slug, season_id, trade_id)
        given = fields(request.data, needed=["why"])
        veto(season_id=season_id, trade_id=trade_id, by=by, why=text(given, "why"), at=now())
        return _shown(request, slug, season_id, trade_id)


def _shown(request: Request, slug: str, season_id: int, trade_id: int, status: int = 200) -> Response:
    terms_of(request, slug, season_id)
    line = trade_of(season_id, trade_id, head_of(request, slug, season_id).yours)
    if line is None:
        raise Refused("not-found", say("There is no such trade in this season."))
    return Response(asdict(line), status=status)


def _deal(given: Mapping[str, Any]) -> Deal:
    return Deal(
        _contracts(given, "give"), _contracts(given, "take"), _money(given, "give_money"), _money(given, "take_money"),
        text(given, "words"), count(given, "hours") if given.get("hours") is not None else None,
    )  # fmt: skip


def _money(given: Mapping[str, Any], name: str) -> int:
    return count(given, name, least=0) if name in given else 0


def _contracts(given: Mapping[str, Any], name: str) -> tuple[int, ...]:
    value = given.get(name, [])
    numbers = isinstance(value, list) and len(value) <= MOST_PLACES
    if not numbers or not all(type(one) is int and 1 <= one <= LARGEST_ID for one in value):
        raise Refused("malformed", say("`{name}` is a list of numbers of contracts.", name=name), name)
    return tuple(value)
