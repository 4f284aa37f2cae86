"""URLs of webhooks."""

from django.urls import path

from league.webhooks import views

urlpatterns = [
    path("accounts/webhooks/", views.mine, name="hooks"),
    path("leagues/<slug:slug>/webhooks/", views.of_league, name="league-hooks"),
    path("webhooks/<uuid:uid>/", views.hook, name="hook"),
    path("webhooks/<uuid:uid>/test/", views.test, name="hook-test"),
    path("webhooks/<uuid:uid>/secret/", views.secret, name="hook-secret"),
    path("webhooks/<uuid:uid>/remove/", views.remove, name="hook-remove"),
    path("webhooks/<uuid:uid>/deliveries/<uuid:delivery>/again/", views.again, name="hook-again"),
]
