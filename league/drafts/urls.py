"""Pages of drafts."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.drafts import views

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/draft/"
DRAFT = "drafts/<int:draft_id>/"
result, proof, recap = (accepts_token(one) for one in (views.result_file, views.proof_file, views.recap_file))

urlpatterns = [
    path(SEASON, views.season_draft, name="season-draft"),
    path(f"{SEASON}new/", views.new, name="season-draft-new"),
    path(f"{SEASON}proof/", views.season_page, {"page": "draft-proof"}, name="season-draft-proof"),
    path(f"{SEASON}recap/", views.season_page, {"page": "draft-recap"}, name="season-draft-recap"),
    path("drafts/", views.mock, name="drafts"),
    path(DRAFT, views.room, name="draft"),
    path(f"{DRAFT}board/", views.board, name="draft-board"),
    path(f"{DRAFT}desk/", views.desk, name="draft-desk"),
    path(f"{DRAFT}result.csv", result, {"kind": "csv"}, name="draft-result-csv"),
    path(f"{DRAFT}result.json", result, {"kind": "json"}, name="draft-result-json"),
    path(f"{DRAFT}proof/", views.proof, name="draft-proof"),
    path(f"{DRAFT}proof/<slug:table>.csv", proof, {"kind": "csv"}, name="draft-proof-csv"),
    path(f"{DRAFT}proof/<slug:table>.json", proof, {"kind": "json"}, name="draft-proof-json"),
    path(f"{DRAFT}recap/", views.recap, name="draft-recap"),
    path(f"{DRAFT}recap/<slug:table>.csv", recap, {"kind": "csv"}, name="draft-recap-csv"),
    path(f"{DRAFT}recap/<slug:table>.json", recap, {"kind": "json"}, name="draft-recap-json"),
]
