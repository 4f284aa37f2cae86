"""Token authentication for files among the pages. Other pages accept no tokens; the API authenticates itself."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.cache import patch_vary_headers

from league.api_tokens.authentication import TokenAuthentication
from league.api_tokens.scopes import check_scopes
from matches.api.errors import STATUS
from matches.errors import ActionError
from matches.rate_limits import consume, raise_if_exceeded

View = Callable[..., HttpResponseBase]


def accepts_token(view: View) -> View:
    """Let a view of a file accept bearer tokens besides sessions."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            _authenticate(request)
        except ActionError as error:
            status = STATUS.get(error.code, 400)
            headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
            data = {"code": error.code, "text": error.text, "field": error.field}
            return JsonResponse(data, status=status, headers=headers)
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        return response

    return wrapper


def _authenticate(request: HttpRequest) -> None:
    """Set the request's user to the owner of its token, if it has one."""
    if credentials := TokenAuthentication().authenticate(request):
        request.user, token = credentials
        raise_if_exceeded(consume([("person", str(token.player_id)), ("token", str(token.pk))]))
        endpoint = request.resolver_match.url_name if request.resolver_match else None
        check_scopes(token, endpoint or "", "GET")
