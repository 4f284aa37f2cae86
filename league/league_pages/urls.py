"""URLs of leagues."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.league_pages import title_views, views

urlpatterns = [
    path("leagues/", views.league_list, name="leagues"),
    path("leagues/new/", views.league_create, name="league-new"),
    path("leagues/<slug:slug>/", views.league_detail, name="league"),
    path("leagues/<slug:slug>/edit/", views.league_edit, name="league-edit"),
    path("leagues/<slug:slug>/staff/", views.staff_list, name="league-staff"),
    path("leagues/<slug:slug>/staff/<username:username>/role/", views.staff_role, name="staff-role"),
    path("leagues/<slug:slug>/staff/<username:username>/remove/", views.staff_remove, name="staff-remove"),
    path("leagues/<slug:slug>/seasons/new/", views.season_create, name="season-new"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/edit/", views.season_edit, name="season-edit"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/archive/", views.season_archive, name="season-archive"),
    path("leagues/<slug:slug>/titles/new/", title_views.title_create, name="title-new"),
    path("leagues/<slug:slug>/titles/<int:title_id>/edit/", title_views.title_edit, name="title-edit"),
    path("leagues/<slug:slug>/titles/<int:title_id>/archive/", title_views.title_archive, name="title-archive"),
    path("leagues/<slug:slug>/titles/<int:title_id>/delete/", title_views.title_delete, name="title-delete"),
    path("titles/<int:own_title_id>/edit/", title_views.own_title_edit, name="own-title-edit"),
    path("leagues/<slug:slug>/log/", views.log_page, name="league-log"),
    path("leagues/<slug:slug>/log.csv", accepts_token(views.log_file), {"kind": "csv"}, name="league-log-csv"),
    path("leagues/<slug:slug>/log.json", accepts_token(views.log_file), {"kind": "json"}, name="league-log-json"),
    path("audit-log/", views.log_page, name="audit-log"),
    path("audit-log.csv", accepts_token(views.log_file), {"kind": "csv"}, name="audit-log-csv"),
    path("audit-log.json", accepts_token(views.log_file), {"kind": "json"}, name="audit-log-json"),
]
