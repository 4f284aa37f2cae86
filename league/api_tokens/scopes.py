"""The scopes that each endpoint requires. Endpoints that are not listed reject writes with a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from engines.words import say
from league.api_tokens.models import Token
from league.api_tokens.rules import ACCOUNT, ORGANISE, PLAY, READ, WEBHOOKS
from league.leagues.queries.leagues import league_id_of
from league.leagues.queries.roles import rights_of
from matches.refusals import Refused

if TYPE_CHECKING:
    from rest_framework.views import APIView

EITHER = "either"
"""Endpoints for players' own actions and organisers' actions for others: see `required_scopes`."""
OF_HOOK = "of-hook"
"""Endpoints of one webhook: `webhooks`, and `organise` too if it is a league's."""
OF_LEAGUE_HOOK = "of-league-hook"
"""Endpoints of a league's webhooks: `webhooks` and `organise`."""
SCOPE_PAIRS = {EITHER: (PLAY, ORGANISE), OF_HOOK: (WEBHOOKS, ORGANISE), OF_LEAGUE_HOOK: (WEBHOOKS, ORGANISE)}
"""The scopes of endpoints that may need two; some need the second only for a league's objects."""
_WRITING = {
    PLAY: "api-submissions api-resign api-seat api-chance api-ready api-berserk api-vacation api-lag api-draw"
    " api-takeback api-pause api-resume api-abort api-claim api-hint api-chat api-chat-mute api-chat-report"
    " api-calls api-rematch api-challenges api-challenge-accept api-challenge-cancel api-challenge-links"
    " api-invitation api-event-join api-event-leave api-place-accept api-place-decline api-check-in"
    " api-arena-pause api-arena-come-back api-ladder api-ladder-accept api-ladder-decline api-drafts"
    " api-draft-queue api-draft-here api-trades api-trade-counter api-trade-accept api-trade-decline"
    " api-trade-withdraw api-bids api-bid api-lineup",
    ORGANISE: "api-events api-event-start api-manage-plan api-manage-do api-manage-import api-desk-rulings"
    " api-desk-look api-desk-result api-desk-answer api-desk-event"
    " api-leagues api-league api-league-staff api-league-member"
    " api-seasons api-season api-season-terms api-season-phase api-season-windows api-season-window"
    " api-season-carry api-season-pool api-season-pool-gamer api-franchise-money api-trade-veto api-awards"
    " api-season-draft api-gamers-import api-league-gamer api-league-report api-report",
    EITHER: "api-franchises api-franchise api-franchise-sign api-contract-release api-draft-acts api-draft-start"
    " api-draft-cancel api-draft-resume",
    ACCOUNT: "api-player api-token api-notices-read api-notices-settings api-devices api-device api-browsers-others"
    " api-browser api-account-export api-account-deletion api-account-calendar",
    WEBHOOKS: "api-hooks",
    OF_LEAGUE_HOOK: "api-league-hooks",
    OF_HOOK: "api-hook api-hook-secret api-hook-test api-hook-again",
}
WRITING = {endpoint: scope for scope, endpoints in _WRITING.items() for endpoint in endpoints.split()}
READING = {
    "api-tokens": ACCOUNT, "api-hooks": WEBHOOKS, "api-league-hooks": OF_LEAGUE_HOOK, "api-hook": OF_HOOK,
    "api-hook-deliveries": OF_HOOK, "api-browsers": ACCOUNT, "api-account-deletion": ACCOUNT,
    "api-account-calendar": ACCOUNT,
}  # fmt: skip
"""Endpoints whose reading needs more than `read`."""
_LEAGUE_LOOKUPS: dict[str, Callable[[Any], int | None]] = {"slug": league_id_of}
"""The lookups of a URL's league, by URL parameter."""


def register_league_lookup(parameter: str, lookup: Callable[[Any], int | None]) -> None:
    """Register the lookup from a URL parameter to its league, if any. Called when the app is ready."""
    _LEAGUE_LOOKUPS[parameter] = lookup


class HasScope(BasePermission):
    """Permission for tokens with the scopes of the endpoint; sessions and visitors always pass."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if isinstance(request.auth, Token) and hasattr(view, (request.method or "").lower()):  # Otherwise 405.
            endpoint = request.resolver_match.url_name if request.resolver_match else None
            check_scopes(request.auth, endpoint or "", request.method or "", view.kwargs)
        return True


def check_scopes(token: Token, endpoint: str, method: str, kwargs: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Raise Refused("scope-missing") or Refused("no-token-here") unless the token has the scopes of an endpoint."""
    for scope in required_scopes(endpoint, method, token.player_id, kwargs):
        if not token.may(scope):
            text = say("This token lacks the scope `{scope}`. Create one that includes it.", scope=scope)
            raise Refused("scope-missing", text, "Authorization")


def required_scopes(endpoint: str, method: str, player_id: int, kwargs: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all scopes that a token needs. Raises Refused("no-token-here") for an endpoint without tokens.

    If players and organisers share the endpoint, the league's staff needs both scopes, because their request may be an
    organiser's action.
    """
    scope = READING.get(endpoint, READ) if method in SAFE_METHODS else WRITING.get(endpoint)
    if scope is None:
        raise Refused(
            "no-token-here", say("Tokens can't be used for this. Sign in on the site instead."), "Authorization"
        )
    scopes = SCOPE_PAIRS.get(scope, (scope,))
    if scope == OF_HOOK:
        return scopes if _league_of("id", kwargs) is not None else scopes[:1]
    return scopes if scope != EITHER or _on_staff(player_id, kwargs) else scopes[:1]


def _on_staff(player_id: int, kwargs: Mapping[str, Any]) -> bool:
    league = _league_of("slug" if "slug" in kwargs else "draft_id", kwargs)
    if league is None:
        return False
    rights = rights_of(player_id, league)
    return rights.role is not None or rights.admin


def _league_of(parameter: str, kwargs: Mapping[str, Any]) -> int | None:
    return _LEAGUE_LOOKUPS[parameter](kwargs[parameter])
