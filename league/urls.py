"""Every address of the league side: pages, fragments of pages, and the API."""

from django.urls import include, path

from league import url_converters

url_converters.register()

urlpatterns = [
    path("", include("league.home.urls")),
    path("", include("league.people.urls")),
    path("", include("league.player_pages.urls")),
    path("", include("league.account.urls")),
    path("", include("league.api_tokens.urls")),
    path("", include("league.league_pages.urls")),
    path("", include("league.moderation.urls")),
    path("", include("league.season_pages.urls")),
    path("", include("league.gamer_pages.urls")),
    path("", include("league.drafts.urls")),
    path("", include("league.lobby.urls")),
    path("", include("league.desk.urls")),
    path("", include("league.notifications.urls")),
    path("", include("league.webhooks.urls")),
    path("", include("league.event_pages.urls")),
    path("", include("league.event_console.urls")),
    path("", include("league.event_files.urls")),
    path("", include("league.ratings.urls")),
    path("", include("league.stats.urls")),
    path("", include("league.rulebook.urls")),
    path("", include("league.search.urls")),
    path("api/v1/", include("league.api")),
]
