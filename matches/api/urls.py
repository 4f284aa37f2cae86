from django.urls import path

from matches.api import chat, matches

urlpatterns = [
    path("<int:match_id>/", matches.BoardView.as_view(), name="api-match"),
    path("<int:match_id>/submissions/", matches.SubmissionsView.as_view(), name="api-submissions"),
    path("<int:match_id>/resign/", matches.ResignView.as_view(), name="api-resign"),
    path("<int:match_id>/seat/", matches.SeatView.as_view(), name="api-seat"),
    path("<int:match_id>/ready/", matches.ReadyView.as_view(), name="api-ready"),
    path("<int:match_id>/berserk/", matches.BerserkView.as_view(), name="api-berserk"),
    path("<int:match_id>/hint/", matches.HintView.as_view(), name="api-hint"),
    path("<int:match_id>/replay/", matches.ReplayView.as_view(), name="api-replay"),
    path("<int:match_id>/record/", matches.RecordView.as_view(), name="api-record"),
    path("<int:match_id>/chat/", chat.ChatView.as_view(), name="api-chat"),
    path("<int:match_id>/chat/mute/", chat.MuteView.as_view(), name="api-chat-mute"),
    path("<int:match_id>/chat/report/", chat.ReportView.as_view(), name="api-chat-report"),
]
