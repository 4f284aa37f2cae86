from django.urls import path

from league.gamer_pages.api import cards

urlpatterns = [
    path("gamers/", cards.GamersView.as_view(), name="api-season-gamers"),
    path("gamers/<int:gamer_id>/", cards.GamerView.as_view(), name="api-gamer"),
]
