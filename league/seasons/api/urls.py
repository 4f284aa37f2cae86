from django.urls import path

from league.seasons.api import awards, franchises, lineups, settings

urlpatterns = [
    path("terms/", settings.TermsView.as_view(), name="api-season-terms"),
    path("phase/", settings.PhaseView.as_view(), name="api-season-phase"),
    path("windows/", settings.WindowsView.as_view(), name="api-season-windows"),
    path("windows/<int:window_id>/", settings.WindowView.as_view(), name="api-season-window"),
    path("carry/", settings.CarryView.as_view(), name="api-season-carry"),
    path("pool/", settings.PoolView.as_view(), name="api-season-pool"),
    path("pool/<int:gamer>/", settings.PoolGamerView.as_view(), name="api-season-pool-gamer"),
    path("franchises/", franchises.FranchisesView.as_view(), name="api-franchises"),
    path("franchises/<int:franchise_id>/", franchises.FranchiseView.as_view(), name="api-franchise"),
    path("franchises/<int:franchise_id>/money/", franchises.MoneyView.as_view(), name="api-franchise-money"),
    path("franchises/<int:franchise_id>/sign/", franchises.SignView.as_view(), name="api-franchise-sign"),
    path("contracts/<int:contract_id>/release/", franchises.ReleaseView.as_view(), name="api-contract-release"),
    path("free-agents/", franchises.FreeAgentsView.as_view(), name="api-free-agents"),
    path("events/<int:event_id>/line-up/", lineups.LineupView.as_view(), name="api-lineup"),
    path("awards/", awards.AwardsView.as_view(), name="api-awards"),
    path("ledger/", franchises.LedgerView.as_view(), name="api-ledger"),
]
