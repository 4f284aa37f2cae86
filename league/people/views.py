"""Accounts and player pages."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from league.forms import add_refusal
from league.people.actions.accounts import sign_up
from league.people.forms import SignUpForm
from league.people.models import Player
from league.people.queries import player_page
from league.people.sessions import reader
from matches.moment import now
from matches.refusals import Refused


class SignIn(LoginView):
    template_name = "league/people/sign_in.html"

    def get_form(self, form_class: Any = None) -> AuthenticationForm:
        form: AuthenticationForm = super().get_form(form_class)
        form.fields["username"].widget.attrs.pop("autofocus", None)
        return form


@sensitive_post_parameters()
def sign_up_page(request: HttpRequest) -> HttpResponse:
    """Open an account. A guest's matches come with it."""
    person = reader(request)
    if person and not person.is_guest:
        return redirect("player", person.username)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _opened(request, form, person):
        messages.success(request, "Welcome to League Zero.")
        return redirect("home")
    return render(request, "league/people/sign_up.html", {"form": form, "guest": person})


def _opened(request: HttpRequest, form: SignUpForm, guest: Player | None) -> bool:
    given = form.cleaned_data
    try:
        player_id = sign_up(
            username=given["username"], password=given["password"], at=now(), guest_id=guest.pk if guest else None
        )
    except Refused as refusal:
        add_refusal(form, refusal)
        return False
    login(request, Player.objects.get(pk=player_id))
    return True


@require_GET
def player(request: HttpRequest, username: str) -> HttpResponse:
    page = player_page(username)
    if page is None:
        raise Http404("There is no such player.")
    return render(request, "league/people/player.html", {"page": page})
