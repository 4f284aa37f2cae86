from django.urls import path

from league.gamers.views import cards

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}gamers/", cards.gamers, name="season-gamers"),
    path(f"{SEASON}gamers/compare/", cards.compare, name="gamers-compare"),
    path(f"{SEASON}gamers/<int:gamer>/", cards.gamer, name="gamer"),
    path(f"{SEASON}gamers.csv", cards.gamers_file, {"kind": "csv"}, name="season-gamers-csv"),
    path(f"{SEASON}gamers.json", cards.gamers_file, {"kind": "json"}, name="season-gamers-json"),
]
