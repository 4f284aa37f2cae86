"""Every address of the league side: pages, fragments of pages, and the API."""

from django.urls import include, path

from league import paths

paths.register()

urlpatterns = [
    path("", include("league.home.urls")),
    path("", include("league.people.urls")),
    path("", include("league.account.urls")),
    path("", include("league.tokens.urls")),
    path("", include("league.leagues.urls")),
    path("", include("league.moderation.urls")),
    path("", include("league.seasons.urls")),
    path("", include("league.gamers.urls")),
    path("", include("league.draft.urls")),
    path("", include("league.draft.afterwards_urls")),
    path("", include("league.lobby.urls")),
    path("", include("league.desk.urls")),
    path("", include("league.notices.urls")),
    path("", include("league.hooks.urls")),
    path("", include("league.events.urls")),
    path("", include("league.events.console.urls")),
    path("", include("league.events.exchange.urls")),
    path("", include("league.ratings.urls")),
    path("", include("league.stats.urls")),
    path("", include("league.rulebook.urls")),
    path("", include("league.search.urls")),
    path("", include("league.languages.urls")),
    path("api/v1/", include("league.api")),
]
