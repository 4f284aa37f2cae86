"""URLs of the Discord application."""

from django.urls import path

from league.discord import api, views

urlpatterns = [
    path("api/discord/interactions/", api.InteractionsView.as_view(), name="discord-interactions"),
    path("accounts/discord/", views.discord_page, name="discord"),
    path("accounts/discord/code/", views.new_code, name="discord-code"),
    path("accounts/discord/unlink/", views.unlink, name="discord-unlink"),
]
