"""The list of leagues, a league's page, and the forms that make and edit one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from engines.words import say
from league.events.queries import events
from league.forms import add_refusal
from league.leagues.actions.leagues import create_league, edit_league
from league.leagues.forms import EditLeagueForm, NewLeagueForm
from league.leagues.queries.lists import leagues, leagues_of
from league.leagues.queries.page import LeaguePage, slug_of
from league.leagues.views.common import accepted, organised_page, page_of, signed_in
from league.people.sessions import reader
from league.quotas import count_league
from matches.moment import now
from matches.refusals import Refused


@require_GET
def league_list(request: HttpRequest) -> HttpResponse:
    after, person = request.GET.get("after", ""), reader(request)
    return render(
        request,
        "league/leagues/list.html",
        {
            "page": leagues(after=after if after.isprintable() else ""),
            "first": not after,
            "yours": leagues_of(person.pk) if person and not after else [],
        },
    )


@require_GET
def league(request: HttpRequest, slug: str) -> HttpResponse:
    page = page_of(request, slug)
    return render(request, "league/leagues/league.html", {"page": page, "cards": events(league=page.slug)})


@require_http_methods(["GET", "POST"])
@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    person = signed_in(request)
    if person.is_guest:
        messages.info(request, say("Sign up to make a league; your matches stay with you."))
        return redirect("sign-up")
    form = NewLeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            with count_league(request.META):
                league_id = create_league(
                    by=person.pk, name=given["name"], slug=given["slug"], about=given["about"], at=now()
                )
            return redirect("league", slug_of(league_id))
        except Refused as refusal:
            add_refusal(form, refusal)
    return render(request, "league/leagues/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    page, person = organised_page(request, slug)
    form = EditLeagueForm(request.POST or None, initial=_initial(page))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if accepted(
            form,
            lambda: edit_league(
                league_id=page.league_id, by=person.pk, name=given["name"], about=given["about"],
                policy=form.policy(page.policy), why=given["why"], at=now(),
            ),
        ):  # fmt: skip
            messages.success(request, say("Saved."))
            return redirect("league", page.slug)
    context = {"form": form, "page": page, "title": say("Edit the league"), "button": say("Save")}
    return render(request, "league/leagues/edit.html", context, status=422 if form.errors else 200)


def _initial(page: LeaguePage) -> dict[str, object]:
    policy = page.policy
    return {
        "name": page.name, "about": page.about, "no_show_warnings": policy.warnings, "ban_length": policy.length,
        "ban_unit": policy.unit,
    }  # fmt: skip
