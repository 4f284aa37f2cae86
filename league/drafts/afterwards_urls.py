"""Pages about a whole draft."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.drafts.views import proof, recap

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/draft/"
DRAFT = "drafts/<int:draft_id>/"

urlpatterns = [
    path(f"{SEASON}proof/", proof.season_proof, name="season-draft-proof"),
    path(f"{DRAFT}proof/", proof.proof, name="draft-proof"),
    path(f"{DRAFT}proof/<slug:table>.csv", accepts_token(proof.proof_file), {"kind": "csv"}, name="draft-proof-csv"),
    path(f"{DRAFT}proof/<slug:table>.json", accepts_token(proof.proof_file), {"kind": "json"}, name="draft-proof-json"),
    path(f"{SEASON}recap/", recap.season_recap, name="season-draft-recap"),
    path(f"{DRAFT}recap/", recap.recap, name="draft-recap"),
    path(f"{DRAFT}recap/<slug:table>.csv", accepts_token(recap.recap_file), {"kind": "csv"}, name="draft-recap-csv"),
    path(f"{DRAFT}recap/<slug:table>.json", accepts_token(recap.recap_file), {"kind": "json"}, name="draft-recap-json"),
]
