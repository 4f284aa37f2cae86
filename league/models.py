"""All tables of the league side, for Django to find; each topic keeps its own."""

from league.events.models import (
    Entrant,
    Event,
    EventNote,
    NoShow,
    Overturn,
    Pairing,
    Round,
    SeriesMatch,
    Side,
    Stage,
    StagePlace,
    Step,
)
from league.leagues.models import AuditEntry, League, Season, Staff
from league.lobby.models import Challenge
from league.people.models import Player
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingCorrection, RatingPool
from league.stats.models import StatBook, StatMatch, StatSeat, Tally

__all__ = [
    "AuditEntry",
    "Challenge",
    "Entrant",
    "Event",
    "EventNote",
    "League",
    "NoShow",
    "Overturn",
    "Pairing",
    "Player",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingCorrection",
    "RatingPool",
    "Round",
    "Season",
    "SeriesMatch",
    "Side",
    "Staff",
    "Stage",
    "StagePlace",
    "StatBook",
    "StatMatch",
    "StatSeat",
    "Step",
    "Tally",
]
