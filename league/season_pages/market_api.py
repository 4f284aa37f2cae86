"""API views of trades and blind bids."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engines.words import say
from league.season_pages import serializers
from league.seasons.actions.trades import accept, counter, decline, offer, veto, withdraw
from league.seasons.actions.waivers import claim, withdraw_claim
from league.seasons.api import Act, Answer, NothingSerializer, answer_with, endpoint, head_of, run_action, terms_of
from league.seasons.models import Franchise
from league.seasons.queries.market import opened_bids, own_bids
from league.seasons.queries.trades import list_trades, trade_of
from matches.api.paging import listed
from matches.api.validation import validated
from matches.refusals import get_or_refuse

TRADE_ADDRESS = "leagues/{slug}/seasons/{season_id}/trades/{trade_id}/"


def _trades(request: Request, slug: str, season_id: int) -> Response:
    terms_of(request, slug, season_id)
    params = validated(serializers.TradesParams, request.query_params)
    shown = list_trades(season_id, head_of(request, slug, season_id).yours, **params)
    return listed(request, {"trades": [asdict(line) for line in shown.lines]}, before=shown.before)


def _trade(request: Request, slug: str, season_id: int, trade_id: int, status: int = 200) -> Response:
    terms_of(request, slug, season_id)
    line = trade_of(season_id, trade_id, head_of(request, slug, season_id).yours)
    found = get_or_refuse(line, "not-found", say("Trade not found in this season."))
    return Response(asdict(found), status=status)


def _bids(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    terms_of(request, slug, season_id)
    params = {} if request.method in ("POST", "DELETE") else validated(serializers.BidsParams, request.query_params)
    own, found = own_bids(season_id, head_of(request, slug, season_id).yours), opened_bids(season_id, **params)
    body = {"yours": [asdict(one) for one in own], "opened": [asdict(one) for one in found.lines]}
    return listed(request, body, status=status, before=found.before)


TRADES = Answer(serializers.TradesSerializer, _trades)
TRADE = Answer(serializers.TradeSerializer, _trade)
BIDS = Answer(serializers.BidsSerializer, _bids)


def _for_own(act: Act) -> Act:
    """Wrap an action for the user's own franchise. It raises Refused("not-allowed") if the user has none."""

    def run(*, season_id: int, by: int, **given: Any) -> Any:
        rows = Franchise.objects.filter(season=season_id, owner=by).values_list("pk", flat=True)
        yours = get_or_refuse(rows.first(), "not-allowed", say("You have no franchise in this season."))
        return act(season_id=season_id, franchise_id=yours, by=by, **given)

    return run


urlpatterns = [
    endpoint(
        "trades/", "api-trades",
        get=answer_with(
            TRADES, "Trades that were agreed, and those of your franchise, newest first.",
            operation_id="v1_trades_list", parameters=[serializers.TradesParams],
        ),
        post=run_action(
            _for_own(offer), serializers.NewTradeSerializer, TRADE, "Offer a trade to another franchise.",
            created=TRADE_ADDRESS, made="trade_id",
        ),
    ),
    endpoint("trades/<int:trade_id>/", "api-trade", get=answer_with(
        TRADE, "A trade, what is given and what has become of it."
    )),
    endpoint("trades/<int:trade_id>/counter/", "api-trade-counter", post=run_action(
        counter, serializers.OfferSerializer, TRADE, "Answer an offer by another one; `give` is what you give.",
        created=TRADE_ADDRESS, made="trade_id", seen=True,
    )),
    endpoint("trades/<int:trade_id>/accept/", "api-trade-accept", post=run_action(
        accept, NothingSerializer, TRADE,
        "Agree to an offer. It is done at once, or when the time of organisers to stop it is over.", seen=True,
    )),
    endpoint("trades/<int:trade_id>/decline/", "api-trade-decline", post=run_action(
        decline, NothingSerializer, TRADE, "Say no to an offer.", seen=True
    )),
    endpoint("trades/<int:trade_id>/withdraw/", "api-trade-withdraw", post=run_action(
        withdraw, NothingSerializer, TRADE, "Take your own offer back.", seen=True
    )),
    endpoint("trades/<int:trade_id>/veto/", "api-trade-veto", post=run_action(
        veto, serializers.VetoSerializer, TRADE,
        "Stop a trade that was agreed, as an organiser, for a stated reason.", seen=True,
    )),
    endpoint(
        "bids/", "api-bids",
        get=answer_with(
            BIDS, "Your own sealed bids, and everybody's that have been opened.", parameters=[serializers.BidsParams]
        ),
        post=run_action(
            _for_own(claim), serializers.NewBidSerializer, BIDS, "Make a sealed bid for a free Gamer.",
            created="leagues/{slug}/seasons/{season_id}/bids/",
        ),
    ),
    endpoint("bids/<int:claim_id>/", "api-bid", delete=run_action(
        withdraw_claim, None, BIDS, "Take your own bid back before the bids are opened."
    )),
]  # fmt: skip
