from django.urls import path

from league.events import views

urlpatterns = [
    path("events/", views.event_list, name="events"),
    path("events/new/", views.new_event, name="event-new"),
    path("events/<int:event_id>/", views.event, name="event"),
    path("events/<int:event_id>/dry-run/", views.forecast, name="event-forecast"),
    path("events/<int:event_id>/join/", views.join, name="event-join"),
    path("events/<int:event_id>/leave/", views.leave, name="event-leave"),
    path("events/<int:event_id>/check-in/", views.check_in, name="event-check-in"),
    path("events/<int:event_id>/withdraw/<int:entrant_id>/", views.withdraw, name="event-withdraw"),
    path("events/<int:event_id>/start/", views.start, name="event-start"),
    path("events/<int:event_id>/rounds/<int:number>/start/", views.start_round, name="round-start"),
    path("events/<int:event_id>/bots/", views.add_bot, name="event-add-bot"),
    path("events/<int:event_id>/cancel/", views.cancel, name="event-cancel"),
    path("fragments/events/<int:event_id>/", views.event_fragment, name="event-fragment"),
]
