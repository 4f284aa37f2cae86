"""Trades and sealed bids for programs."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.season_pages import market_serializers as serializers
from league.season_pages.serializers import NothingSerializer
from league.seasons.actions.trades import accept, counter, decline, offer, veto, withdraw
from league.seasons.actions.waivers import claim, withdraw_claim
from league.seasons.api import Act, Input, actor, head_of, perform, terms_of
from league.seasons.queries.market import PAGE, opened_bids, own_bids
from league.seasons.queries.trades import list_trades, trade_of
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class TradesView(APIView):
    @extend_schema(
        operation_id="v1_trades_list", responses=serializers.TradesSerializer, parameters=[serializers.TradesParams]
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Trades that were agreed, and those of your franchise, newest first."""
        terms_of(request, slug, season_id)
        params = validated(serializers.TradesParams, request.query_params)
        shown = list_trades(season_id, head_of(request, slug, season_id).yours, **params)
        return listed(request, {"trades": [asdict(line) for line in shown.lines]}, before=shown.before)

    @extend_schema(request=serializers.NewTradeSerializer, responses={201: serializers.TradeSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/trades/{trade_id}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Offer a trade to another franchise."""
        made = _perform_for_own(request, slug, season_id, offer, serializers.NewTradeSerializer)
        return _shown_trade(request, slug, season_id, made, 201)


class TradeView(APIView):
    @extend_schema(responses=serializers.TradeSerializer)
    def get(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        """A trade, what is given and what has become of it."""
        return _shown_trade(request, slug, season_id, trade_id)


class TradeCounterView(APIView):
    @extend_schema(request=serializers.OfferSerializer, responses={201: serializers.TradeSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/trades/{trade_id}/")
    def post(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        """Answer an offer by another one; `give` is what you give."""
        made = _answer(request, slug, season_id, trade_id, counter, serializers.OfferSerializer)
        return _shown_trade(request, slug, season_id, made, 201)


class _DeedView(APIView):
    """A deed without anything to say."""

    act: Act

    @extend_schema(request=None, responses=serializers.TradeSerializer)
    def post(self, request: Request, slug: str, season_id: int, trade_id: int) -> Response:
        _answer(request, slug, season_id, trade_id, type(self).act, NothingSerializer)
        return _shown_trade(request, slug, season_id, trade_id)


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
        _answer(request, slug, season_id, trade_id, veto, serializers.VetoSerializer)
        return _shown_trade(request, slug, season_id, trade_id)


class BidsView(APIView):
    @extend_schema(responses=serializers.BidsSerializer, parameters=[serializers.BidsParams])
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Your own sealed bids, and everybody's that have been opened."""
        terms_of(request, slug, season_id)
        return _shown_bids(request, slug, season_id, **validated(serializers.BidsParams, request.query_params))

    @extend_schema(request=serializers.NewBidSerializer, responses={201: serializers.BidsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/bids/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Make a sealed bid for a free Gamer."""
        _perform_for_own(request, slug, season_id, claim, serializers.NewBidSerializer)
        return _shown_bids(request, slug, season_id, status=201)


class BidView(APIView):
    @extend_schema(responses={200: serializers.BidsSerializer})
    def delete(self, request: Request, slug: str, season_id: int, claim_id: int) -> Response:
        """Take your own bid back before the bids are opened."""
        perform(request, slug, season_id, withdraw_claim, claim_id=claim_id)
        return _shown_bids(request, slug, season_id)


def _perform_for_own(request: Request, slug: str, season_id: int, act: Act, serializer: Input) -> Any:
    """Run an action for the reader's own franchise."""
    by, data = actor(request, slug, season_id), validated(serializer, request.data)
    yours = head_of(request, slug, season_id).yours
    if yours is None:
        raise Refused("not-allowed", say("You have no franchise in this season."))
    return act(season_id=season_id, franchise_id=yours, **data, by=by, at=now())


def _answer(request: Request, slug: str, season_id: int, trade_id: int, act: Act, serializer: Input) -> Any:
    """Run an action on a trade that the reader may see."""
    actor(request, slug, season_id)
    _shown_trade(request, slug, season_id, trade_id)
    return perform(request, slug, season_id, act, serializer, trade_id=trade_id)


def _shown_trade(request: Request, slug: str, season_id: int, trade_id: int, status: int = 200) -> Response:
    terms_of(request, slug, season_id)
    line = trade_of(season_id, trade_id, head_of(request, slug, season_id).yours)
    if line is None:
        raise Refused("not-found", say("There is no such trade in this season."))
    return Response(asdict(line), status=status)


def _shown_bids(
    request: Request, slug: str, season_id: int, *, before: int | None = None, limit: int = PAGE, status: int = 200
) -> Response:
    own = own_bids(season_id, head_of(request, slug, season_id).yours)
    found = opened_bids(season_id, before=before, limit=limit)
    body = {"yours": [asdict(one) for one in own], "opened": [asdict(one) for one in found.lines]}
    return listed(request, body, status=status, before=found.before)
