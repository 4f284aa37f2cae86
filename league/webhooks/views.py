"""Pages of webhooks: a person's own, and a league's for its organisers."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.forms import form_page, page_params, refusals_as_404, refusals_as_messages, refusals_on, set_choices
from league.leagues.queries.leagues import LeaguePage
from league.leagues.views import organised_page
from league.outgoing_http.url_validation import LONGEST
from league.people.models import Player
from league.people.views.account import own_button, own_form
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import kinds_of
from league.webhooks.models import Hook
from league.webhooks.queries import deliveries_of, hook_of, hooks
from matches.api.paging import PageParams
from matches.moment import now


class HookForm(forms.Form):
    """URL and event types of a new webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/hook", "autocomplete": "off"}),
        help_text=gettext_lazy("Must start with https:// and be on the public internet."),
    )
    kinds = forms.MultipleChoiceField(label=gettext_lazy("Event types"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, league: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kinds", kinds_of(league=league).items())


class EditHookForm(HookForm):
    """Changes of a webhook, including whether it is enabled."""

    on = forms.BooleanField(label=gettext_lazy("Enabled"), required=False)


@own_form
def mine(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the user's own webhooks, and process the form of a new one."""
    return _hooks(request, person, None, "league/webhooks/own.html")


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's webhooks, and process the form of a new one."""
    page, person = organised_page(request, slug)
    return _hooks(request, person, page, "league/webhooks/of_league.html")


def _hooks(request: HttpRequest, person: Player, page: LeaguePage | None, template: str) -> HttpResponse:
    league_id = None if page is None else page.league_id
    form = HookForm(request.POST or None, league=page is not None)
    if form.is_valid():
        with refusals_on(form):
            made = subscriptions.make_hook(by=person.pk, league_id=league_id, at=now(), **form.cleaned_data)
            return _secret(request, made)
    found = hooks(player_id=person.pk if page is None else None, league_id=league_id)
    return form_page(request, template, form, hooks=found, page=page)


@own_form
def hook(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Show a webhook with its log, and process the form of its settings."""
    row, page = _hook(uid, person), page_params(request, PageParams)["page"]
    kept = {"url": row.url, "kinds": row.kinds, "on": row.on}
    form = EditHookForm(request.POST or None, league=row.league is not None, initial=kept)
    if form.is_valid():
        with refusals_on(form):
            subscriptions.edit_hook(uid=uid, by=person.pk, at=now(), **form.cleaned_data)
            messages.success(request, say("Saved."))
            return redirect("hook", uid)
    return form_page(request, "league/webhooks/hook.html", form, page=deliveries_of(row, page), hook=row)


@own_button
def test(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Send a test delivery."""
    with refusals_as_messages(request):
        subscriptions.test_hook(uid=uid, by=person.pk, at=now())
        messages.success(request, say("Test queued. Check the log in a few seconds."))
    return redirect("hook", uid)


@own_button
def again(request: HttpRequest, person: Player, uid: UUID, delivery: UUID) -> HttpResponse:
    """Redeliver a delivery."""
    with refusals_as_messages(request):
        subscriptions.send_again(uid=uid, delivery_uid=delivery, by=person.pk, at=now())
        messages.success(request, say("Redelivery queued."))
    return redirect("hook", uid)


@own_button
def secret(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Replace the secret and show the new one once."""
    with refusals_as_404():
        return _secret(request, subscriptions.new_secret(uid=uid, by=person.pk, at=now()))


@own_button
def remove(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Delete a webhook."""
    league = _hook(uid, person).league
    with refusals_as_messages(request):
        subscriptions.remove_hook(uid=uid, by=person.pk, at=now())
    messages.success(request, say("Webhook removed."))
    return redirect("league-hooks", league.slug) if league else redirect("hooks")


def _hook(uid: UUID, person: Player) -> Hook:
    with refusals_as_404():
        return hook_of(uid, person.pk)


def _secret(request: HttpRequest, made: Hook) -> HttpResponse:
    """Render the only page that ever shows the secret."""
    return render(request, "league/webhooks/secret.html", {"hook": made})
