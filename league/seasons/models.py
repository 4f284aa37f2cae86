"""Franchises of a season: terms, rosters, money, trades, bids, line-ups and results."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.words import marked

OWED = marked("Still owed since an earlier result was overturned")
"""Why money is kept back."""


class Phase(models.TextChoices):
    SETUP = "setup", gettext_lazy("Being set up")
    DRAFT = "draft", gettext_lazy("Draft")
    ROUNDS = "rounds", gettext_lazy("Rounds")
    AWARDS = "awards", gettext_lazy("Awards")
    ARCHIVE = "archive", pgettext_lazy("phase of a season", "Archive")


class Waivers(models.TextChoices):
    """How free agents are signed while a window is open."""

    FIRST_COME = "first-come", gettext_lazy("First come, first served")
    BLIND = "blind", gettext_lazy("Sealed bids")


class SeasonTerms(models.Model):
    """One row for a season that is played with franchises. Whoever writes about their money and rosters locks it first.

    All money is in thousands. Salaries count against the cap and, with `salaries_paid`, are paid once to the bank when
    a Gamer is signed; money comes from the purse and from matches.
    """

    season = models.OneToOneField("league.Season", on_delete=models.CASCADE, primary_key=True, related_name="terms")
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.SETUP)
    founding_open = models.BooleanField(default=True)
    """Whether players found franchises by themselves; else organisers do it for them."""
    franchises_most = models.PositiveSmallIntegerField(default=20)
    cap = models.PositiveIntegerField(default=40)
    roster_min = models.PositiveSmallIntegerField(default=4)
    roster_max = models.PositiveSmallIntegerField(default=6)
    reserve = models.PositiveIntegerField(default=1)
    """Room under the cap that a franchise keeps for each place it still has to fill."""
    genres = models.JSONField(default=dict)
    """The least number of Gamers of a genre on a roster: {"FPS": 1}; empty: any."""
    contract_seasons = models.PositiveSmallIntegerField(default=1)
    purse = models.PositiveIntegerField(default=20)
    salaries_paid = models.BooleanField(default=False)
    """Whether signing a Gamer costs the salary. On in new seasons with a purse (`actions.terms.open_terms`)."""
    win_money = models.PositiveIntegerField(default=5)
    draw_money = models.PositiveIntegerField(default=3)
    loss_money = models.PositiveIntegerField(default=1)
    participation_money = models.PositiveIntegerField(default=1)
    """For each match played, beside what its result pays."""
    dead_percent = models.PositiveSmallIntegerField(default=50)
    """Share of the salary of a released Gamer that goes on counting against the cap, for the rest of the term."""
    waivers = models.CharField(max_length=10, choices=Waivers, default=Waivers.FIRST_COME)
    waiver_hours = models.PositiveSmallIntegerField(default=24)
    """How long after the first sealed bid for a Gamer the bids are opened."""
    trade_hours = models.PositiveSmallIntegerField(default=48)
    """How long an offer of a trade stands unless it says otherwise."""
    veto_hours = models.PositiveSmallIntegerField(default=0)
    """How long organisers may stop a trade that was agreed; 0: it is done at once."""
    one_match_a_round = models.BooleanField(default=False)
    """Whether a Gamer who plays one match of a round can play no other of it."""
    carried_from = models.OneToOneField("league.Season", on_delete=models.PROTECT, null=True, related_name="carried_to")
    checked_at = models.DateTimeField(null=True)
    """When its money and rosters were last checked, each night."""
    faults = models.JSONField(default=list)
    """What that check found, a sentence each."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="terms_phase_known", condition=Q(phase__in=Phase.values)),
            models.CheckConstraint(name="terms_waivers_known", condition=Q(waivers__in=Waivers.values)),
            models.CheckConstraint(
                name="terms_roster_sizes", condition=Q(roster_min__gte=4, roster_max__gte=F("roster_min"))
            ),
            models.CheckConstraint(name="terms_dead_share", condition=Q(dead_percent__lte=100)),
            models.CheckConstraint(name="terms_contract_length", condition=Q(contract_seasons__gte=1)),
        ]

    def __str__(self) -> str:
        return f"terms of season {self.pk}"


class WindowKind(models.TextChoices):
    TRADES = "trades", gettext_lazy("Trades")
    FREE_AGENCY = "free-agency", gettext_lazy("Free agency")


class Window(models.Model):
    """When franchises may trade, or sign and release: from the first moment up to, not including, the second."""

    terms = models.ForeignKey(SeasonTerms, on_delete=models.CASCADE, related_name="windows")
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
    """One team. Its money is what its payments come to; `balance` keeps the sum, written with each payment."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="franchises")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchises")
    name = models.CharField(max_length=40)
    balance = models.IntegerField(default=0)
    owed = models.PositiveIntegerField(default=0)
    """Money of results that were overturned, which it had not left to give back; kept from what matches pay next."""
    created_at = models.DateTimeField()
    carried_from = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="carried_to")
    """The same franchise in the season before."""

    class Meta:
        constraints = [
            models.UniqueConstraint("season", Lower("name"), name="franchise_name_once"),
            models.UniqueConstraint(fields=["season", "owner"], name="franchise_owner_once"),
            models.CheckConstraint(name="franchise_owes_nothing", condition=Q(balance__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name


class Signing(models.TextChoices):
    DRAFT = "draft", gettext_lazy("Drafted")
    FREE_AGENT = "free-agent", gettext_lazy("Signed as a free agent")
    WAIVER = "waiver", gettext_lazy("Won with a sealed bid")
    TRADE = "trade", gettext_lazy("Traded")
    CARRIED = "carried", gettext_lazy("Carried over")


class Ending(models.TextChoices):
    RELEASED = "released", gettext_lazy("Released")
    TRADED = "traded", gettext_lazy("Traded")
    EXPIRED = "expired", gettext_lazy("Expired")
    CARRIED = "carried", gettext_lazy("Carried over")
    UNDONE = "undone", gettext_lazy("Taken back")


class Contract(models.Model):
    """A Gamer in a franchise. While it has not ended it is the only one of the Gamer in the season."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="contracts")
    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="contracts")
    gamer = models.ForeignKey("league.SeasonGamer", on_delete=models.PROTECT, related_name="contracts")
    salary = models.PositiveIntegerField()
    seasons_left = models.PositiveSmallIntegerField(default=1)
    """Seasons that it lasts, this one included."""
    how = models.CharField(max_length=10, choices=Signing)
    signed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    dead = models.PositiveIntegerField(default=0)
    """What counts against the cap for a Gamer who was released, in this season and the rest of the term."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["gamer"], name="gamer_on_one_roster", condition=Q(ended_at__isnull=True)),
            models.CheckConstraint(
                name="contract_ends_with_a_reason",
                condition=Q(ended_at__isnull=True, ending="")
                | (Q(ended_at__isnull=False) & Q(ending__in=Ending.values)),
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
    PURSE = "purse", gettext_lazy("Purse")
    CARRIED = "carried", gettext_lazy("Carried over")
    SALARY = "salary", gettext_lazy("Salary")
    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    PARTICIPATION = "participation", gettext_lazy("Participation")
    PRIZE = "prize", gettext_lazy("Prize")
    CORRECTION = "correction", gettext_lazy("Correction")
    WAIVER = "waiver", gettext_lazy("Sealed bid")
    TRADE = "trade", gettext_lazy("Trade")
    GRANT = "grant", gettext_lazy("Grant")
    FINE = "fine", gettext_lazy("Fine")


class Payment(models.Model):
    """Money that changed hands. The league's bank is null; only it may run below nothing, by what it has issued.

    As every payment leaves one side and reaches another, the ledgers of the franchises always come to what the bank
    has issued less what it took back. The database refuses to change a row, PostgreSQL to remove one, too.
    """

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="paid")
    payee = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, null=True, related_name="received")
    amount = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=PaymentKind)
    key = models.CharField(max_length=80)
    """What it is for, once in a season: `match.12.win.5`. A payment that is made again is the same one."""
    match_id = models.BigIntegerField(null=True)
    why = models.JSONField(default=str, blank=True)
    """A message (`engines.words.stored`), or what an organiser or referee wrote."""
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

    Without a match it is what the franchise plans for its next matches of the event; with one, those who were sent: it
    never changes then.
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
    """A Gamer in a line-up. Where a season says so, one who plays a match of a round can play no other of it."""

    lineup = models.ForeignKey(Lineup, on_delete=models.CASCADE, related_name="gamers")
    contract = models.ForeignKey("league.Contract", on_delete=models.PROTECT, related_name="lineups")
    only_match_of = models.ForeignKey("league.Round", on_delete=models.SET_NULL, null=True, related_name="gamers")
    """The round in which this is the Gamer's only match; null where the season does not mind."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["lineup", "contract"], name="lineup_gamer_once"),
            models.UniqueConstraint(fields=["contract", "only_match_of"], name="gamer_in_one_match_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.lineup_id}: {self.contract_id}"


class Outcome(models.TextChoices):
    WIN = "win", gettext_lazy("Win")
    DRAW = "draw", gettext_lazy("Draw")
    LOSS = "loss", gettext_lazy("Loss")
    ABSENT = "absent", gettext_lazy("Did not come")


class FranchiseResult(models.Model):
    """One side of a match that was counted. `pays` is what it is due for it, by the result that stands now."""

    franchise = models.ForeignKey("league.Franchise", on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="franchise_results")
    """Who played for it."""
    event = models.ForeignKey("league.Event", on_delete=models.PROTECT, related_name="franchise_results")
    match_id = models.BigIntegerField()
    outcome = models.CharField(max_length=6, choices=Outcome)
    pays = models.PositiveIntegerField(default=0)
    corrections = models.PositiveSmallIntegerField(default=0)
    """How often another result has changed what it pays."""
    counted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match_id", "franchise"], name="result_once"),
            models.CheckConstraint(name="result_outcome_known", condition=Q(outcome__in=Outcome.values)),
        ]
        indexes = [models.Index(fields=["franchise", "counted_at"], name="results_of_franchise")]

    def __str__(self) -> str:
        return f"{self.outcome} in match {self.match_id}"
