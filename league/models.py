"""All tables of the league side, for Django to find; each topic keeps its own."""

from league.events.models import Entrant, Event, Pairing, Round
from league.lobby.models import Challenge
from league.people.models import Player
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingCorrection, RatingPool

__all__ = [
    "Challenge", "Entrant", "Event", "Pairing", "Player", "RatedMatch", "Rating", "RatingChange", "RatingCorrection",
    "RatingPool", "Round",
]  # fmt: skip
