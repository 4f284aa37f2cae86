from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.season_pages.views import awards, franchises, ledger, lineups, market, settings, trades, waivers

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
    path(f"{SEASON}trades/", trades.trades, name="trades"),
    path(f"{SEASON}trades/new/", trades.new, name="trade-new"),
    path(f"{SEASON}trades/<int:trade_id>/", trades.trade, name="trade"),
    path(f"{SEASON}trades/<int:trade_id>/counter/", trades.answer, name="trade-counter"),
    path(f"{SEASON}trades/<int:trade_id>/<slug:key>/", trades.deed, name="trade-deed"),
    path(f"{SEASON}bids/", waivers.bids, name="bids"),
    path(f"{SEASON}bids/new/", waivers.bid, name="bid-new"),
    path(f"{SEASON}bids/<int:claim_id>/withdraw/", waivers.take_back, name="bid-withdraw"),
    path(f"{SEASON}events/<int:event_id>/line-up/", lineups.lineup, name="lineup"),
    path(f"{SEASON}awards/", awards.awards_page, name="season-awards"),
    path(f"{SEASON}ledger/", ledger.ledger_page, name="season-ledger"),
    path(f"{SEASON}ledger.csv", accepts_token(ledger.ledger_file), {"kind": "csv"}, name="season-ledger-csv"),
    path(f"{SEASON}ledger.json", accepts_token(ledger.ledger_file), {"kind": "json"}, name="season-ledger-json"),
]
