"""Pages of webhooks: of a person on the account's pages, of a league for its organisers."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from engines.words import say
from league.forms import page_params, refusals_as_404, refusals_as_messages, refusals_on
from league.leagues.views import organised_page
from league.people.models import Player
from league.people.views.account import own
from league.webhooks.actions import subscriptions
from league.webhooks.actions.subscriptions import Made
from league.webhooks.forms import EditHookForm, HookForm
from league.webhooks.queries import HookPage, hook_page, hooks
from matches.api.paging import PageParams
from matches.moment import now


@require_http_methods(["GET", "POST"])
@own
def mine(request: HttpRequest, person: Player) -> HttpResponse:
    """Somebody's own webhooks, and the form that adds one."""
    form = HookForm(request.POST or None, league=False)
    if made := _made(request, form, person, None):
        return _secret(request, made, person)
    context = {"hooks": hooks(player_id=person.pk), "form": form}
    return render(request, "league/webhooks/own.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    page, person = organised_page(request, slug)
    form = HookForm(request.POST or None, league=True)
    if made := _made(request, form, person, page.league_id):
        return _secret(request, made, person)
    context = {"hooks": hooks(league_id=page.league_id), "form": form, "page": page}
    return render(request, "league/webhooks/of_league.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@own
def hook(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """A webhook: its settings, its log."""
    page = _page(uid, person, page_params(request, PageParams)["page"])
    kept = {"url": page.hook.url, "kinds": page.hook.kinds, "on": page.hook.on}
    form = EditHookForm(request.POST or None, league=page.hook.league is not None, initial=kept)
    if form.is_valid():
        with refusals_on(form):
            subscriptions.edit_hook(uid=uid, by=person.pk, at=now(), **form.cleaned_data)
            messages.success(request, say("Saved."))
            return redirect("hook", uid)
    context = {"page": page, "hook": page.hook, "form": form}
    return render(request, "league/webhooks/hook.html", context, status=422 if form.errors else 200)


@require_POST
@own
def test(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    with refusals_as_messages(request):
        subscriptions.test_hook(uid=uid, by=person.pk, at=now())
        messages.success(request, say("A test is on its way. Look at the log in a few seconds."))
    return redirect("hook", uid)


@require_POST
@own
def again(request: HttpRequest, person: Player, uid: UUID, delivery: UUID) -> HttpResponse:
    with refusals_as_messages(request):
        subscriptions.send_again(uid=uid, delivery_uid=delivery, by=person.pk, at=now())
        messages.success(request, say("It is sent once more."))
    return redirect("hook", uid)


@require_POST
@sensitive_variables("made")
@own
def secret(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    """A new secret, shown once."""
    with refusals_as_404():
        made = subscriptions.new_secret(uid=uid, by=person.pk, at=now())
    return _secret(request, made, person)


@require_POST
@own
def remove(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    league = _page(uid, person, 1).hook.league
    with refusals_as_messages(request):
        subscriptions.remove_hook(uid=uid, by=person.pk, at=now())
    messages.success(request, say("The webhook is gone."))
    return redirect("league-hooks", league.slug) if league else redirect("hooks")


@sensitive_variables("made")
def _made(request: HttpRequest, form: HookForm, person: Player, league_id: int | None) -> Made | None:
    if form.is_valid():
        with refusals_on(form):
            return subscriptions.make_hook(by=person.pk, league_id=league_id, at=now(), **form.cleaned_data)
    return None


@sensitive_variables("made")
def _secret(request: HttpRequest, made: Made, person: Player) -> HttpResponse:
    """The only page that ever shows it."""
    context = {"hook": _page(made.uid, person, 1).hook, "secret": made.secret}
    answer = render(request, "league/webhooks/secret.html", context)
    add_never_cache_headers(answer)
    return answer


def _page(uid: UUID, person: Player, number: int) -> HookPage:
    with refusals_as_404():
        return hook_page(uid, person.pk, page=number)
