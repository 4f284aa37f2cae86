"""URLs of stats pages and their tables."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.stats import views

TABLE = "<slug:table>.<filekind:kind>"
PLAYER, SEASON = "players/<username:username>", "leagues/<slug:slug>/seasons/<int:season_id>"

urlpatterns = [
    path(f"{PLAYER}/stats/", views.player, name="player-stats"),
    path(f"{PLAYER}/stats/{TABLE}", accepts_token(views.player), name="player-stats-file"),
    path("games/<slug:key>/stats/", views.game_page, name="game-stats"),
    path(f"games/<slug:key>/stats/{TABLE}", accepts_token(views.game_page), name="game-stats-file"),
    path("events/<int:event_id>/stats/", views.event, name="event-stats"),
    path(f"events/<int:event_id>/stats/{TABLE}", accepts_token(views.event), name="event-stats-file"),
    path(f"{SEASON}/", views.season, name="season"),
    path(f"{SEASON}/{TABLE}", accepts_token(views.season), name="season-file"),
    path(f"{PLAYER}/against/<username:other>/score.<filekind:kind>", accepts_token(views.against_file), name="against-file"),
]
