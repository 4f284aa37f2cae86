"""All URLs of the league: pages, fragments and the API."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter


class UsernameConverter(StringConverter):
    """Path converter of usernames."""

    regex = r"[\w.@+-]{1,150}"


class FileKindConverter(StringConverter):
    """Path converter of CSV and JSON extensions."""

    regex = "csv|json"


register_converter(UsernameConverter, "username")
register_converter(FileKindConverter, "filekind")

TOPICS = (
    "home", "header", "people", "player_pages", "follows", "account", "api_tokens", "league_pages", "moderation",
    "season_pages",
    "gamer_pages", "drafts", "lobby", "desk", "fair_play", "discord", "notifications", "webhooks", "event_pages",
    "event_console", "claims", "result_reports", "match_times", "reviews",
    "event_files", "share_cards", "web_app", "ratings", "stats", "rulebook", "search",
    "team_matches", "puzzles",
)  # fmt: skip
urlpatterns = [*(path("", include(f"league.{topic}.urls")) for topic in TOPICS), path("api/v1/", include("league.api"))]
