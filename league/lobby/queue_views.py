"""Pages of quick pairing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from league.forms import errors_as_messages
from league.games import get_game
from league.htmx import is_htmx
from league.lobby import queue
from league.lobby.challenges import quick_play
from league.lobby.queue_rules import CONTROLS
from league.lobby.queue_state import find_wait
from league.lobby.views import get_player
from league.people.sessions import ensure_player, find_viewer
from league.quotas import get_origin
from league.ratings.speeds import Speed
from matches.server_time import now


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """Wait in a queue, as a guest if the visitor has no account; the lobby shows the wait."""
    with errors_as_messages(request):
        game, _, speed = request.POST.get("queue", "").partition(" ")
        queue.check_queue(game, speed)  # First, so that a wrong request creates no guest.
        match_id = queue.join_queue(player_id=ensure_player(request).pk, game=game, speed=speed, at=now())
        if match_id is not None:
            return redirect("match", match_id)
    return redirect("lobby")


@require_POST
def heartbeat(request: HttpRequest) -> HttpResponse:
    """Keep waiting: show the progress, or lead to the match once there is one."""
    viewer = find_viewer(request)
    match_id = queue.record_heartbeat(player_id=viewer.pk, at=now()) if viewer else None
    if match_id is not None:
        return (
            HttpResponseClientRedirect(reverse("match", args=[match_id])) if is_htmx(request) else redirect("match", match_id)
        )
    wait = find_wait(viewer.pk, now()) if viewer else None
    if not is_htmx(request):
        return redirect("lobby")
    return render(request, "league/lobby/_wait.html", {"wait": wait}) if wait else HttpResponseClientRefresh()


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Stop waiting."""
    with errors_as_messages(request):
        match_id = queue.leave_queue(player_id=get_player(request).pk)
        if match_id is not None:
            return redirect("match", match_id)
    return redirect("lobby")


@require_POST
def play_bot(request: HttpRequest) -> HttpResponse:
    """Stop waiting, and play a bot with the time control of the queue."""
    with errors_as_messages(request):
        player, at = get_player(request), now()
        wait = find_wait(player.pk, at)
        match_id = queue.leave_queue(player_id=player.pk)
        if match_id is None and wait is not None:
            control = CONTROLS[Speed(wait.queue.speed)]
            match_id = quick_play(
                player_id=player.pk, game=wait.queue.game, kind=get_game(wait.queue.game).usual_bot, control=control, at=at,
                origin=get_origin(request.META),
            )  # fmt: skip
        if match_id is not None:
            return redirect("match", match_id)
    return redirect("lobby")
