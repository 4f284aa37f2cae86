from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.league_pages.views import leagues, log, seasons, staff

urlpatterns = [
    path("leagues/", leagues.league_list, name="leagues"),
    path("leagues/new/", leagues.new_league, name="league-new"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/edit/", leagues.edit, name="league-edit"),
    path("leagues/<slug:slug>/staff/", staff.staff, name="league-staff"),
    path("leagues/<slug:slug>/staff/<username:username>/role/", staff.role, name="staff-role"),
    path("leagues/<slug:slug>/staff/<username:username>/remove/", staff.remove, name="staff-remove"),
    path("leagues/<slug:slug>/seasons/new/", seasons.new_season, name="season-new"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/edit/", seasons.edit, name="season-edit"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/archive/", seasons.archive, name="season-archive"),
    path("leagues/<slug:slug>/log/", log.log_page, name="league-log"),
    path("leagues/<slug:slug>/log.csv", accepts_token(log.log_csv), name="league-log-csv"),
    path("leagues/<slug:slug>/log.json", accepts_token(log.log_json), name="league-log-json"),
    path("audit-log/", log.log_page, name="audit-log"),
    path("audit-log.csv", accepts_token(log.log_csv), name="audit-log-csv"),
    path("audit-log.json", accepts_token(log.log_json), name="audit-log-json"),
]
