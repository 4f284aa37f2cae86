from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.drafts.views import create, room

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/"

urlpatterns = [
    path(f"{SEASON}draft/", create.season_draft, name="season-draft"),
    path(f"{SEASON}draft/new/", create.new, name="season-draft-new"),
    path("drafts/", create.mock, name="drafts"),
    path("drafts/<int:draft_id>/", room.room, name="draft"),
    path("drafts/<int:draft_id>/board/", room.board, name="draft-board"),
    path("drafts/<int:draft_id>/desk/", room.desk, name="draft-desk"),
    path("drafts/<int:draft_id>/result.csv", accepts_token(room.result_file), {"kind": "csv"}, name="draft-result-csv"),
    path(
        "drafts/<int:draft_id>/result.json", accepts_token(room.result_file), {"kind": "json"}, name="draft-result-json"
    ),
]
