"""Who sends a request that Django does not answer itself: streams, flags that wait for a move, and moves in order.

`matches` knows no sessions or tokens: `settings.FIND_PLAYER_ID` names the function of the league that reads them.
"""

from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string


def find_player_id(
    cookies: str, authorization: str = "", *, endpoint: str = "stream", method: str = "GET"
) -> int | None:
    """Return who sends these headers to the endpoint of this name, None for a visitor.

    Raises Refused for a token that is invalid or lacks the scope of the endpoint.
    """
    find = import_string(settings.FIND_PLAYER_ID)
    return cast(int | None, find(cookies, authorization, endpoint=endpoint, method=method))
