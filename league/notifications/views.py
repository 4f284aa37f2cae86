"""Pages of notifications, their preferences, and the unsubscribe link of emails."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say
from league.forms import form_page, page_params, refusals_as_messages, refusals_on
from league.languages.sentences import within
from league.leagues.views import signed_in
from league.notifications.actions.email_delivery import read_stop
from league.notifications.actions.read_state import mark_read
from league.notifications.inbox import bell_of, notices, topic, unread
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Notice, NoticeTerms
from league.notifications.preferences import choose, stop_letters, zones
from league.notifications.push.delivery import remove_device
from league.notifications.push.encryption import public_key
from league.people.models import Player
from league.people.sessions import reader
from league.people.views.account import own_button, own_form
from matches.api.paging import PageParams
from matches.moment import now
from matches.refusals import Refused

SERVICE_WORKER = Path(__file__).parent / "push" / "sw.js"


class WishesForm(forms.Form):
    """A checkbox for each kind and channel (`kind:channel`), and the quiet hours."""

    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=gettext_lazy("For example Europe/Berlin. Type the first letters of your city."),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Do not disturb from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("Do not disturb until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy(
            "Push notifications and emails are held back until the end. Leave both blank to turn this off."
        ),
    )

    def __init__(self, terms: NoticeTerms, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"zone": terms.zone, "quiet_from": terms.quiet_from, "quiet_until": terms.quiet_until}
        super().__init__(*args, **kwargs)
        for name, on in terms.all_switches.items():
            self.fields[name] = forms.BooleanField(required=False, initial=on)

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """Return each kind with its checkboxes, by the channel's name."""
        return [
            (str(kind.label), [(within(str(channel.label)), self[f"{kind}:{channel}"]) for channel in Channel])
            for kind in Kind
        ]

    @property
    def when(self) -> list[forms.BoundField]:
        return [self[name] for name in ("zone", "quiet_from", "quiet_until")]

    @property
    def switches(self) -> dict[str, bool]:
        return {name: value for name, value in self.cleaned_data.items() if ":" in name}

    @staticmethod
    def zones() -> tuple[str, ...]:
        return zones()


@never_cache
@require_GET
@login_required
def notice_list(request: HttpRequest) -> HttpResponse:
    """Show the notifications; for htmx only the list."""
    person, only = signed_in(request), "unread" in request.GET
    page = page_params(request, PageParams)["page"]
    shown = notices(person.pk, page=page, only_unread=only)
    context = {"shown": shown, "only": only, "unread": unread(person.pk), "topic": topic(person.pk)}
    template = "_list.html" if request.headers.get("HX-Request") else "list.html"
    return render(request, f"league/notifications/{template}", context)


@never_cache
@require_GET
def bell(request: HttpRequest) -> HttpResponse:
    """Render the bell of the page header; empty for a visitor."""
    return render(request, "site/bell.html", {"bell": bell_of(reader(request))})


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Mark one (`notice`) or all as read."""
    person, named = signed_in(request), request.POST.get("notice")
    try:
        uids = None if named is None else [UUID(named)]
    except ValueError:
        raise Http404(say("Notification not found.")) from None
    mark_read(player_id=person.pk, uids=uids, at=now())
    return redirect("notices")


@require_POST
@login_required
def open_notice(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Mark one as read and redirect to its link."""
    notice = Notice.objects.filter(player=signed_in(request), uid=uid).first()
    if notice is None:
        raise Http404(say("Notification not found."))
    mark_read(player_id=notice.player_id, uids=[uid], at=now())
    return redirect(notice.path)


@own_form
def choices(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the preferences."""
    form = WishesForm(NoticeTerms.of(person.pk), request.POST or None)
    if form.is_valid():
        with refusals_on(form):
            quiet = {name: form.cleaned_data[name] for name in ("zone", "quiet_from", "quiet_until")}
            choose(player_id=person.pk, switches=form.switches, **quiet)
            messages.success(request, say("Saved."))
            return redirect("notices-choose")
    context = {"email": person.email, "browsers": person.push_devices.order_by("pk"), "key": public_key()}
    return form_page(request, "league/notifications/choose.html", form, **context)


@own_button
def remove_browser(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Unsubscribe a browser from web push."""
    with refusals_as_messages(request):
        remove_device(player_id=person.pk, uid=uid)
        messages.success(request, say("Push notifications turned off for this browser."))
    return redirect("notices-choose")


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the push script, at the root because a service worker controls only pages below its URL."""
    waits = json.dumps(say("You have a new notification."))
    script = SERVICE_WORKER.read_text(encoding="utf-8").replace('"You have a new notification."', waits, 1)
    return HttpResponse(script, "text/javascript; charset=utf-8")


@require_http_methods(["GET", "POST"])
@never_cache
@csrf_exempt
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from emails of a kind, with a button or by the mail program (RFC 8058).

    The signed token identifies the player, so neither sign-in nor cookies are needed.
    """
    context: dict[str, object] = {"token": token}
    try:
        if request.method == "POST":
            context["done"] = Kind(stop_letters(token=token)).label
        else:
            context["kind"] = Kind(read_stop(token)[1]).label
    except Refused as refusal:
        context["refusal"] = refusal.text
    return render(request, "league/notifications/stop.html", context, status=422 if "refusal" in context else 200)
