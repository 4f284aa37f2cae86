"""Conditional moves: answers that a player has prepared for moves of the opponent."""

from django.db import models


class ConditionalMoves(models.Model):
    """The conditional moves of a seat. Only its player may read them; none are left when the match has ended."""

    seat = models.OneToOneField("matches.Seat", on_delete=models.CASCADE, related_name="conditional_moves")
    lines = models.JSONField()
    """Lines from the current position, in canonical notation: an opponent's move, the own answer, and so on."""

    def __str__(self) -> str:
        return str(self.seat)
