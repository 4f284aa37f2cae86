from django.urls import path

from league.account.views import account_deletion, calendars, data_export, sessions

urlpatterns = [
    path("accounts/browsers/", sessions.browsers, name="browsers"),
    path("accounts/browsers/end-others/", sessions.end_all, name="browsers-end"),
    path("accounts/browsers/<uuid:uid>/end/", sessions.end, name="browser-end"),
    path("accounts/calendar/", calendars.own_calendar, name="calendar"),
    path("calendar/<username:username>/<slug:key>.ics", calendars.feed, name="own-calendar"),
    path("accounts/export/", data_export.export, name="account-export"),
    path("accounts/delete/", account_deletion.delete, name="account-delete"),
]
