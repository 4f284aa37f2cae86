"""URLs of teams."""

from django.urls import path

from league.team_matches import views

TEAM = "events/<int:event_id>/teams/<int:team_id>/"
urlpatterns = [
    path("events/<int:event_id>/teams/", views.teams_page, name="teams"),
    path(TEAM, views.team_page, name="team"),
    path(f"{TEAM}do/<slug:action>/", views.team_action, name="team-do"),
]
