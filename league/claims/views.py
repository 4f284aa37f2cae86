"""The page of a claim link."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engines.i18n import translate as _
from league.claims import actions
from league.events.models import Event, EventStatus
from league.people.sessions import find_viewer
from matches.errors import ActionError
from matches.server_time import now


@require_http_methods(["GET", "POST"])
@never_cache
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose place a link gives away; on POST give it to the viewer's account."""
    person, refusal, at = find_viewer(request), None, now()
    try:
        link = actions.get_claim_link(token, at)
        if request.method == "POST":
            if person is None or person.is_guest:
                return redirect(reverse("sign-up" if person else "sign-in", query={"next": request.path}))
            actions.claim_place(token=token, player_id=person.pk, at=at)
            messages.success(request, _("{name}'s place is yours now.", name=link.player))
            return redirect("player", person.username)
        actions.check_claim(link, person.pk if person else 0)
    except ActionError as error:
        if error.code == "not-found":
            return render(request, "league/claims/claim.html", {"refusal": error}, status=404)
        refusal = error
    events = Event.objects.filter(entrants__player=link.player_id).exclude(status=EventStatus.DRAFT).order_by("-pk")[:20]
    context = {"refusal": refusal, "link": link, "events": [] if link.over else events}
    is_refused = refusal is not None and refusal.code != "account-needed"
    return render(request, "league/claims/claim.html", context, status=409 if is_refused else 200)
