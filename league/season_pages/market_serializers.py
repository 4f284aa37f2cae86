"""What the market of a season takes and answers: trades and bids."""

from typing import Any

from rest_framework import serializers

from league.season_pages.serializers import AMOUNT, contract_ids
from league.seasons.market_models import TradeStatus, WaiverStatus
from league.seasons.queries import market, trades
from league.seasons.rules.market import Deal
from matches.api.paging import BeforeParams
from matches.api.validation import (
    CharField,
    InputSerializer,
    IntegerField,
)


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


class TradedGamerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    contract_id = serializers.IntegerField()
    gamer_id = serializers.IntegerField()
    handle = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    seasons_left = serializers.IntegerField()


class TradeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    trade_id = serializers.IntegerField()
    proposer = serializers.CharField()
    proposer_id = serializers.IntegerField()
    partner = serializers.CharField()
    partner_id = serializers.IntegerField()
    gives = TradedGamerSerializer(many=True, help_text="What the proposer gives.")
    takes = TradedGamerSerializer(many=True)
    give_money = serializers.IntegerField()
    take_money = serializers.IntegerField()
    words = serializers.CharField()
    status = serializers.ChoiceField(TradeStatus.choices)
    status_name = serializers.CharField()
    offered_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    why = serializers.CharField()
    counters_id = serializers.IntegerField(allow_null=True, help_text="The offer that this one answers.")
    countered_by_id = serializers.IntegerField(allow_null=True)
    yours = serializers.CharField(help_text="`proposer` or `partner` where one of them is yours.")


class TradesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    trades = TradeSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class NewBidSerializer(InputSerializer):
    gamer_id = IntegerField(min_value=1, source="gamer", help_text="Its number in the season.")
    bid = IntegerField(help_text="Money for the bank if it wins, in thousands.")
    drop_id = IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Your contract that is released then."
    )


class BidSerializer(serializers.Serializer):  # type: ignore[type-arg]
    claim_id = serializers.IntegerField()
    franchise_name = serializers.CharField()
    franchise_id = serializers.IntegerField()
    gamer_id = serializers.IntegerField()
    handle = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    bid = serializers.IntegerField()
    drop = serializers.CharField()
    drop_id = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(WaiverStatus.choices)
    status_name = serializers.CharField()
    opens_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    why = serializers.CharField()


class BidsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    yours = BidSerializer(many=True, help_text="Sealed; nobody else sees them.")
    opened = BidSerializer(many=True, help_text="Opened bids of all, newest first.")
    next = serializers.IntegerField(allow_null=True)
