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
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from engines.i18n import translate as _
from league.forms import errors_as_messages, errors_on_form, render_form
from league.languages.scripts import find_translations
from league.people.actions.credentials import change_password, confirm_email, resend_confirmation, set_email
from league.people.actions.profile import set_bot_account, update_profile
from league.people.emails import parse_email_token
from league.people.forms import EmailForm, PasswordForm, ProfileForm
from league.people.known_browsers import get_source, remember_browser
from league.people.language import set_language, set_language_cookie
from league.people.models import Player
from league.people.queries import count_recovery_codes, list_linked_accounts, list_passkeys
from league.people.sessions import find_viewer
from matches.errors import ActionError
from matches.server_time import now

View = Callable[..., HttpResponse]
FORM_TEMPLATE = "league/people/account_form.html"


def account_page(view: View) -> View:
    """Wrap a page of the user's own account: signed in, not a guest, never cached by the browser."""

    @login_required
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = find_viewer(request)
        assert person is not None
        if person.is_guest:
            messages.info(request, _("Create an account first. You keep your matches."))
            return redirect(reverse("sign-up", query={"next": request.path} if request.method == "GET" else None))
        return view(request, person, *args, **kwargs)

    return never_cache(wrapper)


def account_form(view: View) -> View:
    """Wrap a form of the user's own account. Error reports omit its data."""
    return require_http_methods(["GET", "POST"])(sensitive_post_parameters()(account_page(view)))


def account_action(view: View) -> View:
    """Wrap an action of the user's own account. Error reports omit its data."""
    return require_POST(sensitive_post_parameters()(account_page(view)))


@require_GET
@account_page
def account(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the account page."""
    context = {"person": person, "codes_left": count_recovery_codes(person), "linked": list_linked_accounts(person)}
    context["has_discord"] = bool(settings.DISCORD_PUBLIC_KEY)
    context["passkeys"] = len(list_passkeys(person))
    return render(request, "league/people/account.html", context)


@account_form
def profile(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the profile and the language."""
    initial = {
        "display_name": person.display_name, "about": person.about, "language": get_language(),
        "is_bot_account": person.is_bot_account,
    }  # fmt: skip
    form = ProfileForm(request.POST or None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        with errors_on_form(form), transaction.atomic():
            set_bot_account(player_id=person.pk, is_bot_account=data["is_bot_account"])
            update_profile(player_id=person.pk, display_name=data["display_name"], about=data["about"])
            response = redirect("player", person.username)
            if data.get("language"):
                set_language(player_id=person.pk, language=data["language"])
                set_language_cookie(response, data["language"])
            messages.success(request, _("Saved."))
            return response
    return render_form(request, FORM_TEMPLATE, form, title=_("Edit your profile"), button=_("Save"))


@account_form
def email(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the email address."""
    form = EmailForm(request.POST or None, person=person, initial={"email": person.pending_email or person.email})
    if form.is_valid():
        with errors_on_form(form):
            set_email(player_id=person.pk, at=now(), source=get_source(request, person.pk), **form.cleaned_data)
            has_email = bool(form.cleaned_data["email"])
            messages.success(request, _("Confirmation email sent.") if has_email else _("Email address removed."))
            return redirect("account")
    return render_form(request, FORM_TEMPLATE, form, title=_("Email address"), button=_("Save"))


@account_action
def resend_confirmation_email(request: HttpRequest, person: Player) -> HttpResponse:
    """Resend the confirmation email."""
    with errors_as_messages(request, even_missing=True):
        resend_confirmation(player_id=person.pk, address=request.META.get("REMOTE_ADDR", ""))
        messages.success(request, _("Email sent. If you can't find it, check your spam folder."))
    return redirect("account")


@require_http_methods(["GET", "POST"])
@never_cache
def email_confirmation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of an email's link. Mail programs open links, so only its button confirms."""
    context: dict[str, object] = {}
    try:
        if request.method == "POST":
            username = confirm_email(token=token, at=now())
            messages.success(request, _("Email address of {player} confirmed.", player=username))
            return redirect("home")
        _unused, context["email"] = parse_email_token(token, at=now())
    except ActionError as error:
        context["refusal"] = error.text
    return render(request, "league/people/confirm.html", context, status=422 if "refusal" in context else 200)


@account_form
def password(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the password, and keep this browser signed in."""
    title = _("Change your password") if person.has_usable_password() else _("Set a password")
    form = PasswordForm(request.POST or None, person=person)
    if form.is_valid():
        with errors_on_form(form):
            data = {name: value for name, value in form.cleaned_data.items() if name != "again"}
            change_password(player_id=person.pk, at=now(), source=get_source(request, person.pk), **data)
            login(request, Player.objects.get(pk=person.pk))
            messages.success(request, _("Password changed. All other sessions have been signed out."))
            response = redirect("account")
            remember_browser(request, response, person.pk)
            return response
    return render_form(request, FORM_TEMPLATE, form, title=title, button=_("Save password"))


@csrf_exempt
@require_POST
def language_choice(request: HttpRequest) -> HttpResponse:
    """Set the language. Without a CSRF token, which would make every page vary for a harmless setting.

    A cross-site POST carries no session (SameSite), so it cannot change an account.
    """
    language = request.POST.get("language", "")
    if language not in settings.LANGUAGES_OFFERED:
        raise Http404("This language is not offered.")
    next_url = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(next_url, {request.get_host()}, require_https=request.is_secure())
    response = redirect(next_url if is_safe else "home")
    set_language_cookie(response, language)
    person = find_viewer(request)
    if person is not None:
        set_language(player_id=person.pk, language=language)
    return response


@require_safe
def script_translations(request: HttpRequest, language: str, part: str, fingerprint: str) -> HttpResponse:
    """Return the translations of scripts. The URL contains a hash of the content, so it may be cached for ever."""
    translations = find_translations(language, part)
    if translations is None:
        raise Http404("Translations not found.")
    response = HttpResponse(translations[0], content_type="application/json")
    response["Cache-Control"] = "public, max-age=31536000, immutable" if translations[1] == fingerprint else "no-cache"
    response.of_no_language = True  # type: ignore[attr-defined]
    return response
