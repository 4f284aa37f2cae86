"""Pages of the account as a whole: sessions, calendar, export and deletion."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from engines.i18n import translate as _, translate_n
from league.account.calendar_feed import calendar_url, find_calendar_owner, list_dates, set_calendar_url
from league.account.data_export import export_account
from league.account.deletion import delete_account
from league.account.deletion_blockers import list_blockers, list_running_titles
from league.account.deletion_policy import describe_decisions
from league.account.export_parts import PARTS
from league.account.sessions import end_others, end_session, list_sessions
from league.account.ways_in import list_other_ways_in, remove_other_ways_in
from league.event_files.views import render_calendar
from league.forms import errors_as_messages, errors_on_form, render_form
from league.people.actions.second_factor import has_second_factor
from league.people.forms import CurrentPasswordForm
from league.people.known_browsers import Source, get_source
from league.people.language import use_player_language
from league.people.models import Player
from league.people.views.account import account_action, account_form, account_page
from matches.server_time import now


class OwnerProofForm(CurrentPasswordForm):
    """The password, and a code if two-factor authentication is on."""

    code = forms.CharField(
        label=gettext_lazy("Code from your app, or a recovery code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, second_factor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not second_factor:
            del self.fields["code"]


class DeleteForm(OwnerProofForm):
    """Confirmation and options of the deletion."""

    resigning = forms.BooleanField(label=gettext_lazy("Resign my running matches"), required=False)
    without_chat = forms.BooleanField(
        label=gettext_lazy("Remove the text of my chat messages"),
        required=False,
        help_text=gettext_lazy("Reported messages are kept until a moderator has reviewed them."),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("I understand that my account can't be restored"),
        error_messages={"required": gettext_lazy("Tick this box to delete the account.")},
    )

    def __init__(self, *args: Any, playing: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not playing:
            del self.fields["resigning"]


@require_GET
@account_page
def session_list(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the active sessions."""
    sessions = list_sessions(person, session_key=request.session.session_key, at=now())
    return render(request, "league/account/browsers.html", {"browsers": sessions})


@account_action
def sign_out_session(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """End one session."""
    with errors_as_messages(request, even_missing=True):
        end_session(player_id=person.pk, uid=uid)
        messages.success(request, _("Session signed out."))
    return redirect("browsers")


@account_action
def sign_out_others(request: HttpRequest, person: Player) -> HttpResponse:
    """End all other sessions."""
    ended = end_others(player_id=person.pk, keep=request.session.session_key)
    messages.success(request, translate_n("{n} other session signed out.", "{n} other sessions signed out.", ended))
    return redirect("browsers")


@account_form
def other_ways_in(request: HttpRequest, person: Player) -> HttpResponse:
    """Show what signs the owner in besides the password, and remove it all: the page after a password reset."""
    ways = list_other_ways_in(person)
    if not ways:
        messages.info(request, _("Only your password signs you in."))
        return redirect("account")
    form = CurrentPasswordForm(request.POST or None, person=person)
    if form.is_valid():
        with errors_on_form(form):
            remove_other_ways_in(player_id=person.pk, at=now(), source=get_source(request, person.pk), **form.cleaned_data)
            messages.success(request, _("Removed. Only your password signs you in now."))
            return redirect("account")
    return render_form(request, "league/account/ways_in.html", form, ways=ways)


@account_form
def calendar(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the calendar URL; on POST replace or remove it."""
    if request.method == "POST":
        enabled = request.POST.get("do") != "take-away"
        set_calendar_url(player_id=person.pk, on=enabled)
        message = _("This is your calendar address. Older addresses no longer work.")
        messages.success(request, message if enabled else _("Calendar address removed. It no longer works."))
        return redirect("calendar")
    return render(request, "league/account/calendar.html", {"address": calendar_url(person)})


@require_GET
def calendar_feed(request: HttpRequest, username: str, key: str) -> HttpResponse:
    """Return the calendar. Calendar programs cannot sign in, so the URL is the secret; shared caches are forbidden."""
    person = find_calendar_owner(username, key)
    if person is None:
        raise Http404(_("Calendar not found."))
    at = now()
    with use_player_language(person):
        response = render_calendar(request, _("My League Zero"), list_dates(person.pk, at=at), "league-zero.ics")
    response["Cache-Control"] = "private, max-age=300"
    response["Referrer-Policy"] = "no-referrer"
    return response


@account_form
def export(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the form of the export, and send the ZIP."""
    form = OwnerProofForm(request.POST or None, person=person, second_factor=has_second_factor(person.pk))
    if form.is_valid():
        with errors_on_form(form):
            return cast(HttpResponse, export_response(person, source=get_source(request, person.pk), **form.cleaned_data))
    return render_form(request, "league/account/export.html", form, parts=PARTS)


def export_response(person: Player, *, password: str = "", code: str = "", source: Source) -> FileResponse:
    """Return the ZIP as a download that is not cached."""
    at = now()
    file = export_account(player_id=person.pk, password=password, code=code, at=at, source=source)
    name = f"league-zero-{person.username}-{at:%Y-%m-%d}.zip"
    response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    response["Cache-Control"] = "no-store"
    return response


@account_form
def delete(request: HttpRequest, person: Player) -> HttpResponse:
    """Show what is deleted, what stays and what blocks the deletion; on POST delete the account."""
    playing = list_running_titles(person.pk)
    form = DeleteForm(request.POST or None, person=person, second_factor=has_second_factor(person.pk), playing=bool(playing))
    if form.is_valid():
        data = {name: value for name, value in form.cleaned_data.items() if name != "sure"}
        with errors_on_form(form):
            name = delete_account(player_id=person.pk, at=now(), source=get_source(request, person.pk), **data)
            logout(request)
            messages.success(request, _("Account deleted. What remains is shown as {name}.", name=name))
            return redirect("home")
    context = {"playing": playing, "hindrances": list_blockers(person.pk, resigning=True), **describe_decisions()}
    return render_form(request, "league/account/delete.html", form, **context)
