"""The addresses of the league's API, below /api/v1/."""

from django.urls import include, path, re_path

from league.account import api as account
from league.api_tokens import api as tokens
from league.desk import api as desk
from league.drafts import api as drafts
from league.event_console import api as console
from league.event_pages import api as events
from league.gamer_pages import api as gamers
from league.league_pages import api as leagues
from league.lobby import api as lobby
from league.moderation import api as moderation
from league.notifications import api as notices
from league.player_pages.api import AgainstView, MatchesView, PlayersView, PlayerView
from league.ratings import api as ratings
from league.search.api import SearchView
from league.season_pages import api as seasons
from league.season_pages import market_api as market
from league.stats import api as stats
from league.webhooks import api as hooks
from matches.api.errors import NowhereView

SEASON_DRAFT = "leagues/<slug:slug>/seasons/<int:season_id>/draft/"

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="api-events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="api-event"),
    path("events/<int:event_id>/standings/", events.StandingsView.as_view(), name="api-standings"),
    path("events/<int:event_id>/bracket/", events.BracketView.as_view(), name="api-bracket"),
    path("events/<int:event_id>/dry-run/", events.DryRunView.as_view(), name="api-dry-run"),
    path("events/<int:event_id>/rounds/<int:number>/why/", events.WhyView.as_view(), name="api-why"),
    path(
        "events/<int:event_id>/standings/<int:entrant_id>/<str:key>/",
        events.FigureView.as_view(),
        name="api-figure",
    ),
    path("events/<int:event_id>/join/", events.JoinView.as_view(), name="api-event-join"),
    path("events/<int:event_id>/leave/", events.LeaveView.as_view(), name="api-event-leave"),
    path("events/<int:event_id>/own/", events.OwnView.as_view(), name="api-event-own"),
    path("events/<int:event_id>/place/accept/", events.PlaceAcceptView.as_view(), name="api-place-accept"),
    path("events/<int:event_id>/place/decline/", events.PlaceDeclineView.as_view(), name="api-place-decline"),
    path("events/<int:event_id>/check-in/", events.CheckInView.as_view(), name="api-check-in"),
    path("events/<int:event_id>/start/", events.StartView.as_view(), name="api-event-start"),
    path("events/<int:event_id>/manage/", console.ConsoleView.as_view(), name="api-manage"),
    path("events/<int:event_id>/manage/plan/", console.PlanView.as_view(), name="api-manage-plan"),
    path("events/<int:event_id>/manage/do/<slug:deed>/", console.DeedView.as_view(), name="api-manage-do"),
    path("events/<int:event_id>/manage/import/", console.ImportPreviewView.as_view(), name="api-manage-import"),
    path(
        "events/<int:event_id>/manage/pairings/<int:pairing_id>/",
        console.ConsequencesView.as_view(),
        name="api-manage-pairing",
    ),
    path("events/<int:event_id>/arena/", events.ArenaView.as_view(), name="api-arena"),
    path("events/<int:event_id>/arena/pause/", events.ArenaPauseView.as_view(), name="api-arena-pause"),
    path("events/<int:event_id>/arena/come-back/", events.ArenaComeBackView.as_view(), name="api-arena-come-back"),
    path("events/<int:event_id>/challenges/", events.ChallengesView.as_view(), name="api-ladder"),
    path(
        "events/<int:event_id>/challenges/<int:number>/accept/",
        events.ChallengeAcceptView.as_view(),
        name="api-ladder-accept",
    ),
    path(
        "events/<int:event_id>/challenges/<int:number>/decline/",
        events.ChallengeDeclineView.as_view(),
        name="api-ladder-decline",
    ),
    path("drafts/", drafts.DraftsView.as_view(), name="api-drafts"),
    path("drafts/<int:draft_id>/", drafts.DraftView.as_view(), name="api-draft"),
    path("drafts/<int:draft_id>/acts/", drafts.ActsView.as_view(), name="api-draft-acts"),
    path("drafts/<int:draft_id>/queue/", drafts.QueueView.as_view(), name="api-draft-queue"),
    path("drafts/<int:draft_id>/start/", drafts.StartView.as_view(), name="api-draft-start"),
    path("drafts/<int:draft_id>/resume/", drafts.ResumeView.as_view(), name="api-draft-resume"),
    path("drafts/<int:draft_id>/cancel/", drafts.CancelView.as_view(), name="api-draft-cancel"),
    path("drafts/<int:draft_id>/here/", drafts.HereView.as_view(), name="api-draft-here"),
    path("drafts/<int:draft_id>/result/", drafts.ResultView.as_view(), name="api-draft-result"),
    path("drafts/<int:draft_id>/proof/", drafts.ProofView.as_view(), name="api-draft-proof"),
    path("drafts/<int:draft_id>/recap/", drafts.RecapView.as_view(), name="api-draft-recap"),
    path(SEASON_DRAFT, drafts.SeasonDraftsView.as_view(), name="api-season-draft"),
    path(f"{SEASON_DRAFT}proof/", drafts.SeasonProofView.as_view(), name="api-season-draft-proof"),
    path(f"{SEASON_DRAFT}recap/", drafts.SeasonRecapView.as_view(), name="api-season-draft-recap"),
    path("desk/", desk.DeskView.as_view(), name="api-desk"),
    path("desk/events/<int:event_id>/", desk.HoldView.as_view(), name="api-desk-event"),
    path("desk/matches/<int:match_id>/", desk.CaseView.as_view(), name="api-desk-match"),
    path("desk/matches/<int:match_id>/rulings/", desk.RulingsView.as_view(), name="api-desk-rulings"),
    path("desk/matches/<int:match_id>/look/", desk.LookView.as_view(), name="api-desk-look"),
    path("desk/matches/<int:match_id>/result/", desk.ResultView.as_view(), name="api-desk-result"),
    path("desk/calls/<int:call_id>/answer/", desk.AnswerView.as_view(), name="api-desk-answer"),
    path("matches/<int:match_id>/calls/", desk.CallsView.as_view(), name="api-calls"),
    path("account/browsers/", account.BrowsersView.as_view(), name="api-browsers"),
    path("account/browsers/others/", account.OtherBrowsersView.as_view(), name="api-browsers-others"),
    path("account/browsers/<uuid:id>/", account.BrowserView.as_view(), name="api-browser"),
    path("account/export/", account.ExportView.as_view(), name="api-account-export"),
    path("account/calendar/", account.CalendarView.as_view(), name="api-account-calendar"),
    path("account/deletion/", account.DeletionView.as_view(), name="api-account-deletion"),
    path("notifications/", notices.NoticesView.as_view(), name="api-notices"),
    path("notifications/read/", notices.ReadView.as_view(), name="api-notices-read"),
    path("notifications/settings/", notices.ChoicesView.as_view(), name="api-notices-settings"),
    path("notifications/devices/", notices.DevicesView.as_view(), name="api-devices"),
    path("notifications/devices/<uuid:id>/", notices.DeviceView.as_view(), name="api-device"),
    path("webhooks/", hooks.HooksView.as_view(), name="api-hooks"),
    path("webhooks/<uuid:id>/", hooks.HookView.as_view(), name="api-hook"),
    path("webhooks/<uuid:id>/secret/", hooks.SecretView.as_view(), name="api-hook-secret"),
    path("webhooks/<uuid:id>/test/", hooks.TestView.as_view(), name="api-hook-test"),
    path("webhooks/<uuid:id>/deliveries/", hooks.DeliveriesView.as_view(), name="api-hook-deliveries"),
    path("webhooks/<uuid:id>/deliveries/<uuid:delivery>/again/", hooks.AgainView.as_view(), name="api-hook-again"),
    path("leagues/<slug:slug>/webhooks/", hooks.LeagueHooksView.as_view(), name="api-league-hooks"),
    path("games/", lobby.GamesView.as_view(), name="api-games"),
    path("challenges/", lobby.ChallengesView.as_view(), name="api-challenges"),
    path("challenges/<int:match_id>/accept/", lobby.AcceptView.as_view(), name="api-challenge-accept"),
    path("challenges/<int:match_id>/cancel/", lobby.CancelView.as_view(), name="api-challenge-cancel"),
    path("challenges/<int:match_id>/links/", lobby.LinksView.as_view(), name="api-challenge-links"),
    path("invitations/<str:token>/", lobby.InvitationView.as_view(), name="api-invitation"),
    path("matches/<int:match_id>/rematch/", lobby.RematchView.as_view(), name="api-rematch"),
    path("leagues/", leagues.LeaguesView.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>/", leagues.LeagueView.as_view(), name="api-league"),
    path("leagues/<slug:slug>/staff/", leagues.StaffView.as_view(), name="api-league-staff"),
    path("leagues/<slug:slug>/staff/<username:username>/", leagues.MemberView.as_view(), name="api-league-member"),
    path("leagues/<slug:slug>/seasons/", leagues.SeasonsView.as_view(), name="api-seasons"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/", leagues.SeasonView.as_view(), name="api-season"),
    path("leagues/<slug:slug>/seasons/<int:season_id>/", include([*seasons.urlpatterns, *market.urlpatterns])),
    path("leagues/<slug:slug>/seasons/<int:season_id>/gamers/", gamers.GamersView.as_view(), name="api-season-gamers"),
    path(
        "leagues/<slug:slug>/seasons/<int:season_id>/gamers/<int:gamer_id>/",
        gamers.GamerView.as_view(),
        name="api-gamer",
    ),
    path("leagues/<slug:slug>/gamers/", gamers.OwnGamersView.as_view(), name="api-league-gamers"),
    path("leagues/<slug:slug>/gamers/import/", gamers.ImportView.as_view(), name="api-gamers-import"),
    path("leagues/<slug:slug>/gamers/<int:own_gamer_id>/", gamers.OwnGamerView.as_view(), name="api-league-gamer"),
    path("leagues/<slug:slug>/reports/", moderation.LeagueReportsView.as_view(), name="api-league-reports"),
    path(
        "leagues/<slug:slug>/reports/<int:message_id>/",
        moderation.LeagueReportView.as_view(),
        name="api-league-report",
    ),
    path("reports/", moderation.ReportsView.as_view(), name="api-reports"),
    path("reports/<int:message_id>/", moderation.ReportView.as_view(), name="api-report"),
    path("leagues/<slug:slug>/log/", leagues.LogView.as_view(), name="api-league-log"),
    path("tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>/", tokens.TokenView.as_view(), name="api-token"),
    path("search/", SearchView.as_view(), name="api-search"),
    path("players/", PlayersView.as_view(), name="api-players"),
    path("players/<username:username>/", PlayerView.as_view(), name="api-player"),
    path("players/<username:username>/matches/", MatchesView.as_view(), name="api-player-matches"),
    path("players/<username:username>/against/<username:other>/", AgainstView.as_view(), name="api-against"),
    path("players/<username:username>/ratings/", ratings.HistoryView.as_view(), name="api-ratings"),
    path("players/<username:username>/ratings.csv", ratings.HistoryCsvView.as_view(), name="api-ratings-csv"),
    path("players/<username:username>/ranks/", ratings.RanksView.as_view(), name="api-ranks"),
    path("leaderboard/<slug:key>/", ratings.LeaderboardView.as_view(), name="api-leaderboard"),
    path("players/<username:username>/stats/", stats.PlayerStatsView.as_view(), name="api-player-stats"),
    path("games/<slug:key>/stats/", stats.GameStatsView.as_view(), name="api-game-stats"),
    path("events/<int:event_id>/stats/", stats.EventStatsView.as_view(), name="api-event-stats"),
    path(
        "leagues/<slug:slug>/seasons/<int:season_id>/stats/", stats.SeasonStatsView.as_view(), name="api-season-stats"
    ),
    path("", include("league.file_endpoints")),
    re_path(r"^[\s\S]*\Z", NowhereView.as_view()),
]
