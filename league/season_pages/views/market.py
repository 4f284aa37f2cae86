"""The free agents of a season."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from league.forms import page_params
from league.gamers.models import STATS, Genre
from league.paging import cut
from league.season_pages.serializers import FreeAgentsParams
from league.seasons.models import Waivers, WindowKind
from league.seasons.queries.market import free_lines, offers, windows
from league.seasons.rules.phases import open_window
from league.seasons.views.common import live, opened
from matches.moment import now

PAGE = 100


@require_GET
def free_agents(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, terms = opened(request, slug, season_id)
    params, at = page_params(request, FreeAgentsParams), now()
    genre, number = params["genre"], params["page"]
    lines, paging = cut(free_lines(season_id, genre), number, PAGE)
    is_open = open_window(terms, WindowKind.FREE_AGENCY, at)
    room = offers(terms, head.yours) if head.yours else {}
    context = {
        "head": head,
        "terms": terms,
        "rows": [(line, room.get(line.genre)) for line in lines],
        "paging": paging,
        "query": f"genre={genre}" if genre else "",
        "genre": genre,
        "genres": Genre.values,
        "stats": STATS,
        "windows": windows(terms, at),
        "open": is_open,
        "first_come": terms.waivers == Waivers.FIRST_COME,
        "may_bid": head.yours is not None and is_open and terms.waivers == Waivers.BLIND,
        "may_sign": head.yours is not None and is_open and terms.waivers == Waivers.FIRST_COME,
    }
    return live(request, "free_agents.html", context)
