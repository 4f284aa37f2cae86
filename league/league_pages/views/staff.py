"""The page on which a league's staff is chosen."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engines.words import say
from league.leagues.actions.staff import add_staff, change_role, remove_staff
from league.leagues.forms import StaffForm
from league.leagues.models import Role
from league.leagues.queries.page import LeaguePage
from league.leagues.views.common import accepted, do, organised_page, page_of, signed_in
from matches.moment import now


@require_http_methods(["GET", "POST"])
@login_required
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff with their buttons, and the form that adds somebody."""
    page, person = organised_page(request, slug)
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if accepted(
            form,
            lambda: add_staff(
                league_id=page.league_id, by=person.pk, username=given["player"], role=given["role"],
                why=given["why"], at=now(),
            ),
        ):  # fmt: skip
            messages.success(request, say("{given} is on the staff now.", given=given["player"]))
            return redirect("league-staff", page.slug)
    context = {"form": form, "page": page, "roles": Role.choices}
    return render(request, "league/leagues/staff.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def role(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    page, person = page_of(request, slug), signed_in(request)
    player_id = _member(page, username)
    given = request.POST.get("role", ""), request.POST.get("why", "")
    do(
        request,
        lambda: change_role(
            league_id=page.league_id, by=person.pk, player_id=player_id, role=given[0], why=given[1], at=now()
        ),
    )
    return redirect("league-staff" if page.may_edit else "league", page.slug)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Take somebody from the staff, or leave it."""
    page, person = page_of(request, slug), signed_in(request)
    player_id, why = _member(page, username), request.POST.get("why", "")
    do(
        request,
        lambda: remove_staff(league_id=page.league_id, by=person.pk, player_id=player_id, why=why, at=now()),
    )
    return redirect("league-staff" if page.may_edit and player_id != person.pk else "league", page.slug)


def _member(page: LeaguePage, username: str) -> int:
    for one in page.staff:
        if one.username.lower() == username.lower():
            return one.player_id
    raise Http404(say("This player is not on the staff."))
