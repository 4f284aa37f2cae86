from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.stats import views

urlpatterns = [
    path("players/<username:username>/stats/", views.player, name="player-stats"),
    path(
        "players/<username:username>/stats/<slug:table>.<filekind:kind>",
        accepts_token(views.player),
        name="player-stats-file",
    ),
    path("games/<slug:key>/stats/", views.game_page, name="game-stats"),
    path("games/<slug:key>/stats/<slug:table>.<filekind:kind>", accepts_token(views.game_page), name="game-stats-file"),
    path("events/<int:event_id>/stats/", views.event, name="event-stats"),
    path(
        "events/<int:event_id>/stats/<slug:table>.<filekind:kind>",
        accepts_token(views.event),
        name="event-stats-file",
    ),
    path("leagues/<slug:slug>/seasons/<int:season_id>/", views.season, name="season"),
    path(
        "leagues/<slug:slug>/seasons/<int:season_id>/<slug:table>.<filekind:kind>",
        accepts_token(views.season),
        name="season-file",
    ),
    path(
        "players/<username:username>/against/<username:other>/score.<filekind:kind>",
        accepts_token(views.against_file),
        name="against-file",
    ),
]
