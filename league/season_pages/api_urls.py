from django.urls import path

from league.season_pages import api, market_api

urlpatterns = [
    path("terms/", api.TermsView.as_view(), name="api-season-terms"),
    path("phase/", api.PhaseView.as_view(), name="api-season-phase"),
    path("windows/", api.WindowsView.as_view(), name="api-season-windows"),
    path("windows/<int:window_id>/", api.WindowView.as_view(), name="api-season-window"),
    path("carry/", api.CarryView.as_view(), name="api-season-carry"),
    path("pool/", api.PoolView.as_view(), name="api-season-pool"),
    path("pool/<int:gamer_id>/", api.PoolGamerView.as_view(), name="api-season-pool-gamer"),
    path("franchises/", api.FranchisesView.as_view(), name="api-franchises"),
    path("franchises/<int:franchise_id>/", api.FranchiseView.as_view(), name="api-franchise"),
    path("franchises/<int:franchise_id>/money/", api.MoneyView.as_view(), name="api-franchise-money"),
    path("franchises/<int:franchise_id>/sign/", api.SignView.as_view(), name="api-franchise-sign"),
    path("contracts/<int:contract_id>/release/", api.ReleaseView.as_view(), name="api-contract-release"),
    path("free-agents/", api.FreeAgentsView.as_view(), name="api-free-agents"),
    path("trades/", market_api.TradesView.as_view(), name="api-trades"),
    path("trades/<int:trade_id>/", market_api.TradeView.as_view(), name="api-trade"),
    path("trades/<int:trade_id>/counter/", market_api.TradeCounterView.as_view(), name="api-trade-counter"),
    path("trades/<int:trade_id>/accept/", market_api.TradeAcceptView.as_view(), name="api-trade-accept"),
    path("trades/<int:trade_id>/decline/", market_api.TradeDeclineView.as_view(), name="api-trade-decline"),
    path("trades/<int:trade_id>/withdraw/", market_api.TradeWithdrawView.as_view(), name="api-trade-withdraw"),
    path("trades/<int:trade_id>/veto/", market_api.TradeVetoView.as_view(), name="api-trade-veto"),
    path("bids/", market_api.BidsView.as_view(), name="api-bids"),
    path("bids/<int:claim_id>/", market_api.BidView.as_view(), name="api-bid"),
    path("events/<int:event_id>/line-up/", api.LineupView.as_view(), name="api-lineup"),
    path("awards/", api.AwardsView.as_view(), name="api-awards"),
    path("ledger/", api.LedgerView.as_view(), name="api-ledger"),
]
