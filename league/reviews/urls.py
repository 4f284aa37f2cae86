"""URLs of reviews."""

from django.urls import path

from league.reviews import views

urlpatterns = [
    path("matches/<int:match_id>/review/", views.review, name="match-review"),
    path("matches/<int:match_id>/review/ask/", views.ask, name="match-review-ask"),
    path("fragments/matches/<int:match_id>/review/", views.review, {"fragment": True}, name="match-review-fragment"),
]
