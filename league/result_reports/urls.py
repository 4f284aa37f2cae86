"""URLs of result reports."""

from django.urls import path

from league.result_reports import views

PAIRING, REPORT = "events/<int:event_id>/pairings/<int:pairing_id>/", "result-reports/<int:report_id>/"
urlpatterns = [
    path(f"{PAIRING}report/", views.report_page, name="pairing-report"),
    path(f"{PAIRING}ruling/", views.ruling_page, name="pairing-ruling"),
    path(f"{REPORT}confirm/", views.confirm, name="report-confirm"),
    path(f"{REPORT}dispute/", views.dispute, name="report-dispute"),
    path(f"{REPORT}withdraw/", views.withdraw, name="report-withdraw"),
    path(f"{REPORT}images/<slug:key>/", views.image, name="report-image"),
]
