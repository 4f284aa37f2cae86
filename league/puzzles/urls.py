"""URLs of puzzles."""

from django.urls import path

from league.puzzles import views

urlpatterns = [
    path("puzzles/", views.index, name="puzzles"),
    path("puzzles/today/", views.puzzle_of_the_day, name="puzzle-of-the-day"),
    path("puzzles/<slug:key>/next/", views.next_puzzle, name="puzzle-next"),
    path("puzzles/<slug:key>/today/", views.todays_puzzle, name="puzzle-today"),
    path("puzzles/<slug:key>/<slug:puzzle>/", views.puzzle_page, name="puzzle"),
]
