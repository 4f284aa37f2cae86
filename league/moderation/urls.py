"""URLs of reported messages."""

from django.urls import path

from league.moderation import views

urlpatterns = [
    path("leagues/<slug:slug>/reports/", views.reports, name="league-reports"),
    path("leagues/<slug:slug>/reports/<int:message_id>/", views.decide, name="league-report"),
    path("reports/", views.reports, name="reports"),
    path("reports/<int:message_id>/", views.decide, name="report"),
]
