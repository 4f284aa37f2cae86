from django.urls import path

from matches.api import chat, clocks, matches
from matches.api.chance import ChanceView
from matches.api.listing import MatchListView

urlpatterns = [
    path("", MatchListView.as_view(), name="api-matches"),
    path("<int:match_id>/", matches.BoardView.as_view(), name="api-match"),
    path("<int:match_id>/submissions/", matches.SubmissionsView.as_view(), name="api-submissions"),
    path("<int:match_id>/resign/", matches.ResignView.as_view(), name="api-resign"),
    path("<int:match_id>/seat/", matches.SeatView.as_view(), name="api-seat"),
    path("<int:match_id>/chance/", ChanceView.as_view(), name="api-chance"),
    path("<int:match_id>/ready/", matches.ReadyView.as_view(), name="api-ready"),
    path("<int:match_id>/berserk/", matches.BerserkView.as_view(), name="api-berserk"),
    path("<int:match_id>/vacation/", clocks.VacationView.as_view(), name="api-vacation"),
    path("<int:match_id>/lag/", clocks.LagView.as_view(), name="api-lag"),
    path("<int:match_id>/draw/", matches.AgreeView.as_view(kind="draw"), name="api-draw"),
    path("<int:match_id>/takeback/", matches.AgreeView.as_view(kind="takeback"), name="api-takeback"),
    path("<int:match_id>/pause/", matches.AgreeView.as_view(kind="pause"), name="api-pause"),
    path("<int:match_id>/resume/", matches.AgreeView.as_view(kind="resume"), name="api-resume"),
    path("<int:match_id>/abort/", matches.AbortView.as_view(), name="api-abort"),
    path("<int:match_id>/claim/", matches.ClaimView.as_view(), name="api-claim"),
    path("<int:match_id>/hint/", matches.HintView.as_view(), name="api-hint"),
    path("<int:match_id>/replay/", matches.ReplayView.as_view(), name="api-replay"),
    path("<int:match_id>/record/", matches.RecordView.as_view(), name="api-record"),
    path("<int:match_id>/chat/", chat.ChatView.as_view(), name="api-chat"),
    path("<int:match_id>/chat/mute/", chat.MuteView.as_view(), name="api-chat-mute"),
    path("<int:match_id>/chat/report/", chat.ReportView.as_view(), name="api-chat-report"),
]
