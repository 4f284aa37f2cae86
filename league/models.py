"""All tables of the league side, for Django to find; each topic keeps its own."""

from league.events.models import (
    Entrant,
    Event,
    Overturn,
    Pairing,
    Round,
    SeriesMatch,
    Side,
    Stage,
    StagePlace,
)
from league.lobby.models import Challenge
from league.people.models import Player
from league.ratings.models import RatedMatch, Rating, RatingChange

__all__ = [
    "Challenge",
    "Entrant",
    "Event",
    "Overturn",
    "Pairing",
    "Player",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "Round",
    "SeriesMatch",
    "Side",
    "Stage",
    "StagePlace",
]
