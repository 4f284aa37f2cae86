"""Franchises of a season: settings, rosters, money, line-ups and results."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.i18n import mark

WITHHELD_REASON = mark("Still owed after an earlier result was overridden")
"""The reason for withheld money."""


class Phase(models.TextChoices):
    """The phases of a season, in order."""

    SETUP = "setup", gettext_lazy("In set-up")
    DRAFT = "draft", gettext_lazy("Draft")
    ROUNDS = "rounds", gettext_lazy("Rounds")
    AWARDS = "awards", gettext_lazy("Awards")
    ARCHIVE = "archive", pgettext_lazy("phase of a season", "Archive")


class WaiverMode(models.TextChoices):
    """How free agents are signed while a window is open."""

    FIRST_COME = "first-come", gettext_lazy("First come, first served")
    BLIND = "blind", gettext_lazy("Blind bids")


class SeasonSettings(models.Model):
    """The settings of a season with franchises. Every write to their money and rosters locks this row first.

    All money is in thousands. Salaries count against the cap and, with `salaries_paid`, are paid once to the bank when
    a Gamer is signed; franchises have their starting budget (`purse`) and what matches pay.
    """

    season = models.OneToOneField("league.Season", on_delete=models.CASCADE, primary_key=True, related_name="terms")
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.SETUP)
    founding_open = models.BooleanField(default=True)
    """Whether players may create their own franchises; else organisers do."""
    franchises_most = models.PositiveSmallIntegerField(default=20)
    cap = models.PositiveIntegerField(default=40)
    roster_min = models.PositiveSmallIntegerField(default=4)
    roster_max = models.PositiveSmallIntegerField(default=6)
    reserve = models.PositiveIntegerField(default=1)
    """Cap space reserved for each open place of a franchise."""
    genres = models.JSONField(default=dict)
    """The least number of Gamers of each genre on a roster, such as {"FPS": 1}; empty for no limits."""
    contract_seasons = models.PositiveSmallIntegerField(default=1)
    purse = models.PositiveIntegerField(default=20)
    salaries_paid = models.BooleanField(default=False)
    """Whether signing a Gamer costs the salary. On in new seasons with a starting budget (`create_terms`)."""
    win_money = models.PositiveIntegerField(default=5)
    draw_money = models.PositiveIntegerField(default=3)
    loss_money = models.PositiveIntegerField(default=1)
    participation_money = models.PositiveIntegerField(default=1)
    """The payment for each match played, besides that for its result."""
    dead_percent = models.PositiveSmallIntegerField(default=50)
    """The percentage of a released Gamer's salary that becomes dead cap for the rest of the contract."""
    waivers = models.CharField(max_length=10, choices=WaiverMode, default=WaiverMode.FIRST_COME)
    waiver_hours = models.PositiveSmallIntegerField(default=24)
    """How long after the first blind bid for a Gamer the bids are processed."""
    trade_hours = models.PositiveSmallIntegerField(default=48)
    """How long a trade offer stays open by default."""
    veto_hours = models.PositiveSmallIntegerField(default=0)
    """How long organisers may veto an agreed trade; 0 for no delay."""
    one_match_a_round = models.BooleanField(default=False)
    """Whether a Gamer can play only one match of a round."""
    carried_from = models.OneToOneField("league.Season", on_delete=models.PROTECT, null=True, related_name="carried_to")
    checked_at = models.DateTimeField(null=True)
    """When its money and rosters were last checked (nightly)."""
    faults = models.JSONField(default=list)
    """The faults found by that check, as sentences."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="terms_phase_known", condition=Q(phase__in=Phase.values)),
            models.CheckConstraint(name="terms_waivers_known", condition=Q(waivers__in=WaiverMode.values)),
            models.CheckConstraint(name="terms_roster_sizes", condition=Q(roster_min__gte=4, roster_max__gte=F("roster_min"))),
            models.CheckConstraint(name="terms_dead_share", condition=Q(dead_percent__lte=100)),
            models.CheckConstraint(name="terms_contract_length", condition=Q(contract_seasons__gte=1)),
        ]

    def __str__(self) -> str:
        return f"terms of season {self.pk}"


class WindowKind(models.TextChoices):
    """What is allowed during a window."""

    TRADES = "trades", gettext_lazy("Trades")
    FREE_AGENCY = "free-agency", gettext_lazy("Free agency")


class MarketWindow(models.Model):
    """A period in which franchises may trade, or sign and release; `closes_at` is excluded."""

    terms = models.ForeignKey(SeasonSettings, on_delete=models.CASCADE, related_name="windows")
    kind = models.CharField(max_length=12, choices=WindowKind)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="window_kind_known", condition=Q(kind__in=WindowKind.values)),
            models.CheckConstraint(name="window_closes_after_opening", condition=Q(closes_at__gt=F("opens_at"))),
        ]
        indexes = [models.Index(fields=["terms", "opens_at"], name="window_of_season")]

    def __str__(self) -> str:
        return f"{self.kind} from {self.opens_at:%Y-%m-%d}"


class Franchise(models.Model):
    """A team of a season. `balance` is the sum of its payments, updated with each payment."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="franchises")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchises")
    name = models.CharField(max_length=40)
    balance = models.IntegerField(default=0)
    owed = models.PositiveIntegerField(default=0)
    """Payments of overridden results that it could not pay back yet; withheld from its next match payments."""
    created_at = models.DateTimeField()
    founded_by_owner = models.BooleanField(default=False, db_default=False)
    """Whether the owner created it, and so is a member of the league, rather than an organiser in their name."""
    carried_from = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="carried_to")
    """The same franchise in the previous season."""

    class Meta:
        constraints = [
            models.UniqueConstraint("season", Lower("name"), name="franchise_name_once"),
            models.UniqueConstraint(fields=["season", "owner"], name="franchise_owner_once"),
            models.CheckConstraint(name="franchise_owes_nothing", condition=Q(balance__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name


class Signing(models.TextChoices):
    """How a contract was made."""

    DRAFT = "draft", gettext_lazy("Drafted")
    FREE_AGENT = "free-agent", gettext_lazy("Signed as a free agent")
    WAIVER = "waiver", gettext_lazy("Won with a blind bid")
    TRADE = "trade", gettext_lazy("Traded")
    CARRIED = "carried", gettext_lazy("Rolled over")


class Ending(models.TextChoices):
    """How a contract ended."""

    RELEASED = "released", gettext_lazy("Released")
    TRADED = "traded", gettext_lazy("Traded")
    EXPIRED = "expired", gettext_lazy("Expired")
    CARRIED = "carried", gettext_lazy("Rolled over")
    UNDONE = "undone", gettext_lazy("Reverted")


class Contract(models.Model):
    """A Gamer's contract with a franchise. A Gamer has at most one running contract per season."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="contracts")
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="contracts")
    gamer = models.ForeignKey("league.SeasonGamer", on_delete=models.PROTECT, related_name="contracts")
    salary = models.PositiveIntegerField()
    seasons_left = models.PositiveSmallIntegerField(default=1)
    """The seasons that it still lasts, including this one."""
    how = models.CharField(max_length=10, choices=Signing)
    signed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    dead = models.PositiveIntegerField(default=0)
    """The dead cap of a released Gamer in this season and the rest of the contract."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["gamer"], name="gamer_on_one_roster", condition=Q(ended_at__isnull=True)),
            models.CheckConstraint(
                name="contract_ends_with_a_reason",
                condition=Q(ended_at__isnull=True, ending="") | (Q(ended_at__isnull=False) & Q(ending__in=Ending.values)),
            ),
            models.CheckConstraint(name="contract_signing_known", condition=Q(how__in=Signing.values)),
            models.CheckConstraint(name="contract_has_salary", condition=Q(salary__gte=1)),
            models.CheckConstraint(name="contract_lasts", condition=Q(seasons_left__gte=1)),
            models.CheckConstraint(name="dead_money_of_the_released", condition=Q(dead=0) | Q(ending="released")),
        ]
        indexes = [models.Index(fields=["franchise", "ended_at"], name="roster")]

    def __str__(self) -> str:
        return f"{self.gamer_id} at {self.franchise_id}"


class PaymentKind(models.TextChoices):
    """The reasons for payments."""

    PURSE = "purse", gettext_lazy("Starting budget")
    CARRIED = "carried", gettext_lazy("Rolled over")
    SALARY = "salary", gettext_lazy("Salary")
    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    PARTICIPATION = "participation", gettext_lazy("Participation")
    PRIZE = "prize", gettext_lazy("Prize")
    CORRECTION = "correction", gettext_lazy("Correction")
    WAIVER = "waiver", gettext_lazy("Blind bid")
    TRADE = "trade", gettext_lazy("Trade")
    GRANT = "grant", gettext_lazy("Grant")
    FINE = "fine", gettext_lazy("Fine")


class Payment(models.Model):
    """A payment. A null side is the league's bank, which alone may have a negative balance.

    The balances of the franchises always sum to what the bank has issued less what it took back. Database triggers
    reject changes to a row and, on PostgreSQL, deletion.
    """

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="paid")
    payee = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="received")
    amount = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=PaymentKind)
    key = models.CharField(max_length=80)
    """Idempotency key, unique in a season: `match.12.win.5`."""
    match_id = models.BigIntegerField(null=True)
    why = models.JSONField(default=str, blank=True)
    """A message (`engines.i18n.to_stored`), or the organiser's or referee's reason."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="payment_once"),
            models.CheckConstraint(name="payment_kind_known", condition=Q(kind__in=PaymentKind.values)),
            models.CheckConstraint(name="payment_of_something", condition=Q(amount__gte=1)),
            models.CheckConstraint(
                name="payment_between_two",
                condition=(Q(payer__isnull=False) | Q(payee__isnull=False))
                & (Q(payer__isnull=True) | Q(payee__isnull=True) | ~Q(payer=F("payee"))),
            ),
        ]
        indexes = [models.Index(fields=["season", "-id"], name="payments_newest")]

    def __str__(self) -> str:
        return f"{self.amount} {self.kind}"


class Lineup(models.Model):
    """Four or more Gamers of a roster.

    Without a match it is the franchise's plan for its next matches of the event; with one, it is the squad that played
    and never changes.
    """

    event = models.ForeignKey("league.Event", on_delete=models.CASCADE, related_name="lineups")
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="lineups")
    match_id = models.BigIntegerField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "franchise"], name="lineup_planned_once", condition=Q(match_id__isnull=True)
            ),
            models.UniqueConstraint(fields=["match_id", "franchise"], name="lineup_sent_once"),
        ]

    def __str__(self) -> str:
        return f"line-up {self.pk}"


class LineupGamer(models.Model):
    """A Gamer in a line-up. A season may limit Gamers to one match of a round."""

    lineup = models.ForeignKey(Lineup, on_delete=models.CASCADE, related_name="gamers")
    contract = models.ForeignKey("league.Contract", on_delete=models.PROTECT, related_name="lineups")
    exclusive_round = models.ForeignKey("league.Round", on_delete=models.SET_NULL, null=True, related_name="gamers")
    """The round in which this is the Gamer's only match; null without that limit."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lineup", "contract"], name="lineup_gamer_once"),
            models.UniqueConstraint(fields=["contract", "exclusive_round"], name="gamer_in_one_match_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.lineup_id}: {self.contract_id}"


class Outcome(models.TextChoices):
    """The result of a match for one side."""

    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    ABSENT = "absent", gettext_lazy("No-show")


class FranchiseResult(models.Model):
    """One side of a counted match. `pays` is its payment for the current result."""

    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchise_results")
    """The player of the franchise."""
    event = models.ForeignKey("league.Event", on_delete=models.PROTECT, related_name="franchise_results")
    match_id = models.BigIntegerField()
    outcome = models.CharField(max_length=6, choices=Outcome)
    pays = models.PositiveIntegerField(default=0)
    corrections = models.PositiveSmallIntegerField(default=0)
    """How often a new result has changed the payment."""
    counted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match_id", "franchise"], name="result_once"),
            models.CheckConstraint(name="result_outcome_known", condition=Q(outcome__in=Outcome.values)),
        ]
        indexes = [models.Index(fields=["franchise", "counted_at"], name="results_of_franchise")]

    def __str__(self) -> str:
        return f"{self.outcome} in match {self.match_id}"
