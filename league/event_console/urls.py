"""URLs of the organiser's console."""

from django.urls import path

from league.event_console import views
from league.event_console.settings_editor import event_settings

_PAGE = "events/<int:event_id>/manage/"

urlpatterns = [
    path(_PAGE, views.console, name="manage-overview"),
    path(f"{_PAGE}settings/", event_settings, name="manage-settings"),
    *(path(f"{_PAGE}{key}/", views.console, {"page": key}, name=f"manage-{key}") for key in views.SUBPAGES),
    path(f"{_PAGE}entrants/file/", views.preview_import_file, name="manage-file"),
    path(f"{_PAGE}entrants/ratings/", views.fill_ratings, name="manage-ratings"),
    path(f"{_PAGE}entrants/report/", views.import_report_file, name="manage-report"),
    path(f"{_PAGE}seeding/order/", views.save_seed_order, name="manage-order"),
    path(f"{_PAGE}results/enter/", views.enter_results, name="manage-enter"),
    path(f"{_PAGE}results/<int:pairing_id>/", views.result_override, name="manage-result"),
    path(f"{_PAGE}do/<slug:key>/", views.run_organiser_action, name="manage-do"),
]
