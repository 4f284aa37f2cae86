"""Pages of a season's market: free agents, trades and blind bids."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import mark, translate as _
from league.forms import errors_as_messages, errors_on_form, parse_page_params
from league.gamers.models import STATS, Genre
from league.leagues.views import current_player
from league.pagination import paginate
from league.season_pages.forms import BidForm, TradeForm
from league.season_pages.serializers import FreeAgentsParams
from league.seasons.actions.trades import accept_trade, counter_trade, decline_trade, offer_trade, veto_trade, withdraw_trade
from league.seasons.actions.waivers import place_bid, withdraw_bid
from league.seasons.api import Action
from league.seasons.market_models import TradeStatus
from league.seasons.models import Franchise, SeasonSettings, WaiverMode, WindowKind
from league.seasons.queries.franchises import find_franchise_page, list_franchises
from league.seasons.queries.market import (
    get_max_salaries,
    is_window_open,
    list_free_agents,
    list_own_bids,
    list_processed_bids,
    list_windows,
)
from league.seasons.queries.settings import SeasonHeader
from league.seasons.queries.trades import TradeLine, find_trade, get_obstacle, list_open_trades, list_tradable, list_trades
from league.seasons.rules.market import BID_ORDER_TEXT
from league.seasons.views import get_season, render_live
from matches.api.pagination import BeforeParams
from matches.server_time import now

PAGE_SIZE = 100


def _build_context(head: SeasonHeader, terms: SeasonSettings, kind: WindowKind) -> dict[str, object]:
    """Return the context of all market pages: the windows, and whether one of this kind is open."""
    window_lines = list_windows(terms, now())
    is_open = any(window.open for window in window_lines if window.kind == kind)
    return {"head": head, "terms": terms, "open": is_open, "windows": window_lines}


@require_GET
def free_agents(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the free agents, with the viewer's room for each."""
    head, terms = get_season(request, slug, season_id)
    params = parse_page_params(request, FreeAgentsParams)
    genre, first_come = params["genre"], terms.waivers == WaiverMode.FIRST_COME
    lines, paging = paginate(list_free_agents(season_id, genre), params["page"], PAGE_SIZE)
    room = get_max_salaries(terms, head.yours) if head.yours else {}
    market = _build_context(head, terms, WindowKind.FREE_AGENCY)
    may_act = head.yours is not None and market["open"]
    context = {
        **market,
        "rows": [(line, room.get(line.genre)) for line in lines],
        "paging": paging,
        "query": f"genre={genre}" if genre else "",
        "genre": genre,
        "genres": Genre.values,
        "stats": STATS,
        "first_come": first_come,
        "may_bid": may_act and not first_come,
        "may_sign": may_act and first_come,
    }
    return render_live(request, "free_agents.html", context)


@require_GET
def trade_list(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the trades of a season."""
    head, terms = get_season(request, slug, season_id)
    before = parse_page_params(request, BeforeParams).get("before")
    context = {
        **_build_context(head, terms, WindowKind.TRADES),
        "waiting": list_open_trades(season_id, head.yours) if before is None else [],
        "past": list_trades(season_id, head.yours, only_over=True, before=before),
        "later": before is not None,
    }
    return render_live(request, "trades.html", context)


@require_GET
def trade_detail(request: HttpRequest, slug: str, season_id: int, trade_id: int) -> HttpResponse:
    """Show a trade with the viewer's possible actions."""
    head, terms = get_season(request, slug, season_id)
    line = _get_trade(season_id, trade_id, head)
    waits = line.status in (TradeStatus.OFFERED, TradeStatus.AGREED)
    context = {
        "head": head,
        "terms": terms,
        "line": line,
        "obstacle": get_obstacle(terms, trade_id) if waits else "",
        "open": is_window_open(terms, WindowKind.TRADES, now()),
        "may_veto": head.may_edit and line.status == TradeStatus.AGREED,
    }
    return render_live(request, "trade.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def trade_create(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form of a trade offer, first the partner, then the contents."""
    head, terms = get_season(request, slug, season_id)
    if head.yours is None:
        raise PermissionDenied
    others = [franchise for franchise in list_franchises(terms) if franchise.franchise_id != head.yours]
    chosen = request.GET.get("with")
    partner = next((franchise for franchise in others if str(franchise.franchise_id) == chosen), None)
    if partner is None:
        if chosen is not None:
            raise Http404(_("Franchise not found. Choose another one to trade with."))
        return render(request, "league/seasons/trade_with.html", {"head": head, "others": others})
    action = partial(offer_trade, season_id=season_id, franchise_id=head.yours, partner=partner.franchise_id)
    return _render_trade_form(request, head, terms, partner.franchise_id, action, None)


@require_http_methods(["GET", "POST"])
@login_required
def trade_counter(request: HttpRequest, slug: str, season_id: int, trade_id: int) -> HttpResponse:
    """Show and process a counter-offer, prefilled with the offer from the other side."""
    head, terms = get_season(request, slug, season_id)
    line = _get_trade(season_id, trade_id, head)
    if not line.may_answer:
        raise Http404(_("This offer isn't waiting for your answer."))
    return _render_trade_form(
        request, head, terms, line.proposer_id, partial(counter_trade, season_id=season_id, trade_id=trade_id), line
    )


def _render_trade_form(
    request: HttpRequest, head: SeasonHeader, terms: SeasonSettings, partner: int, action: Action, line: TradeLine | None
) -> HttpResponse:
    assert head.yours is not None
    form = TradeForm(request.POST or None, list_tradable(head.yours), list_tradable(partner), terms.trade_hours, line)
    if form.is_valid():
        with errors_on_form(form):
            trade_id = action(deal=form.to_deal(), by=current_player(request).pk, at=now())
            messages.success(request, _("Offer sent."))
            return redirect("trade", head.slug, head.season_id, trade_id)
    names = dict(Franchise.objects.filter(pk__in=[partner, head.yours]).values_list("pk", "name"))
    context = {
        "head": head,
        "form": form,
        "partner": names[partner],
        "own": names[head.yours],
        "line": line,
        "open": is_window_open(terms, WindowKind.TRADES, now()),
    }
    return render(request, "league/seasons/trade_form.html", context, status=422 if form.errors else 200)


ACTIONS: dict[str, tuple[Action, str]] = {
    "accept": (accept_trade, mark("Trade accepted.")),
    "decline": (decline_trade, mark("Offer declined.")),
    "withdraw": (withdraw_trade, mark("Offer withdrawn.")),
    "veto": (veto_trade, mark("Trade vetoed.")),
}


@require_POST
@login_required
def trade_action(request: HttpRequest, slug: str, season_id: int, trade_id: int, key: str) -> HttpResponse:
    """Run an action on a trade, then redirect with its confirmation or error."""
    head, _unused = get_season(request, slug, season_id)
    _get_trade(season_id, trade_id, head)
    if key not in ACTIONS:
        raise Http404(_("Unknown action. Reload the page."))
    action, message = ACTIONS[key]
    extra = {"why": request.POST.get("why", "")} if key == "veto" else {}
    with errors_as_messages(request):
        action(season_id=season_id, trade_id=trade_id, by=current_player(request).pk, at=now(), **extra)
        messages.success(request, _(message))
    return redirect("trade", slug, season_id, trade_id)


def _get_trade(season_id: int, trade_id: int, head: SeasonHeader) -> TradeLine:
    line = find_trade(season_id, trade_id, head.yours)
    if line is None:
        raise Http404(_("Trade not found."))
    return line


@require_GET
def bid_list(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show pending bids of the viewer and processed bids."""
    head, terms = get_season(request, slug, season_id)
    before = parse_page_params(request, BeforeParams).get("before")
    context = {
        **_build_context(head, terms, WindowKind.FREE_AGENCY),
        "rule": _(BID_ORDER_TEXT),
        "own": list_own_bids(season_id, head.yours) if before is None else [],
        "opened": list_processed_bids(season_id, before=before),
        "later": before is not None,
    }
    return render_live(request, "bids.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def bid_create(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form of a bid for one Gamer."""
    head, terms = get_season(request, slug, season_id)
    if head.yours is None:
        raise PermissionDenied
    chosen = request.GET.get("gamer_id")
    gamer = next((row for row in list_free_agents(season_id) if str(row.gamer_id) == chosen), None)
    page = find_franchise_page(terms, head.yours)
    if gamer is None or page is None:
        raise Http404(_("Free agent not found."))
    form = BidForm(request.POST or None, list_tradable(head.yours))
    if form.is_valid():
        target = {"season_id": season_id, "franchise_id": head.yours, "by": current_player(request).pk}
        with errors_on_form(form):
            place_bid(**target, gamer=gamer.gamer_id, **form.cleaned_data, at=now())
            messages.success(request, _("Blind bid for {handle} submitted.", handle=gamer.handle))
            return redirect("bids", slug, season_id)
    context = {"head": head, "terms": terms, "form": form, "gamer": gamer, "line": page.line, "rule": _(BID_ORDER_TEXT)}
    return render(request, "league/seasons/bid.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def bid_withdraw(request: HttpRequest, slug: str, season_id: int, claim_id: int) -> HttpResponse:
    """Withdraw a bid."""
    get_season(request, slug, season_id)
    with errors_as_messages(request):
        withdraw_bid(season_id=season_id, claim_id=claim_id, by=current_player(request).pk, at=now())
        messages.success(request, _("Blind bid withdrawn."))
    return redirect("bids", slug, season_id)
