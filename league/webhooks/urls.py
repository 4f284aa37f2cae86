"""URLs of webhooks."""

from django.urls import path

from league.webhooks import views

urlpatterns = [
    path("accounts/webhooks/", views.own_webhooks, name="hooks"),
    path("leagues/<slug:slug>/webhooks/", views.league_webhooks, name="league-hooks"),
    path("webhooks/<uuid:uid>/", views.webhook_page, name="hook"),
    path("webhooks/<uuid:uid>/test/", views.send_test, name="hook-test"),
    path("webhooks/<uuid:uid>/secret/", views.replace_secret, name="hook-secret"),
    path("webhooks/<uuid:uid>/remove/", views.delete_webhook, name="hook-remove"),
    path("webhooks/<uuid:uid>/deliveries/<uuid:delivery>/again/", views.redeliver, name="hook-again"),
]
