"""Pages of webhooks: a person's own, and a league's for its organisers."""

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
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
from league.webhooks.actions.subscriptions import MAX_NAME_LENGTH
from league.webhooks.event_types import list_event_types
from league.webhooks.models import Webhook
from league.webhooks.queries import get_webhook, list_deliveries, list_webhooks
from league.webhooks.services.registry import CHAT_SERVICES, Service
from matches.api.pagination import PageParams
from matches.api.validation import ChoiceField, InputSerializer
from matches.server_time import now

ADDRESS_HELP = {
    Service.PROGRAM: ("https://example.org/hook", gettext_lazy("Must start with https:// and be on the public internet.")),
    Service.DISCORD: (
        "https://discord.com/api/webhooks/…",
        gettext_lazy("From the settings of the channel: Integrations, Webhooks, Copy Webhook URL. It's never shown again."),
    ),
    Service.SLACK: (
        "https://hooks.slack.com/services/…",
        gettext_lazy("From your Slack app: Incoming Webhooks, Webhook URL. It's never shown again."),
    ),
    Service.MATRIX: ("https://matrix.example.org", gettext_lazy("The address of the bot's homeserver.")),
}
"""The placeholder and the help of the address field."""


class WebhookForm(forms.Form):
    """Address, event types and language of a new webhook; which fields there are depends on its service."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=MAX_NAME_LENGTH, required=False,
        help_text=gettext_lazy("For your list, such as the name of the channel."),
    )  # fmt: skip
    url = forms.CharField(
        label=gettext_lazy("Address"), max_length=MAX_URL_LENGTH, widget=forms.URLInput(attrs={"autocomplete": "off"})
    )
    room = forms.CharField(
        label=gettext_lazy("Room ID"), max_length=255, help_text=gettext_lazy("The internal room ID, such as !abc:example.org.")
    )
    token = forms.CharField(
        label=gettext_lazy("Access token"), max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Of the bot's account, which must be in the room. It's never shown again."),
    )  # fmt: skip
    language = forms.ChoiceField(label=gettext_lazy("Language of messages"))
    kinds = forms.MultipleChoiceField(label=gettext_lazy("Event types"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, league: bool, service: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kinds", list_event_types(league=league).items())
        languages = [(code, name) for code, name in settings.LANGUAGES if code in settings.LANGUAGES_OFFERED]
        set_choices(self, "language", languages)
        placeholder, self.fields["url"].help_text = ADDRESS_HELP[Service(service)]
        self.fields["url"].widget.attrs["placeholder"] = placeholder
        chat = CHAT_SERVICES.get(service)
        used = {*chat.fields, "name", "language"} if chat else {"name", "url"} if league else {"url"}
        for name in {*self.fields} - used - {"kinds", "on"}:
            del self.fields[name]


class EditWebhookForm(WebhookForm):
    """Changes of a webhook, including whether it is enabled. Secrets that aren't entered stay."""

    on = forms.BooleanField(label=gettext_lazy("Enabled"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "token" in self.fields:
            self.fields["token"].required = False
            self.fields["token"].help_text = gettext_lazy("Leave it empty to keep the saved one.")
        elif "language" in self.fields:
            self.fields["url"].help_text = gettext_lazy("Leave it as it is to keep the saved URL, or paste a new one.")


class ServiceParams(InputSerializer):
    """The service of the form of a new webhook."""

    service = ChoiceField(Service.values, default=Service.PROGRAM)


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
    service = Service(parse_page_params(request, ServiceParams)["service"] if page else Service.PROGRAM)
    form = WebhookForm(request.POST or None, league=page is not None, service=service)
    if form.is_valid():
        with errors_on_form(form):
            webhook = subscriptions.create_webhook(
                by=person.pk, league_id=league_id, service=service, at=now(), **form.cleaned_data
            )
            if webhook.chat is None:
                return _render_secret(request, webhook)
            messages.success(request, _("{service} added. Send a test message now.", service=service.label))
            return redirect("hook", webhook.uid)
    webhooks = list_webhooks(player_id=person.pk if page is None else None, league_id=league_id)
    return render_form(request, template, form, webhooks=webhooks, page=page, service=service, services=Service)


@account_form
def webhook_page(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """Show a webhook with its log, and process the form of its settings."""
    row, page = _get_webhook(uid, person), parse_page_params(request, PageParams)["page"]
    initial = {name: getattr(row, name) for name in ("name", "url", "room", "language", "kinds", "on")}
    form = EditWebhookForm(request.POST or None, league=row.league is not None, service=row.service, initial=initial)
    if form.is_valid():
        with errors_on_form(form):
            subscriptions.update_webhook(uid=uid, by=person.pk, at=now(), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("hook", uid)
    is_paused = row.paused_until is not None and row.paused_until > now()
    return render_form(
        request, "league/webhooks/webhook.html", form, page=list_deliveries(row, page), webhook=row, is_paused=is_paused
    )


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
