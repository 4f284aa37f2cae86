"""URLs of the account as a whole."""

from django.urls import path

from league.account import views

urlpatterns = [
    path("accounts/browsers/", views.session_list, name="browsers"),
    path("accounts/browsers/end-others/", views.sign_out_others, name="browsers-end"),
    path("accounts/browsers/<uuid:uid>/end/", views.sign_out_session, name="browser-end"),
    path("accounts/ways-in/", views.other_ways_in, name="ways-in"),
    path("accounts/calendar/", views.calendar, name="calendar"),
    path("calendar/<username:username>/<slug:key>.ics", views.calendar_feed, name="own-calendar"),
    path("accounts/export/", views.export, name="account-export"),
    path("accounts/delete/", views.delete, name="account-delete"),
]
