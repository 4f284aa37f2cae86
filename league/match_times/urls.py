"""URLs of match times."""

from django.urls import path

from league.match_times import views

urlpatterns = [
    path("account/availability/", views.availability_page, name="availability"),
    path("account/availability/exceptions/", views.change_exceptions, name="availability-exceptions"),
    path("events/<int:event_id>/pairings/<int:pairing_id>/time/", views.pairing_time, name="pairing-time"),
]
