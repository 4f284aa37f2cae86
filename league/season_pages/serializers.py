"""The shapes of the API of seasons with franchises, for its schema."""

from rest_framework import serializers

from league.leagues.serializers import WhySerializer
from league.people.actions.bots import KINDS
from league.seasons.models import PaymentKind, Phase, TradeStatus, Waivers, WaiverStatus, WindowKind

AMOUNT = "In thousands."


class GenresSerializer(serializers.Serializer):  # type: ignore[type-arg]
    FPS = serializers.IntegerField(required=False)
    MOBA = serializers.IntegerField(required=False)
    CCG = serializers.IntegerField(required=False)


class TermsValuesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    founding_open = serializers.BooleanField(required=False)
    franchises_most = serializers.IntegerField(required=False)
    cap = serializers.IntegerField(required=False, help_text=AMOUNT)
    roster_min = serializers.IntegerField(required=False)
    roster_max = serializers.IntegerField(required=False)
    reserve = serializers.IntegerField(required=False, help_text=AMOUNT)
    genres = GenresSerializer(required=False)
    contract_seasons = serializers.IntegerField(required=False)
    dead_percent = serializers.IntegerField(required=False)
    purse = serializers.IntegerField(required=False, help_text=AMOUNT)
    salaries_paid = serializers.BooleanField(
        required=False, help_text="Whether signing a Gamer costs the salary. Default: where there is a purse."
    )
    win_money = serializers.IntegerField(required=False, help_text=AMOUNT)
    draw_money = serializers.IntegerField(required=False, help_text=AMOUNT)
    loss_money = serializers.IntegerField(required=False, help_text=AMOUNT)
    participation_money = serializers.IntegerField(required=False, help_text=AMOUNT)
    waivers = serializers.ChoiceField(Waivers.choices, required=False)
    waiver_hours = serializers.IntegerField(required=False)
    trade_hours = serializers.IntegerField(required=False)
    veto_hours = serializers.IntegerField(required=False)
    one_match_a_round = serializers.BooleanField(required=False)


class EditTermsSerializer(TermsValuesSerializer):
    why = serializers.CharField(required=False, max_length=500, help_text="Kept in the audit log.")


class WindowShapeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    window_id = serializers.IntegerField()
    kind = serializers.ChoiceField(WindowKind.choices)
    kind_name = serializers.CharField()
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    open = serializers.BooleanField(help_text="Whether something may be done in it now.")


class StepSerializer(serializers.Serializer):  # type: ignore[type-arg]
    to = serializers.ChoiceField(Phase.choices)
    name = serializers.CharField()
    back = serializers.BooleanField(help_text="Going back needs a reason.")
    missing = serializers.ListField(child=serializers.CharField(), help_text="What is still missing, in sentences.")


class TermsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    phase = serializers.ChoiceField(Phase.choices)
    terms = TermsValuesSerializer()
    may_change = serializers.ListField(child=serializers.CharField(), help_text="What the phase lets organisers edit.")
    windows = WindowShapeSerializer(many=True)
    pool = serializers.IntegerField(help_text="Gamers who can be had.")
    steps = StepSerializer(many=True)


class PhaseSerializer(WhySerializer):
    to = serializers.ChoiceField(Phase.choices)


class NewWindowSerializer(WhySerializer):
    kind = serializers.ChoiceField(WindowKind.choices)
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()


class CarrySerializer(WhySerializer):
    source_id = serializers.IntegerField(help_text="An archived season.")
    franchise_ids = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Left out: all of them."
    )


class FillPoolSerializer(WhySerializer):
    default = serializers.BooleanField(required=False)
    own = serializers.BooleanField(required=False)


class SalarySerializer(WhySerializer):
    salary = serializers.IntegerField(help_text=AMOUNT)


class PoolGamerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamer_id = serializers.IntegerField(help_text="Its number in the season.")
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    usual = serializers.IntegerField()
    stats = serializers.ListField(child=serializers.IntegerField())
    talent = serializers.CharField()


class PoolSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamers = PoolGamerSerializer(many=True)


class NewFranchiseSerializer(WhySerializer):
    name = serializers.CharField(max_length=40)
    owner = serializers.CharField(required=False, help_text="A username, given by organisers; left out: yourself.")
    bot = serializers.ChoiceField(
        sorted(KINDS), required=False, help_text="Or a kind of bot, given by organisers: it drafts and plays by itself."
    )


class EditFranchiseSerializer(WhySerializer):
    name = serializers.CharField(required=False, max_length=40)
    owner = serializers.CharField(required=False, help_text="Hands the franchise over; needs `why`.")


class FranchiseLineSerializer(serializers.Serializer):  # type: ignore[type-arg]
    franchise_id = serializers.IntegerField()
    name = serializers.CharField()
    owner = serializers.CharField()
    owner_username = serializers.CharField()
    is_bot = serializers.BooleanField()
    balance = serializers.IntegerField()
    held = serializers.IntegerField()
    salaries = serializers.IntegerField()
    dead = serializers.IntegerField()
    payroll = serializers.IntegerField()
    cap = serializers.IntegerField()
    left = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    places = serializers.IntegerField()
    needs = serializers.DictField(child=serializers.IntegerField())


class FranchisesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    franchises = FranchiseLineSerializer(many=True)


class ContractSerializer(serializers.Serializer):  # type: ignore[type-arg]
    contract_id = serializers.IntegerField()
    gamer_id = serializers.IntegerField()
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    seasons_left = serializers.IntegerField()
    how = serializers.CharField()
    signed_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    ending = serializers.CharField()
    dead = serializers.IntegerField()


class FranchiseSerializer(serializers.Serializer):  # type: ignore[type-arg]
    line = FranchiseLineSerializer()
    roster = ContractSerializer(many=True)
    history = ContractSerializer(many=True)
    offers = serializers.DictField(
        child=serializers.IntegerField(allow_null=True), help_text="By genre, the highest salary of one more Gamer."
    )


class MoneySerializer(serializers.Serializer):  # type: ignore[type-arg]
    kind = serializers.ChoiceField([(kind.value, kind.label) for kind in (PaymentKind.GRANT, PaymentKind.FINE)])
    amount = serializers.IntegerField(help_text=AMOUNT)
    why = serializers.CharField(max_length=200)
    key = serializers.CharField(required=False, max_length=40, help_text="Sent again with it, it is the same one.")


class SignSerializer(WhySerializer):
    gamer_id = serializers.IntegerField(help_text="Its number in the season.")


class ReleaseSerializer(WhySerializer):
    undo = serializers.BooleanField(required=False, help_text="By an organiser: taken back, without dead money.")


class PaymentSerializer(serializers.Serializer):  # type: ignore[type-arg]
    payment_id = serializers.IntegerField()
    at = serializers.DateTimeField()
    payer = serializers.CharField()
    payer_id = serializers.IntegerField(allow_null=True, help_text="Null is the league's bank.")
    payee = serializers.CharField()
    payee_id = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField()
    kind = serializers.ChoiceField(PaymentKind.choices)
    kind_name = serializers.CharField()
    match_id = serializers.IntegerField(allow_null=True)
    why = serializers.CharField()


class TotalsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    issued = serializers.IntegerField()
    taken_back = serializers.IntegerField()
    held = serializers.IntegerField()


class LedgerSerializer(serializers.Serializer):  # type: ignore[type-arg]
    totals = TotalsSerializer()
    payments = PaymentSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class OfferSerializer(serializers.Serializer):  # type: ignore[type-arg]
    give = serializers.ListField(child=serializers.IntegerField(), required=False, help_text="Contracts that you give.")
    take = serializers.ListField(child=serializers.IntegerField(), required=False, help_text="Contracts that you get.")
    give_money = serializers.IntegerField(required=False, help_text=AMOUNT)
    take_money = serializers.IntegerField(required=False, help_text="In thousands; money goes one way.")
    words = serializers.CharField(required=False, max_length=300)
    hours = serializers.IntegerField(required=False, help_text="How long it stands; left out: as the season says.")


class NewTradeSerializer(OfferSerializer):
    partner_id = serializers.IntegerField(help_text="The other franchise.")


class VetoSerializer(serializers.Serializer):  # type: ignore[type-arg]
    why = serializers.CharField(max_length=500, help_text="Kept in the audit log.")


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


class NewBidSerializer(serializers.Serializer):  # type: ignore[type-arg]
    gamer_id = serializers.IntegerField(help_text="Its number in the season.")
    bid = serializers.IntegerField(help_text="Money for the bank if it wins, in thousands.")
    drop_id = serializers.IntegerField(
        required=False, allow_null=True, help_text="Your contract that is released then."
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


class ChoiceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    contract_id = serializers.IntegerField()
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    stats = serializers.ListField(child=serializers.IntegerField(), help_text="In the order of the line-up's `stats`.")
    talent = serializers.CharField()
    talent_words = serializers.CharField()
    chosen = serializers.BooleanField()


class SentSerializer(serializers.Serializer):  # type: ignore[type-arg]
    match_id = serializers.IntegerField()
    franchise_name = serializers.CharField()
    franchise_id = serializers.IntegerField()
    handles = serializers.ListField(child=serializers.CharField())


class LineupSerializer(serializers.Serializer):  # type: ignore[type-arg]
    event_id = serializers.IntegerField()
    event_name = serializers.CharField()
    over = serializers.BooleanField()
    franchise_id = serializers.IntegerField()
    franchise_name = serializers.CharField()
    choices = ChoiceSerializer(many=True)
    planned = serializers.BooleanField(help_text="False: everybody who is free is sent.")
    least = serializers.IntegerField()
    stats = serializers.ListField(child=serializers.CharField())
    sent = SentSerializer(many=True)


class PlanLineupSerializer(serializers.Serializer):  # type: ignore[type-arg]
    contract_ids = serializers.ListField(child=serializers.IntegerField(), help_text="Four or more of your roster.")


class AwardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField()
    title = serializers.CharField()
    franchise_id = serializers.IntegerField()
    franchise_name = serializers.CharField()
    amount = serializers.IntegerField(help_text="In thousands: proposed, or paid.")
    paid = serializers.BooleanField()


class AwardsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    awards = AwardSerializer(many=True)


class PayPrizesSerializer(WhySerializer):
    amounts = serializers.DictField(child=serializers.IntegerField(), help_text="By the key of an award; 0: none.")
