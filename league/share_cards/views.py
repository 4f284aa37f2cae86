"""Share pictures: public, cached, and drawn one at a time by each process."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Collection
from functools import wraps
from threading import BoundedSemaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from league.event_files.exports import get_event
from league.event_files.summary import summarize_event
from league.events.models import Event
from league.events.queries import get_visible_event
from league.forms import errors_as_404
from league.people.queries import get_player
from league.player_pages.queries import get_player_page
from league.share_cards.event_picture import MAX_ROUNDS, MAX_ROWS, draw_event
from league.share_cards.match_picture import draw_match
from league.share_cards.player_picture import draw_player
from league.throttling import build_throttled_response
from matches.catalogues import choose_language, use_language
from matches.costly_work import Overloaded, take_turn
from matches.page_cache import get_or_render
from matches.rate_limits import address_bucket, consume
from matches.views.pages import board_or_404

MAX_AGE_S = 60
SITE_PICTURE = "site/icons/share.png"
"""The answer while too many others are being drawn."""
_drawing = BoundedSemaphore(1)


def _picture_view(find: Callable[..., bytes]) -> Callable[..., HttpResponse]:
    """Make a view of a function that returns a PNG: throttled, in the site's first language, and public."""

    @require_safe
    @wraps(find)
    @errors_as_404()
    def show(request: HttpRequest, **params: int | str) -> HttpResponse:
        status = consume([address_bucket(request.META, "pictures")])
        if status is not None and status.is_exceeded:
            return build_throttled_response(status)
        try:
            with use_language(choose_language("", "", settings.LANGUAGES_OFFERED)):
                response = HttpResponse(find(**params), content_type="image/png")
        except Overloaded:
            response = redirect(static(SITE_PICTURE))
            response["Cache-Control"] = "no-store"
        else:
            response["Cache-Control"] = f"public, max-age={MAX_AGE_S}"
        response.of_no_language = True  # type: ignore[attr-defined]
        return response

    return show


def _draw_once(kind: str, key: object, draw: Callable[[], bytes], *, topics: Collection[str] = ()) -> bytes:
    """Return the picture from the page cache, or draw it. Raises Overloaded."""

    def make() -> str:
        with take_turn(_drawing):
            return b64encode(draw()).decode()

    return b64decode(get_or_render(f"picture-{kind}", key, make, topics=topics))


@_picture_view
def match_picture(match_id: int) -> bytes:
    """Return the picture of a match as spectators see it now. What they see is the key: the delay needs no topic."""
    board = board_or_404(match_id)
    shown = [board[name] for name in ("match_id", "entry", "status", "title", "outcome")]
    return _draw_once("match", (shown, [seat["player"] for seat in board["seats"]]), lambda: draw_match(board))


@_picture_view
def event_picture(event_id: int) -> bytes:
    """Return the picture of an event."""
    get_visible_event(Event.objects.filter(pk=event_id), None)

    def draw() -> bytes:
        return draw_event(summarize_event(get_event(event_id), rounds=MAX_ROUNDS, rows=MAX_ROWS))

    return _draw_once("event", event_id, draw, topics=[f"event.{event_id}"])


@_picture_view
def player_picture(username: str) -> bytes:
    """Return the picture of a player."""
    player = get_player(username)
    return _draw_once("player", player.pk, lambda: draw_player(get_player_page(player.username)))
