from django.urls import path

from league.season_pages.api import awards, franchises, lineups, settings, trades, waivers

urlpatterns = [
    path("terms/", settings.TermsView.as_view(), name="api-season-terms"),
    path("phase/", settings.PhaseView.as_view(), name="api-season-phase"),
    path("windows/", settings.WindowsView.as_view(), name="api-season-windows"),
    path("windows/<int:window_id>/", settings.WindowView.as_view(), name="api-season-window"),
    path("carry/", settings.CarryView.as_view(), name="api-season-carry"),
    path("pool/", settings.PoolView.as_view(), name="api-season-pool"),
    path("pool/<int:gamer_id>/", settings.PoolGamerView.as_view(), name="api-season-pool-gamer"),
    path("franchises/", franchises.FranchisesView.as_view(), name="api-franchises"),
    path("franchises/<int:franchise_id>/", franchises.FranchiseView.as_view(), name="api-franchise"),
    path("franchises/<int:franchise_id>/money/", franchises.MoneyView.as_view(), name="api-franchise-money"),
    path("franchises/<int:franchise_id>/sign/", franchises.SignView.as_view(), name="api-franchise-sign"),
    path("contracts/<int:contract_id>/release/", franchises.ReleaseView.as_view(), name="api-contract-release"),
    path("free-agents/", franchises.FreeAgentsView.as_view(), name="api-free-agents"),
    path("trades/", trades.TradesView.as_view(), name="api-trades"),
    path("trades/<int:trade_id>/", trades.TradeView.as_view(), name="api-trade"),
    path("trades/<int:trade_id>/counter/", trades.TradeCounterView.as_view(), name="api-trade-counter"),
    path("trades/<int:trade_id>/accept/", trades.TradeAcceptView.as_view(), name="api-trade-accept"),
    path("trades/<int:trade_id>/decline/", trades.TradeDeclineView.as_view(), name="api-trade-decline"),
    path("trades/<int:trade_id>/withdraw/", trades.TradeWithdrawView.as_view(), name="api-trade-withdraw"),
    path("trades/<int:trade_id>/veto/", trades.TradeVetoView.as_view(), name="api-trade-veto"),
    path("bids/", waivers.BidsView.as_view(), name="api-bids"),
    path("bids/<int:claim_id>/", waivers.BidView.as_view(), name="api-bid"),
    path("events/<int:event_id>/line-up/", lineups.LineupView.as_view(), name="api-lineup"),
    path("awards/", awards.AwardsView.as_view(), name="api-awards"),
    path("ledger/", franchises.LedgerView.as_view(), name="api-ledger"),
]
