"""URLs of the account as a whole."""

from django.urls import path

from league.account import views

urlpatterns = [
    path("accounts/browsers/", views.browsers, name="browsers"),
    path("accounts/browsers/end-others/", views.end_all, name="browsers-end"),
    path("accounts/browsers/<uuid:uid>/end/", views.end, name="browser-end"),
    path("accounts/calendar/", views.own_calendar, name="calendar"),
    path("calendar/<username:username>/<slug:key>.ics", views.feed, name="own-calendar"),
    path("accounts/export/", views.export, name="account-export"),
    path("accounts/delete/", views.delete, name="account-delete"),
]
