"""The page of followed players, and the buttons to follow and unfollow."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.follows import actions
from league.follows.queries import list_followed, list_recent_matches
from league.forms import errors_as_messages
from league.leagues.views import current_player
from league.people.models import Player
from league.people.views.account import account_action
from matches.errors import ActionError
from matches.server_time import now

SWITCHES = {"follow": None, "notify": True, "quiet": False}
"""The value of `do`, and what it does to the notifications of a followed player."""


@never_cache
@require_GET
@login_required
def following(request: HttpRequest) -> HttpResponse:
    """Show the players that the viewer follows, with their live matches and the last results."""
    viewer_id, at = current_player(request).pk, now()
    context = {"players": list_followed(viewer_id, at), "recent": list_recent_matches(viewer_id, at)}
    return render(request, "league/follows/list.html", context)


@account_action
def follow(request: HttpRequest, person: Player, username: str) -> HttpResponse:
    """Follow or unfollow a player, or switch notifications: `do` is follow, unfollow, notify or quiet."""
    by, do = person.pk, request.POST.get("do", "follow")
    with errors_as_messages(request, even_missing=True):
        if do == "unfollow":
            actions.unfollow(by=by, username=username)
        elif do in SWITCHES:
            actions.follow(by=by, username=username, at=now(), notifies=SWITCHES[do])
        else:
            raise ActionError("malformed", _("Unknown action. Reload the page."), "do")
    return redirect("following") if request.POST.get("back") == "list" else redirect("player", username)
