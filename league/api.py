"""The addresses of the league's API, below /api/v1/."""

from django.urls import path

from league.events import api as events
from league.lobby import api as lobby
from league.people.api import PlayerView
from league.ratings.api import LeaderboardView

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="api-events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", events.StandingsView.as_view(), name="api-standings"),
    path("events/<int:event_id>/bracket/", events.BracketView.as_view(), name="api-bracket"),
    path("events/<int:event_id>/join/", events.JoinView.as_view(), name="api-event-join"),
    path("events/<int:event_id>/leave/", events.LeaveView.as_view(), name="api-event-leave"),
    path("events/<int:event_id>/start/", events.StartView.as_view(), name="api-event-start"),
    path("games/", lobby.GamesView.as_view(), name="api-games"),
    path("challenges/", lobby.ChallengesView.as_view(), name="api-challenges"),
    path("challenges/<int:match_id>/accept/", lobby.AcceptView.as_view(), name="api-challenge-accept"),
    path("challenges/<int:match_id>/cancel/", lobby.CancelView.as_view(), name="api-challenge-cancel"),
    path("players/<username:username>/", PlayerView.as_view(), name="api-player"),
    path("leaderboard/<slug:key>/", LeaderboardView.as_view(), name="api-leaderboard"),
]
