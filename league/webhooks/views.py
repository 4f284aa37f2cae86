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

from engines.i18n import translate as _
from league.forms import errors_as_404, errors_as_messages, errors_on_form, parse_page_params, render_form, set_choices
from league.leagues.queries.leagues import LeaguePage
from league.leagues.views import require_organiser
from league.outgoing_http.url_validation import MAX_URL_LENGTH
from league.people.models import Player
from league.people.views.account import account_action, account_form
from league.webhooks.actions import subscriptions
from league.webhooks.event_types import list_event_types
from league.webhooks.models import Webhook
from league.webhooks.queries import get_webhook, list_deliveries, list_webhooks
from matches.api.pagination import PageParams
from matches.server_time import now


class WebhookForm(forms.Form):
    """URL and event types of a new webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_URL_LENGTH,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/hook", "autocomplete": "off"}),
        help_text=gettext_lazy("Must start with https:// and be on the public internet."),
    )
    kinds = forms.MultipleChoiceField(label=gettext_lazy("Event types"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, league: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kinds", list_event_types(league=league).items())


class EditWebhookForm(WebhookForm):
    """Changes of a webhook, including whether it is enabled."""

    on = forms.BooleanField(label=gettext_lazy("Enabled"), required=False)


@account_form
def own_webhooks(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the user's own webhooks, and process the form of a new one."""
    return _webhooks_page(request, person, None, "league/webhooks/own.html")


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def league_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's webhooks, and process the form of a new one."""
    page, person = require_organiser(request, slug)
    return _webhooks_page(request, person, page, "league/webhooks/of_league.html")


def _webhooks_page(request: HttpRequest, person: Player, page: LeaguePage | None, template: str) -> HttpResponse:
    league_id = None if page is None else page.league_id
    form = WebhookForm(request.POST or None, league=page is not None)
    if form.is_valid():
        with errors_on_form(form):
            webhook = subscriptions.create_webhook(by=person.pk, league_id=league_id, at=now(), **form.cleaned_data)
            return _render_secret(request, webhook)
    webhooks = list_webhooks(player_id=person.pk if page is None else None, league_id=league_id)
    return render_form(request, template, form, webhooks=webhooks, page=page)


@account_form
def webhook_page(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Show a webhook with its log, and process the form of its settings."""
    row, page = _get_webhook(uid, person), parse_page_params(request, PageParams)["page"]
    initial = {"url": row.url, "kinds": row.kinds, "on": row.on}
    form = EditWebhookForm(request.POST or None, league=row.league is not None, initial=initial)
    if form.is_valid():
        with errors_on_form(form):
            subscriptions.update_webhook(uid=uid, by=person.pk, at=now(), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("hook", uid)
    return render_form(request, "league/webhooks/webhook.html", form, page=list_deliveries(row, page), webhook=row)


@account_action
def send_test(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Send a test delivery."""
    with errors_as_messages(request):
        subscriptions.queue_test(uid=uid, by=person.pk, at=now())
        messages.success(request, _("Test queued. Check the log in a few seconds."))
    return redirect("hook", uid)


@account_action
def redeliver(request: HttpRequest, person: Player, uid: UUID, delivery: UUID) -> HttpResponse:
    """Redeliver a delivery."""
    with errors_as_messages(request):
        subscriptions.redeliver(uid=uid, delivery_uid=delivery, by=person.pk, at=now())
        messages.success(request, _("Redelivery queued."))
    return redirect("hook", uid)


@account_action
def replace_secret(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Replace the secret and show the new one once."""
    with errors_as_404():
        return _render_secret(request, subscriptions.replace_secret(uid=uid, by=person.pk, at=now()))


@account_action
def delete_webhook(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Delete a webhook."""
    league = _get_webhook(uid, person).league
    with errors_as_messages(request):
        subscriptions.delete_webhook(uid=uid, by=person.pk, at=now())
    messages.success(request, _("Webhook removed."))
    return redirect("league-hooks", league.slug) if league else redirect("hooks")


def _get_webhook(uid: UUID, person: Player) -> Webhook:
    with errors_as_404():
        return get_webhook(uid, person.pk)


def _render_secret(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Render the only page that ever shows the secret."""
    return render(request, "league/webhooks/secret.html", {"webhook": webhook})
