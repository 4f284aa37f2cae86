"""URLs of API tokens."""

from django.urls import path

from league.api_tokens import views

urlpatterns = [
    path("accounts/tokens/", views.token_list, name="tokens"),
    path("accounts/tokens/<int:token_id>/revoke/", views.revoke, name="token-revoke"),
]
