"""URLs of seasons with franchises."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.season_pages.views import franchises, market, settings

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}terms/", settings.terms, name="season-terms"),
    path(f"{SEASON}terms/edit/", settings.edit, name="season-terms-edit"),
    path(f"{SEASON}open/", settings.open_, name="season-open"),
    path(f"{SEASON}phase/", settings.phase, name="season-phase"),
    path(f"{SEASON}carry/", settings.carry, name="season-carry"),
    path(f"{SEASON}windows/", settings.new_window, name="window-new"),
    path(f"{SEASON}windows/<int:window_id>/remove/", settings.drop_window, name="window-remove"),
    path(f"{SEASON}pool/", settings.pool, name="season-pool"),
    path(f"{SEASON}franchises/", franchises.franchises, name="season-franchises"),
    path(f"{SEASON}franchises/<int:franchise_id>/", franchises.franchise, name="franchise"),
    path(f"{SEASON}franchises/<int:franchise_id>/<slug:key>/", franchises.deed, name="franchise-deed"),
    path(f"{SEASON}free-agents/", market.free_agents, name="free-agents"),
    path(f"{SEASON}trades/", market.trades, name="trades"),
    path(f"{SEASON}trades/new/", market.new, name="trade-new"),
    path(f"{SEASON}trades/<int:trade_id>/", market.trade, name="trade"),
    path(f"{SEASON}trades/<int:trade_id>/counter/", market.answer, name="trade-counter"),
    path(f"{SEASON}trades/<int:trade_id>/<slug:key>/", market.deed, name="trade-deed"),
    path(f"{SEASON}bids/", market.bids, name="bids"),
    path(f"{SEASON}bids/new/", market.bid, name="bid-new"),
    path(f"{SEASON}bids/<int:claim_id>/withdraw/", market.take_back, name="bid-withdraw"),
    path(f"{SEASON}events/<int:event_id>/line-up/", franchises.lineup, name="lineup"),
    path(f"{SEASON}awards/", franchises.awards_page, name="season-awards"),
    path(f"{SEASON}ledger/", franchises.ledger_page, name="season-ledger"),
    path(f"{SEASON}ledger.csv", accepts_token(franchises.ledger_file), {"kind": "csv"}, name="season-ledger-csv"),
    path(f"{SEASON}ledger.json", accepts_token(franchises.ledger_file), {"kind": "json"}, name="season-ledger-json"),
]
