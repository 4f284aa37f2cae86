"""The files of the site as doors of the API. JSON of most of them is at doors of their own."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.utils import OpenApiParameter

from league.drafts import views as drafts
from league.event_files import views as events
from league.gamer_pages.views import cards, own
from league.season_pages.views import ledger
from league.stats import views as stats
from league.stats.shapes import StatsParams
from matches.api.files import JSON, file_door

CSV, TOML, TRF, CALENDAR = "text/csv", "application/toml", "text/plain", "text/calendar"
OF_PLAYER = [StatsParams]
SHEET = [OpenApiParameter("what", str, "path", enum=list(events.SHEETS))]

EVENT, PLAYER, DRAFT = "events/<int:event_id>", "players/<username:username>", "drafts/<int:draft_id>"
LEAGUE, SEASON = "leagues/<slug:slug>", "leagues/<slug:slug>/seasons/<int:season_id>"
TABLE = "stats/<slug:table>.csv"
A_TABLE = "A table of the statistics by its `key`, as a file."

urlpatterns = [
    path(
        f"{EVENT}/<str:what>.csv",
        file_door(events.sheet, CSV, "The standings, pairings or entrants of an event.", parameters=SHEET),
        name="api-event-sheet",
    ),
    path(f"{EVENT}/event.json", file_door(events.whole_event, JSON, "An event, whole."), name="api-event-file"),
    path(
        f"{EVENT}/report-<int:stage>.trf",
        file_door(events.report, TRF, "A stage that is a Swiss or a round robin, as other programs read it."),
        name="api-event-report",
    ),
    path(
        f"{EVENT}/calendar.ics",
        file_door(events.event_calendar, CALENDAR, "The dates of an event."),
        name="api-event-calendar",
    ),
    path(
        f"{PLAYER}/calendar.ics",
        file_door(events.player_calendar, CALENDAR, "The dates of a player's events."),
        name="api-player-calendar",
    ),
    path(
        f"{PLAYER}/against/<username:other>/score.csv",
        file_door(stats.against_file, CSV, "The score of two players over time.", kind="csv"),
        name="api-against-csv",
    ),
    path(
        f"{PLAYER}/{TABLE}",
        file_door(stats.player_file, CSV, A_TABLE, parameters=OF_PLAYER, kind="csv"),
        name="api-player-stats-csv",
    ),
    path(f"games/<slug:key>/{TABLE}", file_door(stats.game_file, CSV, A_TABLE, kind="csv"), name="api-game-stats-csv"),
    path(f"{EVENT}/{TABLE}", file_door(stats.event_file, CSV, A_TABLE, kind="csv"), name="api-event-stats-csv"),
    path(f"{SEASON}/{TABLE}", file_door(stats.season_file, CSV, A_TABLE, kind="csv"), name="api-season-stats-csv"),
    path(
        f"{SEASON}/gamers.csv",
        file_door(cards.gamers_file, CSV, "The pool of a season, with who has whom.", kind="csv"),
        name="api-season-gamers-csv",
    ),
    path(
        f"{SEASON}/ledger.csv",
        file_door(ledger.ledger_file, CSV, "Every payment of a season.", kind="csv"),
        name="api-ledger-csv",
    ),
    path(
        f"{LEAGUE}/gamers.csv",
        file_door(own.own_file, CSV, "A league's own Gamers, as they are imported.", kind="csv"),
        name="api-league-gamers-csv",
    ),
    path(
        f"{LEAGUE}/gamers.toml",
        file_door(own.own_file, TOML, "A league's own Gamers, as they are imported.", kind="toml"),
        name="api-league-gamers-toml",
    ),
    path(
        f"{DRAFT}/result.csv",
        file_door(drafts.result_file, CSV, "The result of a draft.", kind="csv"),
        name="api-draft-result-csv",
    ),
    path(
        f"{DRAFT}/proof/<slug:table>.csv",
        file_door(drafts.proof_file, CSV, "A table of what was drawn in a draft.", kind="csv"),
        name="api-draft-proof-csv",
    ),
    path(
        f"{DRAFT}/recap/<slug:table>.csv",
        file_door(drafts.recap_file, CSV, "A table of the recap of a draft.", kind="csv"),
        name="api-draft-recap-csv",
    ),
]
