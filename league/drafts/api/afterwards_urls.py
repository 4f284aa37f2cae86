from django.urls import path

from league.drafts.api import afterwards

SEASON = "leagues/<slug:slug>/seasons/<int:season_id>/draft/"

urlpatterns = [
    path("drafts/<int:draft_id>/proof/", afterwards.ProofView.as_view(), name="api-draft-proof"),
    path(f"{SEASON}proof/", afterwards.SeasonProofView.as_view(), name="api-season-draft-proof"),
    path("drafts/<int:draft_id>/recap/", afterwards.RecapView.as_view(), name="api-draft-recap"),
    path(f"{SEASON}recap/", afterwards.SeasonRecapView.as_view(), name="api-season-draft-recap"),
]
