"""Which of its Gamers a franchise sends to the matches of an event."""

from django.db import models
from django.db.models import Q


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
