"""Signing up and in, with a second step for those who have one, and a new password for one that is forgotten."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, PasswordResetConfirmView
from django.contrib.messages.views import SuccessMessageMixin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.forms import add_refusal
from league.people import second_step
from league.people.actions.accounts import sign_up
from league.people.actions.credentials import ask_reset, note_change
from league.people.actions.login_throttling import forgive_owner
from league.people.actions.second_factor import check, is_on
from league.people.forms import CodeForm, NewPasswordForm, ResetForm, SignInForm, SignUpForm
from league.people.known_browsers import remember_browser, source_of
from league.people.models import Player
from league.people.sessions import reader
from matches.moment import now
from matches.refusals import Refused


class SignIn(LoginView):
    http_method_names = ["get", "head", "post"]
    template_name = "league/people/sign_in.html"
    authentication_form = SignInForm

    def get_form(self, form_class: Any = None) -> AuthenticationForm:
        form: AuthenticationForm = super().get_form(form_class)
        form.fields["username"].widget.attrs.pop("autofocus", None)
        return form

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        if form.has_error("__all__", "too-many"):
            answer.status_code = 429
        return answer

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or go on to the second step where there is one: until that is taken, nobody is signed in."""
        player = form.get_user()
        assert isinstance(player, Player)
        if not is_on(player.pk):
            response = super().form_valid(form)
            remember_browser(self.request, response, player.pk)
            return response
        second_step.remember(self.request, player, then=self.get_success_url(), at=now())
        return redirect("second-step")


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def second_step_page(request: HttpRequest) -> HttpResponse:
    """The code of the second factor, after a right password."""
    waiting = second_step.waiting(request, at=now())
    if waiting is None:
        messages.info(request, say("Sign in with your password first; the code comes next."))
        return redirect("sign-in")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            source = source_of(request, waiting.player.pk)
            check(player_id=waiting.player.pk, code=form.cleaned_data["code"], source=source)
            second_step.forget(request)
            login(request, waiting.player)
            response = redirect(waiting.then)
            remember_browser(request, response, waiting.player.pk)
            return response
        except Refused as refusal:
            add_refusal(form, refusal)
    return render(request, "league/people/second_step.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for a letter with which to choose a new password. The answer is the same for every address."""
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            ask_reset(email=form.cleaned_data["email"], address=request.META.get("REMOTE_ADDR", ""))
            return render(request, "league/people/reset_sent.html")
        except Refused as refusal:
            add_refusal(form, refusal)
    return render(request, "league/people/reset.html", {"form": form}, status=422 if form.errors else 200)


class NewPassword(SuccessMessageMixin, PasswordResetConfirmView):  # type: ignore[type-arg]
    """Where the letter's link leads. It signs nobody in: a second factor is still asked for."""

    http_method_names = ["get", "head", "post"]
    form_class = NewPasswordForm
    template_name = "league/people/new_password.html"
    success_url = reverse_lazy("sign-in")
    success_message = gettext_lazy("The password is changed. Sign in with it.")

    def form_valid(self, form: Any) -> HttpResponse:
        """Who opened the letter is its owner, whoever has guessed at the old password."""
        assert self.user is not None
        with transaction.atomic():
            answer = super().form_valid(form)
            note_change(player_id=self.user.pk, act="password.replaced", at=now())
        source = source_of(self.request, self.user.pk)
        forgive_owner(player_id=self.user.pk, username=self.user.username, source=source)
        return answer


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
def sign_up_page(request: HttpRequest) -> HttpResponse:
    """Open an account. A guest's matches come with it."""
    person = reader(request)
    if person and not person.is_guest:
        return redirect("player", person.username)
    form = SignUpForm(request.POST or None)
    opened = _opened(request, form, person) if request.method == "POST" and form.is_valid() else None
    if opened is not None:
        messages.success(request, say("Welcome to League Zero."))
        response = redirect("home")
        remember_browser(request, response, opened)
        return response
    return render(request, "league/people/sign_up.html", {"form": form, "guest": person})


def _opened(request: HttpRequest, form: SignUpForm, guest: Player | None) -> int | None:
    """Return the id of the new player, who is then signed in; None if the form was refused."""
    given = form.cleaned_data
    try:
        player_id = sign_up(
            username=given["username"],
            password=given["password"],
            email=given["email"],
            at=now(),
            guest_id=guest.pk if guest else None,
        )
    except Refused as refusal:
        add_refusal(form, refusal)
        return None
    login(request, Player.objects.get(pk=player_id))
    return player_id
