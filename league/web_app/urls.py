"""URLs of the installable app."""

from django.urls import path

from league.web_app import views

urlpatterns = [
    path("app.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service-worker"),
    path("offline/", views.offline, name="offline"),
]
