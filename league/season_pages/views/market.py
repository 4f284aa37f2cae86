"""Pages of a season's market: free agents, trades and blind bids."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import marked, say, told
from league.forms import page_params, refusals_as_messages, refusals_on
from league.gamers.models import STATS, Genre
from league.leagues.views import signed_in
from league.paging import cut
from league.season_pages.forms import BidForm, TradeForm
from league.season_pages.serializers import FreeAgentsParams
from league.seasons.actions.trades import accept, counter, decline, offer, veto, withdraw
from league.seasons.actions.waivers import claim, withdraw_claim
from league.seasons.api import Act
from league.seasons.market_models import TradeStatus
from league.seasons.models import Franchise, SeasonTerms, Waivers, WindowKind
from league.seasons.queries.franchises import franchise_page, franchises_of
from league.seasons.queries.market import free_lines, offers, open_window, opened_bids, own_bids, windows
from league.seasons.queries.settings import SeasonHead
from league.seasons.queries.trades import TradeLine, list_trades, obstacle, open_trades, tradable, trade_of
from league.seasons.rules.market import RULE
from league.seasons.views import live, opened
from matches.api.paging import BeforeParams
from matches.moment import now

PAGE = 100


def _market(head: SeasonHead, terms: SeasonTerms, kind: WindowKind) -> dict[str, object]:
    """Return the context of all market pages: the windows, and whether one of this kind is open."""
    shown = windows(terms, now())
    is_open = any(window.open for window in shown if window.kind == kind)
    return {"head": head, "terms": terms, "open": is_open, "windows": shown}


@require_GET
def free_agents(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the free agents, with the viewer's room for each."""
    head, terms = opened(request, slug, season_id)
    params = page_params(request, FreeAgentsParams)
    genre, first_come = params["genre"], terms.waivers == Waivers.FIRST_COME
    lines, paging = cut(free_lines(season_id, genre), params["page"], PAGE)
    room = offers(terms, head.yours) if head.yours else {}
    market = _market(head, terms, WindowKind.FREE_AGENCY)
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
    return live(request, "free_agents.html", context)


@require_GET
def trades(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the trades of a season."""
    head, terms = opened(request, slug, season_id)
    before = page_params(request, BeforeParams).get("before")
    context = {
        **_market(head, terms, WindowKind.TRADES),
        "waiting": open_trades(season_id, head.yours) if before is None else [],
        "past": list_trades(season_id, head.yours, only_over=True, before=before),
        "later": before is not None,
    }
    return live(request, "trades.html", context)


@require_GET
def trade(request: HttpRequest, slug: str, season_id: int, trade_id: int) -> HttpResponse:
    """Show a trade with the viewer's possible actions."""
    head, terms = opened(request, slug, season_id)
    line = _line(season_id, trade_id, head)
    waits = line.status in (TradeStatus.OFFERED, TradeStatus.AGREED)
    context = {
        "head": head,
        "terms": terms,
        "line": line,
        "obstacle": obstacle(terms, trade_id) if waits else "",
        "open": open_window(terms, WindowKind.TRADES, now()),
        "may_veto": head.may_edit and line.status == TradeStatus.AGREED,
    }
    return live(request, "trade.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form of a trade offer, first the partner, then the contents."""
    head, terms = opened(request, slug, season_id)
    if head.yours is None:
        raise PermissionDenied
    others = [one for one in franchises_of(terms) if one.franchise_id != head.yours]
    chosen = request.GET.get("with")
    partner = next((one for one in others if str(one.franchise_id) == chosen), None)
    if partner is None:
        if chosen is not None:
            raise Http404(say("Franchise not found. Choose another one to trade with."))
        return render(request, "league/seasons/trade_with.html", {"head": head, "others": others})
    made = partial(offer, season_id=season_id, franchise_id=head.yours, partner=partner.franchise_id)
    return _form(request, head, terms, partner.franchise_id, made, None)


@require_http_methods(["GET", "POST"])
@login_required
def answer(request: HttpRequest, slug: str, season_id: int, trade_id: int) -> HttpResponse:
    """Show and process a counter-offer, prefilled with the offer from the other side."""
    head, terms = opened(request, slug, season_id)
    line = _line(season_id, trade_id, head)
    if not line.may_answer:
        raise Http404(say("This offer isn't waiting for your answer."))
    return _form(request, head, terms, line.proposer_id, partial(counter, season_id=season_id, trade_id=trade_id), line)


def _form(
    request: HttpRequest, head: SeasonHead, terms: SeasonTerms, partner: int, act: Act, line: TradeLine | None
) -> HttpResponse:
    assert head.yours is not None
    form = TradeForm(request.POST or None, tradable(head.yours), tradable(partner), terms.trade_hours, line)
    if form.is_valid():
        with refusals_on(form):
            made = act(deal=form.deal(), by=signed_in(request).pk, at=now())
            messages.success(request, say("Offer sent."))
            return redirect("trade", head.slug, head.season_id, made)
    names = dict(Franchise.objects.filter(pk__in=[partner, head.yours]).values_list("pk", "name"))
    context = {
        "head": head,
        "form": form,
        "partner": names[partner],
        "own": names[head.yours],
        "line": line,
        "open": open_window(terms, WindowKind.TRADES, now()),
    }
    return render(request, "league/seasons/trade_form.html", context, status=422 if form.errors else 200)


DEEDS: dict[str, tuple[Act, str]] = {
    "accept": (accept, marked("Trade accepted.")),
    "decline": (decline, marked("Offer declined.")),
    "withdraw": (withdraw, marked("Withdrawn.")),
    "veto": (veto, marked("Trade vetoed.")),
}


@require_POST
@login_required
def deed(request: HttpRequest, slug: str, season_id: int, trade_id: int, key: str) -> HttpResponse:
    """Run an action on a trade, then redirect with its confirmation or error."""
    head, _ = opened(request, slug, season_id)
    _line(season_id, trade_id, head)
    if key not in DEEDS:
        raise Http404(say("Unknown action. Reload the page."))
    act, said = DEEDS[key]
    more = {"why": request.POST.get("why", "")} if key == "veto" else {}
    with refusals_as_messages(request):
        act(season_id=season_id, trade_id=trade_id, by=signed_in(request).pk, at=now(), **more)
        messages.success(request, told(said))
    return redirect("trade", slug, season_id, trade_id)


def _line(season_id: int, trade_id: int, head: SeasonHead) -> TradeLine:
    line = trade_of(season_id, trade_id, head.yours)
    if line is None:
        raise Http404(say("Trade not found."))
    return line


@require_GET
def bids(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show pending bids of the viewer and processed bids."""
    head, terms = opened(request, slug, season_id)
    before = page_params(request, BeforeParams).get("before")
    context = {
        **_market(head, terms, WindowKind.FREE_AGENCY),
        "rule": told(RULE),
        "own": own_bids(season_id, head.yours) if before is None else [],
        "opened": opened_bids(season_id, before=before),
        "later": before is not None,
    }
    return live(request, "bids.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def bid(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form of a bid for one Gamer."""
    head, terms = opened(request, slug, season_id)
    if head.yours is None:
        raise PermissionDenied
    chosen = request.GET.get("gamer_id")
    gamer = next((one for one in free_lines(season_id) if str(one.gamer_id) == chosen), None)
    page = franchise_page(terms, head.yours)
    if gamer is None or page is None:
        raise Http404(say("Free agent not found."))
    form = BidForm(request.POST or None, tradable(head.yours))
    if form.is_valid():
        who = {"season_id": season_id, "franchise_id": head.yours, "by": signed_in(request).pk}
        with refusals_on(form):
            claim(**who, gamer=gamer.gamer_id, **form.cleaned_data, at=now())
            messages.success(request, say("Blind bid for {handle} submitted.", handle=gamer.handle))
            return redirect("bids", slug, season_id)
    context = {"head": head, "terms": terms, "form": form, "gamer": gamer, "line": page.line, "rule": told(RULE)}
    return render(request, "league/seasons/bid.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, season_id: int, claim_id: int) -> HttpResponse:
    """Withdraw a bid."""
    opened(request, slug, season_id)
    with refusals_as_messages(request):
        withdraw_claim(season_id=season_id, claim_id=claim_id, by=signed_in(request).pk, at=now())
        messages.success(request, say("Withdrawn."))
    return redirect("bids", slug, season_id)
