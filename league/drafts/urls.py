"""URLs of drafts."""

from django.urls import path

from league.api_tokens.file_auth import accepts_token
from league.drafts import views

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/draft/"
DRAFT = "drafts/<int:draft_id>/"
FILES = (
    ("result", "result", views.result_file),
    ("proof", "proof/<slug:table>", views.proof_file),
    ("recap", "recap/<slug:table>", views.recap_file),
)

urlpatterns = [
    path(SEASON, views.season_draft, name="season-draft"),
    path(f"{SEASON}new/", views.new_draft, name="season-draft-new"),
    path(f"{SEASON}proof/", views.season_draft, {"page": "draft-proof"}, name="season-draft-proof"),
    path(f"{SEASON}recap/", views.season_draft, {"page": "draft-recap"}, name="season-draft-recap"),
    path("drafts/", views.mock_drafts, name="drafts"),
    path(DRAFT, views.room, name="draft"),
    path(f"{DRAFT}board/", views.board, name="draft-board"),
    path(f"{DRAFT}desk/", views.desk, name="draft-desk"),
    path(f"{DRAFT}chat/", views.chat, name="draft-chat"),
    path(f"{DRAFT}proof/", views.proof, name="draft-proof"),
    path(f"{DRAFT}recap/", views.recap, name="draft-recap"),
    *(
        path(f"{DRAFT}{route}.{kind}", accepts_token(view), {"kind": kind}, name=f"draft-{name}-{kind}")
        for name, route, view in FILES
        for kind in ("csv", "json")
    ),
]
