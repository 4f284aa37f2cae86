"""URLs of Gamers."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.gamer_pages import views

LEAGUE, SEASON = "leagues/<slug:slug>/", "leagues/<slug:slug>/seasons/<int:season_id>/"
FILES = (
    ("season-gamers", f"{SEASON}gamers", views.gamers_file, ("csv", "json")),
    ("gamers-template", f"{LEAGUE}gamers/template", views.template, ("csv", "toml")),
    ("league-gamers", f"{LEAGUE}gamers", views.own_gamers_file, ("csv", "toml", "json")),
)

urlpatterns = [
    path(f"{SEASON}gamers/", views.gamers, name="season-gamers"),
    path(f"{SEASON}gamers/compare/", views.compare, name="gamers-compare"),
    path(f"{SEASON}gamers/<int:gamer_id>/", views.gamer, name="gamer"),
    path(f"{LEAGUE}gamers/", views.own_gamers_page, name="league-gamers"),
    path(f"{LEAGUE}gamers/import/", views.import_page, name="gamers-import"),
    path(f"{LEAGUE}gamers/remove/", views.remove, name="gamers-remove"),
    *(
        path(f"{route}.{kind}", accepts_token(view), {"kind": kind}, name=f"{name}-{kind}")
        for name, route, view, kinds in FILES
        for kind in kinds
    ),
]
