from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.gamer_pages import views

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}gamers/", views.gamers, name="season-gamers"),
    path(f"{SEASON}gamers/compare/", views.compare, name="gamers-compare"),
    path(f"{SEASON}gamers/<int:gamer_id>/", views.gamer, name="gamer"),
    path(f"{SEASON}gamers.csv", accepts_token(views.gamers_file), {"kind": "csv"}, name="season-gamers-csv"),
    path(f"{SEASON}gamers.json", accepts_token(views.gamers_file), {"kind": "json"}, name="season-gamers-json"),
    path("leagues/<slug:slug>/gamers/", views.own, name="league-gamers"),
    path("leagues/<slug:slug>/gamers/import/", views.import_, name="gamers-import"),
    path("leagues/<slug:slug>/gamers/remove/", views.remove, name="gamers-remove"),
    path(
        "leagues/<slug:slug>/gamers/template.csv",
        accepts_token(views.template),
        {"kind": "csv"},
        name="gamers-template-csv",
    ),
    path(
        "leagues/<slug:slug>/gamers/template.toml",
        accepts_token(views.template),
        {"kind": "toml"},
        name="gamers-template-toml",
    ),
    path("leagues/<slug:slug>/gamers.csv", accepts_token(views.own_file), {"kind": "csv"}, name="league-gamers-csv"),
    path("leagues/<slug:slug>/gamers.toml", accepts_token(views.own_file), {"kind": "toml"}, name="league-gamers-toml"),
    path("leagues/<slug:slug>/gamers.json", accepts_token(views.own_file), {"kind": "json"}, name="league-gamers-json"),
]
