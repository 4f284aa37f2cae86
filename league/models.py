"""All tables of the league side, for Django to find; each topic keeps its own."""

from league.account.models import SignIn
from league.api_tokens.models import Token
from league.audit.models import AuditEntry
from league.desk.models import Call, Look
from league.drafts.models import Draft, DraftAct, DraftTeam
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
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.models import League, Season, Staff
from league.lobby.models import Challenge
from league.notifications.models import Notice, NoticeTerms, PushDevice, TurnTold
from league.people.models import Player
from league.ratings.models import RatedMatch, Rating, RatingChange, RatingCorrection, RatingPool
from league.seasons.market_models import Trade, TradeGamer, WaiverClaim
from league.seasons.models import (
    Contract,
    Franchise,
    FranchiseResult,
    Lineup,
    LineupGamer,
    Payment,
    SeasonTerms,
    Window,
)
from league.stats.models import StatBook, StatMatch, StatSeat, Tally
from league.webhooks.models import Delivery, Hook

__all__ = [
    "AuditEntry",
    "Call",
    "Challenge",
    "Contract",
    "Delivery",
    "Draft",
    "DraftAct",
    "DraftTeam",
    "Entrant",
    "Event",
    "EventNote",
    "Franchise",
    "FranchiseResult",
    "Gamer",
    "Hook",
    "League",
    "Lineup",
    "LineupGamer",
    "Look",
    "NoShow",
    "Notice",
    "NoticeTerms",
    "Overturn",
    "Pairing",
    "Payment",
    "Player",
    "PushDevice",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingCorrection",
    "RatingPool",
    "Round",
    "Season",
    "SeasonGamer",
    "SeasonTerms",
    "SeriesMatch",
    "Side",
    "SignIn",
    "Staff",
    "Stage",
    "StagePlace",
    "StatBook",
    "StatMatch",
    "StatSeat",
    "Step",
    "Tally",
    "Token",
    "Trade",
    "TradeGamer",
    "TurnTold",
    "WaiverClaim",
    "Window",
]
