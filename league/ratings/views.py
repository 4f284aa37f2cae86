"""Leaderboard pages."""

from dataclasses import asdict, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.games import Game, find_rated_game, list_games
from league.people.models import Player
from league.people.sessions import find_viewer
from league.ratings import elo, glicko2
from league.ratings.filters import HIDE, LeaderboardForm, parse_filters
from league.ratings.models import RatedMatch
from league.ratings.pools import find_speed, get_game_key, get_speed_pool
from league.ratings.queries.expected_scores import find_expected_result
from league.ratings.queries.history import is_waiting_for_ratings, list_match_changes
from league.ratings.queries.leaderboard import LeaderboardFilters, get_leaderboard_page
from league.ratings.queries.players import get_pool_label, get_pool_name, get_rule, list_pools
from league.ratings.speeds import FAST_BELOW_MS, Speed
from matches.errors import ActionError
from matches.page_cache import render_fragment
from matches.server_time import now
from matches.time_control import TYPICAL_TURNS


@require_GET
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Redirect to the leaderboard of the first game, which leads to the others."""
    return redirect("leaderboard", list_games()[0].key)


@require_GET
def pool_page(request: HttpRequest, key: str) -> HttpResponse:
    """Explain a pool's settings in plain words."""
    selected_game = find_rated_game(get_game_key(key))
    if selected_game is None or key not in list_pools(selected_game.key):
        raise Http404(_("Rating pool not found."))
    context = {
        "pool": key,
        "name": get_pool_name(key),
        "game": selected_game,
        "rule": get_rule(key),
        "has_speed": find_speed(key) is not None,
        "fast_below_min": FAST_BELOW_MS // 60_000,
        "typical_turns": TYPICAL_TURNS,
        "start": elo.rounded(elo.START),
        "provisional_below": elo.PROVISIONAL_BELOW,
        "days_of_decay": elo.DECAY_PERIOD_DAYS,
        "widest": elo.rounded(2 * glicko2.START_DEVIATION),
        "least": elo.rounded(2 * glicko2.MIN_DEVIATION),
    }
    return render(request, "league/ratings/pool.html", context)


@require_GET
def expected_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the expected result on a match page; empty for casual matches."""
    expected = find_expected_result(match_id, now())
    return render(request, "league/ratings/_expected.html", {"expected": expected})


@require_GET
def rating_changes_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show how a finished match changed the ratings of its players; empty for casual matches."""
    game = RatedMatch.objects.filter(match=match_id).values_list("game", flat=True).first()
    waiting = is_waiting_for_ratings(match_id)  # asked first: what is counted meanwhile is then among the changes
    context = {"match_id": match_id, "game": game, "changes": list_match_changes(match_id), "waiting": waiting}
    return render(request, "league/ratings/_match_changes.html", context)


@require_GET
def leaderboard_page(request: HttpRequest, key: str, *, fragment: bool = False) -> HttpResponse:
    """Show the leaderboard; for invalid filters, the unfiltered one with the reason."""
    selected_game = find_rated_game(key)
    if selected_game is None:
        raise Http404(_("Game not found."))
    refusal = None
    try:
        filters = parse_filters(key, request.GET)
    except ActionError as error:
        refusal, filters = error, LeaderboardFilters(key)
    status = 400 if refusal else 200
    leaderboard = _render(filters, refusal, selected_game, find_viewer(request))
    if fragment:
        return HttpResponse(leaderboard, status=status)
    speed = find_speed(filters.pool) or Speed.NORMAL
    context = {
        "leaderboard": leaderboard,
        "game": selected_game,
        "games": [
            *((game, get_speed_pool(game.key, speed)) for game in list_games()),
            *([(selected_game, key)] if selected_game.is_reported else []),
        ],
        "pool": filters.pool,
        "pools": [(pool, get_pool_label(pool)) for pool in list_pools(key)],
        "form": LeaderboardForm(filters),
        "filtered": filters.is_narrowed,
        "provisional_below": elo.PROVISIONAL_BELOW,
        "query": _build_query(filters, filters.page),
    }
    return render(request, "league/ratings/leaderboard.html", context, status=status)


def _render(filters: LeaderboardFilters, refusal: ActionError | None, game: Game, viewer: Player | None) -> SafeString:
    """Render the lines; viewers without a rating in the pool share a cached version."""
    is_ranked = viewer is not None and viewer.ratings.filter(pool=filters.pool).exists()
    viewer_id = viewer.pk if viewer and is_ranked else None

    def shown() -> dict[str, Any]:
        page = get_leaderboard_page(filters, at=now(), viewer=viewer_id)
        return {
            "board": page,
            "game": game,
            "filtered": filters.is_narrowed,
            "refusal": refusal,
            "earlier": _build_query(filters, page.page - 1) if page.page > 1 else "",
            "later": _build_query(filters, page.page + 1) if page.page < page.pages else "",
        }

    key = (filters, viewer_id, refusal and refusal.text)
    return render_fragment("league/ratings/_leaderboard.html", key, shown, topics=[f"leaderboard.{game.key}"])


def _build_query(filters: LeaderboardFilters, page: int) -> str:
    """Return the query string of a page of the same leaderboard, without default values."""
    defaults, current = asdict(LeaderboardFilters(get_game_key(filters.pool))), asdict(replace(filters, page=page))
    params = {name: value for name, value in current.items() if value != defaults[name]}
    return "?" + urlencode(params if filters.bots else {**params, "bots": HIDE})
