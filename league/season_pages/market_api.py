"""API views of trades and blind bids."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engines.i18n import translate as _
from league.season_pages import serializers
from league.seasons.actions.trades import accept_trade, counter_trade, decline_trade, offer_trade, veto_trade, withdraw_trade
from league.seasons.actions.waivers import place_bid, withdraw_bid
from league.seasons.api import (
    Action,
    EmptySerializer,
    ResponseSpec,
    endpoint,
    get_header,
    get_season_terms,
    respond_with,
    run_action,
)
from league.seasons.models import Franchise
from league.seasons.queries.market import list_own_bids, list_processed_bids
from league.seasons.queries.trades import find_trade, list_trades
from matches.api.pagination import build_page_response
from matches.api.validation import validate_input
from matches.errors import get_or_refuse

TRADE_PATH = "leagues/{slug}/seasons/{season_id}/trades/{trade_id}/"


def _show_trades(request: Request, slug: str, season_id: int) -> Response:
    get_season_terms(request, slug, season_id)
    params = validate_input(serializers.TradesParams, request.query_params)
    page = list_trades(season_id, get_header(request, slug, season_id).yours, **params)
    return build_page_response(request, {"trades": [asdict(line) for line in page.lines]}, before=page.before)


def _show_trade(request: Request, slug: str, season_id: int, trade_id: int, status: int = 200) -> Response:
    get_season_terms(request, slug, season_id)
    line = find_trade(season_id, trade_id, get_header(request, slug, season_id).yours)
    trade = get_or_refuse(line, "not-found", _("Trade not found in this season."))
    return Response(asdict(trade), status=status)


def _show_bids(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    get_season_terms(request, slug, season_id)
    params = {} if request.method in ("POST", "DELETE") else validate_input(serializers.BidsParams, request.query_params)
    pending, processed = (
        list_own_bids(season_id, get_header(request, slug, season_id).yours),
        list_processed_bids(season_id, **params),
    )
    body = {"yours": [asdict(line) for line in pending], "opened": [asdict(line) for line in processed.lines]}
    return build_page_response(request, body, status=status, before=processed.before)


TRADES = ResponseSpec(serializers.TradesSerializer, _show_trades)
TRADE = ResponseSpec(serializers.TradeSerializer, _show_trade)
BIDS = ResponseSpec(serializers.BidsSerializer, _show_bids)


def _for_own(action: Action) -> Action:
    """Wrap an action for the user's own franchise. It raises ActionError("not-allowed") if the user has none."""

    def run(*, season_id: int, by: int, **data: Any) -> Any:
        rows = Franchise.objects.filter(season=season_id, owner=by).values_list("pk", flat=True)
        franchise_id = get_or_refuse(rows.first(), "not-allowed", _("You have no franchise in this season."))
        return action(season_id=season_id, franchise_id=franchise_id, by=by, **data)

    return run


urlpatterns = [
    endpoint(
        "trades/", "api-trades",
        get=respond_with(
            TRADES, "Accepted trades and those of your franchise, newest first.",
            operation_id="v1_trades_list", parameters=[serializers.TradesParams],
        ),
        post=run_action(
            _for_own(offer_trade), serializers.NewTradeSerializer, TRADE, "Offer a trade to another franchise.",
            location=TRADE_PATH, id_name="trade_id",
        ),
    ),
    endpoint("trades/<int:trade_id>/", "api-trade", get=respond_with(
        TRADE, "A trade with its terms and status."
    )),
    endpoint("trades/<int:trade_id>/counter/", "api-trade-counter", post=run_action(
        counter_trade, serializers.OfferSerializer, TRADE, "Reply with a counter-offer; `give` is what you give.",
        location=TRADE_PATH, id_name="trade_id", check_visible=True,
    )),
    endpoint("trades/<int:trade_id>/accept/", "api-trade-accept", post=run_action(
        accept_trade, EmptySerializer, TRADE,
        "Accept a trade offer. It completes immediately, or at the end of the veto period.", check_visible=True,
    )),
    endpoint("trades/<int:trade_id>/decline/", "api-trade-decline", post=run_action(
        decline_trade, EmptySerializer, TRADE, "Decline a trade offer.", check_visible=True
    )),
    endpoint("trades/<int:trade_id>/withdraw/", "api-trade-withdraw", post=run_action(
        withdraw_trade, EmptySerializer, TRADE, "Withdraw your trade offer.", check_visible=True
    )),
    endpoint("trades/<int:trade_id>/veto/", "api-trade-veto", post=run_action(
        veto_trade, serializers.VetoSerializer, TRADE,
        "Veto an accepted trade, as an organiser, with a reason.", check_visible=True,
    )),
    endpoint(
        "bids/", "api-bids",
        get=respond_with(
            BIDS, "Your pending bids, and all processed bids.", parameters=[serializers.BidsParams]
        ),
        post=run_action(
            _for_own(place_bid), serializers.NewBidSerializer, BIDS, "Place a blind bid for a free agent.",
            location="leagues/{slug}/seasons/{season_id}/bids/",
        ),
    ),
    endpoint("bids/<int:claim_id>/", "api-bid", delete=run_action(
        withdraw_bid, None, BIDS, "Withdraw your bid before bids are processed."
    )),
]  # fmt: skip
