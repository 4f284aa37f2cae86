"""URLs of players."""

from django.urls import path

from league.player_pages import views

urlpatterns = [
    path("players/<username:username>/", views.player, name="player"),
    path("players/<username:username>/against/", views.compare, name="compare"),
    path("players/<username:username>/against/<username:other>/", views.against, name="against"),
]
