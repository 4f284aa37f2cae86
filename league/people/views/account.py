"""One's own account: what it holds, how one is seen, the e-mail address and the password."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say
from league.forms import add_refusal, show_refusal
from league.people.actions.credentials import change_password, confirm_email, give_email, send_again
from league.people.actions.profile import edit_profile, set_bot_account
from league.people.emails import read_token
from league.people.forms import EmailForm, PasswordForm, ProfileForm
from league.people.known_browsers import remember_browser, source_of
from league.people.language import choose_language, remember
from league.people.models import Player
from league.people.queries.account import account_of
from league.people.sessions import reader
from matches.moment import now
from matches.refusals import Refused

View = Callable[..., HttpResponse]


def own(view: View) -> View:
    """A page of one's own account: for people who are signed in and no guests; never kept by a browser's cache."""

    @login_required
    def opened(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        person = reader(request)
        assert person is not None
        if person.is_guest:
            messages.info(request, say("Sign up first; your matches stay with you."))
            return redirect("sign-up")
        return view(request, person, *given, **named)

    return never_cache(opened)


@require_GET
@own
def account(request: HttpRequest, person: Player) -> HttpResponse:
    return render(request, "league/people/account.html", {"account": account_of(person)})


@require_http_methods(["GET", "POST"])
@own
def profile(request: HttpRequest, person: Player) -> HttpResponse:
    known: dict[str, Any] = {"display_name": person.display_name, "about": person.about, "language": get_language()}
    known["is_bot_account"] = person.is_bot_account
    form = ProfileForm(request.POST or None, initial=known)
    given = form.cleaned_data if request.method == "POST" and form.is_valid() else None
    if given is not None and _done(
        form,
        lambda: _edit(person, given),
    ):
        messages.success(request, say("Saved."))
        answer = redirect("player", person.username)
        if given.get("language"):
            choose_language(player_id=person.pk, language=given["language"])
            remember(answer, given["language"])
        return answer
    return _form(request, form, say("Edit your profile"), say("Save"))


@transaction.atomic
def _edit(person: Player, given: Mapping[str, Any]) -> None:
    set_bot_account(player_id=person.pk, is_bot_account=given["is_bot_account"])
    edit_profile(player_id=person.pk, display_name=given["display_name"], about=given["about"])


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@own
def email(request: HttpRequest, person: Player) -> HttpResponse:
    form = EmailForm(request.POST or None, initial={"email": person.pending_email or person.email})
    given = form.cleaned_data if request.method == "POST" and form.is_valid() else None
    if given is not None and _done(
        form,
        lambda: give_email(
            player_id=person.pk,
            password=given["password"],
            email=given["email"],
            at=now(),
            source=source_of(request, person.pk),
        ),
    ):
        messages.success(
            request, say("A letter is on its way.") if given["email"] else say("The address is taken away.")
        )
        return redirect("account")
    return _form(request, form, say("E-mail address"), say("Save"))


@require_POST
@own
def email_again(request: HttpRequest, person: Player) -> HttpResponse:
    try:
        send_again(player_id=person.pk)
        messages.success(request, say("The letter is on its way. Look for it among unwanted mail, too."))
    except Refused as refusal:
        show_refusal(request, refusal)
    return redirect("account")


@require_http_methods(["GET", "POST"])
@never_cache
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Where a letter's link leads. Mail programs open links by themselves, so only the button confirms."""
    context: dict[str, object] = {}
    try:
        if request.method == "POST":
            messages.success(
                request,
                say("The address of {player} is confirmed.", player=confirm_email(token=token, at=now())),
            )
            return redirect("home")
        context["email"] = read_token(token, at=now()).email
    except Refused as refusal:
        context["refusal"] = refusal.text
    return render(request, "league/people/confirm.html", context, status=422 if "refusal" in context else 200)


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@own
def password(request: HttpRequest, person: Player) -> HttpResponse:
    form = PasswordForm(request.POST or None)
    given = form.cleaned_data if request.method == "POST" and form.is_valid() else None
    if given is not None and _done(
        form,
        lambda: change_password(
            player_id=person.pk,
            password=given["password"],
            new=given["new"],
            at=now(),
            source=source_of(request, person.pk),
        ),
    ):
        login(request, Player.objects.get(pk=person.pk))
        messages.success(request, say("The password is changed; everywhere else you are signed out."))
        response = redirect("account")
        remember_browser(request, response, person.pk)
        return response
    return _form(request, form, say("Change your password"), say("Change the password"))


def _done(form: forms.Form, act: Callable[[], object]) -> bool:
    try:
        act()
    except Refused as refusal:
        add_refusal(form, refusal)
        return False
    return True


def _form(request: HttpRequest, form: forms.Form, title: str, button: str) -> HttpResponse:
    context = {"form": form, "title": title, "button": button}
    return render(request, "league/people/account_form.html", context, status=422 if form.errors else 200)
