"""Pages of the user's own account: overview, profile, email address, password and language."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from engines.words import say
from league.forms import form_page, refusals_as_messages, refusals_on
from league.languages.scripts import words_of
from league.people.actions.credentials import change_password, confirm_email, give_email, send_again
from league.people.actions.profile import edit_profile, set_bot_account
from league.people.emails import read_token
from league.people.forms import EmailForm, PasswordForm, ProfileForm
from league.people.known_browsers import remember_browser, source_of
from league.people.language import choose_language, remember
from league.people.models import Player
from league.people.queries import recovery_codes_left
from league.people.sessions import reader
from matches.moment import now
from matches.refusals import Refused

View = Callable[..., HttpResponse]
PAGE = "league/people/account_form.html"


def own(view: View) -> View:
    """Wrap a page of the user's own account: signed in, not a guest, never cached by the browser."""

    @login_required
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = reader(request)
        assert person is not None
        if person.is_guest:
            messages.info(request, say("Create an account first. You keep your matches."))
            return redirect("sign-up")
        return view(request, person, *args, **kwargs)

    return never_cache(opened)


def own_form(view: View) -> View:
    """Wrap a form of the user's own account. Error reports omit its data."""
    return require_http_methods(["GET", "POST"])(sensitive_post_parameters()(own(view)))


def own_button(view: View) -> View:
    """Wrap an action of the user's own account. Error reports omit its data."""
    return require_POST(sensitive_post_parameters()(own(view)))


@require_GET
@own
def account(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the account page."""
    return render(request, "league/people/account.html", {"person": person, "codes_left": recovery_codes_left(person)})


@own_form
def profile(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the profile and the language."""
    initial = {
        "display_name": person.display_name, "about": person.about, "language": get_language(),
        "is_bot_account": person.is_bot_account,
    }  # fmt: skip
    form = ProfileForm(request.POST or None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_on(form), transaction.atomic():
            set_bot_account(player_id=person.pk, is_bot_account=data["is_bot_account"])
            edit_profile(player_id=person.pk, display_name=data["display_name"], about=data["about"])
            response = redirect("player", person.username)
            if data.get("language"):
                choose_language(player_id=person.pk, language=data["language"])
                remember(response, data["language"])
            messages.success(request, say("Saved."))
            return response
    return form_page(request, PAGE, form, title=say("Edit your profile"), button=say("Save"))


@own_form
def email(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the email address."""
    form = EmailForm(request.POST or None, initial={"email": person.pending_email or person.email})
    if form.is_valid():
        with refusals_on(form):
            give_email(player_id=person.pk, at=now(), source=source_of(request, person.pk), **form.cleaned_data)
            is_given = bool(form.cleaned_data["email"])
            messages.success(request, say("Confirmation email sent.") if is_given else say("Email address removed."))
            return redirect("account")
    return form_page(request, PAGE, form, title=say("Email address"), button=say("Save"))


@own_button
def email_again(request: HttpRequest, person: Player) -> HttpResponse:
    """Resend the confirmation email."""
    with refusals_as_messages(request, even_missing=True):
        send_again(player_id=person.pk)
        messages.success(request, say("Email sent. If you can't find it, check your spam folder."))
    return redirect("account")


@require_http_methods(["GET", "POST"])
@never_cache
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of an email's link. Mail programs open links, so only its button confirms."""
    context: dict[str, object] = {}
    try:
        if request.method == "POST":
            username = confirm_email(token=token, at=now())
            messages.success(request, say("Email address of {player} confirmed.", player=username))
            return redirect("home")
        _, context["email"] = read_token(token, at=now())
    except Refused as refusal:
        context["refusal"] = refusal.text
    return render(request, "league/people/confirm.html", context, status=422 if "refusal" in context else 200)


@own_form
def password(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the password, and keep this browser signed in."""
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        with refusals_on(form):
            old, new = form.cleaned_data["password"], form.cleaned_data["new"]
            source = source_of(request, person.pk)
            change_password(player_id=person.pk, password=old, new=new, at=now(), source=source)
            login(request, Player.objects.get(pk=person.pk))
            messages.success(request, say("Password changed. All other sessions have been signed out."))
            response = redirect("account")
            remember_browser(request, response, person.pk)
            return response
    return form_page(request, PAGE, form, title=say("Change your password"), button=say("Change password"))


@csrf_exempt
@require_POST
def language_choice(request: HttpRequest) -> HttpResponse:
    """Set the language. Without a CSRF token, which would make every page vary for a harmless setting.

    A cross-site POST carries no session (SameSite), so it cannot change an account.
    """
    language = request.POST.get("language", "")
    if language not in settings.LANGUAGES_OFFERED:
        raise Http404("This language is not offered.")
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = redirect(back if safe else "home")
    remember(answer, language)
    person = reader(request)
    if person is not None:
        choose_language(player_id=person.pk, language=language)
    return answer


@require_safe
def script_words(request: HttpRequest, language: str, part: str, fingerprint: str) -> HttpResponse:
    """Return the translations of scripts. The URL contains a hash of the content, so it may be cached for ever."""
    found = words_of(language, part)
    if found is None:
        raise Http404("Translations not found.")
    answer = HttpResponse(found[0], content_type="application/json")
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if found[1] == fingerprint else "no-cache"
    answer.of_no_language = True  # type: ignore[attr-defined]
    return answer
