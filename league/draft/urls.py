from django.urls import path

from league.draft.views import making, room

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}draft/", making.season_draft, name="season-draft"),
    path(f"{SEASON}draft/new/", making.new, name="season-draft-new"),
    path("drafts/", making.mock, name="drafts"),
    path("drafts/<int:draft_id>/", room.room, name="draft"),
    path("drafts/<int:draft_id>/board/", room.board, name="draft-board"),
    path("drafts/<int:draft_id>/desk/", room.desk, name="draft-desk"),
    path("drafts/<int:draft_id>/result.csv", room.result_file, {"kind": "csv"}, name="draft-result-csv"),
    path("drafts/<int:draft_id>/result.json", room.result_file, {"kind": "json"}, name="draft-result-json"),
]
