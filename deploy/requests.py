"""Around Django: every request has an id, which its answer and its lines in the log carry, and is counted."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from deploy import logs, metrics

logger = logging.getLogger(__name__)
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
MATCH = re.compile(r"/matches/([0-9]{1,18})/")
SLOW_S = 1.0


class Noted:
    """A WSGI application around another one. An id that the proxy gives is kept."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]]) -> None:
        self.wsgi = wsgi

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        match = MATCH.search(environ["PATH_INFO"])
        began = time.monotonic()

        def noting(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.monotonic() - began
            metrics.answered(environ["REQUEST_METHOD"], status, seconds)
            if seconds > SLOW_S:
                logger.warning("%s %s took %.1f s", environ["REQUEST_METHOD"], environ["PATH_INFO"], seconds)
            return start(status, [*headers, ("X-Request-Id", request)], exc_info)

        with logs.about(request=request, match=int(match[1]) if match else None):
            return self.wsgi(environ, noting)
