"""Pages of match times: a player's availability, and the time of a pairing."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engines.i18n import translate as _
from league.forms import errors_as_404, errors_as_messages, errors_on_form, render_form
from league.leagues.views import current_player
from league.match_times.actions.availability import add_exception, remove_exception, set_availability
from league.match_times.actions.proposals import accept_time, decline_proposal, propose_times
from league.match_times.queries import get_agreement, get_week, is_player, list_own, view_agreement
from league.match_times.rules.availability import DAY_LABELS, WEEKDAYS, format_ranges
from league.match_times.serializers import (
    MAX_TEXT,
    AcceptanceSerializer,
    ExceptionSerializer,
    ProposalSerializer,
    parse_exception,
    parse_weekly,
)
from league.notifications.preferences import ZONE_COOKIE, list_time_zones, remember_zone
from league.people.models import Player
from league.people.views.account import account_action, account_form
from matches.api.validation import validate_input
from matches.server_time import now

PAGE = "league/match_times/pairing.html"


class AvailabilityForm(forms.Form):
    """A player's time zone and the hours of each weekday."""

    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=gettext_lazy("For example Europe/Berlin. Your notifications use it too."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for day, label in zip(WEEKDAYS, DAY_LABELS, strict=True):
            widget = forms.TextInput(attrs={"placeholder": _("Not available"), "autocomplete": "off"})
            self.fields[day] = forms.CharField(label=label, required=False, max_length=MAX_TEXT, widget=widget)

    @property
    def days(self) -> list[forms.BoundField]:
        return [self[day] for day in WEEKDAYS]

    @staticmethod
    def zones() -> tuple[str, ...]:
        return list_time_zones()


@account_form
def availability_page(request: HttpRequest, person: Player) -> HttpResponse:
    """Show and save when the player can play."""
    known = get_week(person.pk)
    hours = {day: format_ranges(ranges) for day, ranges in zip(WEEKDAYS, known.week.days, strict=True)}
    form = AvailabilityForm(request.POST or None, initial={"zone": known.week.zone, **hours})
    if form.is_valid():
        with errors_on_form(form):
            weekly = parse_weekly(form.cleaned_data)
            set_availability(player_id=person.pk, weekly=weekly, zone=form.cleaned_data["zone"], at=now())
            messages.success(request, _("Saved."))
            return redirect("availability")
    if not known.has_zone and request.method == "GET":
        form.fields["zone"].widget.attrs["data-suggest-zone"] = ""
    rows = [(row, format_ranges(row.hours)) for row in known.week.exceptions]
    context = {"declared": known.declared, "exceptions": rows, "times": list_own(person.pk, now())}
    return render_form(request, "league/match_times/availability.html", form, **context)


@account_action
def change_exceptions(request: HttpRequest, person: Player) -> HttpResponse:
    """Add an exception to the week, or with `remove` remove it."""
    with errors_as_messages(request, even_missing=True):
        data = {name: request.POST.get(name) or None for name in ("first", "last")}
        checked = validate_input(ExceptionSerializer, {**data, "hours": request.POST.get("hours", "")})
        change = remove_exception if "remove" in request.POST else add_exception
        change(player_id=person.pk, exception=parse_exception(checked), at=now())
        messages.success(request, _("Saved."))
    return redirect("availability")


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def pairing_time(request: HttpRequest, event_id: int, pairing_id: int) -> HttpResponse:
    """Show the time of a pairing to its players and organisers; players propose, accept and decline times."""
    player = current_player(request)
    with errors_as_404():
        row = get_agreement(event_id, pairing_id, player.pk)
    remember_zone(player_id=player.pk, zone=request.COOKIES.get(ZONE_COOKIE, ""))
    if request.method == "POST":
        if not is_player(row, player.pk):
            raise PermissionDenied
        with errors_as_messages(request, even_missing=True):
            _take_step(request, {"event_id": event_id, "pairing_id": pairing_id, "player_id": player.pk, "at": now()})
        return redirect("pairing-time", event_id, pairing_id)
    context = {"view": view_agreement(row, player.pk, now()), "policy": row.pairing.round.event.time_policy}
    return render(request, PAGE, {**context, "is_player": is_player(row, player.pk), "username": player.username})


def _take_step(request: HttpRequest, target: dict[str, Any]) -> None:
    step = request.POST.get("do")
    if step == "accept":
        accept_time(**target, **validate_input(AcceptanceSerializer, {"slot": request.POST.get("slot", "")}))
        messages.success(request, _("Match time agreed."))
    elif step == "decline":
        decline_proposal(**target)
        messages.success(request, _("The proposed times were removed."))
    else:
        slots = [slot for slot in (*request.POST.getlist("slot"), request.POST.get("other", "")) if slot]
        propose_times(**target, **validate_input(ProposalSerializer, {"slots": slots}))
        messages.success(request, _("Times proposed."))
