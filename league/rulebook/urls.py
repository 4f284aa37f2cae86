"""URLs of the rules, the tutorials and the player's guide."""

from django.urls import path

from league.rulebook import guide, lessons, views

urlpatterns = [
    path("rules/", views.index, name="rules-index"),
    path("rules/images/<str:name>", views.image, name="rules-image"),
    path("rules/<slug:key>/", views.game_rules_page, name="rules"),
    path("learn/<slug:key>/", lessons.tutorial, name="tutorial"),
    path("learn/<slug:key>/practice/", lessons.practice, name="practice"),
    path("learn/<slug:key>/practice/board/", lessons.practice_board, name="practice-board"),
    path("guide/", guide.index, name="guide"),
    path("guide/<slug:task>/", guide.task_page, name="guide-page"),
]
