"""What the market of a season takes and answers: trades and bids."""

from typing import Any

from rest_framework import serializers

from league.season_pages.serializers import AMOUNT, contract_ids
from league.seasons.market_models import TradeStatus, WaiverStatus
from league.seasons.queries import market, trades
from league.seasons.queries.market import ClaimLine
from league.seasons.queries.trades import TradedGamer, TradeLine
from league.seasons.rules.market import Deal
from matches.api.paging import BeforeParams
from matches.api.shapes import inline, shape, shape_with
from matches.api.validation import CharField, InputSerializer, IntegerField


class TradesParams(BeforeParams):
    limit = IntegerField(default=trades.PAGE, min_value=1, max_value=trades.MOST, help_text="Trades a page.")


class BidsParams(BeforeParams):
    limit = IntegerField(default=market.PAGE, min_value=1, max_value=market.MOST, help_text="Opened bids a page.")


class OfferSerializer(InputSerializer):
    give = contract_ids(required=False, help_text="Contracts that you give.")
    take = contract_ids(required=False, help_text="Contracts that you get.")
    give_money = IntegerField(required=False, help_text=AMOUNT)
    take_money = IntegerField(required=False, help_text="In thousands; money goes one way.")
    words = CharField(required=False, allow_blank=True, max_length=300)
    hours = IntegerField(
        required=False, allow_null=True, min_value=1, help_text="How long it stands; left out: as the season says."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        partner = {name: attrs.pop(name) for name in ("partner",) if name in attrs}
        lists: dict[str, Any] = {name: tuple(attrs.pop(name, ())) for name in ("give", "take")}
        return {"deal": Deal(**lists, **attrs), **partner}


class NewTradeSerializer(OfferSerializer):
    partner_id = IntegerField(min_value=1, source="partner", help_text="The other franchise.")


class VetoSerializer(InputSerializer):
    why = CharField(allow_blank=True, max_length=500, help_text="Kept in the audit log.")


TradedGamerSerializer = shape(TradedGamer, "TradedGamer")
TradeSerializer = shape_with(
    "Trade",
    TradeLine,
    gives=TradedGamerSerializer(many=True, help_text="What the proposer gives."),
    takes=TradedGamerSerializer(many=True),
    status=serializers.ChoiceField(TradeStatus.choices),
    counters_id=serializers.IntegerField(allow_null=True, help_text="The offer that this one answers."),
    yours=serializers.CharField(help_text="`proposer` or `partner` where one of them is yours."),
)
TradesSerializer = inline("Trades", trades=TradeSerializer(many=True), next=serializers.IntegerField(allow_null=True))


class NewBidSerializer(InputSerializer):
    gamer_id = IntegerField(min_value=1, source="gamer", help_text="Its number in the season.")
    bid = IntegerField(help_text="Money for the bank if it wins, in thousands.")
    drop_id = IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Your contract that is released then."
    )


BidSerializer = shape_with("Bid", ClaimLine, status=serializers.ChoiceField(WaiverStatus.choices))
BidsSerializer = inline(
    "Bids",
    yours=BidSerializer(many=True, help_text="Sealed; nobody else sees them."),
    opened=BidSerializer(many=True, help_text="Opened bids of all, newest first."),
    next=serializers.IntegerField(allow_null=True),
)
