"""URL patterns of matches: pages and API."""

from django.urls import include, path

from matches.api import matches as api, own_matches
from matches.views import overlay, pages, text_view, verify

match_api = [
    path("", api.BoardView.as_view(), name="api-match"),
    path("submissions/", api.SubmissionsView.as_view(), name="api-submissions"),
    path("resign/", api.ResignView.as_view(), name="api-resign"),
    path("seat/", api.SeatView.as_view(), name="api-seat"),
    path("chance/", api.ChanceView.as_view(), name="api-chance"),
    path("lag/", api.LagView.as_view(), name="api-lag"),
    *(path(f"{name}/", view, name=f"api-{name}") for name, view in api.ACTIONS.items()),
    path("moves/", own_matches.MovesView.as_view(), name="api-moves"),
    path("hint/", api.HintView.as_view(), name="api-hint"),
    path("conditional-moves/", api.ConditionalMovesView.as_view(), name="api-conditional-moves"),
    path("replay/", api.ReplayView.as_view(), name="api-replay"),
    path("record/", api.RecordView.as_view(), name="api-record"),
    path("chat/", api.ChatView.as_view(), name="api-chat"),
    path("chat/mute/", api.MuteView.as_view(), name="api-chat-mute"),
    path("chat/report/", api.ReportView.as_view(), name="api-chat-report"),
]
urlpatterns = [
    path("matches/<int:match_id>/", pages.match_page, name="match"),
    path("matches/<int:match_id>/overlay/", overlay.match_overlay, name="match-overlay"),
    path("matches/<int:match_id>/plain/", text_view.plain_page, name="match-plain"),
    path("verify/", verify.verify_page, name="verify"),
    path("matches/<int:match_id>/verify/", verify.verify_match_page, name="verify-match"),
    path("styles/<slug:fingerprint>.css", pages.styles, name="styles"),
    path("api/v1/record-keys/", api.RecordKeysView.as_view(), name="api-record-keys"),
    path("api/v1/matches/", api.MatchListView.as_view(), name="api-matches"),
    path("api/v1/matches/own/", own_matches.OwnMatchesView.as_view(), name="api-own-matches"),
    path("api/v1/matches/<int:match_id>/", include(match_api)),
]
