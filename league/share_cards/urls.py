"""URLs of share pictures."""

from django.urls import path

from league.share_cards import views

urlpatterns = [
    path("matches/<int:match_id>/picture.png", views.match_picture, name="match-picture"),
    path("events/<int:event_id>/picture.png", views.event_picture, name="event-picture"),
    path("players/<username:username>/picture.png", views.player_picture, name="player-picture"),
]
