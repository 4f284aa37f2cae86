"""Pages of signing up, signing in with an optional second step, and resetting a password."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, PasswordResetConfirmView
from django.contrib.messages.views import SuccessMessageMixin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from engines.i18n import translate as _
from league.forms import errors_on_form, render_form
from league.people.actions.accounts import create_account
from league.people.actions.credentials import log_change, request_password_reset
from league.people.actions.login_throttling import reset_attempts
from league.people.actions.second_factor import check_code, has_second_factor
from league.people.forms import CodeForm, NewPasswordForm, ResetForm, SignInForm, SignUpForm
from league.people.known_browsers import get_source, remember_browser, remember_sign_in
from league.people.models import Player
from league.people.providers import list_providers
from league.people.sessions import find_viewer
from matches.server_time import now

PENDING_KEY = "second_step"
SECOND_STEP_TIMEOUT = timedelta(minutes=10)


def _find_pending_sign_in(request: HttpRequest, at: datetime) -> tuple[Player, str] | None:
    """Return the player who entered a correct password in this session, and the URL to go to after sign-in.

    The session is not signed in yet. None if that was too long ago, or the password has changed.
    """
    data = request.session.get(PENDING_KEY)
    if data is None:
        return None
    player_id, password_hash, started_at, success_url = data
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None or not constant_time_compare(password_hash, player.get_session_auth_hash()):
        return None
    return (player, success_url) if at - datetime.fromisoformat(started_at) <= SECOND_STEP_TIMEOUT else None


def continue_sign_in(request: HttpRequest, player: Player, success_url: str) -> HttpResponse:
    """Sign a player in who has proved who they are, or redirect to the second step, before which they are not signed in."""
    if not has_second_factor(player.pk):
        return complete_sign_in(request, player, success_url)
    session = request.session
    session.cycle_key()
    session[PENDING_KEY] = [player.pk, player.get_session_auth_hash(), now().isoformat(), success_url]
    return redirect("second-step")


def complete_sign_in(request: HttpRequest, player: Player, success_url: str) -> HttpResponse:
    """Sign a player in after the last step."""
    login(request, player)
    remember_sign_in(request, player.pk)
    response = redirect(success_url)
    remember_browser(request, response, player.pk)
    return response


def get_next_url(request: HttpRequest) -> str:
    """Return the request's parameter `next` if it is an address of this site, else an empty string."""
    url = request.POST.get("next", request.GET.get("next", ""))
    is_own = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if is_own else ""


class SignInView(LoginView):
    """Sign-in page, with rate limits and the second step."""

    http_method_names = ["get", "head", "post"]
    template_name = "league/people/sign_in.html"
    authentication_form = SignInForm
    extra_context = {"providers": list_providers}

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if form.has_error("__all__", "too-many"):
            response.status_code = 429
        return response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or go on to the second step."""
        player = form.get_user()
        assert isinstance(player, Player)
        return continue_sign_in(self.request, player, self.get_success_url())


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def second_step(request: HttpRequest) -> HttpResponse:
    """Show and process the form for the second factor's code, after a correct password."""
    pending = _find_pending_sign_in(request, now())
    if pending is None:
        messages.info(request, _("Sign in with your password first, then enter the code."))
        return redirect("sign-in")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        player, success_url = pending
        with errors_on_form(form):
            check_code(player_id=player.pk, code=form.cleaned_data["code"], source=get_source(request, player.pk))
            del request.session[PENDING_KEY]
            return complete_sign_in(request, player, success_url)
    return render_form(request, "league/people/second_step.html", form)


@require_http_methods(["GET", "POST"])
def password_reset(request: HttpRequest) -> HttpResponse:
    """Ask for a password reset email. The response is the same for every address."""
    form = ResetForm(request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            request_password_reset(email=form.cleaned_data["email"], address=request.META.get("REMOTE_ADDR", ""))
            return render(request, "league/people/reset_sent.html")
    return render_form(request, "league/people/reset.html", form)


class NewPasswordView(SuccessMessageMixin, PasswordResetConfirmView):  # type: ignore[type-arg]
    """Page of the reset link. It does not sign in, so a second factor is still required."""

    http_method_names = ["get", "head", "post"]
    form_class = NewPasswordForm
    template_name = "league/people/new_password.html"
    success_message = gettext_lazy("Password changed. Sign in with the new one.")

    def get_success_url(self) -> str:
        """Sign in, then see what else signs in: whoever knew the old password may have added it."""
        return f"{reverse('sign-in')}?{urlencode({'next': reverse('ways-in')})}"

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password and reset the account's failed attempts, because the user owns the mailbox."""
        assert self.user is not None
        with transaction.atomic():
            response = super().form_valid(form)
            log_change(player_id=self.user.pk, action="password.replaced", at=now())
        source = get_source(self.request, self.user.pk)
        reset_attempts(player_id=self.user.pk, username=self.user.username, source=source)
        return response


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
def sign_up_page(request: HttpRequest) -> HttpResponse:
    """Show and process the sign-up form; then return to `next`. A guest's matches move to the account."""
    next_url = get_next_url(request)
    person = find_viewer(request)
    if person and not person.is_guest:
        return redirect("player", person.username)
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        data = {name: form.cleaned_data[name] for name in ("username", "password", "email")}
        with errors_on_form(form):
            address = request.META.get("REMOTE_ADDR", "")
            player_id = create_account(**data, at=now(), guest_id=person.pk if person else None, address=address)
            messages.success(request, _("Welcome to League Zero."))
            return complete_sign_in(request, Player.objects.get(pk=player_id), next_url or "home")
    context = {"form": form, "guest": person, "next": next_url, "providers": list_providers()}
    return render(request, "league/people/sign_up.html", context)
