"""The tables of a season's franchises, rosters and money."""

from league.seasons.models.contract import Contract, Ending, Signing
from league.seasons.models.deal import Trade, TradeGamer, TradeStatus, WaiverClaim, WaiverStatus
from league.seasons.models.franchise import Franchise
from league.seasons.models.lineup import Lineup, LineupGamer
from league.seasons.models.payment import Payment, PaymentKind
from league.seasons.models.result import FranchiseResult, Outcome
from league.seasons.models.terms import Phase, SeasonTerms, Waivers, Window, WindowKind

__all__ = [
    "Contract",
    "Ending",
    "Franchise",
    "FranchiseResult",
    "Lineup",
    "LineupGamer",
    "Outcome",
    "Payment",
    "PaymentKind",
    "Phase",
    "SeasonTerms",
    "Signing",
    "Trade",
    "TradeGamer",
    "TradeStatus",
    "WaiverClaim",
    "WaiverStatus",
    "Waivers",
    "Window",
    "WindowKind",
]
