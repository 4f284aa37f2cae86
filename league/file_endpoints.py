"""The files of the site as endpoints of the API. JSON of most of them is at endpoints of their own."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter

from league.drafts import views as drafts
from league.event_files import views as events
from league.gamer_pages import views as gamers
from league.season_pages.views import franchises
from league.stats import views as stats
from league.stats.api import StatsParams
from matches.api.files import JSON, file_door

TYPES = {"csv": "text/csv", "toml": "application/toml", "trf": "text/plain", "ics": "text/calendar", "json": JSON}
EVENT, PLAYER, DRAFT = "events/<int:event_id>", "players/<username:username>", "drafts/<int:draft_id>"
LEAGUE, SEASON = "leagues/<slug:slug>", "leagues/<slug:slug>/seasons/<int:season_id>"
STATS, AGAINST = "stats/<slug:table>.csv", "against/<username:other>/score.csv"
SHEET = [OpenApiParameter("what", str, "path", enum=list(events.SHEETS))]
SHEET_ABOUT = "The standings, pairings or entrants of an event."
REPORT_ABOUT = "A stage that is a Swiss or a round robin, as other programs read it."
STATS_ABOUT = "A table of the statistics by its `key`, as a file."
OWN_GAMERS_ABOUT = "A league's own Gamers, as they are imported."
PROOF_ABOUT = "A table of what was drawn in a draft."
RECAP_ABOUT = "A table of the recap of a draft."


def _file(name: str, route: str, view: Callable[..., HttpResponseBase], about: str, **options: Any) -> URLPattern:
    return path(route, file_door(view, TYPES[route.rpartition(".")[2]], about, **options), name=f"api-{name}")


def _table(name: str, route: str, view: Callable[..., HttpResponseBase], about: str, **options: Any) -> URLPattern:
    """Return an endpoint of a view that makes several kinds of file."""
    return _file(name, route, view, about, kind=route.rpartition(".")[2], **options)


urlpatterns = [
    _file("event-sheet", f"{EVENT}/<str:what>.csv", events.sheet, SHEET_ABOUT, parameters=SHEET),
    _file("event-file", f"{EVENT}/event.json", events.whole_event, "An event, whole."),
    _file("event-report", f"{EVENT}/report-<int:stage>.trf", events.report, REPORT_ABOUT),
    _file("event-calendar", f"{EVENT}/calendar.ics", events.event_calendar, "The dates of an event."),
    _file("player-calendar", f"{PLAYER}/calendar.ics", events.player_calendar, "The dates of a player's events."),
    _table("against-csv", f"{PLAYER}/{AGAINST}", stats.against_file, "The score of two players over time."),
    _table("player-stats-csv", f"{PLAYER}/{STATS}", stats.player, STATS_ABOUT, parameters=[StatsParams]),
    _table("game-stats-csv", f"games/<slug:key>/{STATS}", stats.game_page, STATS_ABOUT),
    _table("event-stats-csv", f"{EVENT}/{STATS}", stats.event, STATS_ABOUT),
    _table("season-stats-csv", f"{SEASON}/{STATS}", stats.season, STATS_ABOUT),
    _table("season-gamers-csv", f"{SEASON}/gamers.csv", gamers.gamers_file, "The pool of a season, with who has whom."),
    _table("ledger-csv", f"{SEASON}/ledger.csv", franchises.ledger_file, "Every payment of a season."),
    _table("league-gamers-csv", f"{LEAGUE}/gamers.csv", gamers.own_file, OWN_GAMERS_ABOUT),
    _table("league-gamers-toml", f"{LEAGUE}/gamers.toml", gamers.own_file, OWN_GAMERS_ABOUT),
    _table("draft-result-csv", f"{DRAFT}/result.csv", drafts.result_file, "The result of a draft."),
    _table("draft-proof-csv", f"{DRAFT}/proof/<slug:table>.csv", drafts.proof_file, PROOF_ABOUT),
    _table("draft-recap-csv", f"{DRAFT}/recap/<slug:table>.csv", drafts.recap_file, RECAP_ABOUT),
]
