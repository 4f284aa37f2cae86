from django.urls import path

from league.events.exchange import views

urlpatterns = [
    path("events/entrants.csv", views.entrants_template, name="entrants-template"),
    path("events/<int:event_id>/<str:what>.csv", views.sheet, name="event-sheet"),
    path("events/<int:event_id>/event.json", views.whole_event, name="event-json"),
    path("events/<int:event_id>/report.trf", views.report, name="event-trf"),
    path("events/<int:event_id>/report-<int:stage>.trf", views.report, name="stage-trf"),
    path("events/<int:event_id>/calendar.ics", views.event_calendar, name="event-calendar"),
    path("events/<int:event_id>/embed/", views.embed, name="event-embed"),
    path("players/<username:username>/calendar.ics", views.player_calendar, name="player-calendar"),
]
