"""URLs of the lobby."""

from django.urls import path

from league.lobby import queue_views, views

urlpatterns = [
    path("lobby/", views.lobby_page, name="lobby"),
    path("lobby/challenges/", views.new_challenge, name="challenge-new"),
    path("lobby/challenges/<int:match_id>/accept/", views.accept_challenge, name="challenge-accept"),
    path("lobby/challenges/<int:match_id>/cancel/", views.cancel_challenge, name="challenge-cancel"),
    path("lobby/challenges/<int:match_id>/links/", views.challenge_links, name="challenge-links"),
    path("matches/<int:match_id>/rematch/", views.rematch, name="rematch"),
    path("invitations/<str:token>/", views.invitation, name="invitation"),
    path("fragments/matches/<int:match_id>/company/", views.match_extras_fragment, name="match-company"),
    path("play/", views.quick_play, name="quick-play"),
    path("lobby/queue/", queue_views.join, name="queue-join"),
    path("lobby/queue/heartbeat/", queue_views.heartbeat, name="queue-heartbeat"),
    path("lobby/queue/leave/", queue_views.leave, name="queue-leave"),
    path("lobby/queue/bot/", queue_views.play_bot, name="queue-bot"),
    path("fragments/lobby/", views.lobby_fragment, name="lobby-fragment"),
]
