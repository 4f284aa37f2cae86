"""The addresses of the league's API, below /api/v1/."""

from django.urls import path

from league.events import api as events
from league.people.api import PlayerView
from league.ratings.api import LeaderboardView

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="api-events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", events.StandingsView.as_view(), name="api-standings"),
    path("events/<int:event_id>/join/", events.JoinView.as_view(), name="api-event-join"),
    path("events/<int:event_id>/leave/", events.LeaveView.as_view(), name="api-event-leave"),
    path("events/<int:event_id>/start/", events.StartView.as_view(), name="api-event-start"),
    path("players/<username:username>/", PlayerView.as_view(), name="api-player"),
    path("leaderboard/<slug:key>/", LeaderboardView.as_view(), name="api-leaderboard"),
]
