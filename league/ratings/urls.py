from django.urls import path

from league.ratings import views

urlpatterns = [
    path("leaderboard/<slug:key>/", views.leaderboard_page, name="leaderboard"),
    path("fragments/leaderboard/<slug:key>/", views.leaderboard_fragment, name="leaderboard-fragment"),
]
