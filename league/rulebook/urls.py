"""URLs of the rules."""

from django.urls import path

from league.rulebook import views

urlpatterns = [
    path("rules/", views.index, name="rules-index"),
    path("rules/images/<str:name>", views.image, name="rules-image"),
    path("rules/<slug:key>/", views.game_rules_page, name="rules"),
]
