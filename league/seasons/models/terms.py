"""What a season with franchises sets: the cap, the size of rosters, the money, and how far it has come."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy, pgettext_lazy


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
