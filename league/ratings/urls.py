"""URLs of leaderboards."""

from django.urls import path

from league.ratings import views

urlpatterns = [
    path("leaderboard/", views.leaderboards, name="leaderboards"),
    path("leaderboard/<slug:key>/", views.leaderboard_page, name="leaderboard"),
    path("ratings/<path:key>/", views.pool_page, name="rating-pool"),
    path("fragments/matches/<int:match_id>/expected/", views.expected_fragment, name="match-expected"),
    path("fragments/matches/<int:match_id>/ratings/", views.rating_changes_fragment, name="match-rating-changes"),
    path("fragments/leaderboard/<slug:key>/", views.leaderboard_page, {"fragment": True}, name="leaderboard-fragment"),
]
