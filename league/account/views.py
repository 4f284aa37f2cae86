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

from engines.words import say, say_many
from league.account.calendar_feed import agenda, calendar_address, owner_of, set_calendar
from league.account.data_export import export_account
from league.account.decisions import told_decisions
from league.account.deletion import delete_account
from league.account.deletion_blockers import hindrances, running_matches
from league.account.export_parts import PARTS
from league.account.sessions import browsers_of, end_browser, end_others
from league.event_files.views import calendar_file
from league.forms import form_page, refusals_as_messages, refusals_on
from league.people.actions.second_factor import is_on
from league.people.forms import OwnPassword
from league.people.known_browsers import Source, source_of
from league.people.language import speaking_to
from league.people.models import Player
from league.people.views.account import own, own_button, own_form
from matches.moment import now


class ProofForm(OwnPassword):
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


class DeleteForm(ProofForm):
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
@own
def browsers(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the active sessions."""
    found = browsers_of(person, session_key=request.session.session_key, at=now())
    return render(request, "league/account/browsers.html", {"browsers": found})


@own_button
def end(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """End one session."""
    with refusals_as_messages(request, even_missing=True):
        end_browser(player_id=person.pk, uid=uid)
        messages.success(request, say("Session signed out."))
    return redirect("browsers")


@own_button
def end_all(request: HttpRequest, person: Player) -> HttpResponse:
    """End all other sessions."""
    ended = end_others(player_id=person.pk, but=request.session.session_key)
    messages.success(request, say_many("{n} other session signed out.", "{n} other sessions signed out.", ended))
    return redirect("browsers")


@own_form
def own_calendar(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the calendar URL; on POST replace or remove it."""
    if request.method == "POST":
        on = request.POST.get("do") != "take-away"
        set_calendar(player_id=person.pk, on=on)
        text = say("This is your calendar address. Older addresses no longer work.")
        messages.success(request, text if on else say("Calendar address removed. It no longer works."))
        return redirect("calendar")
    return render(request, "league/account/calendar.html", {"address": calendar_address(person)})


@require_GET
def feed(request: HttpRequest, username: str, key: str) -> HttpResponse:
    """Return the calendar. Calendar programs cannot sign in, so the URL is the secret; shared caches are forbidden."""
    person = owner_of(username, key)
    if person is None:
        raise Http404(say("Calendar not found."))
    at = now()
    with speaking_to(person):
        answer = calendar_file(request, say("My League Zero"), agenda(person.pk, at=at), "league-zero.ics")
    answer["Cache-Control"] = "private, max-age=300"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@own_form
def export(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the form of the export, and send the ZIP."""
    form = ProofForm(request.POST or None, second_factor=is_on(person.pk))
    if form.is_valid():
        with refusals_on(form):
            return cast(HttpResponse, packed_answer(person, source=source_of(request, person.pk), **form.cleaned_data))
    return form_page(request, "league/account/export.html", form, parts=PARTS)


def packed_answer(person: Player, *, password: str, code: str = "", source: Source) -> FileResponse:
    """Return the ZIP as a download that is not cached."""
    at = now()
    made = export_account(player_id=person.pk, password=password, code=code, at=at, source=source)
    name = f"league-zero-{person.username}-{at:%Y-%m-%d}.zip"
    answer = FileResponse(made, as_attachment=True, filename=name, content_type="application/zip")
    answer["Cache-Control"] = "no-store"
    return answer


@own_form
def delete(request: HttpRequest, person: Player) -> HttpResponse:
    """Show what is deleted, what stays and what blocks the deletion; on POST delete the account."""
    playing = running_matches(person.pk)
    form = DeleteForm(request.POST or None, second_factor=is_on(person.pk), playing=bool(playing))
    if form.is_valid():
        data = {name: value for name, value in form.cleaned_data.items() if name != "sure"}
        with refusals_on(form):
            name = delete_account(player_id=person.pk, at=now(), source=source_of(request, person.pk), **data)
            logout(request)
            messages.success(request, say("Account deleted. What remains is shown as {name}.", name=name))
            return redirect("home")
    context = {"playing": playing, "hindrances": hindrances(person.pk, resigning=True), **told_decisions()}
    return form_page(request, "league/account/delete.html", form, **context)
