"""URLs of notifications."""

from django.urls import path

from league.notifications import views

urlpatterns = [
    path("notifications/", views.notice_list, name="notices"),
    path("notifications/read/", views.read, name="notices-read"),
    path("notifications/<uuid:uid>/open/", views.open_notice, name="notice-open"),
    path("fragments/bell/", views.bell, name="bell"),
    path("accounts/notifications/", views.choices, name="notices-choose"),
    path("accounts/notifications/browsers/<uuid:uid>/remove/", views.remove_browser, name="browser-remove"),
    path("sw.js", views.service_worker, name="service-worker"),
    path("accounts/notifications/stop/<str:token>/", views.stop, name="notices-stop"),
]
