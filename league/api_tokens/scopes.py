"""The scopes that each endpoint requires. Endpoints that are not listed reject writes with a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from engines.i18n import translate as _
from league.api_tokens.models import Token
from league.api_tokens.rules import ACCOUNT, ORGANISE, PLAY, READ, WEBHOOKS
from league.leagues.queries.leagues import find_league_id
from league.leagues.queries.roles import get_rights
from matches.errors import ActionError

if TYPE_CHECKING:
    from rest_framework.views import APIView

EITHER = "either"
"""Endpoints for players' own actions and organisers' actions for others: see `required_scopes`."""
ONE_WEBHOOK = "of-hook"
"""Endpoints of one webhook: `webhooks`, and `organise` too if it is a league's."""
LEAGUE_WEBHOOKS = "of-league-hook"
"""Endpoints of a league's webhooks: `webhooks` and `organise`."""
SCOPE_PAIRS = {EITHER: (PLAY, ORGANISE), ONE_WEBHOOK: (WEBHOOKS, ORGANISE), LEAGUE_WEBHOOKS: (WEBHOOKS, ORGANISE)}
"""The scopes of endpoints that may need two; some need the second only for a league's objects."""
_WRITE_ENDPOINTS = {
    PLAY: "api-submissions api-resign api-seat api-chance api-ready api-berserk api-vacation api-lag api-draw"
    " api-takeback api-pause api-resume api-abort api-claim api-hint api-chat api-chat-mute api-chat-report"
    " api-calls api-rematch api-review api-challenges api-challenge-accept api-challenge-cancel api-challenge-links"
    " api-invitation api-event-join api-event-leave api-place-accept api-place-decline api-check-in"
    " api-arena-pause api-arena-come-back api-ladder api-ladder-accept api-ladder-decline api-drafts"
    " api-draft-queue api-draft-here api-draft-chat-report api-trades api-trade-counter api-trade-accept api-trade-decline"
    " api-trade-withdraw api-bids api-bid api-lineup api-queues api-queue-heartbeat api-set-ups api-set-up"
    " api-conditional-moves api-pairing-reports api-result-report api-result-report-confirm"
    " api-result-report-dispute api-result-report-withdraw api-result-report-images"
    " api-pairing-time-proposal api-pairing-time-acceptance api-team-do"
    " api-puzzle-attempts api-puzzle-hint api-puzzle-solution",
    ORGANISE: "api-events api-event-start api-manage-plan api-manage-do api-manage-import api-desk-rulings"
    " api-desk-look api-desk-result api-desk-answer api-desk-event"
    " api-leagues api-league api-league-staff api-league-member"
    " api-titles api-title api-seasons api-season api-season-terms api-season-phase api-season-windows api-season-window"
    " api-season-carry api-season-pool api-season-pool-gamer api-franchise-money api-trade-veto api-awards"
    " api-pairing-ruling api-season-draft api-gamers-import api-league-gamer api-league-report api-report",
    EITHER: "api-franchises api-franchise api-franchise-sign api-contract-release api-draft-acts api-draft-start"
    " api-draft-cancel api-draft-resume api-draft-chat api-draft-chat-remove",
    ACCOUNT: "api-player api-follow api-token api-notices-read api-notices-settings api-devices api-device api-browsers-others"
    " api-browser api-account-export api-account-deletion api-account-calendar"
    " api-availability",
    WEBHOOKS: "api-hooks",
    LEAGUE_WEBHOOKS: "api-league-hooks",
    ONE_WEBHOOK: "api-hook api-hook-secret api-hook-test api-hook-again",
}
WRITE_SCOPES = {endpoint: scope for scope, endpoints in _WRITE_ENDPOINTS.items() for endpoint in endpoints.split()}
READ_SCOPES = {
    "api-tokens": ACCOUNT, "api-hooks": WEBHOOKS, "api-league-hooks": LEAGUE_WEBHOOKS, "api-hook": ONE_WEBHOOK,
    "api-hook-deliveries": ONE_WEBHOOK, "api-browsers": ACCOUNT, "api-account-deletion": ACCOUNT,
    "api-account-calendar": ACCOUNT, "api-availability": ACCOUNT,
}  # fmt: skip
"""Endpoints whose reading needs more than `read`."""
_LEAGUE_LOOKUPS: dict[str, Callable[[Any], int | None]] = {"slug": find_league_id}
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
    """Raise ActionError("scope-missing") or ActionError("no-token-here") unless the token has the scopes of an endpoint."""
    for scope in required_scopes(endpoint, method, token.player_id, kwargs):
        if not token.may(scope):
            message = _("This token lacks the scope `{scope}`. Create one that includes it.", scope=scope)
            raise ActionError("scope-missing", message, "Authorization")


def required_scopes(endpoint: str, method: str, player_id: int, kwargs: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all scopes that a token needs. Raises ActionError("no-token-here") for an endpoint without tokens.

    If players and organisers share the endpoint, the league's staff needs both scopes, because their request may be an
    organiser's action.
    """
    scope = READ_SCOPES.get(endpoint, READ) if method in SAFE_METHODS else WRITE_SCOPES.get(endpoint)
    if scope is None:
        raise ActionError("no-token-here", _("Tokens can't be used for this. Sign in on the site instead."), "Authorization")
    scopes = SCOPE_PAIRS.get(scope, (scope,))
    if scope == ONE_WEBHOOK:
        return scopes if _find_league("id", kwargs) is not None else scopes[:1]
    return scopes if scope != EITHER or _is_on_staff(player_id, kwargs) else scopes[:1]


def _is_on_staff(player_id: int, kwargs: Mapping[str, Any]) -> bool:
    league = _find_league("slug" if "slug" in kwargs else "draft_id", kwargs)
    if league is None:
        return False
    rights = get_rights(player_id, league)
    return rights.role is not None or rights.admin


def _find_league(parameter: str, kwargs: Mapping[str, Any]) -> int | None:
    return _LEAGUE_LOOKUPS[parameter](kwargs[parameter])
