"""URL patterns of the site."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from deploy.api_docs import SchemaView
from matches.api.errors import FallbackView

# Providers are configured by the environment, and only their owners link accounts.
admin.site.unregister([Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken])

handler400 = "deploy.error_handlers.bad_request"
handler500 = "deploy.error_handlers.server_error"

urlpatterns = [
    # Patterns are tried in order, and most requests are moves.
    path("", include("matches.urls")),
    path("", include("league.urls")),
    path("api/schema/", SchemaView.as_view(), name="api-schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    re_path(r"^api(/[\s\S]*)?\Z", FallbackView.as_view()),
    # The only sign-in page: the admin's own has no second factor.
    path("admin/login/", RedirectView.as_view(pattern_name="sign-in", query_string=True)),
    # The only password change page, because attempts are throttled there.
    path("admin/password_change/", admin.site.admin_view(RedirectView.as_view(pattern_name="password"))),
    path("admin/", admin.site.urls),
]
