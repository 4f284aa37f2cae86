"""URLs of accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from league.people.views import account, authentication, passkeys, providers, second_factor

urlpatterns = [
    path("accounts/", account.account, name="account"),
    path("accounts/sign-in/", authentication.SignInView.as_view(), name="sign-in"),
    path("accounts/second-step/", authentication.second_step, name="second-step"),
    path("accounts/sign-up/", authentication.sign_up_page, name="sign-up"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("accounts/with/new/", providers.sign_up_page, name="provider-sign-up"),
    path("accounts/with/<slug:provider_id>/", providers.start_sign_in, name="provider-start"),
    # The names under which allauth's providers look for their callbacks.
    *(
        path(f"accounts/with/{name}/callback/", providers.provider_callback, {"provider_id": name}, f"{name}_callback")
        for name in ("discord", "github", "google", "lichess")
    ),
    path("accounts/with/<slug:provider_id>/callback/", providers.provider_callback, name="openid_connect_callback"),
    path("accounts/linked/", providers.linked_accounts, name="linked-accounts"),
    path("accounts/linked/<slug:provider_id>/", providers.start_link, name="provider-link"),
    path("accounts/linked/<slug:provider_id>/unlink/", providers.unlink, name="provider-unlink"),
    path("accounts/passkeys/", passkeys.passkeys, name="passkeys"),
    path("accounts/passkeys/options/", passkeys.creation_options, name="passkey-options"),
    path("accounts/passkeys/<int:passkey_id>/remove/", passkeys.remove, name="passkey-remove"),
    path("accounts/sign-in/passkey/", passkeys.sign_in, name="passkey-sign-in"),
    path("accounts/sign-in/passkey/options/", passkeys.request_options, name="passkey-sign-in-options"),
    path("accounts/profile/", account.profile, name="profile-edit"),
    path("accounts/email/", account.email, name="email"),
    path("accounts/email/again/", account.resend_confirmation_email, name="email-again"),
    path("accounts/email/confirm/<str:token>/", account.email_confirmation, name="email-confirm"),
    path("accounts/password/", account.password, name="password"),
    path("accounts/reset/", authentication.password_reset, name="reset"),
    path("accounts/reset/<str:uidb64>/<str:token>/", authentication.NewPasswordView.as_view(), name="password-new"),
    path("accounts/second-factor/", second_factor.second_factor_state, name="second-factor"),
    path("accounts/second-factor/new/", second_factor.set_up, name="second-factor-new"),
    path("accounts/second-factor/off/", second_factor.turn_off, name="second-factor-off"),
    path("accounts/second-factor/codes/", second_factor.new_codes, name="second-factor-codes"),
    path("language/", account.language_choice, name="language"),
    path("words/<slug:language>/<slug:part>/<slug:fingerprint>.json", account.script_translations, name="words"),
]
