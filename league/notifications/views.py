"""Pages of notifications, their preferences, and the unsubscribe link of emails."""

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

from engines.i18n import translate as _
from league.forms import errors_as_messages, errors_on_form, parse_page_params, render_form
from league.htmx import is_htmx
from league.languages.sentences import within
from league.leagues.views import current_player
from league.notifications.actions.email_delivery import parse_unsubscribe_token
from league.notifications.actions.read_state import mark_read
from league.notifications.inbox import MENU_SIZE, PAGE_SIZE, count_unread, get_topic, list_notifications
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Notification, NotificationPreferences
from league.notifications.preferences import list_time_zones, unsubscribe, update_preferences
from league.notifications.push.delivery import remove_device
from league.notifications.push.encryption import get_public_key
from league.people.models import Player
from league.people.views.account import account_action, account_form
from matches.api.pagination import PageParams
from matches.errors import ActionError
from matches.server_time import now


class PreferencesForm(forms.Form):
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
        help_text=gettext_lazy("Push notifications and emails are held back until the end. Leave both blank to turn this off."),
    )

    def __init__(self, preferences: NotificationPreferences, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "zone": preferences.known_zone,
            "quiet_from": preferences.quiet_from,
            "quiet_until": preferences.quiet_until,
        }
        super().__init__(*args, **kwargs)
        if not preferences.zone and not self.is_bound:
            self.fields["zone"].widget.attrs["data-suggest-zone"] = ""
        for name, is_on in preferences.all_switches.items():
            self.fields[name] = forms.BooleanField(required=False, initial=is_on)

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """Return each kind with its checkboxes, by the channel's name."""
        return [
            (str(kind.label), [(within(str(channel.label)), self[f"{kind}:{channel}"]) for channel in Channel]) for kind in Kind
        ]

    @property
    def when(self) -> list[forms.BoundField]:
        return [self[name] for name in ("zone", "quiet_from", "quiet_until")]

    @property
    def switches(self) -> dict[str, bool]:
        return {name: value for name, value in self.cleaned_data.items() if ":" in name}

    @staticmethod
    def zones() -> tuple[str, ...]:
        return list_time_zones()


@never_cache
@require_GET
@login_required
def notification_list(request: HttpRequest) -> HttpResponse:
    """Show the notifications; for htmx only the list, or the newest for the menu of the bell."""
    person, only_unread = current_player(request), "unread" in request.GET
    page, is_menu = parse_page_params(request, PageParams)["page"], is_htmx(request, target="bell-menu")
    size = MENU_SIZE if is_menu else PAGE_SIZE
    entries = list_notifications(person.pk, page=page, only_unread=only_unread, size=size)
    context = {"shown": entries, "only": only_unread, "unread": count_unread(person.pk), "topic": get_topic(person.pk)}
    template = "_menu.html" if is_menu else "_list.html" if is_htmx(request) else "list.html"
    return render(request, f"league/notifications/{template}", context)


@require_POST
@login_required
def mark_as_read(request: HttpRequest) -> HttpResponse:
    """Mark one (`notice`) or all as read."""
    person, notice_id = current_player(request), request.POST.get("notice")
    try:
        uids = None if notice_id is None else [UUID(notice_id)]
    except ValueError:
        raise Http404(_("Notification not found.")) from None
    mark_read(player_id=person.pk, uids=uids, at=now())
    return redirect("notices")


@require_POST
@login_required
def open_notification(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Mark one as read and redirect to its link."""
    notice = Notification.objects.filter(player=current_player(request), uid=uid).first()
    if notice is None:
        raise Http404(_("Notification not found."))
    mark_read(player_id=notice.player_id, uids=[uid], at=now())
    return redirect(notice.path)


@account_form
def preferences_page(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and process the form of the preferences."""
    form = PreferencesForm(NotificationPreferences.of(person.pk), request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            quiet = {name: form.cleaned_data[name] for name in ("zone", "quiet_from", "quiet_until")}
            update_preferences(player_id=person.pk, switches=form.switches, **quiet)
            messages.success(request, _("Saved."))
            return redirect("notices-choose")
    context = {"email": person.email, "browsers": person.push_devices.order_by("pk"), "key": get_public_key()}
    return render_form(request, "league/notifications/choose.html", form, **context)


@account_action
def remove_push_device(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Unsubscribe a browser from web push."""
    with errors_as_messages(request):
        remove_device(player_id=person.pk, uid=uid)
        messages.success(request, _("Push notifications turned off for this browser."))
    return redirect("notices-choose")


@require_http_methods(["GET", "POST"])
@never_cache
@csrf_exempt
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from emails of a kind, with a button or by the mail program (RFC 8058).

    The signed token identifies the player, so neither sign-in nor cookies are needed.
    """
    context: dict[str, object] = {"token": token}
    try:
        if request.method == "POST":
            context["done"] = Kind(unsubscribe(token=token)).label
        else:
            context["kind"] = Kind(parse_unsubscribe_token(token)[1]).label
    except ActionError as error:
        context["refusal"] = error.text
    return render(request, "league/notifications/stop.html", context, status=422 if "refusal" in context else 200)
