"""The addresses of the league's API, below /api/v1/."""

from django.urls import path

from league.events import api as events
from league.leagues import api as leagues
from league.lobby import api as lobby
from league.people.api import AgainstView, MatchesView, PlayerView
from league.ratings.api import LeaderboardView
from league.stats import api as stats

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="api-events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", events.StandingsView.as_view(), name="api-standings"),
    path("events/<int:event_id>/join/", events.JoinView.as_view(), name="api-event-join"),
    path("events/<int:event_id>/leave/", events.LeaveView.as_view(), name="api-event-leave"),
    path("events/<int:event_id>/start/", events.StartView.as_view(), name="api-event-start"),
    path("games/", lobby.GamesView.as_view(), name="api-games"),
    path("challenges/", lobby.ChallengesView.as_view(), name="api-challenges"),
    path("challenges/<int:match_id>/accept/", lobby.AcceptView.as_view(), name="api-challenge-accept"),
    path("challenges/<int:match_id>/cancel/", lobby.CancelView.as_view(), name="api-challenge-cancel"),
    path("leagues/", leagues.LeaguesView.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>/", leagues.LeagueView.as_view(), name="api-league"),
    path("leagues/<slug:slug>/staff/", leagues.StaffView.as_view(), name="api-league-staff"),
    path("leagues/<slug:slug>/staff/<username:username>/", leagues.MemberView.as_view(), name="api-league-member"),
    path("leagues/<slug:slug>/seasons/", leagues.SeasonsView.as_view(), name="api-seasons"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/", leagues.SeasonView.as_view(), name="api-season"),
    path("leagues/<slug:slug>/log/", leagues.LogView.as_view(), name="api-league-log"),
    path("players/<username:username>/", PlayerView.as_view(), name="api-player"),
    path("players/<username:username>/matches/", MatchesView.as_view(), name="api-player-matches"),
    path("players/<username:username>/against/<username:other>/", AgainstView.as_view(), name="api-against"),
    path("players/<username:username>/stats/", stats.PlayerStatsView.as_view(), name="api-player-stats"),
    path("games/<slug:key>/stats/", stats.GameStatsView.as_view(), name="api-game-stats"),
    path("events/<int:event_id>/stats/", stats.EventStatsView.as_view(), name="api-event-stats"),
    path(
        "leagues/<slug:slug>/seasons/<int:season_id>/stats/", stats.SeasonStatsView.as_view(), name="api-season-stats"
    ),
    path("leaderboard/<slug:key>/", LeaderboardView.as_view(), name="api-leaderboard"),
]
