"""URLs of event files, calendars and embedded pages."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.event_files import views
from league.event_files.overlay import event_overlay

urlpatterns = [
    path("events/entrants.csv", accepts_token(views.entrants_template), name="entrants-template"),
    path("events/<int:event_id>/<str:what>.csv", accepts_token(views.event_csv), name="event-sheet"),
    path("events/<int:event_id>/event.json", accepts_token(views.event_json), name="event-json"),
    path("events/<int:event_id>/report.trf", accepts_token(views.event_trf), name="event-trf"),
    path("events/<int:event_id>/report-<int:stage>.trf", accepts_token(views.event_trf), name="stage-trf"),
    path(
        "events/<int:event_id>/pairings/<int:pairing_id>/time.ics",
        accepts_token(views.pairing_calendar),
        name="pairing-calendar",
    ),
    path("events/<int:event_id>/calendar.ics", accepts_token(views.event_calendar), name="event-calendar"),
    path("events/<int:event_id>/embed/", views.embed, name="event-embed"),
    path("events/<int:event_id>/overlay/", event_overlay, name="event-overlay"),
    path("players/<username:username>/calendar.ics", accepts_token(views.player_calendar), name="player-calendar"),
]
