"""URLs of the public event pages."""

from django.urls import path

from league.event_pages import pages, views

urlpatterns = [
    path("events/", views.event_list, name="events"),
    path("events/new/", views.new_event, name="event-new"),
    path("events/<int:event_id>/dry-run/", pages.simulation, name="event-forecast"),
    path("events/<int:event_id>/", pages.event_overview, name="event"),
    path("events/<int:event_id>/standings/", pages.standings, name="event-standings"),
    path("events/<int:event_id>/standings/<int:entrant_id>/<str:key>/", pages.tie_break_figure, name="event-figure"),
    path("events/<int:event_id>/bracket/", pages.bracket, name="event-bracket"),
    path("events/<int:event_id>/cross-table/", pages.crosstable, name="event-cross"),
    path("events/<int:event_id>/rounds/", pages.rounds, name="event-rounds"),
    path("events/<int:event_id>/rounds/<int:number>/", pages.rounds, name="event-round"),
    path("events/<int:event_id>/rounds/<int:number>/why/", pages.pairing_explanation, name="event-why"),
    path("events/<int:event_id>/rounds/<int:number>/print/<slug:sheet>/", pages.round_sheet, name="round-sheet"),
    path("events/<int:event_id>/paper/", pages.print_view, name="event-paper"),
    path("events/<int:event_id>/entrants/", pages.entrants, name="event-entrants"),
    path("events/<int:event_id>/join/", views.join, name="event-join"),
    path("events/<int:event_id>/leave/", views.leave, name="event-leave"),
    path("events/<int:event_id>/place/accept/", views.accept_spot, name="event-place-accept"),
    path("events/<int:event_id>/place/decline/", views.decline_spot, name="event-place-decline"),
    path("events/<int:event_id>/check-in/", views.check_in, name="event-check-in"),
    path("events/<int:event_id>/withdraw/<int:entrant_id>/", views.withdraw, name="event-withdraw"),
    path("events/<int:event_id>/start/", views.start, name="event-start"),
    path("events/<int:event_id>/rounds/<int:number>/start/", views.start_round, name="round-start"),
    path("events/<int:event_id>/franchises/", views.enter_franchises, name="event-enter-franchises"),
    path("events/<int:event_id>/bots/", views.add_bot, name="event-add-bot"),
    path("events/<int:event_id>/cancel/", views.cancel, name="event-cancel"),
    path("fragments/events/<int:event_id>/rounds/<int:number>/", pages.round_boards, name="event-boards"),
    path("fragments/matches/<int:match_id>/pairing/", pages.match_pairing, name="match-pairing"),
    path("events/<int:event_id>/end/", views.end_stage, name="event-end"),
    path("events/<int:event_id>/arena/pause/", views.pause_entry, name="arena-pause"),
    path("events/<int:event_id>/arena/come-back/", views.resume_entry, name="arena-come-back"),
    path("events/<int:event_id>/challenges/", views.challenge, name="ladder-challenge"),
    path("events/<int:event_id>/challenges/<int:number>/accept/", views.accept_challenge, name="ladder-accept"),
    path("events/<int:event_id>/challenges/<int:number>/decline/", views.decline_challenge, name="ladder-decline"),
]
