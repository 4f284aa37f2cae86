"""URLs of fair play."""

from django.urls import path

from league.fair_play import views

urlpatterns = [
    path("desk/fair-play/", views.figures_page, name="fair-play"),
    path("desk/fair-play/<int:player_id>/<slug:game>/", views.evidence_page, name="fair-play-evidence"),
]
