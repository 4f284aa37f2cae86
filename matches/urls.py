from django.urls import include, path

from matches.api.keys import RecordKeysView
from matches.views.match import match_page
from matches.views.plain import plain_page
from matches.views.sheets import styles
from matches.views.verify import verify_match_page, verify_page

urlpatterns = [
    path("matches/<int:match_id>/", match_page, name="match"),
    path("matches/<int:match_id>/plain/", plain_page, name="match-plain"),
    path("verify/", verify_page, name="verify"),
    path("matches/<int:match_id>/verify/", verify_match_page, name="verify-match"),
    path("styles/<slug:fingerprint>.css", styles, name="styles"),
    path("api/v1/record-keys/", RecordKeysView.as_view(), name="api-record-keys"),
    path("api/v1/matches/", include("matches.api.urls")),
]
