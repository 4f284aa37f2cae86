"""Serializers of the season API."""

from typing import Any

from rest_framework import serializers

from engines.i18n import translate as _
from league.gamers.models import Genre
from league.leagues.serializers import WhySerializer
from league.lineups.queries import LineupChoice, LineupPage, MatchSquad
from league.people.actions.bots import BOT_KINDS
from league.seasons.market_models import TradeStatus, WaiverStatus
from league.seasons.models import PaymentKind, Phase, WaiverMode, WindowKind
from league.seasons.queries import ledger, market, trades
from league.seasons.queries.franchises import ContractLine, FranchiseLine
from league.seasons.queries.ledger import PaymentLine, Totals
from league.seasons.queries.market import ClaimLine, GamerLine, WindowLine
from league.seasons.queries.settings import StepLine
from league.seasons.queries.standings import Award
from league.seasons.queries.trades import TradedGamer, TradeLine
from league.seasons.rules.market import Deal
from league.seasons.rules.settings import CHOICE, FLAG, GENRES, MAX_MONEY, MAX_ROSTER_SIZE, SETTINGS, SETTINGS_BY_NAME, Setting
from matches.api.dataclass_schemas import extend_serializer, get_serializer_class, inline_serializer
from matches.api.pagination import BeforeParams, PageParams
from matches.api.validation import BooleanField, CharField, ChoiceField, DateTimeField, InputSerializer, IntegerField
from matches.errors import ActionError

AMOUNT_HELP = "In thousands."
MAX_LISTED = 100


def contract_ids(**options: Any) -> serializers.ListField:
    """Return a list field of contract ids, at most a roster."""
    return serializers.ListField(child=IntegerField(min_value=1), max_length=MAX_ROSTER_SIZE, **options)


class LedgerParams(BeforeParams):
    """The filters of a season's ledger."""

    codes = dict.fromkeys(("kind", "franchise_id"), "bad-filter")
    franchise_id = IntegerField(required=False, min_value=1, source="franchise", help_text="Payments of this franchise.")
    kind = ChoiceField(PaymentKind.values, required=False)
    limit = IntegerField(default=ledger.PAGE_SIZE, min_value=1, max_value=ledger.MAX_PAGE_SIZE, help_text="Payments per page.")


class FreeAgentsParams(PageParams):
    """The filters of the free agents."""

    genre = ChoiceField(Genre.values, default="")


class GenresSerializer(InputSerializer):
    """The minimum number of Gamers of each genre on a roster."""

    FPS = IntegerField(required=False, max_value=MAX_ROSTER_SIZE)
    MOBA = IntegerField(required=False, max_value=MAX_ROSTER_SIZE)
    CCG = IntegerField(required=False, max_value=MAX_ROSTER_SIZE)


def _build_setting_field(setting: Setting) -> Any:
    """Return the serializer field of a declared setting."""
    options: dict[str, Any] = {"required": False, "help_text": _(setting.words)}
    if setting.kind == FLAG:
        return BooleanField(**options)
    if setting.kind == CHOICE:
        return ChoiceField(WaiverMode.choices, **options)
    if setting.kind == GENRES:
        return GenresSerializer(**options)
    return IntegerField(min_value=setting.least, max_value=setting.most, **options)


class TermsValuesSerializer(InputSerializer):
    """The settings of a season, by name."""

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **{setting.name: _build_setting_field(setting) for setting in SETTINGS}}


class EditTermsSerializer(TermsValuesSerializer, WhySerializer):
    """New values for settings of a season."""

    codes = dict.fromkeys(SETTINGS_BY_NAME, "bad-term")


WindowShapeSerializer = extend_serializer(
    "WindowShape",
    WindowLine,
    kind=serializers.ChoiceField(WindowKind.choices),
    open=serializers.BooleanField(help_text="Whether the window is open now."),
)
StepSerializer = extend_serializer(
    "Step",
    StepLine,
    to=serializers.ChoiceField(Phase.choices),
    back=serializers.BooleanField(help_text="Going back needs a reason."),
    missing=serializers.ListField(child=serializers.CharField(), help_text="Missing requirements, as sentences."),
)


class TermsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The settings, phase and windows of a season, and the phases that can follow."""

    phase = serializers.ChoiceField(Phase.choices)
    terms = TermsValuesSerializer()
    may_change = serializers.ListField(child=serializers.CharField(), help_text="What organisers can edit in this phase.")
    windows = WindowShapeSerializer(many=True)
    pool = serializers.IntegerField(help_text="Number of Gamers in the pool.")
    steps = StepSerializer(many=True)


class PhaseSerializer(WhySerializer):
    """A move of the season to another phase."""

    to = ChoiceField(Phase.choices)


class NewWindowSerializer(WhySerializer):
    """A new window for trades or free agency."""

    kind = ChoiceField(WindowKind.choices)
    opens_at = DateTimeField()
    closes_at = DateTimeField()


class CarrySerializer(WhySerializer):
    """The archived season whose franchises are rolled over."""

    source_id = IntegerField(min_value=1, source="source", help_text="Id of an archived season.")
    franchise_ids = serializers.ListField(
        child=IntegerField(min_value=1), max_length=MAX_LISTED, required=False, source="franchises",
        help_text="Default: all franchises.",
    )  # fmt: skip


class FillPoolSerializer(WhySerializer):
    """The sets of Gamers to add to the pool."""

    default = BooleanField(required=False)
    own = BooleanField(required=False)


class SalarySerializer(WhySerializer):
    """A new salary of a Gamer in the season."""

    salary = IntegerField(min_value=1, help_text=AMOUNT_HELP)


PoolGamerSerializer = extend_serializer(
    "PoolGamer", GamerLine, gamer_id=serializers.IntegerField(help_text="Id of the Gamer in the season.")
)
PoolSerializer = inline_serializer("Pool", gamers=PoolGamerSerializer(many=True))


class NewFranchiseSerializer(WhySerializer):
    """A new franchise."""

    codes = {"owner": "unknown-player"}
    name = CharField(max_length=40)
    owner = CharField(default="", max_length=150, help_text="Username of the owner, for organisers only (default: you).")
    bot = ChoiceField(sorted(BOT_KINDS), required=False, help_text="Kind of bot that runs the franchise, for organisers only.")


class RenameSerializer(WhySerializer):
    """A new name of a franchise."""

    name = CharField(max_length=40)


class HandOverSerializer(WhySerializer):
    """A new owner of a franchise."""

    codes = {"owner": "unknown-player"}
    owner = CharField(max_length=150, help_text="Username of the new owner; needs `why`.")


class EditFranchiseSerializer(RenameSerializer, HandOverSerializer):
    """A new name or a new owner of a franchise, one per request."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("name" in attrs) == ("owner" in attrs):
            raise ActionError("malformed", _("Send either `name` or `owner`."))
        return attrs


FranchiseLineSerializer = get_serializer_class(FranchiseLine, "FranchiseLine")
FranchisesSerializer = inline_serializer("Franchises", franchises=FranchiseLineSerializer(many=True))
ContractSerializer = get_serializer_class(ContractLine, "Contract")
FranchiseSerializer = inline_serializer(
    "Franchise",
    line=FranchiseLineSerializer(),
    roster=ContractSerializer(many=True),
    history=ContractSerializer(many=True),
    offers=serializers.DictField(
        child=serializers.IntegerField(allow_null=True), help_text="By genre: the highest salary you can add."
    ),
)


class AmountSerializer(InputSerializer):
    """An amount of money for a franchise."""

    amount = IntegerField(min_value=1, help_text=AMOUNT_HELP)
    why = CharField(default="", max_length=200)
    key = CharField(default="", max_length=40, help_text="A unique key. Repeating it has no effect.")


class MoneySerializer(AmountSerializer):
    """A grant to a franchise, or a fine."""

    kind = ChoiceField([(kind.value, kind.label) for kind in (PaymentKind.GRANT, PaymentKind.FINE)])
    why = CharField(allow_blank=True, max_length=200)


class SignSerializer(WhySerializer):
    """The free agent to sign."""

    gamer_id = IntegerField(min_value=1, source="gamer", help_text="Id of the Gamer in the season.")


class ReleaseSerializer(WhySerializer):
    """The release of a Gamer."""

    undo = BooleanField(default=False, help_text="Cancel the contract without dead cap (organisers only).")


class ReleaseFormSerializer(ReleaseSerializer):
    """The release of a Gamer, with the contract in the body."""

    contract = IntegerField(min_value=1, source="contract_id")


PaymentSerializer = extend_serializer(
    "Payment",
    PaymentLine,
    payer_id=serializers.IntegerField(allow_null=True, help_text="Null for the league's bank."),
    kind=serializers.ChoiceField(PaymentKind.choices),
)
LedgerSerializer = inline_serializer(
    "Ledger",
    totals=get_serializer_class(Totals, "Totals")(),
    payments=PaymentSerializer(many=True),
    next=serializers.IntegerField(allow_null=True),
)


ChoiceSerializer = extend_serializer(
    "Choice",
    LineupChoice,
    stats=serializers.ListField(child=serializers.IntegerField(), help_text="In the order of the line-up's `stats`."),
)
LineupSerializer = extend_serializer(
    "Lineup",
    LineupPage,
    choices=ChoiceSerializer(many=True),
    planned=serializers.BooleanField(help_text="False: the line-up is chosen automatically."),
    sent=get_serializer_class(MatchSquad, "Sent")(many=True),
)


class PlanLineupSerializer(InputSerializer):
    """The Gamers planned for the next matches of an event."""

    contract_ids = contract_ids(source="contracts", help_text="Ids of four or more contracts on your roster.")


AwardSerializer = extend_serializer(
    "Award", Award, amount=serializers.IntegerField(help_text="Proposed or paid amount, in thousands.")
)
AwardsSerializer = inline_serializer("Awards", awards=AwardSerializer(many=True))


class PayPrizesSerializer(WhySerializer):
    """The prizes to pay."""

    amounts = serializers.DictField(child=IntegerField(max_value=MAX_MONEY), help_text="By key of the award. 0 = no prize.")


class TradesParams(BeforeParams):
    """The query of the list of trades."""

    limit = IntegerField(default=trades.PAGE_SIZE, min_value=1, max_value=trades.MAX_PAGE_SIZE, help_text="Trades per page.")


class BidsParams(BeforeParams):
    """The query of the list of bids."""

    limit = IntegerField(default=market.PAGE_SIZE, min_value=1, max_value=market.MAX_PAGE_SIZE, help_text="Bids per page.")


class OfferSerializer(InputSerializer):
    """A trade offer."""

    give = contract_ids(required=False, help_text="Ids of the contracts you give.")
    take = contract_ids(required=False, help_text="Ids of the contracts you get.")
    give_money = IntegerField(required=False, help_text=AMOUNT_HELP)
    take_money = IntegerField(required=False, help_text="In thousands. Only one side can pay.")
    words = CharField(required=False, allow_blank=True, max_length=300)
    hours = IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Hours until the offer expires (default: the season setting)."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        partner = {name: attrs.pop(name) for name in ("partner",) if name in attrs}
        lists: dict[str, Any] = {name: tuple(attrs.pop(name, ())) for name in ("give", "take")}
        return {"deal": Deal(**lists, **attrs), **partner}


class NewTradeSerializer(OfferSerializer):
    """A trade offer to another franchise."""

    partner_id = IntegerField(min_value=1, source="partner", help_text="The other franchise.")


class VetoSerializer(InputSerializer):
    """The reason for a veto."""

    why = CharField(allow_blank=True, max_length=500, help_text="Recorded in the audit log.")


TradedGamerSerializer = get_serializer_class(TradedGamer, "TradedGamer")
TradeSerializer = extend_serializer(
    "Trade",
    TradeLine,
    gives=TradedGamerSerializer(many=True, help_text="Contracts the proposer gives."),
    takes=TradedGamerSerializer(many=True),
    status=serializers.ChoiceField(TradeStatus.choices),
    counters_id=serializers.IntegerField(allow_null=True, help_text="The offer to which this is a counter-offer."),
    yours=serializers.CharField(help_text="`proposer` or `partner` if your franchise is one of them."),
)
TradesSerializer = inline_serializer(
    "Trades", trades=TradeSerializer(many=True), next=serializers.IntegerField(allow_null=True)
)


class NewBidSerializer(InputSerializer):
    """A blind bid for a free agent."""

    gamer_id = IntegerField(min_value=1, source="gamer", help_text="Id of the Gamer in the season.")
    bid = IntegerField(help_text="Amount paid if the bid wins, in thousands.")
    drop_id = IntegerField(required=False, allow_null=True, min_value=1, help_text="Contract to release if the bid wins.")


BidSerializer = extend_serializer("Bid", ClaimLine, status=serializers.ChoiceField(WaiverStatus.choices))
BidsSerializer = inline_serializer(
    "Bids",
    yours=BidSerializer(many=True, help_text="Pending blind bids, visible only to you."),
    opened=BidSerializer(many=True, help_text="Processed bids of all, newest first."),
    next=serializers.IntegerField(allow_null=True),
)
