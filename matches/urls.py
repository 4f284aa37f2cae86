from django.urls import include, path

from matches.views.match import match_page

urlpatterns = [
    path("matches/<int:match_id>/", match_page, name="match"),
    path("api/v1/matches/", include("matches.api.urls")),
]
