from django.urls import path

from league.account.views import browsers, calendars, deleting, exporting

urlpatterns = [
    path("accounts/browsers/", browsers.browsers, name="browsers"),
    path("accounts/browsers/end-others/", browsers.end_all, name="browsers-end"),
    path("accounts/browsers/<uuid:uid>/end/", browsers.end, name="browser-end"),
    path("accounts/calendar/", calendars.own_calendar, name="calendar"),
    path("calendar/<username:username>/<slug:key>.ics", calendars.feed, name="own-calendar"),
    path("accounts/export/", exporting.export, name="account-export"),
    path("accounts/delete/", deleting.delete, name="account-delete"),
]
