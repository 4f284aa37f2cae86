"""URLs of seasons with franchises."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.season_pages.views import franchises, market, settings

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}terms/", settings.settings_detail, name="season-terms"),
    path(f"{SEASON}terms/edit/", settings.settings_edit, name="season-terms-edit"),
    path(f"{SEASON}open/", settings.franchises_enable, name="season-open"),
    path(f"{SEASON}phase/", settings.phase_change, name="season-phase"),
    path(f"{SEASON}carry/", settings.season_rollover, name="season-carry"),
    path(f"{SEASON}windows/", settings.window_create, name="window-new"),
    path(f"{SEASON}windows/<int:window_id>/remove/", settings.window_remove, name="window-remove"),
    path(f"{SEASON}pool/", settings.pool_edit, name="season-pool"),
    path(f"{SEASON}franchises/", franchises.franchise_list, name="season-franchises"),
    path(f"{SEASON}franchises/<int:franchise_id>/", franchises.franchise_detail, name="franchise"),
    path(f"{SEASON}franchises/<int:franchise_id>/<slug:key>/", franchises.franchise_action, name="franchise-deed"),
    path(f"{SEASON}free-agents/", market.free_agents, name="free-agents"),
    path(f"{SEASON}trades/", market.trade_list, name="trades"),
    path(f"{SEASON}trades/new/", market.trade_create, name="trade-new"),
    path(f"{SEASON}trades/<int:trade_id>/", market.trade_detail, name="trade"),
    path(f"{SEASON}trades/<int:trade_id>/counter/", market.trade_counter, name="trade-counter"),
    path(f"{SEASON}trades/<int:trade_id>/<slug:key>/", market.trade_action, name="trade-deed"),
    path(f"{SEASON}bids/", market.bid_list, name="bids"),
    path(f"{SEASON}bids/new/", market.bid_create, name="bid-new"),
    path(f"{SEASON}bids/<int:claim_id>/withdraw/", market.bid_withdraw, name="bid-withdraw"),
    path(f"{SEASON}events/<int:event_id>/line-up/", franchises.lineup_edit, name="lineup"),
    path(f"{SEASON}awards/", franchises.awards_page, name="season-awards"),
    path(f"{SEASON}ledger/", franchises.ledger_page, name="season-ledger"),
    path(f"{SEASON}ledger.csv", accepts_token(franchises.ledger_file), {"kind": "csv"}, name="season-ledger-csv"),
    path(f"{SEASON}ledger.json", accepts_token(franchises.ledger_file), {"kind": "json"}, name="season-ledger-json"),
]
