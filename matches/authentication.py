"""Authentication of requests outside Django's middleware: streams, waiting submissions, and acknowledged moves.

`matches` knows neither sessions nor tokens: `settings.FIND_PLAYER_ID` names the league's function that reads them.
"""

from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string


def find_player_id(cookies: str, authorization: str = "", *, endpoint: str = "stream", method: str = "GET") -> int | None:
    """Return the player whose headers these are, None for a visitor.

    Raises ActionError for a token that is invalid or lacks the scope of the endpoint.
    """
    find = import_string(settings.FIND_PLAYER_ID)
    return cast(int | None, find(cookies, authorization, endpoint=endpoint, method=method))
