"""URLs of the API, below /api/v1/, including the site's files. Most files have a JSON endpoint of their own."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, include, path, re_path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.views import APIView

from league.account import api as account
from league.api_tokens import api as tokens
from league.desk import api as desk
from league.drafts import api as drafts, views as draft_pages
from league.event_console import api as console
from league.event_files import views as event_files
from league.event_pages import api as events
from league.follows import api as follows
from league.gamer_pages import api as gamers, views as gamer_pages
from league.league_pages import api as leagues, title_api as titles
from league.lobby import api as lobby, queue_api as quick_pairing
from league.match_times import api as times
from league.moderation import api as moderation
from league.notifications import api as notifications
from league.player_pages import api as players
from league.puzzles import api as puzzles
from league.ratings import api as ratings
from league.result_reports import api as reports
from league.reviews.api import ReviewView
from league.rulebook import api as rulebook
from league.search.api import SearchView
from league.season_pages import api as seasons, market_api as market
from league.season_pages.views.franchises import ledger_file
from league.set_ups import api as set_ups
from league.stats import api as stats, views as stats_pages
from league.team_matches import api as teams
from league.webhooks import api as webhooks
from matches.api.errors import FallbackView
from matches.api.files import JSON, file_endpoint

EVENT, PLAYER, DRAFT = "events/<int:event_id>/", "players/<username:username>/", "drafts/<int:draft_id>/"
PAIRING, RESULT_REPORT = f"{EVENT}pairings/<int:pairing_id>/", "result-reports/<int:report_id>/"
LEAGUE, SEASON = "leagues/<slug:slug>/", "leagues/<slug:slug>/seasons/<int:season_id>/"
PUZZLE = "puzzles/<slug:key>/<slug:puzzle>/"
STATS, DESK_MATCH = "stats/<slug:table>.csv", "desk/matches/<int:match_id>/"
ENDPOINTS: list[tuple[str, str, type[APIView]]] = [
    ("api-events", "events/", events.EventsView),
    ("api-event", EVENT, events.EventView),
    ("api-standings", f"{EVENT}standings/", events.StandingsView),
    ("api-bracket", f"{EVENT}bracket/", events.BracketView),
    ("api-dry-run", f"{EVENT}dry-run/", events.SimulationView),
    ("api-why", f"{EVENT}rounds/<int:number>/why/", events.PairingExplanationView),
    ("api-figure", f"{EVENT}standings/<int:entrant_id>/<str:key>/", events.TieBreakFigureView),
    ("api-event-join", f"{EVENT}join/", events.JoinView),
    ("api-event-leave", f"{EVENT}leave/", events.LeaveView),
    ("api-event-own", f"{EVENT}own/", events.OwnEntryView),
    ("api-place-accept", f"{EVENT}place/accept/", events.SpotAcceptView),
    ("api-place-decline", f"{EVENT}place/decline/", events.SpotDeclineView),
    ("api-check-in", f"{EVENT}check-in/", events.CheckInView),
    ("api-event-start", f"{EVENT}start/", events.StartView),
    ("api-manage", f"{EVENT}manage/", console.ConsoleView),
    ("api-manage-plan", f"{EVENT}manage/plan/", console.PlanView),
    ("api-manage-do", f"{EVENT}manage/do/<slug:action>/", console.OrganiserActionView),
    ("api-manage-import", f"{EVENT}manage/import/", console.ImportPreviewView),
    ("api-manage-pairing", f"{EVENT}manage/pairings/<int:pairing_id>/", console.OverridePreviewView),
    ("api-arena", f"{EVENT}arena/", events.ArenaView),
    ("api-arena-pause", f"{EVENT}arena/pause/", events.ArenaPauseView),
    ("api-arena-come-back", f"{EVENT}arena/come-back/", events.ArenaResumeView),
    ("api-ladder", f"{EVENT}challenges/", events.ChallengesView),
    ("api-ladder-accept", f"{EVENT}challenges/<int:number>/accept/", events.ChallengeAcceptView),
    ("api-ladder-decline", f"{EVENT}challenges/<int:number>/decline/", events.ChallengeDeclineView),
    ("api-teams", f"{EVENT}teams/", teams.TeamsView),
    ("api-team-do", f"{EVENT}teams/<int:team_id>/do/<slug:action>/", teams.TeamActionView),
    ("api-result-reports", f"{EVENT}reports/", reports.EventReportsView),
    ("api-pairing-reports", f"{PAIRING}reports/", reports.PairingReportsView),
    ("api-pairing-ruling", f"{PAIRING}ruling/", reports.PairingRulingView),
    ("api-result-report", RESULT_REPORT, reports.ReportView),
    ("api-result-report-confirm", f"{RESULT_REPORT}confirm/", reports.ConfirmView),
    ("api-result-report-dispute", f"{RESULT_REPORT}dispute/", reports.DisputeView),
    ("api-result-report-withdraw", f"{RESULT_REPORT}withdraw/", reports.WithdrawView),
    ("api-result-report-images", f"{RESULT_REPORT}images/", reports.ImagesView),
    ("api-availability", "availability/", times.AvailabilityView),
    ("api-match-times", "match-times/", times.OwnTimesView),
    ("api-event-times", f"{EVENT}times/", times.EventTimesView),
    ("api-pairing-time", f"{PAIRING}time/", times.PairingTimeView),
    ("api-pairing-time-proposal", f"{PAIRING}time/proposal/", times.TimeProposalView),
    ("api-pairing-time-acceptance", f"{PAIRING}time/acceptance/", times.TimeAcceptanceView),
    ("api-drafts", "drafts/", drafts.DraftsView),
    ("api-draft", DRAFT, drafts.DraftView),
    ("api-draft-acts", f"{DRAFT}acts/", drafts.ActionsView),
    ("api-draft-queue", f"{DRAFT}queue/", drafts.QueueView),
    ("api-draft-start", f"{DRAFT}start/", drafts.StartView),
    ("api-draft-resume", f"{DRAFT}resume/", drafts.ResumeView),
    ("api-draft-cancel", f"{DRAFT}cancel/", drafts.CancelView),
    ("api-draft-here", f"{DRAFT}here/", drafts.PresenceView),
    ("api-draft-chat", f"{DRAFT}chat/", drafts.ChatView),
    ("api-draft-chat-remove", f"{DRAFT}chat/remove/", drafts.ChatRemoveView),
    ("api-draft-chat-report", f"{DRAFT}chat/report/", drafts.ChatReportView),
    ("api-draft-result", f"{DRAFT}result/", drafts.ResultView),
    ("api-draft-proof", f"{DRAFT}proof/", drafts.ProofView),
    ("api-draft-recap", f"{DRAFT}recap/", drafts.RecapView),
    ("api-season-draft", f"{SEASON}draft/", drafts.SeasonDraftsView),
    ("api-season-draft-proof", f"{SEASON}draft/proof/", drafts.SeasonProofView),
    ("api-season-draft-recap", f"{SEASON}draft/recap/", drafts.SeasonRecapView),
    ("api-desk", "desk/", desk.DeskView),
    ("api-desk-event", "desk/events/<int:event_id>/", desk.EventHoldView),
    ("api-desk-match", DESK_MATCH, desk.CaseView),
    ("api-desk-rulings", f"{DESK_MATCH}rulings/", desk.RulingsView),
    ("api-desk-look", f"{DESK_MATCH}look/", desk.HiddenViewView),
    ("api-desk-result", f"{DESK_MATCH}result/", desk.ResultView),
    ("api-desk-answer", "desk/calls/<int:call_id>/answer/", desk.CallAnswerView),
    ("api-calls", "matches/<int:match_id>/calls/", desk.CallsView),
    ("api-browsers", "account/browsers/", account.SessionsView),
    ("api-browsers-others", "account/browsers/others/", account.OtherSessionsView),
    ("api-browser", "account/browsers/<uuid:id>/", account.SessionView),
    ("api-account-export", "account/export/", account.ExportView),
    ("api-account-calendar", "account/calendar/", account.CalendarView),
    ("api-account-deletion", "account/deletion/", account.DeletionView),
    ("api-notices", "notifications/", notifications.NotificationsView),
    ("api-notices-read", "notifications/read/", notifications.MarkReadView),
    ("api-notices-settings", "notifications/settings/", notifications.PreferencesView),
    ("api-devices", "notifications/devices/", notifications.DevicesView),
    ("api-device", "notifications/devices/<uuid:id>/", notifications.DeviceView),
    ("api-hooks", "webhooks/", webhooks.WebhooksView),
    ("api-hook", "webhooks/<uuid:id>/", webhooks.WebhookView),
    ("api-hook-secret", "webhooks/<uuid:id>/secret/", webhooks.SecretView),
    ("api-hook-test", "webhooks/<uuid:id>/test/", webhooks.TestView),
    ("api-hook-deliveries", "webhooks/<uuid:id>/deliveries/", webhooks.DeliveriesView),
    ("api-hook-again", "webhooks/<uuid:id>/deliveries/<uuid:delivery>/again/", webhooks.RedeliveryView),
    ("api-league-hooks", f"{LEAGUE}webhooks/", webhooks.LeagueWebhooksView),
    ("api-games", "games/", lobby.GamesView),
    ("api-game-rules", "games/<slug:key>/rules/", rulebook.GameRulesView),
    ("api-following", "following/", follows.FollowingView),
    ("api-follow", "following/<username:username>/", follows.FollowView),
    ("api-set-ups", "set-ups/", set_ups.SetUpsView),
    ("api-set-up", "set-ups/<int:set_up_id>/", set_ups.SetUpView),
    ("api-challenges", "challenges/", lobby.ChallengesView),
    ("api-challenge-accept", "challenges/<int:match_id>/accept/", lobby.AcceptView),
    ("api-challenge-cancel", "challenges/<int:match_id>/cancel/", lobby.CancelView),
    ("api-challenge-links", "challenges/<int:match_id>/links/", lobby.LinksView),
    ("api-invitation", "invitations/<str:token>/", lobby.InvitationView),
    ("api-queues", "quick-pairing/", quick_pairing.QueuesView),
    ("api-queue-heartbeat", "quick-pairing/heartbeat/", quick_pairing.HeartbeatView),
    ("api-puzzles", "puzzles/", puzzles.PuzzlesView),
    ("api-puzzle-today", "puzzles/<slug:key>/today/", puzzles.TodayView),
    ("api-puzzle-next", "puzzles/<slug:key>/next/", puzzles.NextView),
    ("api-puzzle", PUZZLE, puzzles.PuzzleView),
    ("api-puzzle-attempts", f"{PUZZLE}attempts/", puzzles.AttemptsView),
    ("api-puzzle-hint", f"{PUZZLE}hint/", puzzles.HintView),
    ("api-puzzle-solution", f"{PUZZLE}solution/", puzzles.SolutionView),
    ("api-rematch", "matches/<int:match_id>/rematch/", lobby.RematchView),
    ("api-review", "matches/<int:match_id>/review/", ReviewView),
    ("api-leagues", "leagues/", leagues.LeaguesView),
    ("api-league", LEAGUE, leagues.LeagueView),
    ("api-league-staff", f"{LEAGUE}staff/", leagues.StaffView),
    ("api-league-member", f"{LEAGUE}staff/<username:username>/", leagues.MemberView),
    ("api-titles", f"{LEAGUE}titles/", titles.TitlesView),
    ("api-title", f"{LEAGUE}titles/<int:title_id>/", titles.TitleView),
    ("api-seasons", f"{LEAGUE}seasons/", leagues.SeasonsView),
    ("api-season", SEASON, leagues.SeasonView),
    ("api-season-gamers", f"{SEASON}gamers/", gamers.GamersView),
    ("api-gamer", f"{SEASON}gamers/<int:gamer_id>/", gamers.GamerView),
    ("api-league-gamers", f"{LEAGUE}gamers/", gamers.OwnGamersView),
    ("api-gamers-import", f"{LEAGUE}gamers/import/", gamers.ImportView),
    ("api-league-gamer", f"{LEAGUE}gamers/<int:own_gamer_id>/", gamers.OwnGamerView),
    ("api-league-reports", f"{LEAGUE}reports/", moderation.LeagueReportsView),
    ("api-league-report", f"{LEAGUE}reports/<int:message_id>/", moderation.LeagueReportView),
    ("api-reports", "reports/", moderation.ReportsView),
    ("api-report", "reports/<int:message_id>/", moderation.ReportView),
    ("api-league-log", f"{LEAGUE}log/", leagues.LogView),
    ("api-tokens", "tokens/", tokens.TokensView),
    ("api-token", "tokens/<int:token_id>/", tokens.TokenView),
    ("api-search", "search/", SearchView),
    ("api-players", "players/", players.PlayersView),
    ("api-player", PLAYER, players.PlayerView),
    ("api-player-matches", f"{PLAYER}matches/", players.MatchesView),
    ("api-against", f"{PLAYER}against/<username:other>/", players.HeadToHeadView),
    ("api-ratings", f"{PLAYER}ratings/", ratings.HistoryView),
    ("api-ratings-csv", f"{PLAYER}ratings.csv", ratings.HistoryCsvView),
    ("api-ranks", f"{PLAYER}ranks/", ratings.RanksView),
    ("api-leaderboard", "leaderboard/<slug:key>/", ratings.LeaderboardView),
    ("api-player-stats", f"{PLAYER}stats/", stats.PlayerStatsView),
    ("api-game-stats", "games/<slug:key>/stats/", stats.GameStatsView),
    ("api-event-stats", f"{EVENT}stats/", stats.EventStatsView),
    ("api-season-stats", f"{SEASON}stats/", stats.SeasonStatsView),
]

MEDIA_TYPES = {"csv": "text/csv", "toml": "application/toml", "trf": "text/plain", "ics": "text/calendar", "json": JSON}
SHEET_PARAMS = [OpenApiParameter("what", str, "path", enum=list(event_files.CSV_RENDERERS))]
SHEET_TEXT = "The standings, pairings or entrants of an event."
REPORT_TEXT = "A Swiss or round-robin stage as a TRF file for other programs."
STATS_TEXT = "A table of the statistics by its `key`, as a file."
OWN_GAMERS_TEXT = "A league's own Gamers as CSV, in the import format."
POOL_TEXT = "The Gamers of a season as CSV, with their franchises."
AGAINST_TEXT = "The score of two players over time."
PROOF_TEXT = "A table of the draws of a draft as CSV."
RECAP_TEXT = "A table of a draft's recap as CSV."


def _file(name: str, route: str, view: Callable[..., HttpResponseBase], text: str, **options: Any) -> URLPattern:
    return path(route, file_endpoint(view, MEDIA_TYPES[route.rpartition(".")[2]], text, **options), name=name)


def _table(name: str, route: str, view: Callable[..., HttpResponseBase], text: str, **options: Any) -> URLPattern:
    """Return an endpoint of a view that returns several kinds of file."""
    return _file(name, route, view, text, kind=route.rpartition(".")[2], **options)


urlpatterns = [
    *(path(route, view.as_view(), name=name) for name, route, view in ENDPOINTS),
    path(SEASON, include([*seasons.urlpatterns, *market.urlpatterns])),
    _file("api-event-sheet", f"{EVENT}<str:what>.csv", event_files.event_csv, SHEET_TEXT, parameters=SHEET_PARAMS),
    _file("api-event-file", f"{EVENT}event.json", event_files.event_json, "An event with all its data as JSON."),
    _file("api-event-report", f"{EVENT}report-<int:stage>.trf", event_files.event_trf, REPORT_TEXT),
    _file("api-event-calendar", f"{EVENT}calendar.ics", event_files.event_calendar, "The dates of an event as iCalendar."),
    _file("api-player-calendar", f"{PLAYER}calendar.ics", event_files.player_calendar, "The dates of a player's events."),
    _table("api-against-csv", f"{PLAYER}against/<username:other>/score.csv", stats_pages.against_file, AGAINST_TEXT),
    _table("api-player-stats-csv", f"{PLAYER}{STATS}", stats_pages.player, STATS_TEXT, parameters=[stats.StatsParams]),
    _table("api-game-stats-csv", f"games/<slug:key>/{STATS}", stats_pages.game_page, STATS_TEXT),
    _table("api-event-stats-csv", f"{EVENT}{STATS}", stats_pages.event, STATS_TEXT),
    _table("api-season-stats-csv", f"{SEASON}{STATS}", stats_pages.season, STATS_TEXT),
    _table("api-season-gamers-csv", f"{SEASON}gamers.csv", gamer_pages.gamers_file, POOL_TEXT),
    _table("api-ledger-csv", f"{SEASON}ledger.csv", ledger_file, "All payments of a season as CSV."),
    _table("api-league-gamers-csv", f"{LEAGUE}gamers.csv", gamer_pages.own_gamers_file, OWN_GAMERS_TEXT),
    _table("api-league-gamers-toml", f"{LEAGUE}gamers.toml", gamer_pages.own_gamers_file, OWN_GAMERS_TEXT),
    _table("api-draft-result-csv", f"{DRAFT}result.csv", draft_pages.result_file, "The result of a draft as CSV."),
    _table("api-draft-proof-csv", f"{DRAFT}proof/<slug:table>.csv", draft_pages.proof_file, PROOF_TEXT),
    _table("api-draft-recap-csv", f"{DRAFT}recap/<slug:table>.csv", draft_pages.recap_file, RECAP_TEXT),
    re_path(r"^[\s\S]*\Z", FallbackView.as_view()),
]
