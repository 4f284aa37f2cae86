"""URLs of notifications."""

from django.urls import path

from league.notifications import views

urlpatterns = [
    path("notifications/", views.notification_list, name="notices"),
    path("notifications/read/", views.mark_as_read, name="notices-read"),
    path("notifications/<uuid:uid>/open/", views.open_notification, name="notice-open"),
    path("accounts/notifications/", views.preferences_page, name="notices-choose"),
    path("accounts/notifications/browsers/<uuid:uid>/remove/", views.remove_push_device, name="browser-remove"),
    path("accounts/notifications/stop/<str:token>/", views.unsubscribe_page, name="notices-stop"),
]
